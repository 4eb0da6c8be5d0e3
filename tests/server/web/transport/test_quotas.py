"""How many tables one address may make, at whichever worker, and how long they are kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from helpers.room import key_of
from helpers.server import own_database, own_redis
from moonlit.core.errors import MoonlitError
from moonlit.server import hosting
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.settings import Settings
from moonlit.server.storage.tables.change import Change
from moonlit.server.storage.tables.store import Store
from moonlit.server.storage.tables.writer import SqliteWriter
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.limits import Limits
from moonlit.server.web.transport.security import ADDRESS, token_hash

SOLO = NewTable(game="nova-luna", players=1, name="Ana")
HERE, THERE = "192.0.2.1", "192.0.2.2"


@contextmanager
def settings_for(kind: str, folder: Path, **more: Any) -> Iterator[Settings]:
    if kind == "sqlite":
        yield Settings(data=str(folder), **more)
        return
    with own_database() as database, own_redis(folder) as redis:
        yield Settings(database=database, redis=redis.url, **more)


KINDS = pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.process)]
)


async def resigned(service: Service, address: str) -> tuple[LiveTable, str]:
    """A table that is over as soon as it was made."""
    live, _, token = await service.create(SOLO, address)
    await COMMANDS["resign"].handler(service, live, token_hash(token))
    return live, token_hash(token)


@KINDS
def test_every_table_counts_that_was_made_today(kind: str, tmp_path: Path) -> None:
    async def check(settings: Settings) -> None:
        one, two = Service(settings), Service(settings)
        await one.open()
        try:
            live, token = await resigned(one, HERE)
            ADDRESS.set(HERE)
            await COMMANDS["rematch"].handler(one, live, token)
            other, theirs = await resigned(one, HERE)
            await refused(one.create(SOLO, HERE))
            await refused(COMMANDS["rematch"].handler(one, other, theirs))
            assert other.table.rematch is None
            await one.create(SOLO, THERE)  # others are not meant
            if kind == "sqlite":
                await one.close()  # a start anew forgets nothing
            await two.open()
            await refused(two.create(SOLO, HERE))
        finally:
            if kind != "sqlite":
                await one.close()
            await two.close()

    with settings_for(kind, tmp_path, max_tables=3) as settings:
        asyncio.run(check(settings))


async def refused(asked: Any) -> None:
    with pytest.raises(MoonlitError) as caught:
        await asked
    assert (caught.value.key, caught.value.arguments["most"]) == ("too_many_tables", 3)


@KINDS
def test_many_at_once_are_counted_too(kind: str, tmp_path: Path) -> None:
    async def check(settings: Settings) -> int:
        service = Service(settings)
        await service.open()
        asked = [service.create(SOLO, HERE) for _ in range(20)]
        made = await asyncio.gather(*asked, return_exceptions=True)
        await service.close()
        return sum(not isinstance(each, BaseException) for each in made)

    with settings_for(kind, tmp_path, max_tables=5) as settings:
        assert asyncio.run(check(settings)) == 5


def test_one_that_was_not_made_does_not_count(tmp_path: Path) -> None:
    async def check() -> None:
        service = Service(Settings(data=str(tmp_path), max_tables=3))
        await service.open()
        for _ in range(5):
            with pytest.raises(RuntimeError):
                async with service._another_table(HERE):
                    raise RuntimeError("the database is away")
        for _ in range(3):
            await service.create(SOLO, HERE)
        await refused(service.create(SOLO, HERE))
        await service.close()

    asyncio.run(check())


def test_tables_of_one_maker_share_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A club behind one address is not kept waiting, each for the one before."""
    commits = []
    put = SqliteWriter.put

    async def counted(writer: SqliteWriter, changes: list[Change]) -> None:
        commits.append(len(changes))
        await put(writer, changes)

    async def check() -> None:
        service = Service(Settings(data=str(tmp_path)))
        await service.open()
        await asyncio.gather(*(service.create(SOLO, HERE) for _ in range(20)))
        await service.close()

    monkeypatch.setattr(SqliteWriter, "put", counted)
    asyncio.run(check())
    assert sum(commits) == 20
    assert len(commits) <= 10, "a slow machine makes a few more"


