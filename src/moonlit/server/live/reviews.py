"""Reviews of finished games: made behind live games, kept in the database, told when asked again.

They are made in processes of the lowest priority (reviewer.py), so that no bot and no move waits
for one; a few at once, and who asks for many does not keep the others waiting.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import Any

import orjson

from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match
from moonlit.server.errors import error_json, refuse
from moonlit.server.live.bus import Message
from moonlit.server.live.fair_queue import FairQueue
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.live.review_process import ReviewProcess
from moonlit.server.live.warmup import is_cold
from moonlit.study.evaluator import Evaluator
from moonlit.study.model import FORMAT

log = logging.getLogger("moonlit.reviews")
MAX_WAITING, MAX_OWN = 100, 5  # reviews that wait: all, and of one who asks
COLD_WAIT = 0.5  # seconds
IDLE = 60.0  # seconds until a process that has nothing to do is ended
TOLD = 60.0  # seconds that a failure is told
HEARD = 20.0  # seconds that another worker counts as being at it
Key = tuple[str, str, str]  # table, evaluator, budget


@dataclass
class Job:
    key: Key
    owner: str  # who asked
    match: Match
    status: str = "waiting"
    done: int = 0
    total: int = 0
    error: dict[str, Any] | None = field(default=None)

    def told(self) -> dict[str, Any]:
        parts = {"status": self.status, "done": self.done, "total": self.total}
        return {**parts, **(self.error or {})}


class Reviews:
    def __init__(self, hub: Hub, count: int) -> None:
        self.hub = hub
        self.count = max(1, count)
        self._queue: FairQueue[Job] = FairQueue()
        self._jobs: dict[Key, Job] = {}
        self._elsewhere: dict[Key, tuple[float, dict[str, Any]]] = {}
        self._evaluators: dict[tuple[str, int, int], str] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self.count)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---- asking

    async def look(self, live: LiveTable, budget: str) -> bytes:
        """How a review stands: there, on its way, or not asked for."""
        return await self._find(await self._key(finished(live), live.id, budget)) or NONE

    async def ask(self, live: LiveTable, budget: str, owner: str) -> bytes:
        """The same, and whoever asks first has it made."""
        match = finished(live)
        key = await self._key(match, live.id, budget)
        job = self._jobs.get(key)
        if job is not None and job.error is not None:
            del self._jobs[key]  # it failed; perhaps it does not now
        if (found := await self._find(key)) is not None:
            return found
        own = [one for one in self._jobs.values() if one.owner == owner and not one.error]
        if len(own) >= MAX_OWN or len(self._queue) >= MAX_WAITING:
            raise refuse("too_many_reviews", 429)
        job = self._jobs[key] = Job(key, owner, match.copy(), total=match.number)
        self._queue.put(owner, job)
        self._tell(job)
        return orjson.dumps(job.told())

    async def _key(self, match: Match, table_id: str, budget: str) -> Key:
        kind = match.game.name, match.game.rules_version, len(match.players)
        if kind not in self._evaluators:
            evaluator = await asyncio.to_thread(Evaluator, match.game, len(match.players))
            self._evaluators[kind] = f"{FORMAT}/{evaluator.version}"
        return table_id, self._evaluators[kind], budget

    async def _find(self, key: Key) -> bytes | None:
        if (job := self._jobs.get(key)) is not None:
            return orjson.dumps(job.told())
        if (kept := await self.hub.store.review(*key)) is not None:
            return b'{"status":"done",' + kept[1:]
        if (job := self._jobs.get(key)) is not None:  # somebody asked while we looked
            return orjson.dumps(job.told())
        until, told = self._elsewhere.get(key, (0.0, {}))
        return orjson.dumps(told) if until > time.monotonic() else None

    # ---- making

    async def _work(self) -> None:
        process: ReviewProcess | None = None
        try:
            while True:
                try:
                    async with asyncio.timeout(IDLE):  # wait_for may lose that we are to end
                        job = await self._queue.get()
                except TimeoutError:
                    if process is not None:
                        process.end()
                        process = None
                    continue
                if process is None or process.has_ended:
                    process = ReviewProcess()
                await self._make(job, process)
        finally:
            if process is not None:
                process.end()

    async def _make(self, job: Job, process: ReviewProcess) -> None:
        try:
            while is_cold(job.match.game):
                await asyncio.sleep(COLD_WAIT)
            job.status = "working"
            self._tell(job)
            record = job.match.record()

            def progress(done: int, total: int) -> None:
                job.done, job.total = done, total
                self._tell(job)

            found = await process.review(record, job.key[2], progress)
            await self.hub.store.keep_review(*job.key, now_ms(), found)
        except Exception as reason:
            if not isinstance(reason, MoonlitError):
                log.exception("review")
                reason = refuse("review_failed", 500)
            self._fail(job, reason)
        else:
            self._jobs.pop(job.key, None)
            job.status = "done"
            self._tell(job)

    def _fail(self, job: Job, reason: MoonlitError) -> None:
        job.status, job.error = "failed", error_json(reason)
        self._tell(job)

        def forget() -> None:
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]

        asyncio.get_running_loop().call_later(TOLD, forget)

    # ---- other workers

    def _tell(self, job: Job) -> None:
        if self.hub.bus.is_shared:
            self.hub.bus.publish({"kind": "review", "key": job.key, "told": job.told()})

    def hear(self, message: Message) -> None:
        """Another worker is at a review, or has done it."""
        key: Key = tuple(message["key"])
        now = time.monotonic()
        self._elsewhere = {of: told for of, told in self._elsewhere.items() if told[0] > now}
        if message["told"]["status"] == "done":
            self._elsewhere.pop(key, None)
        else:
            self._elsewhere[key] = now + HEARD, message["told"]


NONE = orjson.dumps({"status": "none"})


def finished(live: LiveTable) -> Match:
    """The game of a table, which must be over: a review tells what was hidden."""
    match = live.table.match
    if live.table.ended is None or match is None:
        raise refuse("not_over")
    if not match.number:
        raise refuse("nothing_to_review")
    if match.game.has_secrets and not match.over:
        raise refuse("review_secret")
    return match
