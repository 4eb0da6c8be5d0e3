"""Results of the daily: who has one on a day, and who has had one on which days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from moonlit.server.storage.schema import dailies
from moonlit.server.storage.tables.store import Store

MAX_ROWS = 1000  # rows of a day's board that are told
DAYS = 1000  # of a player's past that count


@dataclass(frozen=True)
class Result:
    """A player's one game of a day that counts."""

    date: str
    player: str  # their id, or the hash of a guest's key
    table_id: str
    name: str  # empty: the table has been removed
    began: int
    ended: int | None
    score: int | None  # None: not finished, or given up


class Results:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def find(self, date: str, player: str) -> Result | None:
        found = await self._all(dailies.c.date == date, dailies.c.player == player)
        return found[0] if found else None

    async def of_day(self, date: str, low_wins: bool) -> list[Result]:
        """Those who have finished, the best first; of equals, who was first."""
        score = dailies.c.score if low_wins else dailies.c.score.desc()
        order = score, dailies.c.ended
        return await self._all(dailies.c.date == date, dailies.c.score.is_not(None), order=order)

    async def of_player(self, player: str) -> list[Result]:
        """The newest first."""
        order = (dailies.c.date.desc(),)
        return await self._all(dailies.c.player == player, order=order, most=DAYS)

    async def _all(self, *where: Any, order: Any = (), most: int = MAX_ROWS) -> list[Result]:
        query = select(dailies).where(*where).order_by(*order).limit(most)
        async with self.store.reading() as connection:
            return [Result(**row) for row in (await connection.execute(query)).mappings()]
