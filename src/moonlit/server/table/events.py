"""What can happen at a table. A table is nothing but its events, one row each, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# kind            what it tells (seats count from 0, of tokens there is the SHA-256)
KINDS = (
    # game, players, options, clock, listed, join, seats, host; where the game is played on from
    # another table's position: origin (its id, number); where it is the daily: daily (its date,
    # and whether it counts: then whoever made it has no other that does); player: of the host;
    # rated: true where the result counts for ratings; club: whose members find it in their list
    "created",
    # by the host before the start: any of players, options, clock, listed, join, rated, club
    "changed",
    "seat_set",  # by the host: seat, kind, level; during the game "open" lets anybody sit down
    "joined",  # seat, name, token, ready; player, if the seat is somebody's on every device
    "ready",  # seat, ready
    "chose",  # before the start, for a seat: seat, option, choice (null: any)
    # deal, rules (their version), moves that were made before, if any; long ago, no deal but a seed
    "started",
    "moved",  # number, seat, move
    "undo_asked",  # seat, to
    "undo_agreed",  # seat
    "undo_refused",  # seat
    "undone",  # seat, to, free (nobody had to be asked)
    "resigned",  # seat, level
    "left",  # seat, level, keep (for who left; false: anybody may sit down)
    "returned",  # seat
    "timed_out",  # seat, level
    "said",  # seat, text, and company: true where the company alone may read it
    "rematched",  # id
    "renewed",  # seat (-1: the host's), token, player: what was a guest's is a player's now
    "rewritten",  # a player was deleted: names and tokens in the events before are others now
    "planned",  # seat, steps: what its next moves are to mean, see plans.py; empty: nothing
    "plan_dropped",  # seat: its turn has come, and no move means what was planned
    "reminded",  # seat, to: who asks whom to move
    "away",  # seat, since, until: a vacation, during which its time does not run
)


@dataclass(frozen=True, slots=True)
class Event:
    seq: int  # from 1
    at: int  # ms
    kind: str
    data: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"seq": self.seq, "at": self.at, "kind": self.kind, "data": self.data}


Draft = tuple[str, dict[str, Any]]  # an event that has no place in the stream yet


def numbered(drafts: list[Draft], after: int, at: int) -> list[Event]:
    return [Event(after + n, at, kind, data) for n, (kind, data) in enumerate(drafts, 1)]
