"""In step with other workers: what they publish is applied, and what was missed is looked up.

A table that nobody looks at any more, or only at another worker, is forgotten here too; the
database has it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from typing import Protocol

from moonlit.core.errors import MoonlitError
from moonlit.server import metrics
from moonlit.server.live.bus import Message, Receive
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import LiveTable
from moonlit.server.memory import Memory
from moonlit.server.table.events import Event

log = logging.getLogger("moonlit.sync")
QUIET = 30.0  # seconds without anything happening, after which a table falls asleep
MAX_ASLEEP = 1000  # tables that fall asleep at once
IDLE = 600.0  # seconds that a table stays in memory although nobody looks at it
POLL = 2.0  # seconds between two looks at what other workers may have done
TIDY = 15  # polls between two looks at how much memory could be given back
USUAL = 200  # events of a table that counts as one; a longer one counts as several


class Shared(Protocol):
    """What else workers tell each other now and then."""

    def report(self) -> Message: ...

    def hear(self, worker: str, told: Message) -> None: ...


class Sync:
    def __init__(self, hub: Hub, max_idle: int, shared: Shared) -> None:
        self.hub = hub
        self.max_idle = max_idle  # tables in memory at which nobody looks
        self.shared = shared
        self.listeners: dict[str, Receive] = {}  # to other messages, by their kind

    async def open(self) -> None:
        await self.hub.bus.open(self.on_message)
        self.hub.spawn(self._run())

    # ---- what they publish

    def on_message(self, message: Message) -> None:
        tables = self.hub.tables
        kind = message["kind"]
        if kind == "events":
            live = tables.get(message["id"])
            if live is None or message["events"][-1]["seq"] <= live.seq:
                return
            if not live.subscribers and not live.lock.locked():
                live.may_be_behind = live.is_behind = True  # whoever asks reads what has happened
            else:
                events = [Event(**each) for each in message["events"]]
                self.hub.spawn(self._follow(live, events))
        elif kind == "here":
            for table_id, (seats, watchers) in message["tables"].items():
                self.hub.elsewhere.hear(message["from"], table_id, seats, watchers)
                live = tables.get(table_id)
                if live is None:
                    continue
                if (seats or watchers) and is_unused(live, time.monotonic() - QUIET):
                    live.may_be_behind = True  # whoever has it in hand asks first
                    del tables[table_id]  # all who look at it are there
                else:
                    live.publish_presence()
        elif kind == "limits":
            self.shared.hear(message["from"], message["told"])
        elif kind == "thinking":
            live = tables.get(message["id"])
            if live is None or not live.subscribers:  # nobody to tell: let it sleep
                return
            if live.table.to_move == message["seat"]:
                live.publish_thinking(message["seat"], message["since"])
        elif kind in self.listeners:
            self.listeners[kind](message)

    async def _follow(self, live: LiveTable, events: list[Event]) -> None:
        """Another worker has appended: apply it, or ask the database where there is a gap."""
        async with live.lock:
            new = [event for event in events if event.seq > live.seq]
            if not new:
                return
            again = any(event.kind == "rewritten" for event in new)
            if live.may_be_behind or again or new[0].seq != live.table.seq + 1:
                live.may_be_behind = live.is_behind = True
                self.hub.recover(live)
                return
            live.apply(new)
            live.publish()

    # ---- every other second

    async def _run(self) -> None:
        memory = Memory()
        for count in itertools.count(1):
            await asyncio.sleep(POLL)
            try:
                self._drop_idle()
                await self._let_sleep()
                if count % TIDY == 0:
                    await asyncio.to_thread(memory.give_back)
                if self.hub.bus.is_shared:
                    self.hub.bus.publish({"kind": "limits", "told": self.shared.report()})
                if self.hub.store.is_shared:
                    await self._poll()
            except MoonlitError:  # the database does not answer, and its log says so
                pass
            except Exception:
                log.exception("housekeeping")

    async def _poll(self) -> None:
        """Whatever was not heard is seen here, so that a lost message costs two seconds."""
        watched = [live for live in self.hub.tables.values() if live.subscribers]
        if self.hub.bus.is_shared and watched:
            here = {live.id: live.local_presence() for live in watched}
            self.hub.bus.publish({"kind": "here", "tables": here})
        self.hub.elsewhere.forget_silent()
        for live in watched:
            live.publish_presence()  # who was not heard of for long is gone
        seqs = await self.hub.store.seqs([live.id for live in watched])
        for live in watched:
            if live.id not in seqs:
                self.hub.forget(live)
            elif seqs[live.id] > live.seq:
                async with live.lock:
                    await self.hub.catch_up(live)

    async def _let_sleep(self) -> None:
        """Tables at which nothing happens, though somebody may look at them."""
        before = time.monotonic() - QUIET
        quiet = [live for live in self.hub.tables.values() if is_quiet(live, before)]
        for live in quiet[:MAX_ASLEEP]:
            if is_quiet(live, before):
                live.sleep()
            await asyncio.sleep(0)

    def _drop_idle(self) -> None:
        """Forget tables at which nobody looks: long ago, or too many of them."""
        tables = self.hub.tables
        now = time.monotonic()
        idle = [live for live in tables.values() if is_unused(live, now)]
        idle.sort(key=lambda live: live.used)
        room = self.max_idle
        for live in reversed(idle):
            room -= 1 + live.seq // USUAL
            if room < 0 or now - live.used > IDLE:
                del tables[live.id]
        metrics.LIVE_TABLES.set(len(tables))


def is_unused(live: LiveTable, before: float) -> bool:
    return not live.subscribers and live.used <= before and not live.lock.locked()


def is_quiet(live: LiveTable, before: float) -> bool:
    return live.used < before and not live.is_asleep and not live.lock.locked()
