"""Who sits at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moonlit.core.game import Game

BOT = "bot:"  # how a record names a seat that a bot plays
KEPT = 14 * 86_400_000  # ms that a seat is kept for who left it and said nothing


@dataclass(slots=True)
class Seat:
    kind: str = "open"  # guest, bot or open
    name: str | None = None
    level: str | None = None
    ready: bool = False
    token: str | None = None  # its hash; who holds it may come back
    stand_in: bool = False  # a bot plays on for a guest
    resigned: bool = False
    away_since: int = 0  # when a bot took over, in ms
    released: bool = False  # its owner or the host lets anybody sit here meanwhile
    player: str | None = None  # whose seat it is on every device; None: whoever has the token's

    @property
    def is_guest(self) -> bool:
        """Whether a person decides here now."""
        return self.kind == "guest"

    def copy(self) -> Seat:
        return Seat(
            self.kind,
            self.name,
            self.level,
            self.ready,
            self.token,
            self.stand_in,
            self.resigned,
            self.away_since,
            self.released,
            self.player,
        )

    @property
    def name_in_records(self) -> str:
        return self.name or (f"{BOT}{self.level}" if self.level else "")

    def sit(self, name: str, token: str, ready: bool, player: str | None = None) -> None:
        self.kind, self.name, self.level = "guest", name, None
        self.token, self.ready, self.stand_in = token, ready, False
        self.player = player

    def hand_to_bot(self, level: str, at: int) -> None:
        self.kind, self.level, self.stand_in, self.ready = "bot", level, True, True
        self.away_since, self.released = at, False

    def take_back(self) -> None:
        self.kind, self.level, self.stand_in = "guest", None, False

    def to_json(self) -> dict[str, Any]:
        """For the event that creates a table."""
        told = {
            "kind": self.kind,
            "name": self.name,
            "level": self.level,
            "ready": self.ready,
            "token": self.token,
        }
        return told if self.player is None else {**told, "player": self.player}


def all_ready(seats: list[Seat]) -> bool:
    """Whether the game can start."""
    return all(seat.kind == "bot" or (seat.kind == "guest" and seat.ready) for seat in seats)


def in_play(game: Game, seats: list[Seat]) -> set[int]:
    """The companies that have not given up.

    A company has given up when one of its seats resigned and no other person plays for it.
    """
    companies: dict[int, list[Seat]] = {}
    for number, seat in enumerate(seats):
        companies.setdefault(game.company(len(seats), number), []).append(seat)
    return {
        company
        for company, members in companies.items()
        if not any(seat.resigned for seat in members) or any(seat.is_guest for seat in members)
    }
