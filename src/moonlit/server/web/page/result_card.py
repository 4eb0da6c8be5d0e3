"""The result of a daily as a picture to share: a score beside par, and nothing of its moves."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from moonlit.core import raster
from moonlit.core.sheet import Sheet
from moonlit.core.themes import THEMES
from moonlit.core.words import phrases, say
from moonlit.server.errors import TOPIC, refuse
from moonlit.server.table.fold import Table
from moonlit.server.web.page.pictures import (
    COST,
    FINISHED,
    KINDS,
    Kind,
    Language,
    Theme,
    picture_response,
)
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_routes import TableId
from moonlit.server.web.transport.middleware import address_of
from moonlit.study.puzzles import closes, daily

WIDTH, HEIGHT = 1200.0, 630.0
LEFT = 90.0
ROUND, HALF = 17.0, 26.0  # a level's moon: its radius, and half the way to the next line
STARS = ((980, 80, 3.0), (1090, 170, 2.2), (890, 140, 2.0), (700, 60, 2.4), (1130, 420, 2.2))


def draw(table: Table, number: int, par: dict[str, Any] | None, theme: str, language: str) -> str:
    """The card of a finished daily."""
    sheet = Sheet({"game": table.game.name, "players": []}, language, THEMES[theme])
    colors, standings = sheet.theme, table.standings()
    assert table.daily is not None
    assert standings is not None
    score = standings[0]["score"]
    draw_sky(sheet)
    title = say(TOPIC, "card.title", language, number=number)
    sheet.text(title, LEFT, 100, 46, width=760, least=30, display=True)
    sheet.text(table.daily["date"], LEFT, 156, 26, color=colors.muted)
    sheet.text(say(TOPIC, "card.game", language, game=sheet.say("name")), LEFT, 258, 30, width=620)
    sheet.text(str(score), LEFT, 378, 150, color=colors.gold, bold=True)
    name = table.seats[0].name or ""
    sheet.text(name, LEFT, 500, 34, width=620, bold=True)
    if table.daily["counts"] and table.over_at >= closes(table.daily["date"]):
        late = say(TOPIC, "card.late", language)
        sheet.text(late, LEFT + 180, 570, 24, width=800, color=colors.muted)
    if par is not None:
        draw_par(sheet, par, score)
    sheet.text("Moonlit", LEFT, 570, 24, color=colors.muted, display=True)
    return sheet.svg(WIDTH, HEIGHT, WIDTH, f"{title} · {name} · {score}")


def draw_sky(sheet: Sheet) -> None:
    above, below = sheet.theme.ground
    stops = f'<stop stop-color="{above}"/><stop offset="1" stop-color="{below}"/>'
    sky = sheet.define("linearGradient", stops, x1=0, y1=0, x2=0, y2=1)
    sheet.rect(0, 0, WIDTH, HEIGHT, fill=f"url(#{sky})")
    for x, y, radius in STARS:
        sheet.circle(x, y, radius, fill=sheet.theme.muted)
    with sheet.group(1020, 128, 8):
        sheet.path("M3 -9 A9 9 0 1 0 9 3 A7.4 7.4 0 0 1 3 -9z", fill=sheet.theme.gold)


def draw_par(sheet: Sheet, par: dict[str, Any], score: int) -> None:
    """A moon for each level: full where the score is as good as its own."""
    colors, levels = sheet.theme, phrases("bots", sheet.language)
    sign = 1 if par["low_wins"] else -1
    x, y = 760.0, 320.0
    sheet.text(say(TOPIC, "card.par", sheet.language), x - ROUND, y - 52, 22, color=colors.muted)
    for level, mean in par["means"].items():
        reached = sign * score <= sign * mean
        fill = colors.gold if reached else "none"
        sheet.circle(x, y, ROUND, fill=fill, stroke=colors.gold, stroke_width=2.5)
        sheet.text(levels[f"level.{level}"], x + 36, y, 26, width=230, least=18)
        told = f"{mean:.1f}".removesuffix(".0")
        if sheet.language != "en":
            told = told.replace(".", ",")
        sheet.text(told, WIDTH - LEFT + 10, y, 26, anchor="end", bold=True)
        y += 2 * HALF


def add_result_card(api: APIRouter, service: Service) -> None:
    async def answer(
        request: Request, table_id: str, kind: Kind, theme: str, language: str
    ) -> Response:
        if kind != "svg" and not raster.is_available():
            raise refuse("no_png", 404)
        table = (await service.hub.find(table_id)).table
        if table.daily is None or table.ended is None or table.ended["by"] != "rules":
            raise refuse("no_result", 404)
        service.limits.charge(address_of(request.scope), COST if kind == "png" else 1.0)
        day = table.daily["date"]
        par = orjson.loads(await service.reviews.par(day)).get("par")
        told = draw(table, daily(day).number, par, theme, language)
        body = told.encode() if kind == "svg" else await raster.png_aside(told, int(WIDTH))
        return picture_response(request, body, kind, FINISHED if par else "no-cache")

    def add(path: str, kind: Kind) -> None:
        @api.get(
            f"/tables/{{table_id}}/{path}",
            summary="The result of a daily, to share",
            response_class=Response,
            responses={200: {"content": {KINDS[kind]: {}}}},
            operation_id=path.replace(".", "_"),
        )
        async def result(
            request: Request, table_id: TableId, theme: Theme = "night", language: Language = "en"
        ) -> Response:
            return await answer(request, table_id, kind, theme, language)

    add("result.svg", "svg")
    add("result.png", "png")
