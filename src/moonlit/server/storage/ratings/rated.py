"""One game that counts makes new ratings, within a transaction; and two players that are one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from moonlit.server.ratings import Rating, companies_of, rate
from moonlit.server.storage.schema import meta, players, rated_games, rating_changes, ratings


@dataclass(frozen=True)
class Finished:
    """A game that counts: who had which seat, and how it ended for them."""

    table_id: str
    game: str
    ended: int
    seats: Sequence[str | None]  # players' ids; None: a bot, or somebody who was deleted
    levels: Sequence[str | None]  # of bots; None: a person
    places: Sequence[int]
    left: frozenset[int]  # seats that were left to their partners, who played on


async def hold(connection: AsyncConnection) -> None:
    """Whoever changes ratings does so alone, until the end of the transaction."""
    rated = update(meta).where(meta.c.name == "rated")
    await connection.execute(rated.values(value=meta.c.value))


async def first_unrated(connection: AsyncConnection, game: str) -> str | None:
    where = rated_games.c.number.is_(None), rated_games.c.game == game
    query = select(rated_games.c.table_id).where(*where)
    order = rated_games.c.ended, rated_games.c.table_id
    found: str | None = await connection.scalar(query.order_by(*order).limit(1))
    return found


async def ratings_of(
    connection: AsyncConnection, game: str, ids: Sequence[str]
) -> dict[str, Rating]:
    where = ratings.c.game == game, ratings.c.player.in_(ids)
    rows = await connection.execute(select(ratings).where(*where))
    return {row.player: Rating(row.mu, row.sigma) for row in rows}


async def rate_game(connection: AsyncConnection, game: Finished, number: int) -> None:
    """Whoever is a player here gets a new rating; anybody else counts as somebody new."""
    rated = select(func.count()).where(rating_changes.c.table_id == game.table_id)
    if await connection.scalar(rated):  # on the server that it comes from
        return
    ids = [player for player in game.seats if player is not None]
    here = set(await connection.scalars(select(players.c.id).where(players.c.id.in_(ids))))
    known = await ratings_of(connection, game.game, sorted(here))
    before = [
        level or known.get(player or "", Rating())
        for player, level in zip(game.seats, game.levels, strict=True)
    ]
    after = results(game, before)
    for seat, player in enumerate(game.seats):
        old = before[seat]
        if player not in here or isinstance(old, str) or game.seats.count(player) > 1:
            continue  # who has become one with an opponent has won and lost
        new = {"mu": after[seat].mu, "sigma": after[seat].sigma}
        own = ratings.c.player == player, ratings.c.game == game.game
        if player in known:
            values: dict[str, Any] = {**new, "games": ratings.c.games + 1}
            await connection.execute(update(ratings).where(*own).values(values))
        else:
            row = {"player": player, "game": game.game, "games": 1, **new}
            await connection.execute(insert(ratings).values(row))
        change = {"player": player, "table_id": game.table_id, "seat": seat, "game": game.game}
        told = {"ended": game.ended, "number": number, "before": old.mu, **new}
        await connection.execute(insert(rating_changes).values({**change, **told}))


def results(game: Finished, before: Sequence[Rating | str]) -> list[Rating]:
    """Ratings after a game. Who left it to their partners has lost it, whatever came of it."""
    count = len(game.seats)
    after = rate(game.game, count, before, game.places)
    for seat in game.left:
        last = max(game.places) + 1
        [own] = (each for each in companies_of(game.game, count) if seat in each)
        lost = [last if each in own else place for each, place in enumerate(game.places)]
        after[seat] = rate(game.game, count, before, lost)[seat]
    return after


async def absorb_ratings(connection: AsyncConnection, player: str, other: str) -> None:
    """Two players are one: of each game the rating that more games have made stays, with them."""
    await hold(connection)
    rows = (
        await connection.execute(select(ratings).where(ratings.c.player.in_((player, other))))
    ).all()
    mine = {row.game: row.games for row in rows if row.player == player}
    theirs = {row.game: row.games for row in rows if row.player == other}
    for game, count in theirs.items():
        kept, gone = (other, player) if count > mine.get(game, 0) else (player, other)
        for table in (ratings, rating_changes):
            lost = table.c.player == gone, table.c.game == game
            await connection.execute(delete(table).where(*lost))
            moved = table.c.player == kept, table.c.game == game
            await connection.execute(update(table).where(*moved).values(player=player))
