"""How much one address may ask of the server, and one socket."""

from __future__ import annotations

import time
from collections import OrderedDict

from moonlit.server.errors import refuse
from moonlit.server.settings import Settings
from moonlit.server.web.unread import Unread

MAX_MESSAGE = 16_384  # bytes
MAX_RECORD = 262_144  # a whole game to be replayed
MAX_ADDRESSES = 10_000  # that are remembered
DAY = 86_400.0


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
        self._creators: dict[str, tuple[str, float]] = {}  # table → who made it, and when
        self._created: dict[str, int] = {}

    def socket_bucket(self) -> Bucket:
        return Bucket(self.settings.message_rate, 3 * self.settings.message_rate)

    def charge(self, address: str, cost: float = 1.0) -> None:
        """Count a request, or what it costs besides; refused when it is too much at once."""
        bucket = self._buckets.get(address)
        if bucket is None:
            rate = self.settings.request_rate
            bucket = self._buckets[address] = Bucket(rate, 4 * rate)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        if not bucket.take(cost):
            raise refuse("too_fast", 429)

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
        if count >= self.settings.max_sockets:
            raise refuse("too_many_sockets", 429, most=self.settings.max_sockets)
        self._sockets[address] = count + 1

    def close_socket(self, address: str) -> None:
        _count_down(self._sockets, address)

    def check_new_table(self, address: str) -> None:
        """Tables that were made long ago count no more, finished or not."""
        long_ago = time.monotonic() - DAY
        while self._creators:
            table_id, (_, at) = next(iter(self._creators.items()))  # the oldest
            if at >= long_ago:
                break
            self.table_ended(table_id)
        if self._created.get(address, 0) >= self.settings.max_tables:
            raise refuse("too_many_tables", 429, most=self.settings.max_tables)

    def count_new_table(self, address: str, table_id: str) -> None:
        self._creators[table_id] = address, time.monotonic()
        self._created[address] = self._created.get(address, 0) + 1

    def creator(self, table_id: str) -> str:
        """Who made an unfinished table; nobody knows of one that was made before this start."""
        return self._creators.get(table_id, ("", 0.0))[0]

    def table_ended(self, table_id: str) -> None:
        if table_id in self._creators:
            _count_down(self._created, self._creators.pop(table_id)[0])


def _count_down(counts: dict[str, int], address: str) -> None:
    counts[address] = counts.get(address, 1) - 1
    if counts[address] <= 0:
        del counts[address]
