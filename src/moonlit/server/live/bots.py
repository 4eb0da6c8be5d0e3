"""Bots at the server: a bounded number think at once, and tables take turns.

A table waits for one thought at a time. When its bot has moved and another bot is to move, it goes
to the end of the queue. Those who made the tables take turns as well: a hundred tables full of
bots keep nobody else's bot waiting.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from moonlit.bots import LEVELS, Bot, find_bot
from moonlit.bots.pool import THREADS, think_aside
from moonlit.core.errors import MoonlitError
from moonlit.core.game import Entry
from moonlit.core.match import Match
from moonlit.server import metrics
from moonlit.server.errors import refuse
from moonlit.server.live.fair_queue import FairQueue
from moonlit.server.live.hub import Decide, Hub
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.live.warmup import is_cold
from moonlit.server.table import commands
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.permissions import require_hint
from moonlit.study.hints import Reasons, explain

log = logging.getLogger("moonlit.bots")
COLD_WAIT = 0.25  # seconds
MAX_BOTS = 32  # that remember their last thought
Job = Callable[[], Awaitable[None]]


async def no_vacations(live: LiveTable) -> list[Decide]:
    return []


class BotWorkers:
    def __init__(self, hub: Hub, count: int) -> None:
        self.hub = hub
        self.count = min(count or THREADS, THREADS)
        self._jobs: FairQueue[Job] = FairQueue()
        self.busy: set[str] = set()  # tables that wait for a thought or are thought about
        self._hinted: set[str] = set()  # seats whose hint is waited for
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self._tasks: list[asyncio.Task[None]] = []
        self.vacations: Callable[[LiveTable], Awaitable[list[Decide]]] = no_vacations
        hub.on_change.append(self.consider)

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self.count)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---- the queue

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    def consider(self, live: LiveTable) -> None:
        """A table has changed: perhaps a bot is to move now, or a move that was planned."""
        if live.table.bot_to_move() is not None or live.table.plan_to_play() is not None:
            self.enqueue(live.id, live.made_by)

    def enqueue(self, table_id: str, made_by: str) -> None:
        """Something is due at a table: it is done when its maker has a turn."""
        if table_id not in self.busy:
            self.busy.add(table_id)
            self._put(made_by, lambda: self._attend(table_id))

    def _put(self, made_by: str, job: Job) -> None:
        self._jobs.put(made_by, job)
        metrics.WAITING.set(len(self._jobs))

    async def _work(self) -> None:
        while True:
            job = await self._jobs.get()
            metrics.WAITING.set(len(self._jobs))
            try:
                await job()
            except MoonlitError as error:  # the table is gone, or nothing can be saved now
                log.warning("think", extra={"refused": error.key})
            except Exception:
                log.exception("think")

    async def _attend(self, table_id: str) -> None:
        """Do what is due at a table."""
        live: LiveTable | None = None
        try:
            live = await self.hub.find(table_id)
            if live.table.plan_to_play() is not None:
                await self.hub.execute(live, commands.play_planned)
            elif live.table.bot_to_move() is None:
                await self._time_out(live)
            elif is_cold(live.table.game):
                loop = asyncio.get_running_loop()
                loop.call_later(COLD_WAIT, self.enqueue, table_id, live.made_by)
                return
            else:
                await self._let_bot_move(live)
        finally:
            self.busy.discard(table_id)
        self.consider(live)

    async def _time_out(self, live: LiveTable) -> None:
        """Whose time is out is played on for; who is on vacation has it back."""
        for away in await self.vacations(live):
            await self.hub.execute(live, away)
        await self.hub.execute(live, lambda table: commands.time_out(table, now_ms()))

    # ---- thinking

    async def _let_bot_move(self, live: LiveTable) -> None:
        table = live.table
        match, seat, level = table.match, table.to_move, table.bot_to_move()
        assert match is not None
        assert seat is not None
        assert level is not None
        position, since = table.positions, now_ms()
        live.publish_thinking(seat, since)
        if self.hub.bus.is_shared:
            message = {"kind": "thinking", "id": live.id, "seat": seat, "since": since}
            self.hub.bus.publish(message)
        move = await self._think(match, self._bot(live.id, seat, level, match), level)

        def play(now: Table) -> list[Draft]:
            if now.positions != position or now.to_move != seat or now.bot_to_move() is None:
                return []  # a guest is back, or a move was taken back: nobody needs this thought
            return commands.move_of(now, seat, move)

        await self.hub.execute(live, play)

    async def _think(self, match: Match, bot: Bot, level: str) -> str:
        """The bot's move; should it fail, any legal one, for the game must go on."""
        start = time.perf_counter()
        metrics.THINKING.inc()
        moves = match.moves()
        try:
            move = await think_aside(bot, match, secrets.randbits(48))
            if move in moves:
                return move
            log.error("illegal_thought", extra={"game": match.game.name, "move": move})
        except Exception:
            log.exception("failed_thought", extra={"game": match.game.name})
        finally:
            metrics.THINKING.dec()
            metrics.THINK_SECONDS.labels(level).observe(time.perf_counter() - start)
        return secrets.choice(moves)

    def _bot(self, table_id: str, seat: int, level: str, match: Match) -> Bot:
        key = table_id, seat, level
        bot = self._bots.pop(key, None) or find_bot(level, match.game, len(match.players))
        self._bots[key] = bot
        if len(self._bots) > MAX_BOTS:
            self._bots.popitem(last=False)
        return bot

    async def hint(
        self, live: LiveTable, token: str | None, number: int
    ) -> tuple[str, list[Entry], Reasons]:
        """What the strongest bot would do in a guest's place, also in words, and why.

        It waits in the same queue.
        """
        table = live.table
        seat = require_hint(table, token, number)
        match = table.match
        assert match is not None
        if is_cold(table.game):
            raise refuse("not_warm")
        key = f"{live.id} {seat}"
        if key in self._hinted:
            raise refuse("hint_pending", 429)
        found: asyncio.Future[tuple[str, Reasons]] = asyncio.get_running_loop().create_future()
        copy = match.copy()

        async def job() -> None:
            try:
                if found.done():  # nobody waits for it any more
                    return
                bot = find_bot(LEVELS[-1], copy.game, len(copy.players))
                move = await self._think(copy, bot, "hint")
                reasons = await asyncio.to_thread(explain, copy, move)
                if not found.done():
                    found.set_result((move, reasons))
            except Exception as reason:
                if not found.done():
                    found.set_exception(reason)
            finally:
                self._hinted.discard(key)

        self._hinted.add(key)  # until it has had its turn, also when who asked goes and comes back
        self._put(live.made_by, job)
        move, reasons = await found
        return move, copy.describe(move), reasons
