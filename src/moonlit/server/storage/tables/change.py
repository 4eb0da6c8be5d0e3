"""What the database is told of a table, as rows of its tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, insert, text, update

from moonlit.server.storage.clubs.statements import INSERT_RESULT, SET_CLUB
from moonlit.server.storage.schema import dailies, played, rated_games, sat, seats, tables
from moonlit.server.table.events import Event

COLUMNS = (
    "game",
    "status",
    "listed",
    "updated",
    "seq",
    "summary",
    "due",
    "lease_by",
    "lease_until",
)
INSERT_TABLE, INSERT_SEAT = insert(tables), insert(seats)
INSERT_DAILY = insert(dailies)
END_DAILY = (
    update(dailies)
    .where(dailies.c.table_id == bindparam("of"))
    .values(ended=bindparam("over_at"), score=bindparam("reached"))
)
# Written with the events that it tells of, in one transaction. Whoever sits there, and whatever
# they have chosen, is found in the database. A later notice of the same kind takes its place.
INSERT_NOTICE = text(
    "INSERT INTO outbox"
    " (channel, key, player, kind, table_id, seat, by_seat, made, due)"
    " SELECT channels.id, CAST(:key AS VARCHAR(60)), channels.player,"
    " CAST(:kind AS VARCHAR(16)), seats.table_id, seats.seat, CAST(:by_seat AS INTEGER),"
    " CAST(:made AS BIGINT), CAST(:due AS BIGINT)"
    " FROM seats JOIN channels ON channels.player = seats.player"
    " WHERE seats.table_id = :table_id AND seats.seat = :seat AND channels.confirmed"
    " AND channels.dropped IS NULL AND channels.events LIKE :pattern"
    " ON CONFLICT (channel, key) DO UPDATE SET"
    " made = excluded.made, due = excluded.due, by_seat = excluded.by_seat"
)
DELETE_SEATS = delete(seats).where(seats.c.table_id == bindparam("of"))
Holder = tuple[str, str | None]  # the hash of a seat's token, and the player whose seat it is


@dataclass
class Change:
    """Events of one table, and what the table looks like after them."""

    table_id: str
    events: list[Event]
    row: dict[str, Any]  # columns of `tables`
    holders: dict[int, Holder] | None = None  # whose token opens which seat, if that changed
    is_new: bool = False
    is_settled: bool = False  # whether no column that has an index differs from what was written
    claim: dict[str, Any] | None = None  # a row of `dailies`: the day's one result of a player
    result: dict[str, Any] | None = None  # columns of it: the game is over
    played: list[dict[str, Any]] = field(default_factory=list)  # rows of `played`: likewise
    rated: dict[str, Any] | None = None  # a row of `rated_games`: likewise
    notices: list[dict[str, Any]] = field(default_factory=list)  # for whoever sits there
    club_results: list[dict[str, Any]] = field(default_factory=list)  # rows of it: likewise over


def event_rows(changes: list[Change]) -> list[tuple[Any, ...]]:
    return [
        (change.table_id, each.seq, each.at, each.kind, orjson.dumps(each.data).decode())
        for change in changes
        for each in change.events
    ]


def table_rows(changes: list[Change], columns: tuple[str, ...] = COLUMNS) -> list[tuple[Any, ...]]:
    """Of tables that were there before."""
    return [
        (change.table_id, *(change.row.get(name) for name in columns))
        for change in changes
        if not change.is_new
    ]


def new_tables(changes: list[Change]) -> list[dict[str, Any]]:
    return [{"id": change.table_id, **change.row} for change in changes if change.is_new]


def old_seats(changes: list[Change]) -> list[dict[str, Any]]:
    return [{"of": change.table_id} for change in changes if change.holders is not None]


def new_seats(changes: list[Change]) -> list[dict[str, Any]]:
    return [
        {"table_id": change.table_id, "seat": seat, "token_hash": token, "player": player}
        for change in changes
        for seat, (token, player) in (change.holders or {}).items()
    ]


def new_sat(changes: list[Change]) -> list[dict[str, Any]]:
    """Where players have sat is kept when they leave: what is theirs there can be deleted."""
    found = {
        (player, change.table_id, token): None
        for change in changes
        for token, player in (change.holders or {}).values()
        if player is not None
    }
    return [dict(zip(("player", "table_id", "token_hash"), row, strict=True)) for row in found]


def new_played(changes: list[Change]) -> list[dict[str, Any]]:
    return [row for change in changes for row in change.played]


def new_rated(changes: list[Change]) -> list[dict[str, Any]]:
    return [change.rated for change in changes if change.rated]


def new_dailies(changes: list[Change]) -> list[dict[str, Any]]:
    return [{"table_id": each.table_id, **each.claim} for each in changes if each.claim]


def ended_dailies(changes: list[Change]) -> list[dict[str, Any]]:
    return [{"of": each.table_id, **each.result} for each in changes if each.result]


def new_notices(changes: list[Change]) -> list[dict[str, Any]]:
    return [notice for each in changes for notice in each.notices]


def new_clubs(changes: list[Change]) -> list[dict[str, Any]]:
    """Tables that are for another club than before, or for none any more."""
    return [
        {"of": change.table_id, "to": each.data["club"]}
        for change in changes
        for each in change.events
        if each.kind == "changed" and "club" in each.data and not change.is_new
    ]


Rows = Callable[[list[Change]], list[dict[str, Any]]]


@cache
def others(insert: Any) -> list[tuple[Any, Rows]]:
    """What there is to write besides events and tables; `insert` is that of the database."""
    return [
        (INSERT_TABLE, new_tables),
        (DELETE_SEATS, old_seats),
        (INSERT_SEAT, new_seats),
        (INSERT_DAILY, new_dailies),
        (END_DAILY, ended_dailies),
        (insert(sat).on_conflict_do_nothing(), new_sat),
        (insert(played).on_conflict_do_nothing(), new_played),
        (insert(rated_games).on_conflict_do_nothing(), new_rated),
        (INSERT_NOTICE, new_notices),
        (SET_CLUB, new_clubs),
        (INSERT_RESULT, lambda changes: [row for each in changes for row in each.club_results]),
    ]


def other_rows(changes: list[Change], insert: Any) -> list[tuple[Any, list[dict[str, Any]]]]:
    found = ((statement, rows(changes)) for statement, rows in others(insert))
    return [(statement, some) for statement, some in found if some]
