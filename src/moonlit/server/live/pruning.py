"""Old tables are removed by the server itself, as far as the host has said so."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from moonlit.core.errors import MoonlitError
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import now_ms
from moonlit.server.settings import Settings
from moonlit.server.storage.tables.trusted_clock import DAY, TrustedClock

log = logging.getLogger("moonlit.pruning")
FIRST, EVERY = 60.0, 3600.0  # seconds
SOME = 50  # tables at once, so that nobody waits for it


class Pruning:
    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.clock = TrustedClock(hub.store)
        self.kept = [
            (settings.keep_finished_days, ["over"]),
            (settings.keep_unfinished_days, ["open", "playing"]),
        ]

    def open(self) -> None:
        self.hub.spawn(self._run())

    async def _run(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            try:
                count = await self.prune()
                if count:
                    log.info("pruned", extra={"tables": count})
            except (MoonlitError, SQLAlchemyError) as reason:
                log.warning("prune", extra={"reason": type(reason).__name__})
            await asyncio.sleep(EVERY)

    async def prune(self) -> int:
        """Remove what is too old; how many. A clock that runs ahead removes nothing."""
        store = self.hub.store
        now = await self.clock.at(now_ms())
        count = 0
        for days, statuses in self.kept:
            while days:
                gone = await store.prune(now - days * DAY, statuses, SOME)
                for table_id in gone:
                    live = self.hub.tables.get(table_id)
                    if live is not None:
                        self.hub.forget(live)
                count += len(gone)
                if len(gone) < SOME:
                    break
                await asyncio.sleep(0.1)
        return count
