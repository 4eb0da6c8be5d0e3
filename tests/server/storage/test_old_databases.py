"""A database that an earlier release has written opens, tells the same, and its tables play on."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from helpers.databases import KINDS, copied, database
from helpers.server import Guest, Server, running, warm_up
from moonlit.core.registry import game_names
from moonlit.server.storage import migrate, schema
from moonlit.server.storage.tables.store import Store
from moonlit.server.table.fold import Table
from moonlit.server.table.render import Presence, Renderer
from moonlit.server.web.transport.security import token_hash

FOLDER = Path(__file__).resolve().parent / "databases"
RELEASES = sorted(path.stem for path in FOLDER.glob("*.sqlite"))
Kept = dict[str, Any]


def kept(release: str) -> list[Kept]:
    """What the old server told of each table."""
    found: list[Kept] = json.loads((FOLDER / f"{release}.json").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Old:
    """A database that a release has written, in a data folder of its own or on PostgreSQL."""

    release: str
    folder: Path
    settings: dict[str, str]

    @property
    def url(self) -> str:
        own = f"sqlite+aiosqlite:///{self.folder / 'tables.sqlite'}"
        return self.settings.get("database", own)

    @property
    def version(self) -> str | None:
        engine = create_engine(self.url.replace("+aiosqlite", ""))
        try:
            with engine.connect() as connection:
                return migrate.version(connection)
        finally:
            engine.dispose()


@pytest.fixture(params=RELEASES)
def old(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Iterator[Old]:
    file = FOLDER / f"{request.param}.sqlite"
    with database(kind) as settings:
        if kind == "sqlite":
            shutil.copy(file, tmp_path / "tables.sqlite")
        else:
            copied(file, settings["database"])
        yield Old(request.param, tmp_path, settings)


async def load(url: str, ids: list[str]) -> list[Table]:
    store = Store(url)
    await store.open()
    tables = []
    try:
        for table_id in ids:
            table = Table(table_id)
            for event in await store.load(table_id):
                table.apply(event)
            tables.append(table)
    finally:
        await store.close()
    return tables


def state_of(table: Table, token: str | None) -> Any:
    own = token_hash(token) if token is not None else None
    return json.loads(Renderer(table).render(own, 0, Presence(), table.updated))


def is_in(told: Any, now: Any) -> bool:
    """Whether all that was told then is told now; a newer release may tell more."""
    if isinstance(told, dict) and isinstance(now, dict):
        return all(name in now and is_in(value, now[name]) for name, value in told.items())
    if isinstance(told, list) and isinstance(now, list):
        return len(told) == len(now) and all(map(is_in, told, now))
    return bool(told == now)


@KINDS
def test_every_table_is_as_it_was(old: Old) -> None:
    rows = kept(old.release)
    assert old.version in schema.VERSIONS[:-1]
    tables = asyncio.run(load(old.url, [row["id"] for row in rows]))
    assert old.version == schema.HEAD
    for row, table in zip(rows, tables, strict=True):
        assert is_in(row["spectator"], state_of(table, None))
        for token, own in zip(row["tokens"], row["seats"], strict=True):
            told = {**row["spectator"], **own}
            if told["view"] is not None:
                told["view"] = {**row["spectator"]["view"], **own["view"]}
            assert is_in(told, state_of(table, token))


def test_all_there_is_at_a_table_is_in_it() -> None:
    """So that the tests here are worth something."""
    rows = kept("release-1")
    playing = [row for row in rows if row["status"] == "playing"]
    assert {row["game"] for row in playing} == set(game_names())
    assert {row["status"] for row in rows} == {"open", "playing", "over"}
    told = [row["spectator"] for row in rows]
    assert any(state["chat"] for state in told)
    assert any(state["undo"]["asked"] for state in told)
    assert any(state["clocks"] for state in told)
    assert any(seat["stand_in"] for state in told for seat in state["table"]["seats"])
    assert {state["ended"]["by"] for state in told if state["ended"]} == {"rules", "resign"}
    keys = {entry["key"] for state in told for line in state["log"] for entry in line["entries"]}
    assert {"log.undone", "log.undo_asked", "log.left", "log.resigned"} <= keys


def test_the_migrations_lie_where_they_are_looked_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    assert ScriptDirectory.from_config(config).get_current_head() == schema.HEAD


@pytest.mark.process
@KINDS
def test_tables_play_on_to_the_end(old: Old) -> None:
    warm_up()
    rows = kept(old.release)
    where = [f"--{name}={value}" for name, value in old.settings.items()]
    with running(old.folder, *where) as server:
        guests = [
            Guest(server.url, row["id"], token, seed)
            for seed, row in enumerate(rows)
            for token in row["tokens"] + fill(server, row)
        ]

        async def play() -> None:
            await asyncio.gather(*(guest.play() for guest in guests))

        asyncio.run(asyncio.wait_for(play(), 200))
        for row in rows:
            record = server.record(row["id"])
            if row["status"] == "over":
                assert len(record["moves"]) == row["spectator"]["number"]
            else:
                assert len(record["moves"]) > row["spectator"]["number"]
                assert record["result"] is not None
        for guest in guests:
            assert guest.state is not None
            assert guest.state["ended"] is not None


def fill(server: Server, row: Kept) -> list[str]:
    """Where the game has not begun, all are ready and guests take the open seats: their tokens."""
    seats = row["spectator"]["table"]["seats"]
    if row["status"] != "open":
        return []
    for token in row["tokens"]:
        at = f"/api/tables/{row['id']}/ready"
        status, answer = server.ask("POST", at, {"ready": True}, token)
        assert status in (200, 409), answer  # 409: it has begun
    count = sum(seat["kind"] == "open" for seat in seats)
    return [server.join(row["id"], f"Guest {number}")["token"] for number in range(count)]
