"""For the host: tables written to a file, read from one, and removed when they are old.

A file of tables is JSON, one table a line: {"format": 1, "id": …, "events": […]}; behind them one
player a line: {"format": 1, "player": …, "rows": {…}}, and so for clubs. It holds no tokens and no
keys of theirs, only hashes, as the database does; whoever has a token keeps their seat, and a
player stays one. Where there are players, a line {"format": 1, "server": {…}} before theirs has the
keys of the server itself, by which their devices know it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from moonlit.core.errors import MoonlitError
from moonlit.server.errors import refuse
from moonlit.server.live.changes import change_of
from moonlit.server.live.live_table import now_ms
from moonlit.server.settings import MAX_DAYS, Settings
from moonlit.server.storage.health import explained
from moonlit.server.storage.moving import (
    Rows,
    add,
    all_of,
    could_be,
    could_be_secrets,
    count_on,
    secrets_of,
    take,
)
from moonlit.server.storage.schema import tables
from moonlit.server.storage.tables.commits import Conflict
from moonlit.server.storage.tables.store import Store
from moonlit.server.table.events import KINDS, Event
from moonlit.server.table.fold import Table
from moonlit.server.table.names import is_id

FORMAT = 1
DAY = 86_400_000
BEGINS = b'{"format":1,"%s":'
OWNERS = ("player", "club")  # what a line may be of, besides a table
SERVER = BEGINS % b"server"
Owned = tuple[str, Rows]  # which of them, and the rows
Secrets = dict[str, str]


def export_tables(settings: Settings, path: Path, wanted: list[str]) -> int:
    """Write tables, all or some; how many."""
    return asyncio.run(_export(settings, path, wanted))


async def _export(settings: Settings, path: Path, wanted: list[str]) -> int:
    store = await opened(settings)
    try:
        async with store.engine.connect() as connection:
            ids = list(await connection.scalars(select(tables.c.id).order_by(tables.c.created)))
        for table_id in wanted:
            if table_id not in ids:
                raise refuse("nothing_exported", 404, id=table_id)
        chosen = [table_id for table_id in ids if not wanted or table_id in wanted]
        beside = path.with_name(path.name + ".part")  # a cut leaves the old file as it was
        try:
            with beside.open("wb") as file:
                for table_id in chosen:
                    packed = [event.to_json() for event in await store.load(table_id)]
                    line = {"format": FORMAT, "id": table_id, "events": packed}
                    file.write(orjson.dumps(line) + b"\n")
                if not wanted and (secrets := await secrets_of(store)) is not None:
                    server = {"format": FORMAT, "server": secrets}
                    file.write(orjson.dumps(server) + b"\n")
                for kind in () if wanted else OWNERS:
                    for owner, rows in await all_of(store, kind):
                        whole = {"format": FORMAT, kind: owner, "rows": rows}
                        file.write(orjson.dumps(whole) + b"\n")
            beside.replace(path)
        except OSError as reason:
            raise refuse("cannot_write", path=str(path), reason=reason.strerror) from None
        return len(chosen)
    finally:
        await store.close()


def finished_games(settings: Settings) -> Generator[dict[str, Any], None, None]:
    """The records of all finished games, oldest first, one after the other."""
    with asyncio.Runner() as runner:
        store = runner.run(opened(settings))
        try:
            for table_id in runner.run(_ids(store, "over")):
                table = Table(table_id)
                events = runner.run(store.load(table_id))
                for event in events:
                    table.apply(event)
                if table.match is not None and table.ended is not None:
                    table.match.info = info_of(table, events)
                    yield table.match.record()
        finally:
            runner.run(store.close())


async def _ids(store: Store, status: str) -> list[str]:
    async with store.engine.connect() as connection:
        wanted = select(tables.c.id).where(tables.c.status == status).order_by(tables.c.created)
        return list(await connection.scalars(wanted))


def info_of(table: Table, events: list[Event]) -> dict[str, Any]:
    """What a record tells of a game at a table: when it was, what moves took, who gave up."""
    assert table.ended is not None
    moved = [event for event in events if event.kind in ("started", "moved")]
    info: dict[str, Any] = {
        "date": datetime.fromtimestamp(moved[0].at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    }
    if not any(event.kind == "undone" for event in events):
        before = [None] * table.began  # moves of the game that it was played on from
        info["seconds"] = before + [(b.at - a.at) / 1000 for a, b in pairwise(moved)]
    if table.ended["by"] != "rules":
        places = [row["place"] for row in table.standings() or []]
        info["ended"] = {**table.ended, "places": places}
    return info


def import_tables(settings: Settings, path: Path) -> tuple[int, int]:
    """Read tables that a server has written; how many, and how many were there already."""
    return asyncio.run(_import(settings, *read(path)))


async def _import(
    settings: Settings, found: list[Imported], owned: list[Owned], secrets: Secrets | None
) -> tuple[int, int]:
    store = await opened(settings)
    try:
        if secrets is not None:
            await take(store, secrets)
        for kind, rows in owned:
            await add(store, kind, rows)
        await count_on(store)
        known = await store.seqs([table.id for table in found])
        new = [table for table in found if table.id not in known]
        for table in new:
            change = change_of(table, table.events, worker=None)
            try:
                await store.append(change)
            except Conflict:  # a daily whose player has another one here that counts
                change.claim = change.result = None
                await store.append(change)
        return len(new), len(found) - len(new)
    finally:
        await store.close()


class Imported(Table):
    """A table that was read from a file, with its events."""

    events: list[Event]


def read(path: Path) -> tuple[list[Imported], list[Owned], Secrets | None]:
    """Every table is played through before the first is kept, so a broken file changes nothing."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as reason:
        raise refuse("cannot_read", path=str(path), reason=reason.strerror) from None
    found: dict[str, Imported] = {}
    owned: list[Owned] = []
    secrets: Secrets | None = None
    for number, line in enumerate(lines, 1):
        kind = next((each for each in OWNERS if line.startswith(BEGINS % each.encode())), None)
        if kind is not None:
            owned.append((kind, rows_in(path, number, line, kind)))
        elif line.startswith(SERVER):
            if secrets is not None:
                raise refuse("bad_export", path=str(path), line=number)
            secrets = secrets_in(path, number, line)
        elif line.strip():
            table = table_in(path, number, line)
            if table.id in found:
                raise refuse("table_twice", path=str(path), line=number, id=table.id)
            found[table.id] = table
    return list(found.values()), owned, secrets


