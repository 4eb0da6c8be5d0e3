"""Pictures of tables as everybody may see them, and what a link to a table shows of it elsewhere.

A picture is drawn aside, one at a time, and kept until the table has moved on.
"""

from __future__ import annotations

import asyncio
import html
import re
from collections import OrderedDict
from typing import Annotated, Any, Literal
from zlib import crc32

from fastapi import APIRouter, Query, Request, Response

from moonlit.core import raster
from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match
from moonlit.core.picture import on_card, svg
from moonlit.core.words import phrases, player_name, say
from moonlit.server.errors import TOPIC, refuse
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import LiveTable
from moonlit.server.table.fold import Table
from moonlit.server.web.command_routes import TableId
from moonlit.server.web.middleware import address_of
from moonlit.server.web.security import came_by_https
from moonlit.server.web.service import Service

MOST = 32  # pictures that are kept
COST = 10.0  # what it costs to have one drawn: see limits.py
AGAIN, FINISHED = "public, max-age=30", "public, max-age=3600"
FIND_WITHIN = 1.0  # seconds: the page must not wait for a database that is away
PNG_WIDTH = 1200
KINDS = {"svg": "image/svg+xml", "png": "image/png", "card": "image/png"}

Kind = Literal["svg", "png", "card"]
Theme = Annotated[Literal["night", "day"], Query()]
Language = Annotated[Literal["en", "es", "fr"], Query()]


def names_of(table: Table, language: str) -> list[str]:
    """How the seats are called: a bot by its level, in words."""
    levels = phrases("bots", language)
    return [
        seat.name or levels.get(f"level.{seat.level}") or player_name(number, None, language)
        for number, seat in enumerate(table.seats)
    ]


class Pictures:
    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._one_by_one = asyncio.Lock()

    async def picture(
        self, live: LiveTable, kind: Kind, theme: str, language: str, charge: Any
    ) -> bytes:
        """The table's picture; `charge` is called if it has to be drawn."""
        table = live.table
        if table.match is None:
            raise refuse("no_picture_yet")
        names = names_of(table, language)
        key = live.id, table.positions, table.status, tuple(names), kind, theme, language
        if key not in self._kept:
            charge()
            match, standings = table.match.copy(), table.standings()
            async with self._one_by_one:
                if key not in self._kept:
                    told = await asyncio.to_thread(drawn, match, standings, names, theme, language)
                    self._keep(key, await as_kind(told, kind, theme))
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: tuple[Any, ...], picture: bytes) -> None:
        self._kept[key] = picture
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)


def drawn(match: Match, standings: Any, names: list[str], theme: str, language: str) -> str:
    return svg(match, None, language=language, theme=theme, names=names, standings=standings)


async def as_kind(told: str, kind: Kind, theme: str) -> bytes:
    if kind == "svg":
        return told.encode()
    return await raster.png_aside(on_card(told, theme) if kind == "card" else told, PNG_WIDTH)


def add_pictures(api: APIRouter, service: Service) -> None:
    pictures = Pictures()

    async def answer(
        request: Request, table_id: str, kind: Kind, theme: str, language: str
    ) -> Response:
        if kind != "svg" and not raster.is_available():
            raise refuse("no_png", 404)
        live = await service.hub.find(table_id)

        def charge() -> None:
            service.limits.charge(address_of(request.scope), COST)

        body = await pictures.picture(live, kind, theme, language, charge)
        etag = f'"{crc32(body):08x}"'
        lasts = FINISHED if live.table.status == "over" else AGAIN
        headers = {"etag": etag, "cache-control": lasts}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=KINDS[kind])

    def picture_route(path: str, kind: Kind, summary: str) -> None:
        @api.get(
            f"/tables/{{table_id}}/{path}",
            summary=summary,
            response_class=Response,
            responses={200: {"content": {KINDS[kind]: {}}}},
            operation_id=path.replace(".", "_"),
        )
        async def picture(
            request: Request, table_id: TableId, theme: Theme = "night", language: Language = "en"
        ) -> Response:
            return await answer(request, table_id, kind, theme, language)

    picture_route("picture.svg", "svg", "A table as everybody may see it, as a drawing")
    picture_route("picture.png", "png", "The same in pixels, where the server has what it takes")
    picture_route("card.png", "card", "The same on a card, for those who show links")


# ---- links -----------------------------------------------------------------------------------


async def link_tags(hub: Hub, request: Request, path: str, language: str) -> str:
    """What the page says of a table to those who only show a link to it; "" if it is none."""
    found = re.fullmatch(r"t/([a-z0-9]{10})(/replay)?", path)
    if found is None:
        return ""
    try:
        async with asyncio.timeout(FIND_WITHIN):
            live = await hub.find(found[1])
    except (MoonlitError, TimeoutError):
        return ""
    table = live.table
    names = ", ".join(names_of(table, language))
    https = came_by_https(request.headers.raw)
    origin = f"{'https' if https else 'http'}://{request.headers.get('host', '')}"
    tags = {
        "og:site_name": "Moonlit",
        "og:type": "website",
        "og:title": f"{say(table.game.name, 'name', language)} · {names}",
        "og:description": say(TOPIC, f"link.{table.status}", language),
    }
    if table.match is not None and raster.is_available():
        tags |= {
            "og:image": f"{origin}/api/tables/{live.id}/card.png?language={language}",
            "og:image:width": "1200",
            "og:image:height": "630",
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'<meta property="{name}" content="{html.escape(told)}" />' for name, told in tags.items()
    )
