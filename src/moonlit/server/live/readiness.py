"""Whether the server can do its work: asked often, found out now and then."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time

from moonlit.server.storage.database import file_of
from moonlit.server.storage.tables.store import Store

log = logging.getLogger("moonlit.readiness")
LASTS = 2.0  # seconds for which an answer is good
LOOK_AFTER = 10.0  # seconds from the start to a look through the whole file


class Readiness:
    def __init__(self, store: Store, url: str) -> None:
        self._store = store
        self._file = file_of(url)
        self._lock = asyncio.Lock()
        self._until = 0.0
        self._problem: str | None = None

    async def problem(self) -> str | None:
        """Why the server is not ready, if it is not."""
        async with self._lock:
            if time.monotonic() >= self._until:
                self._problem = await self._store.check()
                self._until = time.monotonic() + LASTS
        return self._problem

    async def look_for_damage(self) -> None:
        """A file that is damaged somewhere is better known of before somebody needs that place."""
        if self._file:
            await asyncio.sleep(LOOK_AFTER)
            self._store.health.damage = await asyncio.to_thread(damage_in, self._file)
            if self._store.health.damage is not None:
                log.error("damaged", extra={"reason": self._store.health.damage})


def damage_in(file: str) -> str | None:
    """What is wrong with an SQLite file, if anything is."""
    try:
        connection = sqlite3.connect(file)
        try:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error as reason:
        return str(reason)
    return None if found == "ok" else found.replace("\n", " ")