def secrets_in(path: Path, number: int, line: bytes) -> Secrets:
    try:
        secrets: Secrets = orjson.loads(line)["server"]
    except (ValueError, KeyError, TypeError):
        secrets = {}
    if not could_be_secrets(secrets):
        raise refuse("bad_export", path=str(path), line=number)
    return secrets


def rows_in(path: Path, number: int, line: bytes, kind: str) -> Rows:
    try:
        rows: Rows = orjson.loads(line)["rows"]
    except (ValueError, KeyError, TypeError):
        rows = {"": []}
    if not could_be(kind, rows):
        raise refuse("bad_export", path=str(path), line=number)
    return rows


def table_in(path: Path, number: int, line: bytes) -> Imported:
    try:
        data: Any = orjson.loads(line)
        if data["format"] != FORMAT or not all(each["kind"] in KINDS for each in data["events"]):
            raise ValueError
        if not isinstance(data["id"], str) or not is_id(data["id"]):
            raise ValueError
        table = Imported(data["id"])
        table.events = [Event(**each) for each in data["events"]]
        for event in table.events:
            table.apply(event)
        if not table.events:
            raise ValueError
    except (ValueError, KeyError, TypeError, AssertionError, IndexError, MoonlitError):
        raise refuse("bad_export", path=str(path), line=number) from None
    return table


def prune_tables(settings: Settings, days: int, unfinished: bool = False) -> int:
    """Remove what nobody needs any more; how many tables.

    Finished games that are older than so many days, and tables that never started; also games
    that are not finished, if that is wanted.
    """
    if not 0 <= days <= MAX_DAYS:
        raise refuse("bad_setting", 422, name="--days", given=days)
    return asyncio.run(_prune(settings, now_ms() - days * DAY, unfinished))


async def _prune(settings: Settings, before: int, unfinished: bool) -> int:
    store = await opened(settings)
    try:
        statuses = ["over", "open", *(["playing"] if unfinished else [])]
        count = 0
        while gone := await store.prune(before, statuses):
            count += len(gone)
        return count
    finally:
        await store.close()


def check_database(settings: Settings) -> None:
    """Whether the database can be opened; it is up to date then."""

    async def check() -> None:
        await (await opened(settings)).close()

    asyncio.run(check())


async def opened(settings: Settings) -> Store:
    settings.checked()
    if not settings.database:
        settings.make_folder()
    store = Store(settings.url)
    try:
        await store.open()
    except (SQLAlchemyError, OSError) as error:
        await store.close()
        raise explained(error, settings.url) from None
    except MoonlitError:
        await store.close()
        raise
    return store
