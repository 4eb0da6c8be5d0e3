"""What clients leave unread: it lies in our memory until they take it, so there is a bound.

A connection is counted from the moment the system takes no more for it. Whoever has left it longest
is let go of first: a slow reader goes on, one that never reads does not.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

MAX_OF_ONE = 4 << 20  # bytes that one connection may leave
MAX_OF_ADDRESS = 8 << 20  # that all of one address may
MAX_OF_ALL = 128 << 20


class Connection(Hashable, Protocol):
    def let_go(self) -> None: ...


class Unread:
    def __init__(self) -> None:
        self._left: dict[Connection, tuple[str, int]] = {}  # the oldest first
        self._of: dict[str, int] = {}
        self.total = 0

    def add(self, connection: Connection, address: str, size: int) -> None:
        """A client has stopped reading, and so many bytes wait for it."""
        self.remove(connection)
        if size > MAX_OF_ONE:
            connection.let_go()
            return
        self._left[connection] = address, size
        self._of[address] = self._of.get(address, 0) + size
        self.total += size
        while self._of.get(address, 0) > MAX_OF_ADDRESS:
            self._let_go(next(each for each, (of, _) in self._left.items() if of == address))
        while self.total > MAX_OF_ALL:
            self._let_go(next(iter(self._left)))

    def remove(self, connection: Connection) -> None:
        """It reads again, or it is gone."""
        address, size = self._left.pop(connection, ("", 0))
        if size:
            self.total -= size
            self._of[address] -= size
            if self._of[address] <= 0:
                del self._of[address]

    def _let_go(self, connection: Connection) -> None:
        self.remove(connection)
        connection.let_go()
