"""Pictures of tables, of positions and of puzzles, as whoever gets the link may see them.

A picture is drawn aside, one at a time, and kept until what it shows has moved on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from zlib import crc32

from fastapi import APIRouter, Query, Request, Response

from moonlit.core import raster
from moonlit.core.match import Match
from moonlit.core.picture import on_card, svg
from moonlit.core.words import phrases, player_name
from moonlit.server.errors import refuse
from moonlit.server.live.live_table import LiveTable
from moonlit.server.table.fold import Table
from moonlit.server.table.permissions import position, require_finished
from moonlit.server.web.puzzles.routes import PuzzleId, find_puzzle
from moonlit.server.web.service import Service
from moonlit.server.web.study.routes import At
from moonlit.server.web.tables.command_routes import TableId
from moonlit.server.web.transport.middleware import address_of

MAX_KEPT = 32  # pictures that are kept
COST = 10.0  # what it costs to have one drawn: see transport/limits.py
AGAIN, FINISHED = "public, max-age=30", "public, max-age=3600"
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


@dataclass(frozen=True)
class Scene:
    """What a picture shows: a position, by a name that no other has."""

    key: tuple[Any, ...]
    match: Match
    names: list[str]
    seat: int | None = None  # who sees it; None: a spectator
    standings: Any = None
    lasts: str = FINISHED


def scene_of(live: LiveTable, language: str) -> Scene:
    """A table as everybody may see it now."""
    table = live.table
    if table.match is None:
        raise refuse("no_picture_yet")
    names = names_of(table, language)
    key = live.id, table.positions, table.status, tuple(names)
    lasts = FINISHED if table.status == "over" else AGAIN
    return Scene(key, table.match, names, None, table.standings(), lasts)


def scene_at(live: LiveTable, number: int, language: str) -> Scene:
    """A position of a finished game."""
    match = position(require_finished(live.table), number)
    names = names_of(live.table, language)
    return Scene((live.id, "at", number, tuple(names)), match, names)


def scene_of_puzzle(puzzle_id: str, language: str) -> Scene:
    """A puzzle as whoever is to move sees it."""
    puzzle = find_puzzle(puzzle_id)
    names = [player_name(seat, None, language) for seat in range(puzzle.players)]
    return Scene((puzzle_id,), puzzle.match(), names, puzzle.seat)


class Pictures:
    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._one_by_one = asyncio.Lock()

    async def picture(
        self, scene: Scene, kind: Kind, theme: str, language: str, charge: Callable[[], None]
    ) -> bytes:
        """What a scene looks like; `charge` is called if it has to be drawn."""
        key = *scene.key, kind, theme, language
        if key not in self._kept:
            charge()
            match = scene.match.copy()
            async with self._one_by_one:
                if key not in self._kept:
                    told = await asyncio.to_thread(drawn, match, scene, theme, language)
                    self._keep(key, await as_kind(told, kind, theme))
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: tuple[Any, ...], picture: bytes) -> None:
        self._kept[key] = picture
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)


def drawn(match: Match, scene: Scene, theme: str, language: str) -> str:
    return svg(
        match,
        scene.seat,
        language=language,
        theme=theme,
        names=scene.names,
        standings=scene.standings,
    )


async def as_kind(told: str, kind: Kind, theme: str) -> bytes:
    if kind == "svg":
        return told.encode()
    return await raster.png_aside(on_card(told, theme) if kind == "card" else told, PNG_WIDTH)


def picture_response(request: Request, body: bytes, kind: Kind, lasts: str) -> Response:
    etag = f'"{crc32(body):08x}"'
    headers = {"etag": etag, "cache-control": lasts}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=KINDS[kind])


ROUTES: list[tuple[str, Kind, str]] = [
    ("picture.svg", "svg", "{} as a drawing"),
    ("picture.png", "png", "{} in pixels, where the server has what it takes"),
    ("card.png", "card", "{} on a card, for those who show links"),
]


def add_pictures(api: APIRouter, service: Service) -> None:
    pictures = Pictures()

    async def answer(
        request: Request, scene: Scene, kind: Kind, theme: str, language: str
    ) -> Response:
        if kind != "svg" and not raster.is_available():
            raise refuse("no_png", 404)

        def charge() -> None:
            service.limits.charge(address_of(request.scope), COST)

        body = await pictures.picture(scene, kind, theme, language, charge)
        return picture_response(request, body, kind, scene.lasts)

    for path, kind, summary in ROUTES:
        add_table_picture(api, service, answer, path, kind, summary)
        add_position_picture(api, service, answer, path, kind, summary)
        add_puzzle_picture(api, answer, path, kind, summary)


def documented(path: str, of: str, summary: str, kind: Kind) -> dict[str, Any]:
    """What /openapi.json says of a picture."""
    return {
        "summary": summary.format(of),
        "response_class": Response,
        "responses": {200: {"content": {KINDS[kind]: {}}}},
        "operation_id": f"{of.split(maxsplit=1)[1]}_{path}".replace(".", "_").replace(" ", "_"),
    }


def add_table_picture(
    api: APIRouter, service: Service, answer: Any, path: str, kind: Kind, summary: str
) -> None:
    @api.get(f"/tables/{{table_id}}/{path}", **documented(path, "A table", summary, kind))
    async def picture(
        request: Request, table_id: TableId, theme: Theme = "night", language: Language = "en"
    ) -> Response:
        live = await service.hub.find(table_id)
        found: Response = await answer(request, scene_of(live, language), kind, theme, language)
        return found


def add_position_picture(
    api: APIRouter, service: Service, answer: Any, path: str, kind: Kind, summary: str
) -> None:
    at = f"/tables/{{table_id}}/positions/{{number}}/{path}"

    @api.get(at, **documented(path, "A position", summary, kind))
    async def picture(
        request: Request,
        table_id: TableId,
        number: At,
        theme: Theme = "night",
        language: Language = "en",
    ) -> Response:
        scene = scene_at(await service.hub.find(table_id), number, language)
        found: Response = await answer(request, scene, kind, theme, language)
        return found


def add_puzzle_picture(api: APIRouter, answer: Any, path: str, kind: Kind, summary: str) -> None:
    @api.get(f"/puzzle/{{puzzle_id}}/{path}", **documented(path, "A puzzle", summary, kind))
    async def picture(
        request: Request, puzzle_id: PuzzleId, theme: Theme = "night", language: Language = "en"
    ) -> Response:
        scene = scene_of_puzzle(puzzle_id, language)
        found: Response = await answer(request, scene, kind, theme, language)
        return found
