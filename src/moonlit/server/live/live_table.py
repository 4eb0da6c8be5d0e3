"""Tables in memory: their subscribers are told of every event once it is safe."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import Any

import orjson

from moonlit.server.table.events import Event
from moonlit.server.table.fold import Table
from moonlit.server.table.render import Surroundings, Teller

log = logging.getLogger("moonlit.live")
REMOTE = 6.0  # seconds after which a silent worker's guests count as gone


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Subscriber:
    """Somebody who is told what happens at a table: a socket or a stream.

    It is woken, and takes what there is then; one that is slow skips states, never log lines.
    """

    def __init__(self, live: LiveTable, token: str | None, since: int) -> None:
        self.live = live
        self.token = token  # its sum
        self.sent = since
        self.stale = True  # whether there is a state it has not seen
        self.extra: deque[bytes] = deque(maxlen=100)
        self.wake = asyncio.Event()
        self.wake.set()

    @property
    def seat(self) -> int | None:
        return self.live.table.seat_of(self.token)

    def nudge(self) -> None:
        self.stale = True
        self.wake.set()

    def push(self, message: bytes) -> None:
        self.extra.append(message)
        self.wake.set()

    def take(self) -> list[bytes]:
        """The messages to send now."""
        self.wake.clear()
        if self.live.pending:
            return []  # what it would see is not safe yet; it is woken when it is
        messages = []
        if self.stale:
            self.stale = False
            self.extra.clear()  # the state says all of it
            messages.append(self.live.state(self.token, self.sent))
            self.sent = self.live.table.seq
        while self.extra:
            messages.append(self.extra.popleft())
        return messages


class LiveTable:
    """One table in memory."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.table = Table(table_id)
        self.teller = Teller(self.table)
        self.around = Surroundings()
        self.subscribers: set[Subscriber] = set()
        self.elsewhere: dict[str, tuple[float, list[int], int]] = {}  # guests at other workers
        self.lock = asyncio.Lock()
        self.doubtful = True  # whether the database may know more than we do
        self.pending = False  # whether we know more than is safe in the database
        self.thought_of = -1  # the position that a bot thinks about
        self.used = time.monotonic()

    def state(self, token: str | None, since: int) -> bytes:
        return self.teller.state(token, since, self.around, now_ms())

    # ---- events

    def apply(self, events: list[Event]) -> None:
        for event in events:
            self.table.apply(event)

    def tell(self) -> None:
        """What has been applied is safe: everybody may know."""
        self.pending = False
        if self.thought_of != self.table.positions:
            self.around.thinking = None
        self.look_around()
        for subscriber in self.subscribers:
            subscriber.nudge()

    def start_over(self) -> None:
        """What was applied may not be safe: the database must tell everything anew."""
        self.table = Table(self.id)
        self.teller = Teller(self.table)
        self.doubtful = self.pending = True

    # ---- who is there

    def look_around(self) -> bool:
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
        for until, seats, count in self.elsewhere.values():
            if until > now:
                present.update(seats)
                watchers += count
        changed = (present, watchers) != (self.around.present, self.around.watchers)
        self.around.present, self.around.watchers = present, watchers
        if changed:
            self.teller.forget()
        return changed

    def tell_presence(self) -> None:
        if self.look_around():
            seats = range(len(self.table.seats))
            present = [seat in self.around.present for seat in seats]
            self.push({"type": "presence", "present": present, "watchers": self.around.watchers})

    def tell_thinking(self, seat: int, since: int) -> None:
        self.around.thinking = {"seat": seat, "since": since}
        self.thought_of = self.table.positions
        self.push({"type": "thinking", "seat": seat, "since": since})

    def push(self, message: dict[str, Any]) -> None:
        self.teller.forget()
        packed = orjson.dumps(message)
        for subscriber in self.subscribers:
            subscriber.push(packed)

    def here(self) -> tuple[list[int], int]:
        """The seats and watchers that are connected to this worker."""
        seats = [subscriber.seat for subscriber in self.subscribers]
        return sorted({seat for seat in seats if seat is not None}), seats.count(None)

    def heard_of(self, worker: str, seats: list[int], watchers: int) -> None:
        now = time.monotonic()
        self.elsewhere = {name: told for name, told in self.elsewhere.items() if told[0] > now}
        self.elsewhere[worker] = now + REMOTE, seats, watchers
        self.tell_presence()
