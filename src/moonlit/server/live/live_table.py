"""Tables in memory: their subscribers are sent every change once it is safe."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any

import orjson

from moonlit.server.table.events import Event
from moonlit.server.table.fold import Table
from moonlit.server.table.render import Presence, Renderer

REMOTE_TIMEOUT = 6.0  # seconds after which a silent worker's guests count as gone


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Subscriber:
    """Somebody who is sent what happens at a table: a socket or a stream.

    It is woken, and takes what there is then; one that is slow skips states, never log lines.
    """

    def __init__(self, live: LiveTable, token: str | None, since: int) -> None:
        self.live = live
        self.token = token  # its hash
        self.sent = since
        self.wants_state = True  # whether there is a state it has not seen
        self.messages: deque[bytes] = deque(maxlen=100)
        self.wake = asyncio.Event()
        self.wake.set()

    @property
    def seat(self) -> int | None:
        return self.live.table.seat_of(self.token)

    def notify(self) -> None:
        """There is a new state."""
        self.wants_state = True
        self.wake.set()

    def push(self, message: bytes) -> None:
        self.messages.append(message)
        self.wake.set()

    def take(self) -> list[bytes]:
        """The messages to send now."""
        self.wake.clear()
        messages = []
        if self.wants_state:
            self.wants_state = False
            self.messages.clear()  # the state says all of it
            messages.append(self.live.render(self.token, self.sent))
            self.sent = self.live.table.seq
        while self.messages:
            messages.append(self.messages.popleft())
        return messages


class LiveTable:
    """One table in memory."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.table = Table(table_id)
        self.renderer = Renderer(self.table)
        self.presence = Presence()
        self.subscribers: set[Subscriber] = set()
        self.remote: dict[str, tuple[float, list[int], int]] = {}  # who is at other workers
        self.lock = asyncio.Lock()
        self.may_be_behind = True  # whether the database may know more than we do
        self.gone = False  # whether it was removed from the database
        self.made_by = ""  # see Store.maker
        self.thought_of = -1  # the position that a bot thinks about
        self.par_asked = False  # see pars.py
        self.used = time.monotonic()

    def render(self, token: str | None, since: int) -> bytes:
        """The state, as who holds a token may see it, with the log after an event."""
        return self.renderer.render(token, since, self.presence, now_ms())

    # ---- events

    def apply(self, events: list[Event]) -> None:
        for event in events:
            self.table.apply(event)

    def take(self, table: Table) -> None:
        """The table as it is now that what was added to it is safe."""
        self.table = self.renderer.table = table

    def publish(self) -> None:
        """Everybody may see what there is."""
        if self.thought_of != self.table.positions:
            self.presence.thinking = None
        self.update_presence()
        for subscriber in self.subscribers:
            subscriber.notify()

    def end(self) -> None:
        """The table is gone, and whoever looks at it is told."""
        self.gone = True
        for subscriber in self.subscribers:
            subscriber.notify()

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
        now = time.monotonic()
        for until, seats, count in self.remote.values():
            if until > now:
                present.update(seats)
                watchers += count
        changed = (present, watchers) != (self.presence.present, self.presence.watchers)
        self.presence.present, self.presence.watchers = present, watchers
        if changed:
            self.renderer.invalidate()
        return changed

    def publish_presence(self) -> None:
        if self.update_presence():
            seats = range(len(self.table.seats))
            present = [seat in self.presence.present for seat in seats]
            self._push({"type": "presence", "present": present, "watchers": self.presence.watchers})

    def publish_thinking(self, seat: int, since: int) -> None:
        self.presence.thinking = {"seat": seat, "since": since}
        self.thought_of = self.table.positions
        self._push({"type": "thinking", "seat": seat, "since": since})

    def _push(self, message: dict[str, Any]) -> None:
        self.renderer.invalidate()
        encoded = orjson.dumps(message)
        for subscriber in self.subscribers:
            subscriber.push(encoded)

    def local_presence(self) -> tuple[list[int], int]:
        """The seats and the number of watchers that are connected to this worker."""
        seats = [subscriber.seat for subscriber in self.subscribers]
        return sorted({seat for seat in seats if seat is not None}), seats.count(None)

    def set_remote_presence(self, worker: str, seats: list[int], watchers: int) -> None:
        now = time.monotonic()
        self.remote = {name: each for name, each in self.remote.items() if each[0] > now}
        self.remote[worker] = now + REMOTE_TIMEOUT, seats, watchers
        self.publish_presence()
