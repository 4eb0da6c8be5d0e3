"""A database is brought up to date wholly or not at all, whenever its server is killed."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from helpers.databases import FOLDER, KINDS, content, database, version_of
from moonlit.core.errors import MoonlitError
from moonlit.server import hosting
from moonlit.server.settings import Settings
from moonlit.server.storage import migrate
from moonlit.server.storage.schema import HEAD, metadata
from moonlit.server.storage.tables.store import Store

KILLS = int(os.environ.get("MOONLIT_KILLS", "30"))
TABLES = 1000


def open_and_close(where: Path | str) -> None:
    """What a server does first and last."""

    async def work() -> None:
        store = Store(where if isinstance(where, str) else f"sqlite+aiosqlite:///{where}")
        await store.open()
        await store.close()

    asyncio.run(work())


QUICKER = 0.9  # it was done before: the machine has become quicker since it was timed


def seconds_to_open(file: Path) -> float:
    """How long it takes where nobody kills it: kills fall within that."""
    start = time.perf_counter()
    open_and_close(file)
    return time.perf_counter() - start


def killed(file: Path, seconds: float) -> bool:
    """Open a database in another process, which is killed so much later; whether it was."""
    child = os.fork()
    if child == 0:  # everything is imported already: what takes time is the database
        try:
            open_and_close(file)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def old_with_many_tables(file: Path) -> None:
    """A database of the first release with a thousand tables."""
    shutil.copy(FOLDER / "release-1.sqlite", file)
    connection = sqlite3.connect(file)
    known = [row[0] for row in connection.execute("SELECT id FROM tables")]
    for number in range(TABLES - len(known)):
        source, table = known[number % len(known)], f"copy{number:06}"
        for name, column in (("tables", "id"), ("events", "table_id"), ("seats", "table_id")):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            chosen = ", ".join(f"'{table}'" if each == column else each for each in names)
            connection.execute(
                f"INSERT INTO {name} SELECT {chosen} FROM {name} WHERE {column} = ?", (source,)
            )
    connection.commit()
    connection.close()


class Kills:
    """Kills at any instant of a start; earlier ones, where it is done before them."""

    def __init__(self, seed: int, takes: float) -> None:
        self.chance = random.Random(seed)
        self.takes = takes
        self.hits = self.tries = 0

    def go_on(self) -> bool:
        assert self.tries < 8 * KILLS, "it was mostly done before it was killed"
        self.tries += 1
        return self.hits < KILLS

    def survived(self, file: Path, holds: dict[str, list[tuple[object, ...]]]) -> None:
        """The next start makes the database whole."""
        if killed(file, self.chance.uniform(0, self.takes)):
            self.hits += 1
        else:
            self.takes *= QUICKER
        open_and_close(file)
        assert version_of(file) == HEAD
        assert content(file) == holds


@pytest.mark.long
@pytest.mark.process
def test_a_first_start_may_be_killed_at_any_instant(tmp_path: Path) -> None:
    open_and_close(tmp_path / "warm.sqlite")  # alembic is loaded
    kills = Kills(4, seconds_to_open(tmp_path / "timed.sqlite"))
    while kills.go_on():
        file = tmp_path / f"{kills.tries}.sqlite"
        kills.survived(file, {"tables": [], "events": [], "seats": []})
        file.unlink()


@pytest.mark.long
@pytest.mark.process
def test_a_migration_may_be_killed_at_any_instant(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    old_with_many_tables(old)
    before = content(old)
    assert len(before["tables"]) == TABLES
    file, kept = tmp_path / "tables.sqlite", tmp_path / "tables-0001.sqlite"
    shutil.copy(old, file)
    kills = Kills(5, seconds_to_open(file))
    while kills.go_on():
        for each in tmp_path.glob("tables*"):
            each.unlink()
        shutil.copy(old, file)
        kills.survived(file, before)
        # and the backup is whole, so that one can go back
        assert version_of(kept) == "0001"
        assert content(kept) == before


def test_what_a_killed_first_start_once_left_behind_is_made_whole(tmp_path: Path) -> None:
    """SQLite kept each table that was made, and no word of how far it had come."""
    whole = tmp_path / "whole.sqlite"
    open_and_close(whole)
    connection = sqlite3.connect(FOLDER / "release-1.sqlite")
    made = [row[0] for row in connection.execute("SELECT sql FROM sqlite_master WHERE sql != ''")]
    connection.close()
    made.sort(key=lambda sql: ("alembic" not in sql, "INDEX" in sql))
    for count in range(1, len(made) + 1):
        file = tmp_path / f"{count}.sqlite"
        broken = sqlite3.connect(file)
        for sql in made[:count]:
            broken.execute(sql)
        broken.commit()
        broken.close()
        open_and_close(file)
        assert version_of(file) == HEAD
        assert content(file) == content(whole)


def test_a_database_of_a_newer_release_is_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    open_and_close(file)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '0999'")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    with pytest.raises(MoonlitError, match="newer Moonlit has written this database"):
        hosting.prune_tables(Settings(data=str(tmp_path)), 1)
    assert file.read_bytes() == before


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"These are no tables. " * 500)
    with pytest.raises(MoonlitError, match="Put a backup in its place"):
        hosting.prune_tables(Settings(data=str(tmp_path)), 1)


def test_no_backup_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.sqlite"
    shutil.copy(FOLDER / "release-1.sqlite", file)
    before = content(file)

    def fails(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fails)
        with pytest.raises(OSError, match="No space"):
            open_and_close(file)
    assert not (tmp_path / "tables-0001.sqlite").exists()
    assert (version_of(file), content(file)) == ("0001", before)
    open_and_close(file)
    assert migrate.back_up(file, "again").exists()
    assert content(file) == before


@KINDS
def test_migrations_make_what_the_schema_says(kind: str, tmp_path: Path) -> None:
    with database(kind) as settings:
        url = settings.get("database", f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")
        open_and_close(url)
        engine = create_engine(url.replace("+aiosqlite", ""))
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, metadata) == []
        engine.dispose()
