"""Moves tried, in finished games and in puzzles: judged while whoever tried waits.

They have a process of their own (reviewer.py), so that nobody waits behind a long review.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from moonlit.core.errors import MoonlitError
from moonlit.core.game import Game
from moonlit.server.errors import refuse
from moonlit.server.live.fair_queue import FairQueue
from moonlit.server.live.live_table import LiveTable
from moonlit.server.live.study.review_process import Desk, ReviewProcess
from moonlit.server.live.study.reviews import finished
from moonlit.server.live.warmup import is_cold
from moonlit.server.table.permissions import position

log = logging.getLogger("moonlit.attempts")
MAX_WAITING = 50


@dataclass
class Asked:
    job: dict[str, Any]
    owner: str
    found: asyncio.Future[bytes]


class Attempts:
    def __init__(self) -> None:
        self._queue: FairQueue[Asked] = FairQueue()
        self._desk = Desk(1, self._queue, self._make)
        self._owners: set[str] = set()  # who waits for one

    def open(self) -> None:
        self._desk.open()

    async def close(self) -> None:
        await self._desk.close()

    async def ask(
        self, live: LiveTable, number: int, move: str, budget: str, again: bool, owner: str
    ) -> bytes:
        """How a move compares with the best one in a position of a finished game, as JSON."""
        match = finished(live)
        position(match, number).action(move)  # the game itself says what is illegal
        job = {"kind": "attempt", "record": match.record(), "number": number, "move": move}
        return await self.do({**job, "budget": budget, "again": again}, match.game, owner)

    async def do(self, job: dict[str, Any], game: Game, owner: str) -> bytes:
        """What reviewer.py makes of a job that somebody waits for; one at a time of each."""
        if is_cold(game):
            raise refuse("not_warm")
        if owner in self._owners:
            raise refuse("attempt_pending", 429)
        if len(self._queue) >= MAX_WAITING:
            raise refuse("too_many_reviews", 429)
        found: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._owners.add(owner)  # until it has had its turn, also when who asked goes
        self._queue.put(owner, Asked(job, owner, found))
        return await found

    async def _make(self, asked: Asked, process: ReviewProcess) -> None:
        try:
            if asked.found.done():  # nobody waits for it any more
                return
            made = await process.do(asked.job)
        except Exception as reason:
            if not isinstance(reason, MoonlitError):
                log.exception("attempt")
                reason = refuse("review_failed", 500)
            if not asked.found.done():
                asked.found.set_exception(reason)
        else:
            if not asked.found.done():
                asked.found.set_result(made)
        finally:
            self._owners.discard(asked.owner)
