"""The time by which old tables are removed: a clock that is set wrong cannot push it ahead.

It is kept in the database and goes on as long as a server runs; a start brings it nearer to the
machine's clock by a day at most. So it may be late, and then tables are kept for longer.
"""

from __future__ import annotations

import time

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from moonlit.server.storage.schema import meta
from moonlit.server.storage.tables.store import Store

NAME = "trusted"  # in `meta`
DAY, HOUR = 86_400_000, 3_600_000


class TrustedClock:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._began: tuple[int, float] | None = None  # what it was then, by which monotonic clock

    async def at(self, now: int) -> int:
        """The time, where the machine says that it is `now`."""
        known = await self._known()
        if self._began is None:
            latest = known + DAY if known is not None else await self.store.newest() + HOUR
            self._began = min(now, latest), time.monotonic()
        began, since = self._began
        found = min(now, began + int(1000 * (time.monotonic() - since)))
        if known is None or known < found:
            await self._keep(found)
        return found

    async def _known(self) -> int | None:
        async with self.store.reading() as connection:
            found = await connection.scalar(select(meta.c.value).where(meta.c.name == NAME))
        return int(found) if found is not None else None

    async def _keep(self, found: int) -> None:
        text = str(found)
        async with self.store.engine.begin() as connection:
            kept = await connection.execute(
                update(meta).where(meta.c.name == NAME).values(value=text)
            )
            if not kept.rowcount:
                try:
                    await connection.execute(insert(meta).values(name=NAME, value=text))
                except IntegrityError:  # another worker was quicker
                    await connection.rollback()
