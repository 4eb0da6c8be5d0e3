"""Tables where the server itself must act: found in the database, also after a restart.

A worker takes a lease on such a table before it acts, so that no other one does the same.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from moonlit.server.live.bots import BotWorkers
from moonlit.server.live.changes import LEASE
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import now_ms

log = logging.getLogger("moonlit.due")
SCAN = 1.0  # seconds between two looks for what is due
MAX_WAITING = 200  # of this worker, found by looking; others may take the rest


class DueScan:
    def __init__(self, hub: Hub, bots: BotWorkers) -> None:
        self.hub = hub
        self.bots = bots

    def open(self) -> None:
        self.hub.repeat(self._find_due, SCAN, "scan")
        self.hub.spawn(self._renew())

    async def _find_due(self) -> None:
        room = MAX_WAITING - self.bots.waiting
        store, now = self.hub.store, now_ms()
        if room <= 0 or store.health.is_down:
            return
        for table_id, made_by in await store.due(now, room):
            if table_id in self.bots.busy:
                continue
            if store.is_shared and not await store.lease(
                table_id, self.hub.worker, now, now + LEASE
            ):
                continue
            self.bots.enqueue(table_id, made_by)

    async def _renew(self) -> None:
        """Let other workers know that these tables are being seen to."""
        while self.hub.store.is_shared:
            await asyncio.sleep(LEASE / 2500)
            try:
                await self.hub.store.renew(list(self.bots.busy), self.hub.worker, now_ms() + LEASE)
            except SQLAlchemyError as reason:
                log.warning("renew", extra={"reason": type(reason).__name__})
            except Exception:
                log.exception("renew")
