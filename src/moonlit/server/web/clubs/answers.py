"""What the members of a club are told of it."""

from __future__ import annotations

import hashlib
from typing import Any

from moonlit.server.errors import refuse
from moonlit.server.storage.clubs.clubs import Club
from moonlit.server.storage.clubs.games import Season
from moonlit.server.storage.players.players import Player
from moonlit.server.web.players.answers import SHORT
from moonlit.server.web.ratings import models as rating_models
from moonlit.server.web.service import Service
from moonlit.server.web.transport.encoding import Json


async def own_clubs(service: Service, player: str) -> list[dict[str, Any]]:
    return [
        {
            "id": club.id,
            "name": club.name,
            "owner": club.owner == player,
            "members": members,
            "joined": joined,
        }
        for club, members, joined in await service.clubs.of_player(player)
    ]


async def club_json(service: Service, club: Club, player: Player) -> dict[str, Any]:
    owner = club.owner == player.id
    return {
        "id": club.id,
        "name": club.name,
        "created": club.created,
        "owner": owner,
        "link": club.link_hash[:SHORT] if owner and club.link_hash is not None else None,
        "members": [
            {
                "id": member_id(club.id, each.player),
                "name": each.name,
                "joined": each.joined,
                "owner": each.player == club.owner,
                "you": each.player == player.id,
            }
            for each in await service.clubs.members(club.id)
        ],
        "tables": await service.club_games.tables(club.id),
        "seasons": [vars(each) for each in await service.club_games.seasons(club.id)],
        "games": await service.club_games.games(club.id),
    }


async def answer_with_club(
    service: Service, club_id: str, player: Player, status: int = 200
) -> Json:
    """A club as it is after a change."""
    club = await service.clubs.require(club_id, player.id)
    return Json(await club_json(service, club, player), status)


def member_id(club: str, player: str) -> str:
    """What a member is called in requests: in another club it is something else."""
    return hashlib.sha256(f"{club} {player}".encode()).hexdigest()[:SHORT]


async def find_member(service: Service, club: str, player: Player, member: str) -> str:
    await service.clubs.require(club, player.id)
    for each in await service.clubs.members(club):
        if member_id(club, each.player) == member:
            return each.player
    raise refuse("no_such_member", 404)


async def board_of(
    service: Service, club: str, player: Player, game: str, number: int | None
) -> dict[str, Any]:
    season: Season | None = None
    if number is not None:
        seasons = await service.club_games.seasons(club)
        season = next((each for each in seasons if each.number == number), None)
        if season is None:
            raise refuse("no_such_season", 404)
    results = await service.club_games.results(club, game, season)
    rows = await service.club_games.boards.of((club, game, number), game, results)
    names = await service.club_games.names([row.player for row in rows])
    members = {each.player for each in await service.clubs.members(club)}
    shown = [row for row in rows if row.player in names]
    return {
        "game": game,
        "season": None if season is None else vars(season),
        "games": len({each.table_id for each in results}),
        "board": [
            {
                **rating_models.rating_json(row.rating),
                "place": place,
                "name": names[row.player],
                "you": row.player == player.id,
                "member": row.player in members,
                "games": row.games,
                "wins": row.wins,
            }
            for place, row in enumerate(shown, 1)
        ],
    }
