"""Who has made how many tables."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from sqlalchemy import func, select

from moonlit.server.storage.schema import tables
from moonlit.server.storage.tables.store import Store

MAX_MAKERS = 1000  # makers that are remembered


class Makers:
    """Who is alone with the database need not ask it every time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._made: dict[str, list[int]] = {}  # by maker, when; the last to make one is last
        self._under_way: Counter[str] = Counter()  # tables that are not in the database yet
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def another(self, maker: str, since: int, most: int, now: int) -> AsyncIterator[bool]:
        """A table is being made: whether its maker has made fewer since then. Several may be made
        at once; each of them counts from here on, and not if it was not made after all. What other
        workers are making counts when it is there."""
        async with self._asking.setdefault(maker, asyncio.Lock()):
            waiting = self._under_way[maker]  # before the database is asked: none is missed
            allowed = await self.made(maker, since) + waiting < most
            self._under_way[maker] += 1
        try:
            yield allowed
            if maker in self._made:
                self._made[maker].append(now)
        finally:
            self._under_way[maker] -= 1
            self._under_way += Counter()  # without those who have none any more

    async def made(self, maker: str, since: int) -> int:
        """How many tables somebody has made, see `Store.maker`."""
        made = tables.c.made_by == maker, tables.c.created >= since
        if self.store.is_shared:  # others make tables too: only the database knows
            async with self.store.reading() as connection:
                found = await connection.scalar(
                    select(func.count()).select_from(tables).where(*made)
                )
            return int(found or 0)
        times = self._made.pop(maker, None)
        if times is None:
            async with self.store.reading() as connection:
                times = sorted(await connection.scalars(select(tables.c.created).where(*made)))
        del times[: bisect_left(times, since)]
        self._made[maker] = times
        if len(self._made) > MAX_MAKERS:
            self._made.pop(next(iter(self._made)))
        return len(times)
