"""How much one address may ask of the server, and one socket."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from moonlit.server.errors import refuse
from moonlit.server.settings import Settings
from moonlit.server.web.transport.unread import Unread

MAX_MESSAGE = 16_384  # bytes
MAX_RECORD = 262_144  # a whole game to be replayed
MAX_ADDRESSES = 10_000  # that are remembered
SILENCE = 6.0  # seconds after which another worker counts as gone


class Bucket:
    """Fills with so many tokens a second up to a burst; each request takes some."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left = rate, burst, burst
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Limits:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.unread = Unread()
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._connections: dict[str, int] = {}
        self._sockets: dict[str, int] = {}
        self._spent: dict[str, float] = {}  # by address, since the other workers were told
        self._others: dict[str, tuple[float, dict[str, int]]] = {}  # sockets at other workers

    def socket_bucket(self) -> Bucket:
        return Bucket(self.settings.message_rate, 3 * self.settings.message_rate)

    def charge(self, address: str, cost: float = 1.0) -> None:
        """Count a request, or what it costs besides; refused when it is too much at once."""
        if not self._bucket(address).take(cost):
            raise refuse("too_fast", 429)
        if self.settings.redis:
            self._spent[address] = self._spent.get(address, 0.0) + cost

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            rate = self.settings.request_rate
            bucket = self._buckets[address] = Bucket(rate, 4 * rate)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket

    def connect(self, address: str) -> bool:
        """Count a connection, whatever it is for; whether there may be so many.

        A proxy brings everybody's.
        """
        self._connections[address] = self._connections.get(address, 0) + 1
        most = 2 * self.settings.max_sockets
        return self.settings.proxy or self._connections[address] <= most

    def disconnect(self, address: str) -> None:
        _count_down(self._connections, address)

    def open_socket(self, address: str) -> None:
        count = self._sockets.get(address, 0)
        if count + self._elsewhere(address) >= self.settings.max_sockets:
            raise refuse("too_many_sockets", 429, most=self.settings.max_sockets)
        self._sockets[address] = count + 1

    def close_socket(self, address: str) -> None:
        _count_down(self._sockets, address)

    # ---- several workers count together, a moment late

    def report(self) -> dict[str, Any]:
        """What other workers should know of: what was spent here since, and all open sockets."""
        spent, self._spent = self._spent, {}
        return {"spent": spent, "sockets": self._sockets}

    def hear(self, worker: str, told: dict[str, Any]) -> None:
        self._others[worker] = time.monotonic() + SILENCE, told["sockets"]
        for address, cost in told["spent"].items():
            bucket = self._bucket(address)
            bucket.left = max(bucket.left - cost, -bucket.burst)

    def _elsewhere(self, address: str) -> int:
        now = time.monotonic()
        return sum(each.get(address, 0) for until, each in self._others.values() if until > now)


def _count_down(counts: dict[str, int], address: str) -> None:
    counts[address] = counts.get(address, 1) - 1
    if counts[address] <= 0:
        del counts[address]
