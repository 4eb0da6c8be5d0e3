"""How a batch of changes is written, each as one transaction: all of it or nothing.

SQLite is written by a thread of its own that does a whole batch in one go, with one statement for
all events and one for all tables. Otherwise Python lets go of its lock at every row, and gets it
back only when the busy loop lets go of it in turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson
from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    Engine,
    Integer,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from moonlit.server.storage.club_statements import INSERT_RESULT, SET_CLUB
from moonlit.server.storage.database import prepare_sqlite
from moonlit.server.storage.schema import dailies, meta, played, rated_games, sat, seats, tables
from moonlit.server.table.events import Event

Holder = tuple[str, str | None]  # the hash of a seat's token, and the player whose seat it is


@dataclass
class Change:
    """Events of one table, and what the table looks like after them."""

    table_id: str
    events: list[Event]
    row: dict[str, Any]  # columns of `tables`
    holders: dict[int, Holder] | None = None  # whose token opens which seat, if that changed
    is_new: bool = False
    claim: dict[str, Any] | None = None  # a row of `dailies`: the day's one result of a player
    result: dict[str, Any] | None = None  # columns of it: the game is over
    played: list[dict[str, Any]] = field(default_factory=list)  # rows of `played`: likewise
    rated: dict[str, Any] | None = None  # a row of `rated_games`: likewise
    notices: list[dict[str, Any]] = field(default_factory=list)  # for whoever sits there
    club_results: list[dict[str, Any]] = field(default_factory=list)  # rows of it: likewise over


class TableGone(Exception):
    """A table to which events were to be appended has been removed."""


class Writer(Protocol):
    async def put(self, changes: list[Change]) -> None: ...

    async def beat(self) -> None:
        """Write something that nobody needs, to see whether it can be done."""

    async def close(self) -> None: ...


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
BEAT = update(meta).where(meta.c.name == "beat").values(value=bindparam("now"))
INSERT_EVENTS_AT_ONCE = text(
    "INSERT INTO events (table_id, seq, at, kind, data) SELECT "
    + ", ".join(f"json_extract(value, '$[{place}]')" for place in range(5))
    + " FROM json_each(:rows)"
)
UPDATE_TABLES_AT_ONCE = text(
    "UPDATE tables SET "
    + ", ".join(f"{name} = json_extract(value, '$[{at}]')" for at, name in enumerate(COLUMNS, 1))
    + " FROM json_each(:rows) WHERE tables.id = json_extract(value, '$[0]')"
)


# the same for PostgreSQL, which wants to know what they are
EVENT_TYPES = {"table_id": "text", "seq": "int", "at": "bigint", "kind": "text", "data": "text"}
TABLE_TYPES = {"id": "text"} | {
    name: {BigInteger: "bigint", Integer: "int", Boolean: "boolean"}.get(
        type(tables.c[name].type), "text"
    )
    for name in COLUMNS
}


def rows_of(types: dict[str, str]) -> str:
    fields = ", ".join(
        f"CAST(value ->> {at} AS {kind}) AS {name}" for at, (name, kind) in enumerate(types.items())
    )
    return f"(SELECT {fields} FROM json_array_elements(CAST(:rows AS json)) AS value) AS given"


SHARED_INSERT = text(
    f"INSERT INTO events ({', '.join(EVENT_TYPES)}) "
    f"SELECT {', '.join(EVENT_TYPES)} FROM {rows_of(EVENT_TYPES)}"
)
SHARED_UPDATE = text(
    f"UPDATE tables SET {', '.join(f'{name} = given.{name}' for name in COLUMNS)} "
    f"FROM {rows_of(TABLE_TYPES)} WHERE tables.id = given.id"
)


def event_rows(changes: list[Change]) -> list[tuple[Any, ...]]:
    return [
        (change.table_id, each.seq, each.at, each.kind, orjson.dumps(each.data).decode())
        for change in changes
        for each in change.events
    ]


def table_rows(changes: list[Change]) -> list[tuple[Any, ...]]:
    """Of tables that were there before."""
    return [
        (change.table_id, *(change.row.get(name) for name in COLUMNS))
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


def other_rows(changes: list[Change], insert: Any) -> list[tuple[Any, list[dict[str, Any]]]]:
    """What there is to write besides events and tables; `insert` is that of the database."""
    statements = (
        (INSERT_TABLE, new_tables(changes)),
        (DELETE_SEATS, old_seats(changes)),
        (INSERT_SEAT, new_seats(changes)),
        (INSERT_DAILY, new_dailies(changes)),
        (END_DAILY, ended_dailies(changes)),
        (insert(sat).on_conflict_do_nothing(), new_sat(changes)),
        (insert(played).on_conflict_do_nothing(), new_played(changes)),
        (insert(rated_games).on_conflict_do_nothing(), new_rated(changes)),
        (INSERT_NOTICE, new_notices(changes)),
        (SET_CLUB, new_clubs(changes)),
        (INSERT_RESULT, [row for change in changes for row in change.club_results]),
    )
    return [(statement, some) for statement, some in statements if some]


class SqliteWriter:
    def __init__(self, url: str) -> None:
        plain = make_url(url).set(drivername="sqlite")
        self._engine: Engine = create_engine(plain, hide_parameters=True)
        event.listen(self._engine, "connect", prepare_sqlite)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: Connection | None = None

    async def put(self, changes: list[Change]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._put, changes)

    def _put(self, changes: list[Change]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        try:
            rows = orjson.dumps(event_rows(changes)).decode()
            connection.execute(INSERT_EVENTS_AT_ONCE, {"rows": rows})
            if moved := table_rows(changes):
                rows = orjson.dumps(moved).decode()
                found = connection.execute(UPDATE_TABLES_AT_ONCE, {"rows": rows}).rowcount
                if found != len(moved):
                    raise TableGone
            for statement, some in other_rows(changes, sqlite.insert):
                connection.execute(statement, some)
            connection.commit()
        except (IntegrityError, TableGone):
            connection.rollback()
            raise
        except BaseException:  # the disk may be full: whatever it is, begin anew
            self._connection = None
            with contextlib.suppress(DBAPIError):
                connection.invalidate()
                connection.close()
            raise

    async def beat(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._beat)

    def _beat(self) -> None:
        with self._engine.begin() as connection:
            connection.execute(BEAT, {"now": str(time.time_ns())})

    async def close(self) -> None:
        def dispose() -> None:
            if self._connection is not None:
                self._connection.close()
            self._engine.dispose()

        await asyncio.get_running_loop().run_in_executor(self._thread, dispose)
        self._thread.shutdown()


class SharedWriter:
    """PostgreSQL: here too one statement takes all rows."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def put(self, changes: list[Change]) -> None:
        """The connection is kept for the next batch as long as it works."""
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            await self._put(self._connection, changes)
            await self._connection.commit()
        except BaseException as reason:
            await self._give_up(self._connection, reason)
            raise

    async def _put(self, connection: AsyncConnection, changes: list[Change]) -> None:
        rows = orjson.dumps(event_rows(changes)).decode()
        await connection.execute(SHARED_INSERT, {"rows": rows})
        if moved := table_rows(changes):
            rows = orjson.dumps(moved).decode()
            found = await connection.execute(SHARED_UPDATE, {"rows": rows})
            if found.rowcount != len(moved):
                raise TableGone
        for statement, some in other_rows(changes, postgresql.insert):
            await connection.execute(statement, some)

    async def _give_up(self, connection: AsyncConnection, reason: BaseException) -> None:
        """Roll back; a connection that is lost is thrown away."""
        try:
            await connection.rollback()
            if isinstance(reason, IntegrityError | TableGone):
                return
            await connection.invalidate()
            await connection.close()
        except (DBAPIError, OSError):
            pass
        self._connection = None

    async def beat(self) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(BEAT, {"now": str(time.time_ns())})

    async def close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(DBAPIError, OSError):
                await self._connection.close()
