"""Who has made how many tables."""

from __future__ import annotations

from bisect import bisect_left

from sqlalchemy import select

from moonlit.server.storage.schema import tables
from moonlit.server.storage.store import Store

MAX_MAKERS = 1000  # makers that are remembered


class Makers:
    """Who is alone with the database need not ask it every time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._made: dict[str, list[int]] = {}  # by maker, when; the last to make one is last

    async def made(self, maker: str, since: int) -> int:
        """How many tables somebody has made, see `Store.maker`."""
        times = self._made.pop(maker, None)
        if times is None or self.store.is_shared:
            query = select(tables.c.created).where(
                tables.c.made_by == maker, tables.c.created >= since
            )
            async with self.store.reading() as connection:
                times = sorted(await connection.scalars(query))
        del times[: bisect_left(times, since)]
        self._made[maker] = times
        if len(self._made) > MAX_MAKERS:
            self._made.pop(next(iter(self._made)))
        return len(times)

    def another(self, maker: str, now: int) -> None:
        """One more was made."""
        if maker in self._made:
            self._made[maker].append(now)
