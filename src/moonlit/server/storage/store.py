"""Where tables are kept: SQLite by default, PostgreSQL by URL. One row an event.

Events of many tables are committed together: what arrives while a commit is under way goes into
the next one. Two workers that append to one table at once meet at the key (table, number): one is
first, the other gets a Conflict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import and_, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from moonlit.server import metrics
from moonlit.server.storage.database import open_engine
from moonlit.server.storage.migrate import migrate
from moonlit.server.storage.schema import events, seats, tables
from moonlit.server.storage.writer import Change, SharedWriter, SqliteWriter, Writer
from moonlit.server.table.events import Event

MAX_BATCH = 500  # appends in one commit
RETRIES = 5


class Conflict(Exception):
    """Another worker has appended to one of these tables first."""


@dataclass
class _Append:
    changes: list[Change]
    done: asyncio.Future[None] = field(repr=False)


class Store:
    def __init__(self, url: str) -> None:
        self.engine: AsyncEngine = open_engine(url)
        self.is_shared = self.engine.dialect.name != "sqlite"  # by several workers
        self._writer: Writer = SharedWriter(self.engine) if self.is_shared else SqliteWriter(url)
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await migrate(self.engine)
        self._task = asyncio.create_task(self._write(), name="writer")

    async def close(self) -> None:
        """Write what is waiting, then close the connections."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._writer.close()
        await self.engine.dispose()

    # ---- appending

    async def append(self, *changes: Change) -> None:
        """Return when the events are safe; Conflict when somebody else was first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(list(changes), done))
        self._wake.set()
        await done

    async def _write(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if not self._waiting:
                self._wake.clear()
            if batch:
                # one order for all workers, so that none waits for another in a circle
                batch.sort(key=lambda append: append.changes[0].table_id)
                with metrics.COMMIT_SECONDS.time():
                    await self._commit(batch)
                metrics.COMMITTED.inc(sum(len(c.events) for a in batch for c in a.changes))

    async def _commit(self, batch: list[_Append]) -> None:
        try:
            await self._writer.put([change for append in batch for change in append.changes])
        except Exception:  # whatever it is, nobody may wait for ever
            await self._commit_one_by_one(batch)
        else:
            for append in batch:
                _resolve(append, None)

    async def _commit_one_by_one(self, batch: list[_Append]) -> None:
        """Some of the batch cannot be appended: find out which, and keep the others."""
        for append in batch:
            for attempt in range(RETRIES):
                try:
                    await self._writer.put(append.changes)
                except IntegrityError:
                    _resolve(append, Conflict())
                    break
                except Exception as reason:  # a deadlock, or the database restarts
                    if attempt == RETRIES - 1:
                        _resolve(append, reason)
                    await asyncio.sleep(0.1 * 2**attempt)
                else:
                    _resolve(append, None)
                    break

    # ---- reading

    async def load(self, table_id: str, after: int = 0) -> list[Event]:
        query = (
            select(events.c.seq, events.c.at, events.c.kind, events.c.data)
            .where(events.c.table_id == table_id, events.c.seq > after)
            .order_by(events.c.seq)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Event(seq, at, kind, orjson.loads(data)) for seq, at, kind, data in rows]

    async def seqs(self, ids: Sequence[str]) -> dict[str, int]:
        """How far tables have come."""
        found: dict[str, int] = {}
        async with self.engine.connect() as connection:
            for start in range(0, len(ids), 500):
                some = ids[start : start + 500]
                rows = await connection.execute(
                    select(tables.c.id, tables.c.seq).where(tables.c.id.in_(some))
                )
                found.update((table_id, seq) for table_id, seq in rows)
        return found

    async def listed(self, game: str | None, most: int = 100) -> list[dict[str, Any]]:
        query = (
            select(tables.c.summary)
            .where(tables.c.status == "open", tables.c.listed.is_(True))
            .order_by(tables.c.created.desc())
            .limit(most)
        )
        if game is not None:
            query = query.where(tables.c.game == game)
        async with self.engine.connect() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]

    async def tables_of(self, hashes: list[str]) -> list[tuple[int, dict[str, Any]]]:
        """The seats that tokens open, with their tables."""
        query = (
            select(seats.c.seat, tables.c.summary)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.token_hash.in_(hashes))
            .order_by(tables.c.updated.desc(), tables.c.id, seats.c.seat.desc())
            .limit(1000)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [(seat, orjson.loads(text)) for seat, text in rows]

    # ---- what the server itself must do

    async def due(self, now: int, most: int) -> list[str]:
        """Tables where something is to be done. Alone, nobody else can be at it."""
        query = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(most)
        if self.is_shared:
            query = query.where(or_(tables.c.lease_until.is_(None), tables.c.lease_until < now))
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def lease(self, table_id: str, worker: str, now: int, until: int) -> bool:
        """Take a table's due work upon oneself; False: another worker has it, or it is done."""
        free = or_(tables.c.lease_until.is_(None), tables.c.lease_until < now)
        return await self._lease(
            and_(tables.c.id == table_id, tables.c.due <= now, free), worker, until
        )

    async def renew(self, ids: list[str], worker: str, until: int) -> None:
        for table_id in ids:  # one row a transaction: nobody waits for anybody in a circle
            await self._lease(
                and_(tables.c.id == table_id, tables.c.lease_by == worker), worker, until
            )

    async def _lease(self, where: Any, worker: str, until: int) -> bool:
        async with self.engine.begin() as connection:
            result = await connection.execute(
                update(tables).where(where).values(lease_by=worker, lease_until=until)
            )
            return bool(result.rowcount)


def _resolve(append: _Append, error: BaseException | None) -> None:
    if append.done.done():
        return
    if error is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(error)
