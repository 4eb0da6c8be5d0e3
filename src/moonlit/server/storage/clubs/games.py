"""The games of a club: its tables, its seasons, and the results that leaderboards are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import func, insert, select, update

from moonlit.server.errors import refuse
from moonlit.server.storage.clubs.board import Boards, SeatResult
from moonlit.server.storage.clubs.clubs import Clubs
from moonlit.server.storage.clubs.schema import club_results, club_seasons
from moonlit.server.storage.schema import players, tables

MAX_SEASONS = 200
SHOWN, OVER = 100, 10  # tables that are told: those that wait or go on, and finished ones


@dataclass(frozen=True)
class Season:
    number: int
    name: str
    began: int
    ended: int | None


class ClubGames:
    def __init__(self, clubs: Clubs) -> None:
        self.clubs = clubs
        self.store = clubs.store
        self.boards = Boards()

    async def tables(self, club: str) -> list[dict[str, Any]]:
        """Summaries of tables: those that are not over, then the last ones that are."""
        mine = select(tables.c.summary).where(tables.c.club == club)
        newest = mine.order_by(tables.c.created.desc())
        going = newest.where(tables.c.status.in_(("open", "playing"))).limit(SHOWN)
        over = newest.where(tables.c.status == "over").limit(OVER)
        async with self.store.reading() as connection:
            found = [*await connection.scalars(going), *await connection.scalars(over)]
        return [orjson.loads(each) for each in found]

    # ---- seasons

    async def seasons(self, club: str) -> list[Season]:
        """The newest first."""
        names = ("number", "name", "began", "ended")
        query = select(*(club_seasons.c[name] for name in names)).where(club_seasons.c.club == club)
        async with self.store.reading() as connection:
            rows = await connection.execute(query.order_by(club_seasons.c.number.desc()))
            return [Season(*row) for row in rows]

    async def start_season(self, club: str, player: str, name: str, now: int) -> int:
        """Its number."""
        mine = club_seasons.c.club == club
        async with self.clubs.owning(club, player) as connection:
            going = select(func.count()).where(mine, club_seasons.c.ended.is_(None))
            if await connection.scalar(going):
                raise refuse("season_goes_on")
            last = await connection.scalar(select(func.max(club_seasons.c.number)).where(mine)) or 0
            if last >= MAX_SEASONS:
                raise refuse("too_many_seasons", most=MAX_SEASONS)
            row = {"club": club, "number": last + 1, "name": name, "began": now}
            await connection.execute(insert(club_seasons).values(row))
        return int(last) + 1

    async def end_season(self, club: str, player: str, now: int) -> None:
        going = club_seasons.c.club == club, club_seasons.c.ended.is_(None)
        async with self.clubs.owning(club, player) as connection:
            ended = await connection.execute(update(club_seasons).where(*going).values(ended=now))
            if not ended.rowcount:
                raise refuse("no_season")

    # ---- results

    async def results(self, club: str, game: str, season: Season | None) -> list[SeatResult]:
        """Seat by seat, the oldest game first; None: of all games so far."""
        where = [club_results.c.club == club, club_results.c.game == game]
        if season is not None:
            where.append(club_results.c.ended >= season.began)
            if season.ended is not None:
                where.append(club_results.c.ended < season.ended)
        names = ("table_id", "seat", "players", "player", "level", "place", "gone", "ended")
        query = (
            select(*(club_results.c[name] for name in names))
            .where(*where)
            .order_by(club_results.c.ended, club_results.c.table_id, club_results.c.seat)
        )
        async with self.store.reading() as connection:
            return [SeatResult(*row) for row in await connection.execute(query)]

    async def games(self, club: str) -> list[str]:
        """Those of which there are results."""
        query = select(club_results.c.game).where(club_results.c.club == club).distinct()
        async with self.store.reading() as connection:
            return sorted(await connection.scalars(query))

    async def names(self, ids: list[str]) -> dict[str, str]:
        """What players are called now; who was deleted is not among them."""
        query = select(players.c.id, players.c.name).where(players.c.id.in_(ids))
        async with self.store.reading() as connection:
            return {row.id: row.name for row in await connection.execute(query)}
