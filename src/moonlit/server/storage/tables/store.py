"""Where tables are kept: SQLite by default, PostgreSQL by URL. One row an event.

How events are appended: commits.py. Where the database does not work, both reading and appending
are refused soon.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import orjson
from sqlalchemy import and_, delete, func, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from moonlit.server.storage.database import open_engine
from moonlit.server.storage.health import Health
from moonlit.server.storage.migrate import migrate
from moonlit.server.storage.players.nameless import forget_opponents
from moonlit.server.storage.schema import (
    dailies,
    devices,
    events,
    meta,
    reviews,
    sat,
    seats,
    tables,
)
from moonlit.server.storage.tables.change import Change
from moonlit.server.storage.tables.commits import Commits
from moonlit.server.storage.tables.writer import SharedWriter, SqliteWriter, Writer
from moonlit.server.table.events import Event

READ_WITHIN = 3.0  # seconds; a database that takes longer does not work
MAX_LEASE = 60_000  # ms; none is that long
FAILURES = (SQLAlchemyError, OSError, TimeoutError)


class Store:
    def __init__(self, url: str) -> None:
        self.engine: AsyncEngine = open_engine(url)
        self.is_shared = self.engine.dialect.name != "sqlite"  # by several workers
        self._writer: Writer = SharedWriter(self.engine) if self.is_shared else SqliteWriter(url)
        self.health = Health()
        self._commits = Commits(self._writer, self.health, self.load, self.is_shared)

    async def open(self) -> None:
        await migrate(self.engine)
        async with self.engine.connect() as connection:
            salt = await connection.scalar(select(meta.c.value).where(meta.c.name == "salt"))
        self._salt = str(salt).encode()
        self._commits.open()

    async def close(self) -> None:
        """Write what is waiting, then close the connections."""
        await self._commits.close()
        await self._writer.close()
        await self.engine.dispose()

    # ---- appending

    async def append(self, *changes: Change) -> None:
        """Return when the events are safe; Conflict when somebody else was first."""
        await self._commits.append(list(changes))

    async def check(self) -> str | None:
        """Whether the database can be read and written now; if not, why."""
        try:
            async with asyncio.timeout(READ_WITHIN), self.engine.connect() as connection:
                await connection.scalar(select(meta.c.value).where(meta.c.name == "salt"))
            async with asyncio.timeout(READ_WITHIN):
                await self._writer.beat()
        except FAILURES as reason:
            self.health.write_failed(reason)
        else:
            self.health.worked(reading=True)
        return self.health.problem()

    # ---- reading

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with asyncio.timeout(READ_WITHIN), self.engine.connect() as connection:
                yield connection
        except FAILURES as reason:
            raise self.health.read_failed(reason) from reason

    async def load(self, table_id: str, after: int = 0) -> list[Event]:
        query = (
            select(events.c.seq, events.c.at, events.c.kind, events.c.data)
            .where(events.c.table_id == table_id, events.c.seq > after)
            .order_by(events.c.seq)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [Event(seq, at, kind, orjson.loads(data)) for seq, at, kind, data in rows]

    async def made_by(self, table_id: str) -> str:
        """Who made a table, see `maker`; empty: nobody knows."""
        query = select(tables.c.made_by).where(tables.c.id == table_id)
        async with self.reading() as connection:
            return await connection.scalar(query) or ""

    async def seqs(self, ids: Sequence[str]) -> dict[str, int]:
        """How far tables have come."""
        found: dict[str, int] = {}
        async with self.reading() as connection:
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
        async with self.reading() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]

    async def tables_of(self, hashes: list[str]) -> list[tuple[int, dict[str, Any]]]:
        """The seats that tokens open, or the players whose devices have these keys."""
        players = select(devices.c.player).where(devices.c.key_hash.in_(hashes))
        query = (
            select(seats.c.seat, tables.c.summary)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(or_(seats.c.token_hash.in_(hashes), seats.c.player.in_(players)))
            .order_by(tables.c.updated.desc(), tables.c.id, seats.c.seat.desc())
            .limit(1000)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [(seat, orjson.loads(text)) for seat, text in rows]

    # ---- reviews

    async def review(self, table_id: str, evaluator: str, budget: str) -> bytes | None:
        """A review that was kept, as JSON."""
        query = select(reviews.c.data).where(
            reviews.c.table_id == table_id,
            reviews.c.evaluator == evaluator,
            reviews.c.budget == budget,
        )
        async with self.reading() as connection:
            found = await connection.scalar(query)
        return None if found is None else str(found).encode()

    async def keep_review(
        self,
        table_id: str,
        evaluator: str,
        budget: str,
        now: int,
        data: bytes,
        of_a_table: bool = True,
    ) -> None:
        """Keep a review; where another worker has kept one meanwhile, that one stays. A table
        that was removed keeps none; what is of no table is kept for good."""
        row = {"table_id": table_id, "evaluator": evaluator, "budget": budget, "made": now}
        names = [*row, "data"]
        values = [literal(value) for value in (*row.values(), data.decode())]
        there = select(*values)
        if of_a_table:
            there = there.where(tables.c.id == table_id)
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(reviews).from_select(names, there))
        except IntegrityError:
            pass
        except FAILURES as reason:
            raise self.health.write_failed(reason) from reason

    # ---- who made how many, and what is old

    def maker(self, address: str) -> str:
        """What is kept of an address: a sum that tells nobody else which it was."""
        return hashlib.blake2b(address.encode(), key=self._salt, digest_size=12).hexdigest()

    async def newest(self) -> int:
        """When any table has last changed."""
        async with self.reading() as connection:
            return await connection.scalar(select(func.max(tables.c.updated))) or 0

    async def prune(self, before: int, statuses: list[str], most: int = 500) -> list[str]:
        """Remove tables that nobody has touched since then. Their rows go first, and only if it is
        still so: whoever appends meanwhile is either before us or finds the table gone."""
        old = and_(tables.c.updated < before, tables.c.status.in_(statuses))
        some = select(tables.c.id).where(old).limit(most).scalar_subquery()
        async with self.engine.begin() as connection:
            remove = delete(tables).where(tables.c.id.in_(some), old).returning(tables.c.id)
            gone = list(await connection.scalars(remove))
            await connection.execute(delete(events).where(events.c.table_id.in_(gone)))
            await connection.execute(delete(seats).where(seats.c.table_id.in_(gone)))
            await connection.execute(delete(reviews).where(reviews.c.table_id.in_(gone)))
            await connection.execute(delete(sat).where(sat.c.table_id.in_(gone)))
            await forget_opponents(connection, gone)
            # the day keeps its results, but not whose they are
            nameless = update(dailies).where(dailies.c.table_id.in_(gone)).values(name="")
            await connection.execute(nameless)
        return gone

    # ---- what the server itself must do

    async def due(self, now: int, most: int) -> list[tuple[str, str]]:
        """Tables where something is to be done, with who made them. Alone, nobody else is at it."""
        query = (
            select(tables.c.id, func.coalesce(tables.c.made_by, ""))
            .where(tables.c.due <= now)
            .order_by(tables.c.updated)
            .limit(most)
        )
        if self.is_shared:
            query = query.where(_free(now))
        async with self.reading() as connection:
            return [(table_id, by) for table_id, by in await connection.execute(query)]

    async def lease(self, table_id: str, worker: str, now: int, until: int) -> bool:
        """Take a table's due work upon oneself; False: another worker has it, or it is done."""
        return await self._lease(
            and_(tables.c.id == table_id, tables.c.due <= now, _free(now)), worker, until
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


def _free(now: int) -> Any:
    """Nobody has a lease; one that ends long from now was made before a clock was put back."""
    until = tables.c.lease_until
    return or_(until.is_(None), until < now, until > now + MAX_LEASE)
