"""How a batch of changes is written, each as one transaction: all of it or nothing.

SQLite is written by a thread of its own that does a whole batch in one go, with one statement for
all events and one or two for all tables. Otherwise Python lets go of its lock at every row, and
gets it back only when the busy loop lets go of it in turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import orjson
from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    Engine,
    Integer,
    TextClause,
    bindparam,
    create_engine,
    event,
    make_url,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from moonlit.server.storage.database import prepare_sqlite
from moonlit.server.storage.schema import meta, tables
from moonlit.server.storage.tables.change import COLUMNS, Change, event_rows, other_rows, table_rows


class TableGone(Exception):
    """A table to which events were to be appended has been removed."""


class Writer(Protocol):
    async def put(self, changes: list[Change]) -> None: ...

    async def beat(self) -> None:
        """Write something that nobody needs, to see whether it can be done."""

    async def close(self) -> None: ...


# SQLite writes an index anew even where its columns are set to what they were
INDEXED = ("game", "status", "listed", "due")
SETTLED_COLUMNS = tuple(name for name in COLUMNS if name not in INDEXED)
BEAT = update(meta).where(meta.c.name == "beat").values(value=bindparam("now"))
INSERT_EVENTS_AT_ONCE = text(
    "INSERT INTO events (table_id, seq, at, kind, data) SELECT "
    + ", ".join(f"json_extract(value, '$[{place}]')" for place in range(5))
    + " FROM json_each(:rows)"
)


def update_at_once(columns: tuple[str, ...]) -> TextClause:
    values = (f"{name} = json_extract(value, '$[{at}]')" for at, name in enumerate(columns, 1))
    return text(
        f"UPDATE tables SET {', '.join(values)}"
        " FROM json_each(:rows) WHERE tables.id = json_extract(value, '$[0]')"
    )


UPDATES_AT_ONCE = {columns: update_at_once(columns) for columns in (COLUMNS, SETTLED_COLUMNS)}


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
            for columns, statement in UPDATES_AT_ONCE.items():
                is_settled = columns is SETTLED_COLUMNS
                some = [change for change in changes if change.is_settled is is_settled]
                if moved := table_rows(some, columns):
                    rows = orjson.dumps(moved).decode()
                    if connection.execute(statement, {"rows": rows}).rowcount != len(moved):
                        raise TableGone
            for other, values in other_rows(changes, sqlite.insert):
                connection.execute(other, values)
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
