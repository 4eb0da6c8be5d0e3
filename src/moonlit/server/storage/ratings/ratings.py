"""What players are rated, and the games that made it so.

A game that counts is written down with its end, in one transaction. It is rated in another one,
once and in the order of ends: whoever rates holds a row that all of them need, so that two workers
do it one after the other, and one that dies has done nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select, update

from moonlit.server.ratings import SURE, Rating
from moonlit.server.storage.players.players import OfPlayers
from moonlit.server.storage.ratings.rated import (
    Finished,
    first_unrated,
    hold,
    rate_game,
    ratings_of,
)
from moonlit.server.storage.schema import meta, players, rated_games, rating_changes, ratings

MAX_ROWS = 500  # rows of a leaderboard, or points of a plot, that are told


@dataclass(frozen=True)
class Standing:
    """A player on a leaderboard."""

    player: str
    name: str
    rating: Rating
    games: int


@dataclass(frozen=True)
class Changed:
    """What a game has made of a player's rating."""

    table_id: str
    seat: int
    game: str
    ended: int
    before: float
    rating: Rating

    @property
    def change(self) -> int:
        return self.rating.shown - round(self.before)


class Ratings(OfPlayers):
    # ---- rating games

    async def waiting(self) -> list[str]:
        """The games of which some have not been rated."""
        query = select(rated_games.c.game).where(rated_games.c.number.is_(None)).distinct()
        async with self.store.reading() as connection:
            return list(await connection.scalars(query))

    async def next_of(self, game: str) -> str | None:
        """The table of the game that is to be rated next."""
        async with self.store.reading() as connection:
            return await first_unrated(connection, game)

    async def settle(self, name: str, table_id: str, game: Finished | None) -> bool:
        """Rate a game if it is the next one; None: its table is gone. False: another was first."""
        async with self.players.writing() as connection:
            await hold(connection)
            if await first_unrated(connection, name) != table_id:
                return False
            known = select(meta.c.value).where(meta.c.name == "rated")
            number = int(await connection.scalar(known) or 0) + 1
            if game is not None:
                await rate_game(connection, game, number)
            done = update(rated_games).where(rated_games.c.table_id == table_id)
            await connection.execute(done.values(number=number))
            await connection.execute(
                update(meta).where(meta.c.name == "rated").values(value=str(number))
            )
        return True

    # ---- what is told of them

    async def of_players(self, game: str, ids: Sequence[str]) -> dict[str, Rating]:
        """Those who have one."""
        async with self.store.reading() as connection:
            return await ratings_of(connection, game, ids)

    async def of_player(self, player: str) -> list[tuple[str, Rating, int]]:
        """By game, with how many games were rated."""
        query = select(ratings).where(ratings.c.player == player).order_by(ratings.c.game)
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [(row.game, Rating(row.mu, row.sigma), row.games) for row in rows]

    async def board(self, game: str, most: int = MAX_ROWS) -> list[Standing]:
        """The sure ones first, each the best first."""
        query = (
            select(ratings, players.c.name)
            .join(players, players.c.id == ratings.c.player)
            .where(ratings.c.game == game)
            .order_by(ratings.c.sigma > SURE, ratings.c.mu.desc(), ratings.c.player)
            .limit(most)
        )
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Standing(row.player, row.name, Rating(row.mu, row.sigma), row.games) for row in rows
        ]

    async def changes(self, player: str, most: int = MAX_ROWS) -> list[Changed]:
        """What games have made of a player's ratings: the newest of each game, the oldest first."""
        nth = func.row_number().over(
            partition_by=rating_changes.c.game, order_by=rating_changes.c.number.desc()
        )
        mine = select(rating_changes, nth.label("nth")).where(rating_changes.c.player == player)
        some = mine.subquery()
        query = select(some).where(some.c.nth <= most).order_by(some.c.number)
        async with self.store.reading() as connection:
            return [changed(row) for row in await connection.execute(query)]

    async def at_table(self, table_id: str) -> dict[int, Changed] | None:
        """What a game has made of the ratings of its seats; None: it has not been rated."""
        done = select(rated_games.c.number).where(rated_games.c.table_id == table_id)
        query = select(rating_changes).where(rating_changes.c.table_id == table_id)
        async with self.store.reading() as connection:
            if await connection.scalar(done) is None:
                return None
            return {row.seat: changed(row) for row in await connection.execute(query)}


def changed(row: Any) -> Changed:
    rating = Rating(row.mu, row.sigma)
    return Changed(row.table_id, row.seat, row.game, row.ended, row.before, rating)
