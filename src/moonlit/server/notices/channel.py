"""A way in which a player is reached, and what waits to go there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Channel:
    id: str
    player: str
    kind: str
    address: dict[str, Any]
    events: tuple[str, ...]
    language: str
    origin: str
    created: int
    confirmed: bool
    failures: int
    dropped: int | None
    device: str | None = None  # the hash of the key of the browser that is reached


@dataclass(frozen=True)
class Waiting:
    """A notice, with what its table is now; None: it is gone."""

    key: str
    kind: str
    table_id: str
    seat: int
    by_seat: int | None
    made: int
    summary: dict[str, Any] | None
    deadline: int | None
    by_name: str | None = None  # who asks to the table, as long as the invitation stands
