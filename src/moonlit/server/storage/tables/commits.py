"""How events are appended: those of many tables in one commit, and what arrives while it is under
way goes into the next one.

Two workers that append to one table at once meet at the key (table, number): one is first, the
other gets a Conflict. A table that was removed takes no more: TableGone.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from sqlalchemy.exc import IntegrityError

from moonlit.server import metrics
from moonlit.server.storage.health import Health
from moonlit.server.storage.tables.change import Change
from moonlit.server.storage.tables.kept import Load, are_kept
from moonlit.server.storage.tables.writer import TableGone, Writer

MAX_BATCH = 500  # appends in one commit
APART = 0.012  # seconds between two commits: where there is more to do, more goes into one
RETRIES = 4  # of a commit that met another one, or a database that restarts: 0.7 seconds in all
WRITE_WITHIN = 8.0  # seconds; a database that takes longer does not work


class Conflict(Exception):
    """Another worker has appended to one of these tables first."""


@dataclass
class _Append:
    changes: list[Change]
    done: asyncio.Future[None] = field(repr=False)


class Commits:
    def __init__(self, writer: Writer, health: Health, load: Load, is_shared: bool) -> None:
        self._writer, self._health = writer, health
        self._load, self._is_shared = load, is_shared
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._write(), name="writer")

    async def close(self) -> None:
        """Write what is waiting, then end."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task

    async def append(self, changes: list[Change]) -> None:
        self._health.check()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(changes, done))
        self._wake.set()
        await done

    async def _write(self) -> None:
        began = 0.0
        while self._waiting or not self._closing:
            await self._wake.wait()
            pause = began + APART - time.monotonic()
            if pause > 0 and not self._closing:
                await asyncio.sleep(pause)
            began = time.monotonic()
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if not self._waiting:
                self._wake.clear()
            if batch:
                if self._is_shared:  # one order for all: none waits for another in a circle
                    batch.sort(key=lambda append: append.changes[0].table_id)
                with metrics.COMMIT_SECONDS.time():
                    await self._commit(batch)
                metrics.COMMITTED.inc(sum(len(c.events) for a in batch for c in a.changes))

    async def _put(self, changes: list[Change]) -> None:
        if self._is_shared:
            async with asyncio.timeout(WRITE_WITHIN):
                await self._writer.put(changes)
        else:  # SQLite itself waits so long and no longer
            await self._writer.put(changes)
        self._health.worked()

    async def _commit(self, batch: list[_Append]) -> None:
        try:
            await self._put([change for append in batch for change in append.changes])
        except Exception as reason:  # whatever it is, nobody may wait for ever
            refused = isinstance(reason, (IntegrityError, TableGone))
            await self._commit_one_by_one(batch, unheard=not refused)
        else:
            for append in batch:
                _resolve(append, None)

    async def _commit_one_by_one(self, batch: list[_Append], unheard: bool) -> None:
        """Some of the batch cannot be appended: find out which, and keep the others. `unheard`: it
        may have been appended without our hearing of it; then it would meet itself here."""
        retries = RETRIES if self._is_shared else 1
        for append in batch:
            may_be_kept = unheard
            for attempt in range(retries):
                try:
                    await self._put(append.changes)
                except IntegrityError:
                    is_kept = may_be_kept and await are_kept(self._load, append.changes)
                    _resolve(append, None if is_kept else Conflict())
                    break
                except TableGone as reason:
                    _resolve(append, reason)
                    break
                except Exception as reason:  # a deadlock, or the database restarts
                    may_be_kept = True
                    if attempt == retries - 1:
                        _resolve(append, self._health.write_failed(reason))
                        retries = 1  # nobody else of the batch need wait so long
                    else:
                        await asyncio.sleep(0.1 * 2**attempt)
                else:
                    _resolve(append, None)
                    break


def _resolve(append: _Append, error: BaseException | None) -> None:
    if append.done.done():
        return
    if error is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(error)
