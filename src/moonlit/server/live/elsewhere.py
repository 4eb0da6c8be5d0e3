"""Who looks at which table at other workers, as far as they have said so lately."""

from __future__ import annotations

import time
from collections.abc import Iterator

TIMEOUT = 6.0  # seconds after which a silent worker's guests count as gone
Looking = tuple[list[int], int]  # seats, and the number of watchers


class Elsewhere:
    def __init__(self) -> None:
        self._heard: dict[str, dict[str, tuple[float, Looking]]] = {}  # by table and worker

    def hear(self, worker: str, table_id: str, seats: list[int], watchers: int) -> None:
        by_worker = self._heard.setdefault(table_id, {})
        if seats or watchers:
            by_worker[worker] = time.monotonic() + TIMEOUT, (seats, watchers)
        else:
            by_worker.pop(worker, None)
        if not by_worker:
            del self._heard[table_id]

    def at(self, table_id: str) -> Iterator[Looking]:
        """Who looks at a table, worker by worker."""
        now = time.monotonic()
        for until, looking in self._heard.get(table_id, {}).values():
            if until > now:
                yield looking

    def forget_silent(self) -> None:
        for table_id in list(self._heard):
            if not any(self.at(table_id)):
                del self._heard[table_id]
