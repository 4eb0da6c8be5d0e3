"""All tables of this worker: found, changed, and watched."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from moonlit.core.errors import MoonlitError
from moonlit.server import metrics
from moonlit.server.errors import refuse
from moonlit.server.live.bus import Bus
from moonlit.server.live.changes import change_of
from moonlit.server.live.elsewhere import Elsewhere
from moonlit.server.live.live_table import LiveTable, Subscriber, now_ms
from moonlit.server.storage.tables.change import Change
from moonlit.server.storage.tables.commits import Conflict
from moonlit.server.storage.tables.store import Store
from moonlit.server.storage.tables.writer import INDEXED, TableGone
from moonlit.server.table.events import Draft, Event, numbered
from moonlit.server.table.fold import Table

log = logging.getLogger("moonlit.hub")
MAX_EVENTS = 5_000  # no honest table comes near; one that does must not eat the disk
TO_THE_END = {
    "moved",
    "timed_out",
    "resigned",
    "left",
    "rematched",
    "renewed",
    "plan_dropped",
}  # so that any game can end
LOOK_WITHIN = 1.0  # seconds that who asks waits for news of other workers
SLICE = 10  # events between two looks at what else there is to do
Decide = Callable[[Table], list[Draft]]  # what a command does: see table/commands


class Hub:
    def __init__(self, store: Store, bus: Bus, worker: str) -> None:
        self.store = store
        self.bus = bus
        self.worker = worker
        self.tables: dict[str, LiveTable] = {}
        self.elsewhere = Elsewhere()
        self.on_change: list[Callable[[LiveTable], None]] = []  # after every append of ours
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def repeat(self, work: Callable[[], Awaitable[Any]], every: float, name: str) -> None:
        """Do something again and again; where the database does not answer, its own log says so."""

        async def run() -> None:
            while True:
                try:
                    await work()
                except (MoonlitError, SQLAlchemyError):
                    pass
                except Exception:
                    log.exception(name)
                await asyncio.sleep(every)

        self.spawn(run())

    # ---- finding tables

    async def find(self, table_id: str) -> LiveTable:
        """A table, as far as the database knows it."""
        live = self.tables.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        elif live.may_be_behind or self.store.is_shared:
            await self._look_up(live)
        live.used = time.monotonic()
        return live

    async def _look_up(self, live: LiveTable) -> None:
        """Hear what others have appended. Where the database does not answer soon, what is
        known here was true a moment ago, and it is better than nothing; but not what is known to be
        old: who was told more by another worker would see the game go back."""
        try:
            if live.is_behind or not self.store.health.is_down:
                async with asyncio.timeout(LOOK_WITHIN), live.lock:
                    await self.catch_up(live)
                return
        except (MoonlitError, TimeoutError):
            pass
        if live.is_behind:
            raise refuse("cannot_load", 503)
        live.may_be_behind = live.may_be_behind or self.store.is_shared

    async def _load_once(self, table_id: str) -> LiveTable:
        """All who come back after a restart ask at once: one of them loads, the others wait."""
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(table_id, self.elsewhere)
        live.take(await self._read(table_id))
        live.made_by = await self.store.made_by(table_id)
        live.may_be_behind = False
        return self._keep(live)

    async def _read(self, table_id: str) -> Table:
        """Read a whole table; a long game is replayed in slices, so that others go on."""
        table = Table(table_id)
        events = await self.store.load(table_id)
        if not events or events[0].seq != 1:  # or it was pruned while somebody was still there
            raise refuse("no_such_table", 404)
        for count, event in enumerate(events, 1):
            table.apply(event)
            if count % SLICE == 0:
                await asyncio.sleep(0)
        return table

    def _keep(self, live: LiveTable) -> LiveTable:
        """Hold a table in memory; if it is there already, that one counts."""
        kept = self.tables.setdefault(live.id, live)
        kept.update_presence()  # of those at other workers
        metrics.LIVE_TABLES.set(len(self.tables))
        return kept

    async def catch_up(self, live: LiveTable) -> bool:
        """Apply what the database knows and we do not; the lock is held."""
        events = await self.store.load(live.id, live.table.seq)
        if any(event.kind == "rewritten" for event in events):
            live.take(await self._read(live.id))
        else:
            live.apply(events)
        live.may_be_behind = live.is_behind = False
        if events:
            live.publish()
        return bool(events)

    async def read_again(self, table_id: str) -> None:
        """A table's past was rewritten: whoever has it in memory, or is just loading it."""
        if table_id in self._loading:
            await self._load_once(table_id)
        live = self.tables.get(table_id)
        if live is not None:
            async with live.lock:
                await self.catch_up(live)

    def forget(self, live: LiveTable) -> None:
        """A table was removed from the database."""
        self.tables.pop(live.id, None)
        live.end()

    # ---- changing them

    async def execute(
        self, live: LiveTable, decide: Decide, also: list[Change] | None = None
    ) -> list[Event]:
        """Append what a command decides, or raise its refusal; whatever is returned is safe."""
        if live.gone:
            raise refuse("no_such_table", 404)
        live = self.tables.get(live.id) or self._keep(live)
        async with live.lock:
            if live.may_be_behind:
                await self.catch_up(live)
            while True:
                try:
                    drafts = decide(live.table)
                except MoonlitError as error:
                    # it may be right of a table that has moved on at another worker;
                    # but whoever has no token has none there either
                    asks = self.store.is_shared and error.key != "no_token"
                    if asks and await self.catch_up(live):
                        continue
                    raise
                if not drafts:
                    return []
                if live.table.seq >= MAX_EVENTS and drafts[0][0] not in TO_THE_END:
                    raise refuse("worn_out")
                events = numbered(drafts, live.table.seq, now_ms())
                try:
                    await self._append(live, events, also or [])
                except Conflict:
                    await self.catch_up(live)
                    continue
                except TableGone:
                    self.forget(live)
                    raise refuse("no_such_table", 404) from None
                return events

    async def create(self, table_id: str, drafts: list[Draft], made_by: str) -> LiveTable:
        live, change = self.prepare(table_id, drafts, made_by)
        await self.store.append(change)
        self.add(live, change)
        return live

    def prepare(self, table_id: str, drafts: list[Draft], made_by: str) -> tuple[LiveTable, Change]:
        """A new table that is not in the database yet."""
        live = LiveTable(table_id, self.elsewhere)
        live.made_by = made_by
        events = numbered(drafts, 0, now_ms())
        live.apply(events)
        live.may_be_behind = False
        change = change_of(live.table, events, self.worker)
        change.row["made_by"] = made_by
        return live, change

    def add(self, live: LiveTable, change: Change) -> None:
        """A new table is in the database now."""
        self._announce(self._keep(live), change.events)

    async def _append(self, live: LiveTable, events: list[Event], also: list[Change]) -> None:
        """Apply, commit, publish. Nobody sees what was applied before it is committed."""
        self.store.health.check()
        table = live.table.branch(events)
        if not live.subscribers:  # where somebody looks this is counted every other second
            live.update_presence()
        change = change_of(table, events, self.worker, live.presence.present)
        indexed = tuple(change.row[name] for name in INDEXED)
        change.is_settled = not self.store.is_shared and live.indexed == indexed
        try:
            await self.store.append(change, *also)
        except (Conflict, TableGone):
            live.indexed = None  # somebody else has written it
            raise
        except BaseException:
            live.may_be_behind, live.indexed = True, None
            self.recover(live)
            raise
        live.indexed = indexed
        live.take(table)
        live.publish(moved=events[0].kind == "moved")
        self._announce(live, events)

    def _announce(self, live: LiveTable, events: list[Event]) -> None:
        """Let other workers, and the rest of this one, know what was committed here."""
        for event in events:
            if event.kind == "moved":
                by = live.table.seats[event.data["seat"]].kind
                metrics.moves_of(live.table.game.name, by).inc()
        if self.bus.is_shared:
            payload = [event.to_json() for event in events]
            self.bus.publish({"kind": "events", "id": live.id, "events": payload})
        for listener in self.on_change:
            listener(live)

    def recover(self, live: LiveTable) -> None:
        """What happened last at a table is not known: ask the database until it answers."""
        if not live.recovering:
            live.recovering = True
            self.spawn(self._recover(live))

    async def _recover(self, live: LiveTable) -> None:
        try:
            while live.may_be_behind and not live.gone:
                try:
                    async with live.lock:
                        if live.may_be_behind:
                            await self.catch_up(live)
                except MoonlitError:  # it does not answer yet, and the log knows
                    await asyncio.sleep(1)
                except Exception:
                    log.exception("recover")
                    await asyncio.sleep(1)
        finally:
            live.recovering = False

    # ---- subscribers

    def subscribe(self, subscriber: Subscriber) -> None:
        live = subscriber.live = self.tables.setdefault(subscriber.live.id, subscriber.live)
        live.subscribers.add(subscriber)
        if live.may_be_behind:  # something happened just now, when nobody looked at it here
            self.recover(live)
        metrics.SOCKETS.inc()
        self._presence_changed(live)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        live = subscriber.live
        live.subscribers.discard(subscriber)
        live.used = time.monotonic()
        metrics.SOCKETS.dec()
        self._presence_changed(live)

    def _presence_changed(self, live: LiveTable) -> None:
        live.publish_presence()
        if self.bus.is_shared:
            self.bus.publish({"kind": "here", "tables": {live.id: live.local_presence()}})
