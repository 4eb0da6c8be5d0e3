"""All tables of this worker: found, changed, kept in step with other workers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

import orjson

from moonlit.core.errors import MoonlitError
from moonlit.server import metrics
from moonlit.server.errors import refuse
from moonlit.server.live.bus import Bus, Message
from moonlit.server.live.live_table import LiveTable, Subscriber, now_ms
from moonlit.server.storage.store import Conflict, Store
from moonlit.server.storage.writer import Change
from moonlit.server.table.events import Draft, Event, numbered
from moonlit.server.table.fold import Table
from moonlit.server.table.render import summary

log = logging.getLogger("moonlit.hub")
LEASE = 5_000  # ms that a worker has to do what is due, or to say that it is still at it
IDLE = 600.0  # seconds that a table stays in memory although nobody looks at it
LOOK = 2.0  # seconds between two looks at what other workers may have done
MOST_EVENTS = 5_000  # no honest table comes near; one that does must not eat the disk
TO_THE_END = {"moved", "timed_out", "resigned", "left", "rematched"}  # so that any game can end
MOVES_TOKENS = {"created", "joined", "left", "seat_set", "changed"}
Command = Callable[[Table], list[Draft]]


class Hub:
    def __init__(self, store: Store, bus: Bus, worker: str, most: int) -> None:
        self.store = store
        self.bus = bus
        self.worker = worker
        self.most = most  # tables in memory at which nobody looks
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.on_change: list[Callable[[LiveTable], None]] = []  # after every append of ours
        self.on_over: list[Callable[[str], None]] = []  # when a game has ended, wherever
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def open(self) -> None:
        await self.bus.open(self._heard)
        self.spawn(self._housekeeping())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- finding tables

    async def find(self, table_id: str) -> LiveTable:
        """A table, as far as the database knows it."""
        live = self.tables.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        elif live.doubtful or live.pending or self.store.is_shared:
            async with live.lock:
                if live.doubtful or self.store.is_shared:
                    await self._catch_up(live)
        live.used = time.monotonic()
        return live

    async def _load_once(self, table_id: str) -> LiveTable:
        """All who come back after a restart ask at once: one of them loads, the others wait."""
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load_new(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load_new(self, table_id: str) -> LiveTable:
        """Read a whole table; a long game is replayed in slices, so that others go on."""
        live = LiveTable(table_id)
        events = await self.store.load(table_id)
        if not events or events[0].seq != 1:  # or it was pruned while somebody was still there
            raise refuse("no_such_table", 404)
        for count, event in enumerate(events, 1):
            live.table.apply(event)
            if count % 10 == 0:
                await asyncio.sleep(0)
        live.doubtful = False
        live = self.tables.setdefault(table_id, live)
        metrics.LIVE_TABLES.set(len(self.tables))
        return live

    async def _catch_up(self, live: LiveTable) -> bool:
        """Apply what the database knows and we do not; the lock is held."""
        events = await self.store.load(live.id, live.table.seq)
        live.apply(events)
        live.doubtful = False
        if events or live.pending:
            live.tell()
        return bool(events)

    # ---- changing them

    async def do(
        self, live: LiveTable, command: Command, also: list[Change] | None = None
    ) -> list[Event]:
        """Do what a command says, or raise its refusal; whatever is returned is safe."""
        live = self.tables.setdefault(live.id, live)
        async with live.lock:
            if live.doubtful:
                await self._catch_up(live)
            while True:
                try:
                    drafts = command(live.table)
                except MoonlitError as error:
                    # it may be right of a table that has moved on at another worker;
                    # but whoever has no token has none there either
                    asks = self.store.is_shared and error.key != "no_token"
                    if asks and await self._catch_up(live):
                        continue
                    raise
                if not drafts:
                    return []
                if live.table.seq >= MOST_EVENTS and drafts[0][0] not in TO_THE_END:
                    raise refuse("worn_out")
                events = numbered(drafts, live.table.seq, now_ms())
                try:
                    await self._append(live, events, also or [])
                except Conflict:
                    await self._catch_up(live)
                    continue
                return events

    async def create(self, table_id: str, drafts: list[Draft]) -> LiveTable:
        live, change = self.prepare(table_id, drafts)
        await self.store.append(change)
        self.settle(live, change)
        return live

    def prepare(self, table_id: str, drafts: list[Draft]) -> tuple[LiveTable, Change]:
        """A new table that is not in the database yet."""
        live = LiveTable(table_id)
        events = numbered(drafts, 0, now_ms())
        live.apply(events)
        live.doubtful = False
        return live, self.change(live, events)

    def settle(self, live: LiveTable, change: Change) -> None:
        """A new table is in the database now."""
        live = self.tables.setdefault(live.id, live)
        metrics.LIVE_TABLES.set(len(self.tables))
        self._tell(live, change.events)

    async def _append(self, live: LiveTable, events: list[Event], also: list[Change]) -> None:
        """Apply, commit, tell. Nobody sees what was applied before it is committed."""
        live.pending = True
        try:
            live.apply(events)
            await self.store.append(self.change(live, events), *also)
        except BaseException as reason:
            live.start_over()
            if not isinstance(reason, Conflict):
                self.spawn(self._recover(live))
            raise
        live.tell()
        self._tell(live, events)

    def _tell(self, live: LiveTable, events: list[Event]) -> None:
        for event in events:
            if event.kind == "moved":
                by = live.table.seats[event.data["seat"]].kind
                metrics.MOVES.labels(live.table.game.name, by).inc()
        if self.bus.is_shared:
            packed = [event.packed() for event in events]
            over = live.table.ended is not None
            self.bus.tell({"kind": "events", "id": live.id, "events": packed, "over": over})
        for listener in self.on_change:
            listener(live)
        if live.table.ended is not None:
            self._over(live.id)

    def _over(self, table_id: str) -> None:
        for listener in self.on_over:
            listener(table_id)

    def change(self, live: LiveTable, events: list[Event]) -> Change:
        """What the database is to know after some events."""
        table = live.table
        due = table.due()
        row = {
            "game": table.game.name,
            "status": table.status,
            "listed": table.listed,
            "created": table.created,
            "updated": table.updated,
            "seq": table.seq,
            "summary": orjson.dumps(summary(table)).decode(),
            "due": due,
            # a bot is to move: whoever wrote the last move lets it think
            "lease_by": self.worker if table.bot_to_move() else None,
            "lease_until": table.updated + LEASE if table.bot_to_move() else None,
        }
        tokens = None
        if any(event.kind in MOVES_TOKENS for event in events):
            tokens = {seat: each.token for seat, each in enumerate(table.seats) if each.token}
            tokens[-1] = table.host
        return Change(live.id, events, row, tokens, is_new=events[0].seq == 1)

    async def _recover(self, live: LiveTable) -> None:
        """A commit ended we do not know how: ask the database until it answers."""
        while live.doubtful:
            try:
                async with live.lock:
                    if live.doubtful:
                        await self._catch_up(live)
            except Exception:
                log.exception("recover")
                await asyncio.sleep(1)

    # ---- subscribers

    def subscribe(self, live: LiveTable, token: str | None, since: int) -> Subscriber:
        live = self.tables.setdefault(live.id, live)
        subscriber = Subscriber(live, token, since)
        live.subscribers.add(subscriber)
        metrics.SOCKETS.inc()
        self._presence_changed(live)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        live = subscriber.live
        live.subscribers.discard(subscriber)
        live.used = time.monotonic()
        metrics.SOCKETS.dec()
        self._presence_changed(live)

    def _presence_changed(self, live: LiveTable) -> None:
        live.tell_presence()
        if self.bus.is_shared:
            self.bus.tell({"kind": "here", "tables": {live.id: live.here()}})

    # ---- other workers

    def _heard(self, message: Message) -> None:
        kind = message["kind"]
        if kind == "events":
            live = self.tables.get(message["id"])
            if live is not None:
                self.spawn(self._follow(live, [Event(**each) for each in message["events"]]))
            if message.get("over"):
                self._over(message["id"])
        elif kind == "here":
            for table_id, (seats, watchers) in message["tables"].items():
                live = self.tables.get(table_id)
                if live is not None:
                    live.heard_of(message["from"], seats, watchers)
        elif kind == "thinking":
            live = self.tables.get(message["id"])
            if live is not None and live.table.to_move == message["seat"]:
                live.tell_thinking(message["seat"], message["since"])

    async def _follow(self, live: LiveTable, events: list[Event]) -> None:
        """Another worker has appended: apply it, or ask the database where there is a gap."""
        async with live.lock:
            new = [event for event in events if event.seq > live.table.seq]
            if not new:
                return
            if live.doubtful or new[0].seq != live.table.seq + 1:
                await self._catch_up(live)
                return
            live.apply(new)
            live.tell()

    async def _housekeeping(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                self._drop_idle()
                if self.store.is_shared:
                    await self._look()
            except Exception:
                log.exception("housekeeping")

    async def _look(self) -> None:
        """Whatever was not heard is seen here, so that a lost message costs two seconds."""
        watched = [live for live in self.tables.values() if live.subscribers]
        if self.bus.is_shared and watched:
            self.bus.tell({"kind": "here", "tables": {live.id: live.here() for live in watched}})
        for live in watched:
            live.tell_presence()  # who was not heard of for long is gone
        seqs = await self.store.seqs([live.id for live in watched])
        for live in watched:
            if seqs.get(live.id, 0) > live.table.seq:
                async with live.lock:
                    await self._catch_up(live)

    def _drop_idle(self) -> None:
        """Forget tables at which nobody looks: long ago, or too many of them."""
        now = time.monotonic()
        idle = [
            live
            for live in self.tables.values()
            if not live.subscribers and not live.lock.locked() and not live.pending
        ]
        idle.sort(key=lambda live: live.used)
        for place, live in enumerate(idle):
            if len(idle) - place > self.most or now - live.used > IDLE:
                del self.tables[live.id]
        metrics.LIVE_TABLES.set(len(self.tables))
