"""Time at a table: pure sums over the times of its events.

A clock is a table's setting: so many seconds a move, so many a game with an increment, or days a
turn. Only guests' time runs; a bot is never out of time.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

GRACE = 500  # ms a move may travel: it still counts when it was made in time
DAY = 86_400_000


@dataclass
class Clocks:
    """The clocks of a game being played."""

    kind: str
    full: int  # ms at the start of a move, a turn or a game
    increment: int = 0
    left: list[int] = field(default_factory=list)  # ms, when the clock began to run
    running: int | None = None
    since: int = 0  # when it began to run
    turns: list[tuple[int, int | None]] = field(default_factory=list)  # of each move: see `moved`
    away: dict[int, tuple[int, int]] = field(default_factory=dict)  # vacations: from, until

    @classmethod
    def from_setting(cls, setting: dict[str, Any], seats: int) -> Clocks:
        if setting["kind"] == "days":
            full, increment = setting["days"] * DAY, 0
        else:
            full, increment = setting["seconds"] * 1000, setting.get("increment", 0) * 1000
        return cls(setting["kind"], full, increment, [full] * seats)

    def copy(self) -> Clocks:
        other = replace(self, left=self.left.copy(), turns=self.turns.copy())
        other.away = self.away.copy()
        return other

    def leave(self, seat: int, since: int, until: int, at: int) -> None:
        """A seat's vacation, or its end before the time; it counts from its start, however late
        the table hears of it. What has run before it has run."""
        if self.running == seat:
            self.run(seat, max(self.since, min(since, at)))
        self.away[seat] = since, until

    def stood(self, seat: int, begin: int, end: int) -> int:
        """How much of a time a seat was on vacation, in ms."""
        since, until = self.away.get(seat, (0, 0))
        return max(0, min(end, until) - max(begin, since))

    def spent(self, at: int) -> int:
        """What the running seat has used."""
        assert self.running is not None
        return max(0, at - self.since - self.stood(self.running, self.since, at))

    def run(self, seat: int | None, at: int) -> None:
        """From now on this seat's time runs; what was used stays used."""
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - self.spent(at))
        self.running, self.since = seat, at

    def moved(self, seat: int, at: int) -> None:
        """A seat has moved. What it had left is remembered; None: a bot moved for it."""
        was_running = self.running == seat
        self.run(None, at)
        self.turns.append((seat, self.left[seat] if was_running else None))
        if self.kind != "game":
            self.left[seat] = self.full
        elif was_running:
            self.left[seat] += self.increment

    def undone(self, to: int, free: bool, at: int) -> None:
        """Moves were taken back. Who did that without asking has only what they had left."""
        self.run(None, at)
        taken, self.turns = self.turns[to:], self.turns[:to]
        if self.kind != "game":
            self.left = [self.full] * len(self.left)
            seat, left = taken[0]
            if free and left is not None:
                self.left[seat] = left
            return
        for seat, left in taken:
            if left is not None:
                self.left[seat] = max(0, self.left[seat] - self.increment)

    def deadline(self) -> int | None:
        """When the running seat is out of time, journeys allowed for."""
        if self.running is None:
            return None
        end = self.since + self.left[self.running]
        since, until = self.away.get(self.running, (0, 0))
        if since < end and until > self.since:
            end += until - max(since, self.since)
        return end + GRACE

    def to_json(self, now: int) -> dict[str, Any]:
        left = list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - self.spent(now))
        away = [self.away.get(seat, (0, 0)) for seat in range(len(left))]
        return {
            "running": self.running,
            "seats": [
                {"left": each, "increment": self.increment}
                | ({"away": until} if since <= now < until else {})
                for each, (since, until) in zip(left, away, strict=True)
            ],
            "at": now,
        }
