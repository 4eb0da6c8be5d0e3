"""What happened at a table, and who is to hear of it. No IO here.

A notice says that something is so (your turn, a day left); whether it still is, is looked up when
it is sent. So there is one of each kind for a seat and a table, and a later one takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass
from typing import Any

from moonlit.server.table.clocks import DAY
from moonlit.server.table.events import Event
from moonlit.server.table.fold import Table

EVENTS = ("turn", "day_left", "invited", "undo", "over")  # what a player can choose
DELAY = 1_500  # ms; what happens meanwhile goes into the same message
LOOKING = 300_000  # ms that somebody who looks at the table has before they are told


@dataclass(frozen=True)
class Notice:
    table_id: str
    seat: int
    kind: str
    made: int  # ms
    due: int
    by: int | None = None  # the seat that is meant, where it is not the reader's
    choice: str = ""  # which of EVENTS lets it through; empty: its kind

    def row(self) -> dict[str, Any]:
        row = asdict(self)
        row["pattern"] = f"%,{row.pop('choice') or self.kind},%"
        row["by_seat"] = row.pop("by")
        return {**row, "key": f"{self.kind}:{self.table_id}:{self.seat}"}


def notices_of(table: Table, events: list[Event], present: AbstractSet[int]) -> list[Notice]:
    """What to tell after some events, which the table has taken already."""
    people = [seat for seat in table.seats if seat.token is not None]
    if all(seat.player is None for seat in people) or (len(people) < 2 and not by_days(table)):
        return []  # guests cannot be reached, and whoever plays alone knows when they go on
    actor = next((each.data["seat"] for each in events if "seat" in each.data), None)
    return [
        notice
        for event in events
        for notice in _of_event(table, event, present)
        if table.seats[notice.seat].player is not None
        and (notice.seat != actor or notice.kind == "plan_dropped")
    ]


def by_days(table: Table) -> bool:
    return table.clock is not None and table.clock["kind"] == "days"


def _of_event(table: Table, event: Event, present: AbstractSet[int]) -> Iterator[Notice]:
    if event.kind in ("moved", "undone", "started"):
        yield from _turn(table, event, present)
    if event.kind == "undo_asked":
        asker = event.data["seat"]
        yield from _tell(table, "undo", event, present, table.guests(), by=asker)
    if event.kind == "plan_dropped":
        seat = event.data["seat"]
        yield Notice(table.id, seat, "plan_dropped", event.at, event.at + DELAY, choice="turn")
    if event.kind == "reminded":
        by, seat = event.data["seat"], event.data["to"]
        yield Notice(table.id, seat, "reminded", event.at, event.at + DELAY, by, "turn")
    if event.kind == "created" and len(table.guests()) > 1:  # else it is whoever made it
        waited_for = [s for s in table.guests() if not table.seats[s].ready]
        yield from _tell(table, "invited", event, present, waited_for)
    if table.ended is not None and event.kind in ("moved", "resigned"):
        yield from _tell(table, "over", event, present, table.guests())


def _turn(table: Table, event: Event, present: AbstractSet[int]) -> Iterator[Notice]:
    seat, mover = table.to_move, table.mover
    if seat is None or mover is None or not mover.is_guest or table.plan_to_play() is not None:
        return
    yield from _tell(table, "turn", event, present, [seat])
    deadline = table.clocks.deadline() if table.clocks is not None else None
    if by_days(table) and deadline is not None and deadline - event.at > DAY + DELAY:
        yield Notice(table.id, seat, "day_left", event.at, deadline - DAY)


def _tell(
    table: Table,
    kind: str,
    event: Event,
    present: AbstractSet[int],
    seats: list[int],
    by: int | None = None,
) -> Iterator[Notice]:
    """To each of the seats, if the game is slow: it has days, or no clock and they are away."""
    for seat in seats:
        if table.clock is None and seat not in present:
            yield Notice(table.id, seat, kind, event.at, event.at + DELAY, by)
        elif by_days(table):
            due = event.at + (LOOKING if seat in present else DELAY)
            yield Notice(table.id, seat, kind, event.at, due, by)
