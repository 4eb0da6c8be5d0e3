"""What the page says of a place in it to those who only show a link: a title, a picture."""

from __future__ import annotations

import asyncio
import html
import re

from fastapi import Request

from moonlit.core import raster
from moonlit.core.errors import MoonlitError
from moonlit.core.words import say
from moonlit.server.errors import TOPIC
from moonlit.server.live.hub import Hub
from moonlit.server.web.page.pictures import names_of
from moonlit.server.web.puzzles.routes import find_puzzle
from moonlit.server.web.transport.security import came_by_https

FIND_WITHIN = 1.0  # seconds: the page must not wait for a database that is away
SHOWN = re.compile(r"(t|puzzle|daily)(/|$)")  # places that have something to say


class Link:
    """A title and a sentence, and where there is a picture of it, if there is one."""

    def __init__(self, title: str, told: str, picture: str | None = None) -> None:
        self.title, self.told, self.picture = title, told, picture


async def link_tags(hub: Hub, request: Request, path: str, language: str) -> str:
    """The tags of a place in the page; "" if it has none."""
    link = await table_link(hub, request, path, language) or other_link(path, language)
    if link is None:
        return ""
    https = came_by_https(request.headers.raw)
    origin = f"{'https' if https else 'http'}://{request.headers.get('host', '')}"
    tags = {
        "og:site_name": "Moonlit",
        "og:type": "website",
        "og:title": link.title,
        "og:description": link.told,
    }
    if link.picture is not None and raster.is_available():
        tags |= {
            "og:image": f"{origin}/api/{link.picture}/card.png?language={language}",
            "og:image:width": "1200",
            "og:image:height": "630",
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'<meta property="{name}" content="{html.escape(told)}" />' for name, told in tags.items()
    )


async def table_link(hub: Hub, request: Request, path: str, language: str) -> Link | None:
    """A table, or a position of its game: /t/ID/replay?move=12."""
    found = re.fullmatch(r"t/([a-z0-9]{10})(/replay)?", path)
    if found is None:
        return None
    try:
        async with asyncio.timeout(FIND_WITHIN):
            table = (await hub.find(found[1])).table
    except (MoonlitError, TimeoutError):
        return None
    title = f"{say(table.game.name, 'name', language)} · {', '.join(names_of(table, language))}"
    picture = f"tables/{table.id}" if table.match is not None else None
    move = request.query_params.get("move", "")
    last = table.number - (table.match is not None and table.match.over)
    if found[2] and table.ended and re.fullmatch(r"\d{1,6}", move) and int(move) <= last:
        told = say(TOPIC, "link.position", language, number=int(move) + 1)
        return Link(title, told, f"{picture}/positions/{int(move)}")
    return Link(title, say(TOPIC, f"link.{table.status}", language), picture)


def other_link(path: str, language: str) -> Link | None:
    if re.fullmatch(r"daily(/[0-9-]{10})?", path):
        title = " · ".join(["Moonlit", *path.split("/")[1:]])
        return Link(title, say(TOPIC, "link.daily", language))
    found = re.fullmatch(r"puzzle/([a-z0-9]{1,40})", path)
    if found is None:
        return None
    try:
        puzzle = find_puzzle(found[1])
    except MoonlitError:
        return None
    title = say(puzzle.game, "name", language)
    return Link(title, say(TOPIC, "link.puzzle", language), f"puzzle/{puzzle.id}")
