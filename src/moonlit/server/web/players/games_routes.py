"""A player's games and figures over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from moonlit.core.registry import game_names
from moonlit.server.errors import refuse
from moonlit.server.storage.players.history import Cursor, Wanted
from moonlit.server.web import request_models as m
from moonlit.server.web.auth import require_device
from moonlit.server.web.players import models as p
from moonlit.server.web.service import Service
from moonlit.server.web.transport.encoding import compressed
from moonlit.study.stats import figures

FIGURES = 5.0  # what they cost besides being read: see transport/limits.py
Game = Annotated[str | None, Query(max_length=40, examples=[m.GAME])]
Outcome = Literal["won", "shared", "lost", "resigned", "solo"]
Opponent = Annotated[
    str | None, Query(max_length=40, description="a part of a name, or the level of a bot")
]
After = Annotated[str | None, Query(pattern="^[0-9]{1,15}-[a-z0-9]{10}$")]


def add_games_of_mine(api: APIRouter, service: Service) -> None:
    @api.get(
        "/me/games",
        summary="Your games: those that go on, then the finished ones, newest first",
        response_model=p.MyGames,
    )
    async def games(
        request: Request,
        game: Game = None,
        outcome: Outcome | None = None,
        players: Annotated[int | None, Query(ge=1, le=10)] = None,
        opponent: Opponent = None,
        cursor: After = None,
        most: Annotated[int, Query(ge=1, le=100)] = 30,
    ) -> Response:
        player, _ = await require_device(service, request)
        wanted = Wanted(game, outcome, players, opponent)
        history, after = service.history, parsed(cursor)
        found = await history.finished(player.id, wanted, after, most + 1)
        shown, more = found[:most], len(found) > most
        answer: dict[str, Any] = {
            "running": await running(service, player.id) if cursor is None else [],
            "games": shown,
            "cursor": f"{shown[-1]['ended']}-{shown[-1]['id']}" if more else None,
            "total": await history.count(player.id, wanted),
            "counts": await history.counts(player.id),
        }
        return await compressed(request, answer)

    @api.get("/me/stats/{game}", summary="Your figures of one game", response_model=p.Figures)
    async def stats(request: Request, game: str) -> Response:
        player, _ = await require_device(service, request, FIGURES)
        if game not in game_names():
            raise refuse("no_figures_of", 404, game=game)
        rows = await service.history.for_figures(player.id, game)
        return await compressed(request, figures(game, rows))


async def running(service: Service, player: str) -> list[dict[str, Any]]:
    """Each table once: a host who plays has the seat."""
    found: dict[str, dict[str, Any]] = {}
    for seat, summary in await service.history.running(player):
        found.setdefault(summary["id"], service.mine_at(summary, seat))
    return list(found.values())


def parsed(cursor: str | None) -> Cursor | None:
    if cursor is None:
        return None
    ended, _, table = cursor.partition("-")
    return int(ended), table
