"""Reviews of finished games: made behind live games, kept in the database, told when asked again.

They are made in processes of the lowest priority (reviewer.py), so that no bot and no move waits
for one; a few at once, and who asks for many does not keep the others waiting. Several workers
make each once: whoever claims it first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
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
from moonlit.server.live.study.late import LATE, PAR, Games, Late
from moonlit.server.live.study.review_process import Desk, ReviewProcess
from moonlit.server.live.warmup import is_cold
from moonlit.server.table.permissions import require_finished
from moonlit.study.alone import evaluator_for
from moonlit.study.model import FORMAT

log = logging.getLogger("moonlit.reviews")
MAX_WAITING, MAX_OWN = 100, 5  # reviews that wait: all, and of one who asks
COLD_WAIT = 0.5  # seconds
TOLD = 60.0  # seconds that a failure is told
LOOK = 2.0  # seconds after which who follows a review looks, whatever was heard
EVERY = 0.1  # seconds between two things that are told of one
HEARD = 20.0  # seconds that another worker counts as being at it,
REMIND = HEARD / 4  # … and after which it says so again
PAR_VERSION = "par/1"  # in place of an evaluator
SERVER = ""  # who asks for what nobody has asked for
MAX_SERVER = 20  # of these at once: a server that falls behind leaves some out
Key = tuple[str, str, str]  # table or date, evaluator, budget


@dataclass
class Job:
    key: Key
    owner: str  # who asked
    match: Match
    status: str = "waiting"
    done: int = 0
    total: int = 0
    error: dict[str, Any] | None = field(default=None)
    games: Games = field(default_factory=list)  # of bots, so far

    @property
    def late(self) -> Late | None:
        return LATE.get(self.key[2])

    def to_json(self) -> dict[str, Any]:
        parts = {"status": self.status, "done": self.done, "total": self.total}
        return {**parts, **(self.error or {})}


class Reviews:
    def __init__(self, hub: Hub, count: int) -> None:
        self.hub = hub
        self._queue: FairQueue[Job] = FairQueue()
        self._desk = Desk(max(1, count), self._queue, lambda job, desk: self._make(job, desk))
        self._jobs: dict[Key, Job] = {}
        self._followers: dict[Key, set[asyncio.Event]] = {}
        self._elsewhere: dict[Key, tuple[float, dict[str, Any]]] = {}
        self._evaluators: dict[tuple[str, int, int], str] = {}
        # what else is told of a review of a table that was kept: its table, and its JSON
        self.on_review: list[Callable[[str, bytes], Awaitable[None]]] = []

    async def open(self) -> None:
        self._desk.open()
        if self.hub.bus.is_shared:
            self.hub.spawn(self._remind())

    async def close(self) -> None:
        await self._desk.close()

    # ---- asking

    async def look(self, live: LiveTable, budget: str) -> bytes:
        """How a review stands: there, on its way, or not asked for."""
        match = finished(live)
        found = await self._find(await self._key(match, live.id, budget))
        return with_names(found, match) if found is not None else NONE

    async def ask(self, live: LiveTable, budget: str, owner: str) -> bytes:
        """The same, and whoever asks first has it made."""
        match = finished(live)
        key = await self._key(match, live.id, budget)
        return with_names(await self._ask(key, nameless(match), owner), match)

    async def follow(self, live: LiveTable, budget: str) -> AsyncIterator[bytes]:
        """How a review stands, told whenever it is further, until it is there or not made any more.
        Empty: nothing is new."""
        return self._follow(await self._key(finished(live), live.id, budget))

    async def _follow(self, key: Key) -> AsyncIterator[bytes]:
        changed, told = asyncio.Event(), b""
        self._followers.setdefault(key, set()).add(changed)
        try:
            while True:
                heard = self._heard(key) if changed.is_set() else None
                changed.clear()
                found = heard or await self._find(key) or NONE
                found = DONE if found.startswith(DONE[:-1]) else found
                yield found if found != told else b""
                told = found
                if orjson.loads(told)["status"] not in ("waiting", "working"):
                    return
                await asyncio.sleep(EVERY)
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), LOOK)
        finally:
            self._followers[key].discard(changed)
            if not self._followers[key]:
                del self._followers[key]

    async def par(self, date: str, match: Match | None = None) -> bytes:
        """The par of a day's deal, or how far it has come; with the deal it is worked out."""
        key = date, PAR_VERSION, PAR
        if match is not None:
            return await self._ask(key, match, SERVER)
        return await self._find(key) or NONE

    async def _ask(self, key: Key, match: Match, owner: str) -> bytes:
        job = self._jobs.get(key)
        if job is not None and job.error is not None:
            del self._jobs[key]  # it failed; perhaps it does not now
        if (found := await self._find(key)) is not None:
            return found
        own = [one for one in self._jobs.values() if one.owner == owner and not one.error]
        most = MAX_OWN if owner != SERVER else MAX_SERVER
        if len(own) >= most or len(self._queue) >= MAX_WAITING:
            raise refuse("too_many_reviews", 429)
        claimed = await self.hub.bus.claim(claim_of(key), HEARD)
        if (found := await self._find(key)) is not None:  # it came while we asked
            return found
        if not claimed:  # who has it tells of it before long, unless they are gone
            self._elsewhere[key] = time.monotonic() + REMIND, orjson.loads(WAITING)
            return WAITING
        job = self._jobs[key] = Job(key, owner, match)
        job.total = job.late.games if job.late else match.number
        self._queue.put(owner, job, job.late is not None)
        self._tell(job)
        return orjson.dumps(job.to_json())

    async def _key(self, match: Match, table_id: str, budget: str) -> Key:
        kind = match.game.name, match.game.rules_version, len(match.players)
        if kind not in self._evaluators:
            evaluator = await asyncio.to_thread(evaluator_for, match.game, len(match.players))
            self._evaluators[kind] = f"{FORMAT}/{evaluator.version}"
        return table_id, self._evaluators[kind], budget

    async def _find(self, key: Key) -> bytes | None:
        if (job := self._jobs.get(key)) is not None:
            return orjson.dumps(job.to_json())
        if (kept := await self.hub.store.review(*key)) is not None:
            return b'{"status":"done",' + kept[1:]
        return self._heard(key)  # somebody may have asked while we looked

    def _heard(self, key: Key) -> bytes | None:
        """The same, as far as it is known without looking into the database."""
        if (job := self._jobs.get(key)) is not None:
            return orjson.dumps(job.to_json())
        until, told = self._elsewhere.get(key, (0.0, {}))
        return orjson.dumps(told) if until > time.monotonic() else None

    # ---- making

    async def _make(self, job: Job, process: ReviewProcess) -> None:
        try:
            while is_cold(job.match.game):
                await asyncio.sleep(COLD_WAIT)
            job.status = "working"
            self._tell(job)
            found = await (self._next_game if job.late else self._review)(job, process)
            if found is None:  # there is more to do, once the reviews are done that have come
                self._queue.put(job.owner, job, late=True)
                return
            of_a_table = job.key[2] != PAR
            await self.hub.store.keep_review(*job.key, now_ms(), found, of_a_table)
            if job.late is None:
                for listener in self.on_review:
                    await listener(job.key[0], found)
        except Exception as reason:
            if not isinstance(reason, MoonlitError):
                log.exception("review")
                reason = refuse("review_failed", 500)
            self._fail(job, reason)
        else:
            self._jobs.pop(job.key, None)
            job.status = "done"
            self._tell(job)
        await self.hub.bus.release(claim_of(job.key))

    async def _review(self, job: Job, process: ReviewProcess) -> bytes | None:
        def progress(done: int, total: int) -> None:
            job.done, job.total = done, total
            self._tell(job)

        work = {"kind": "review", "record": job.match.record(), "budget": job.key[2]}
        return await process.do(work, progress)

    async def _next_game(self, job: Job, process: ReviewProcess) -> bytes | None:
        """The next of the bots' games; behind the last one, all of them."""
        late = job.late
        assert late is not None
        work = {"kind": late.job, "record": job.match.record(), "number": len(job.games)}
        job.games.append(orjson.loads(await process.do(work)))
        job.done = len(job.games)
        self._tell(job)
        if job.done < job.total:
            return None
        return orjson.dumps(late.summed_up(job.match, job.games))

    def _fail(self, job: Job, reason: MoonlitError) -> None:
        job.status, job.error = "failed", error_json(reason)
        self._tell(job)

        def forget() -> None:
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]

        asyncio.get_running_loop().call_later(TOLD, forget)

    # ---- other workers

    def _tell(self, job: Job) -> None:
        self._wake(job.key)
        if self.hub.bus.is_shared:
            self.hub.bus.publish({"kind": "review", "key": job.key, "told": job.to_json()})

    async def _remind(self) -> None:
        """What waits here for long must not seem forgotten."""
        while True:
            await asyncio.sleep(REMIND)
            for job in [job for job in self._jobs.values() if job.error is None]:
                await self.hub.bus.claim(claim_of(job.key), HEARD)
                self._tell(job)

    def hear(self, message: Message) -> None:
        """Another worker is at a review, or has done it."""
        key: Key = tuple(message["key"])
        now = time.monotonic()
        self._elsewhere = {of: told for of, told in self._elsewhere.items() if told[0] > now}
        if message["told"]["status"] == "done":
            self._elsewhere.pop(key, None)
        else:
            self._elsewhere[key] = now + HEARD, message["told"]
        self._wake(key)

    def _wake(self, key: Key) -> None:
        for changed in self._followers.get(key, ()):
            changed.set()


DONE = orjson.dumps({"status": "done"})
NONE = orjson.dumps({"status": "none"})
WAITING = orjson.dumps({"status": "waiting", "done": 0, "total": 0})


def claim_of(key: Key) -> str:
    return f"review {' '.join(key)}"


def nameless(match: Match) -> Match:
    """What is kept of a game names nobody, so that nobody has to be taken out of it."""
    copy = match.copy()
    copy.players = [""] * len(match.players)
    return copy


def with_names(told: bytes, match: Match) -> bytes:
    """The names are those that the table has now."""
    found = orjson.loads(told)
    for part in (found[name] for name in ("review", "same_deal") if name in found):
        part["players"] = match.players
    return orjson.dumps(found)


def finished(live: LiveTable) -> Match:
    """The game of a table, which must be over: a review tells what was hidden."""
    match = require_finished(live.table)
    if not match.number:
        raise refuse("nothing_to_review")
    return match
