"""Ratings over HTTP: at a table, one's own, and the leaderboard of a game."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from moonlit.bots.levels import LEVELS
from moonlit.core.registry import find_game, game_names
from moonlit.server.errors import refuse
from moonlit.server.ratings import Rating, anchor
from moonlit.server.storage.ratings.ratings import Changed
from moonlit.server.table.fold import Table
from moonlit.server.web import request_models as m
from moonlit.server.web.auth import require_device, sent_player
from moonlit.server.web.ratings import models as r
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_routes import TableId
from moonlit.server.web.transport.encoding import Json, compressed

GameName = Annotated[str, Path(max_length=40, examples=[m.GAME])]


def add_ratings(api: APIRouter, service: Service) -> None:
    @api.get(
        "/tables/{table_id}/ratings",
        summary="The ratings of who sits at a table where the game counts",
        response_model=r.TableRatings,
    )
    async def at_table(table_id: TableId) -> Json:
        table = (await service.hub.find(table_id)).table
        if not table.rated:
            return Json({"settled": False, "seats": []})
        changes = await service.ratings.at_table(table_id) if table.ended is not None else None
        players = [seat.player for seat in table.seats if seat.player is not None]
        known = await service.ratings.of_players(table.game.name, players)
        return Json({"settled": changes is not None, "seats": seats(table, known, changes or {})})

    @api.get(
        "/ratings/{game}",
        summary="Who plays a game best here: the leaderboard",
        response_model=r.Leaderboard,
    )
    async def board(request: Request, game: GameName) -> Response:
        if game not in game_names():
            raise refuse("no_ratings_of", 404, game=game)
        reader = await sent_player(service, request)
        own = reader.id if reader is not None else None
        rows = [
            {
                **r.rating_json(each.rating),
                "name": each.name,
                "games": each.games,
                "you": each.player == own,
            }
            for each in await service.ratings.board(game)
        ]
        return await compressed(request, {"game": game, "players": rows, "bots": bots(game)})

    @api.get(
        "/me/ratings", summary="Your ratings, and how they came about", response_model=r.MyRatings
    )
    async def mine(request: Request) -> Response:
        player, _ = await require_device(service, request)
        return await compressed(request, {"ratings": await own_ratings(service, player.id)})


def seats(
    table: Table, known: dict[str, Rating], changes: dict[int, Changed]
) -> list[dict[str, Any]]:
    """As they were after the game, once it has been rated; until then as they are."""
    found = []
    for number, seat in enumerate(table.seats):
        if number in changes:
            done = changes[number]
            found.append({"seat": number, **r.rating_json(done.rating), "change": done.change})
        elif seat.player is not None:
            rating = known.get(seat.player, Rating())
            found.append({"seat": number, **r.rating_json(rating), "change": None})
        elif seat.kind == "bot" and seat.level is not None and not seat.stand_in:
            rating = anchor(table.game.name, len(table.seats), seat.level)
            shown = {**r.rating_json(rating), "provisional": False}  # as sure as it will be
            found.append({"seat": number, **shown, "change": None})
    return found


def bots(game: str) -> list[dict[str, Any]]:
    return [
        {"level": level, "players": count, "rating": anchor(game, count, level).shown}
        for count in find_game(game).seats
        if count > 1
        for level in LEVELS
    ]


async def own_ratings(service: Service, player: str) -> list[dict[str, Any]]:
    """By game, each with what single games made of it."""
    changes = await service.ratings.changes(player)
    return [
        {
            "game": game,
            **r.rating_json(rating),
            "games": games,
            "points": [point(each) for each in changes if each.game == game],
        }
        for game, rating, games in await service.ratings.of_player(player)
    ]


def point(each: Changed) -> dict[str, Any]:
    told = {"id": each.table_id, "ended": each.ended, "change": each.change}
    return {**told, **r.rating_json(each.rating)}
