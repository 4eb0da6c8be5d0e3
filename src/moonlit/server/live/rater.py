"""Games that count are rated when they are over, and after a restart those that were not yet."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy.exc import SQLAlchemyError

from moonlit.core.errors import MoonlitError
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import LiveTable
from moonlit.server.live.played import finished
from moonlit.server.storage.ratings.ratings import Ratings
from moonlit.server.table.fold import Table

log = logging.getLogger("moonlit.rater")
SCAN = 10.0  # seconds between two looks, where nobody says that there is something


class Rater:
    def __init__(self, hub: Hub, ratings: Ratings) -> None:
        self.hub = hub
        self.ratings = ratings
        self._wake = asyncio.Event()

    def open(self) -> None:
        self.hub.on_change.append(self._hear)
        self.hub.spawn(self._run())

    def _hear(self, live: LiveTable) -> None:
        if live.table.rated and live.table.ended is not None:
            self._wake.set()

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(MoonlitError, SQLAlchemyError):  # the database's log says so
                for game in await self.ratings.waiting():
                    await self._rate_all(game)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SCAN):
                    await self._wake.wait()
            self._wake.clear()

    async def _rate_all(self, game: str) -> None:
        """Rate what has not been rated, one after the other. Where that fails, as of a game that is
        not installed any more, the others go on."""
        try:
            while (table_id := await self.ratings.next_of(game)) is not None:
                table = await self._find(table_id)
                if table is not None and table.ended is None:
                    return  # its end is in the database and not yet here: it is looked at again
                over = finished(table) if table is not None else None
                await self.ratings.settle(game, table_id, over)
        except Exception:
            if not self.hub.store.health.is_down:
                log.exception("rate", extra={"game": game})

    async def _find(self, table_id: str) -> Table | None:
        try:
            return (await self.hub.find(table_id)).table
        except MoonlitError as error:
            if error.key == "no_such_table":
                return None
            raise
