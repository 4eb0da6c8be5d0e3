"""Tables in memory: their subscribers are sent every change once it is safe."""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
import zlib
from collections import deque
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any

import orjson

from moonlit.server.live.elsewhere import Elsewhere
from moonlit.server.table.events import Event
from moonlit.server.table.fold import Table
from moonlit.server.table.render import Presence, Renderer

log = logging.getLogger("moonlit.live")
PACKING = 3  # how hard zlib tries


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Subscriber:
    """Somebody who is sent what happens at a table: a socket or a stream.

    It is called when there is something, and takes what there is then; one that is slow skips
    states, never log lines.
    """

    def __init__(
        self,
        live: LiveTable,
        token: str | None,
        since: int,
        deliver: Callable[[], None],
        device: str | None = None,
    ) -> None:
        self.live = live
        self.token = token  # its hash
        self.device = device  # the hash of the key of a player's device
        self.dismissed = False  # what it came with opens nothing any more
        self.sent = since
        self.deliver = deliver
        self.wants_state = True  # whether there is a state it has not seen
        self.messages: deque[bytes] = deque(maxlen=100)

    @property
    def seat(self) -> int | None:
        return self.live.seat_of(self.token)

    def dismiss(self) -> None:
        """It is told nothing more."""
        self.dismissed = True
        self.deliver()

    def take(self) -> list[bytes]:
        """The messages to send now."""
        messages = []
        if self.wants_state:
            self.wants_state = False
            self.messages.clear()  # the state says all of it
            messages.append(self.live.render(self.token, self.sent))
            self.sent = self.live.seq
        while self.messages:
            messages.append(self.messages.popleft())
        return messages


@dataclass(slots=True)
class Asleep:
    """What is kept of a table at which nothing happens."""

    packed: bytes
    seq: int
    tokens: list[str | None]  # of its seats, hashed


class LiveTable:
    """One table in memory. Where nothing happens it falls asleep, and takes a tenth of the room;
    whoever asks for the table wakes it."""

    def __init__(self, table_id: str, elsewhere: Elsewhere) -> None:
        self.id = table_id
        self.elsewhere = elsewhere
        self._table = Table(table_id)
        self._asleep: Asleep | None = None
        self.renderer = Renderer(self._table)
        self.presence = Presence()
        self.subscribers: set[Subscriber] = set()
        self.calling = False  # whether all of these are about to be
        self.lock = asyncio.Lock()
        self.may_be_behind = True  # whether the database may know more than we do
        self.is_behind = False  # whether it does, as another worker has said
        self.recovering = False  # whether the database is asked what that is, until it answers
        self.gone = False  # whether it was removed from the database
        self.made_by = ""  # see Store.maker
        self.indexed: tuple[Any, ...] | None = (
            None  # what this worker wrote of it that has an index
        )
        self.thought_of = -1  # the position that a bot thinks about
        self.par_asked = False  # see study/pars.py
        self.used = time.monotonic()

    @property
    def table(self) -> Table:
        self.wake()
        return self._table

    def wake(self) -> None:
        if self._asleep is not None:
            self.take(pickle.loads(zlib.decompress(self._asleep.packed)))

    @property
    def is_asleep(self) -> bool:
        return self._asleep is not None

    def sleep(self) -> None:
        """Nothing has happened for long: keep what is needed to go on, packed."""
        table = copy(self.table)
        if table.match is not None:
            table.match = table.match.copy()  # without what it has worked out meanwhile
        packed = zlib.compress(pickle.dumps(table, pickle.HIGHEST_PROTOCOL), PACKING)
        self._asleep = Asleep(packed, table.seq, [seat.token for seat in table.seats])
        self._table = Table(self.id)
        self.renderer = Renderer(self._table)

    @property
    def seq(self) -> int:
        """Of the last event."""
        return self._table.seq if self._asleep is None else self._asleep.seq

    def seat_of(self, token: str | None) -> int | None:
        if self._asleep is None:
            return self._table.seat_of(token)
        tokens = self._asleep.tokens
        return tokens.index(token) if token is not None and token in tokens else None

    def render(self, token: str | None, since: int) -> bytes:
        """The state, as who holds a token may see it, with the log after an event."""
        self.wake()
        return self.renderer.render(token, since, self.presence, now_ms())

    # ---- events

    def apply(self, events: list[Event]) -> None:
        for event in events:
            self.table.apply(event)

    def take(self, table: Table) -> None:
        """The table as it is now that what was added to it is safe."""
        self._table = self.renderer.table = table
        self._asleep = None
        self.used = time.monotonic()

    def publish(self, moved: bool = False) -> None:
        """Everybody may see what there is; where somebody has just moved, all sit as before."""
        if self.thought_of != self.table.positions:
            self.presence.thinking = None
        if not moved:
            self.update_presence()
        for subscriber in self.subscribers:
            subscriber.dismissed = subscriber.dismissed or subscriber.token in self.table.spent
            subscriber.wants_state = True
        self._call_all()

    def end(self) -> None:
        """The table is gone, and whoever looks at it is told."""
        self.gone = True
        self._call_all()

    def _call_all(self) -> None:
        """Call all subscribers soon, and once for all that is under way now: then what each of
        them is sent goes out in one piece."""
        if self.subscribers and not self.calling:
            self.calling = True
            asyncio.get_running_loop().call_soon(self._deliver)

    def _deliver(self) -> None:
        self.calling = False
        for subscriber in tuple(self.subscribers):
            try:
                subscriber.deliver()
            except Exception:
                log.exception("deliver")

    # ---- who is there

    def update_presence(self) -> bool:
        """Count who is there; whether that has changed."""
        present: set[int] = set()
        watchers = 0
        for subscriber in self.subscribers:
            seat = subscriber.seat
            if seat is None:
                watchers += 1
            else:
                present.add(seat)
        for seats, count in self.elsewhere.at(self.id):
            present.update(seats)
            watchers += count
        changed = (present, watchers) != (self.presence.present, self.presence.watchers)
        self.presence.present, self.presence.watchers = present, watchers
        if changed:
            self.renderer.invalidate()
        return changed

    def publish_presence(self) -> None:
        if self.update_presence():
            asleep = self._asleep
            count = len(self._table.seats if asleep is None else asleep.tokens)
            present = [seat in self.presence.present for seat in range(count)]
            self._push({"type": "presence", "present": present, "watchers": self.presence.watchers})

    def publish_thinking(self, seat: int, since: int) -> None:
        self.presence.thinking = {"seat": seat, "since": since}
        self.thought_of = self.table.positions
        self._push({"type": "thinking", "seat": seat, "since": since})

    def _push(self, message: dict[str, Any]) -> None:
        self.renderer.invalidate()
        encoded = orjson.dumps(message)
        for subscriber in self.subscribers:
            subscriber.messages.append(encoded)
        self._call_all()

    def local_presence(self) -> tuple[list[int], int]:
        """The seats and the number of watchers that are connected to this worker."""
        seats = [subscriber.seat for subscriber in self.subscribers]
        return sorted({seat for seat in seats if seat is not None}), seats.count(None)
