"""Time at a table: pure sums over the times of its events.

A clock is a table's setting: so many seconds a move, so many a game with an increment, or days a
turn. Only guests' time runs; a bot is never out of time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

GRACE = 500  # ms a move may travel: it still counts when it was made in time
DAY = 86_400_000


@dataclass
class Clocks:
    """The clocks of a game being played."""

    kind: str
    full: int  # ms at the start of a move, a turn or a game
    increment: int = 0
    left: list[int] = field(default_factory=list)  # ms, when the running turn began
    running: int | None = None
    since: int = 0  # when the running turn began

    @classmethod
    def wind(cls, setting: dict[str, Any], seats: int) -> Clocks:
        if setting["kind"] == "days":
            full, increment = setting["days"] * DAY, 0
        else:
            full, increment = setting["seconds"] * 1000, setting.get("increment", 0) * 1000
        return cls(setting["kind"], full, increment, [full] * seats)

    def moved(self, at: int) -> None:
        """The running seat has moved."""
        if self.running is not None and self.kind == "game":
            spent = max(0, at - self.since)
            self.left[self.running] = max(0, self.left[self.running] - spent) + self.increment

    def stopped(self, at: int) -> None:
        """The running seat's turn is over without a move: by an undo, or because it left."""
        if self.running is not None and self.kind == "game":
            spent = max(0, at - self.since)
            self.left[self.running] = max(0, self.left[self.running] - spent)

    def start(self, seat: int | None, at: int) -> None:
        self.running, self.since = seat, at

    def deadline(self) -> int | None:
        """When the running seat is out of time, journeys allowed for."""
        if self.running is None:
            return None
        return self.since + self.left[self.running] + GRACE

    def shown(self, now: int) -> dict[str, Any]:
        left = list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - max(0, now - self.since))
        return {
            "running": self.running,
            "seats": [{"left": each, "increment": self.increment} for each in left],
            "at": now,
        }
