"""Games waiting to be played, handed out in batches of a second or two."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from moonlit.arena.plan import TOPIC
from moonlit.core.errors import BadTable

SECONDS = 2.0  # what a batch should take: so much is lost when a run is killed
LARGEST = 64
TRIES = 3  # a game during which so many workers died is left out
DEATHS = 8  # in a row, without a game in between: something is wrong with the machine

Item = TypeVar("Item", bound=Hashable)  # what says which game it is


class Feed(Generic[Item]):
    """Hands out batches, takes back those whose worker died, and never waits for ever."""

    def __init__(self, fixtures: Iterable[Item], workers: int) -> None:
        self.waiting = deque(fixtures)
        self.again: deque[Item] = deque()  # tried alone, to find the one that kills
        self.workers = workers
        self.tried: Counter[Item] = Counter()
        self.lost: list[Item] = []
        self.deaths = 0
        self.seconds = 0.0
        self.games = 0

    def take(self) -> list[Item]:
        """Some games for one worker; an empty batch: there are none left."""
        if self.again:
            return [self.again.popleft()]
        return [self.waiting.popleft() for _ in range(min(self._size(), len(self.waiting)))]

    def _size(self) -> int:
        if not self.games:
            return 1
        enough = int(SECONDS * self.games / max(self.seconds, 1e-6))
        fair = len(self.waiting) // (2 * self.workers)  # all should finish together
        return max(1, min(enough, fair, LARGEST))

    def done(self, batch: list[Item], seconds: float) -> None:
        self.deaths = 0
        self.games += len(batch)
        self.seconds += seconds

    def died(self, batch: list[Item]) -> None:
        """A worker ended over a batch: its games are tried again, one by one."""
        self.deaths += 1
        if self.deaths >= DEATHS:
            raise BadTable("workers_die", TOPIC, count=self.deaths)
        self.tried.update(batch)
        for fixture in batch:
            (self.lost if self.tried[fixture] >= TRIES else self.again).append(fixture)