def test_nobody_reads_an_address_in_the_database(tmp_path: Path) -> None:
    async def check() -> tuple[str, str]:
        service = Service(Settings(data=str(tmp_path)))
        await service.open()
        await service.create(SOLO, HERE)
        made = service.store.maker(HERE)
        await service.close()
        other = Store(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite'}")
        await other.open()
        elsewhere = other.maker(HERE)
        await other.close()
        return made, elsewhere

    made, elsewhere = asyncio.run(check())
    assert made != elsewhere
    assert all(HERE.encode() not in path.read_bytes() for path in tmp_path.glob("tables*"))


def test_workers_count_together() -> None:
    settings = Settings(redis="redis://x", request_rate=10.0, max_sockets=3)
    one, two = Limits(settings), Limits(settings)
    for _ in range(40):
        one.charge(HERE)
    for _ in range(2):
        one.open_socket(HERE)
    told = orjson.loads(orjson.dumps(one.report()))
    two.hear("one", told)
    assert key_of(lambda: two.charge(HERE)) == "too_fast"
    two.charge(THERE)
    two.open_socket(HERE)
    assert key_of(lambda: two.open_socket(HERE)) == "too_many_sockets"
    one.close_socket(HERE)
    two.hear("one", one.report())
    two.open_socket(HERE)
    assert one.report()["spent"] == {}


# ---- what is old goes -------------------------------------------------------------------------


def aged(folder: Path, days: dict[str, int]) -> dict[str, str]:
    """A folder with tables of some ages, by status; their ids."""
    here = Settings(data=str(folder / "made"))
    here.make_folder()

    async def make() -> dict[str, str]:
        service = Service(here)
        await service.open()
        over, _ = await resigned(service, HERE)
        playing, _, _ = await service.create(SOLO, HERE)
        lobby, _, _ = await service.create(NewTable(game="nomads", players=2, name="Ana"), HERE)
        new, _, _ = await service.create(SOLO, HERE)
        await service.close()
        return {"over": over.id, "playing": playing.id, "open": lobby.id, "new": new.id}

    ids = asyncio.run(make())
    file = folder / "tables.jsonl"
    hosting.export_tables(here, file, [])
    lines = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    names = {table: status for status, table in ids.items()}
    for line in lines:
        for event in line["events"]:
            event["at"] -= days.get(names[line["id"]], 0) * hosting.DAY
    file.write_bytes(b"\n".join(orjson.dumps(line) for line in lines))
    hosting.import_tables(Settings(data=str(folder)), file)
    return ids


@pytest.mark.parametrize(
    ("kept", "gone"),
    [
        ({}, {"playing", "open"}),
        ({"keep_finished_days": 30}, {"over", "playing", "open"}),
        ({"keep_unfinished_days": 0}, set()),
    ],
)
def test_the_server_removes_what_is_old(
    kept: dict[str, int], gone: set[str], tmp_path: Path
) -> None:
    ids = aged(tmp_path, {"over": 400, "playing": 100, "open": 100})

    async def check() -> set[str]:
        service = Service(Settings(data=str(tmp_path), **kept))
        await service.open()
        watched = await service.hub.find(ids["playing"])
        count = await service.pruning.prune()
        left = await service.store.seqs(list(ids.values()))
        assert watched.gone == ("playing" in gone)
        await service.close()
        assert count == len(ids) - len(left)
        return {status for status, table in ids.items() if table not in left}

    assert asyncio.run(check()) == gone


def test_a_clock_that_runs_ahead_removes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aged(tmp_path, {})
    later = now_ms() + 1000 * hosting.DAY
    monkeypatch.setattr("moonlit.server.live.pruning.now_ms", lambda: later)

    async def check() -> int:
        service = Service(Settings(data=str(tmp_path), keep_finished_days=1))
        await service.open()
        count = await service.pruning.prune()
        await service.close()
        return count

    assert asyncio.run(check()) == 0


def test_a_move_made_while_the_clock_runs_ahead_removes_nothing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time is then the newest of all; the server has been started anew meanwhile, too."""
    ids = aged(tmp_path, {"over": 5, "playing": 5})
    settings = Settings(data=str(tmp_path), keep_finished_days=30, keep_unfinished_days=30)

    async def prune(**moved: str) -> int:
        service = Service(settings)
        await service.open()
        if moved:
            live = await service.hub.find(moved["table"])
            await service.hub.execute(live, lambda _: [("said", {"seat": 0, "text": "Hello"})])
        count = await service.pruning.prune()
        await service.close()
        return count

    assert asyncio.run(prune()) == 0
    later = now_ms() + 100 * hosting.DAY
    for module in ("pruning", "hub"):
        monkeypatch.setattr(f"moonlit.server.live.{module}.now_ms", lambda: later)
    assert asyncio.run(prune(table=ids["playing"])) == 0
    assert asyncio.run(prune()) == 0


@KINDS
def test_no_move_is_acknowledged_at_a_table_that_is_being_removed(
    kind: str, tmp_path: Path
) -> None:
    """Talk goes on while old tables are removed again and again: what was acknowledged is there."""

    async def check(settings: Settings) -> None:
        service, other = Service(settings), Store(settings.url)
        await service.open()
        await other.open()
        try:
            for _ in range(12):
                live, token = await resigned(service, HERE)
                said, gone = 0, False
                end = time.monotonic() + 2
                pruning = asyncio.create_task(prune_soon(other))
                while not gone and time.monotonic() < end:
                    try:
                        await COMMANDS["chat"].handler(service, live, token, text="Hello")
                        said += 1
                    except MoonlitError:
                        gone = True
                removed = live.id in await pruning
                kept = [e for e in await other.load(live.id) if e.kind == "said"]
                assert len(kept) == (0 if removed else said)
        finally:
            await other.close()
            await service.close()

    async def prune_soon(store: Store) -> list[str]:
        await asyncio.sleep(0.01)
        return await store.prune(now_ms() - 2, ["over"])

    with settings_for(kind, tmp_path, max_tables=1000) as settings:
        asyncio.run(check(settings))
