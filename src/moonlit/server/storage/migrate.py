"""Bring a database up to date, all of it or nothing; before that, an SQLite file is copied.

Two workers that start at once do it one after the other. A process may be killed at any instant:
what it had begun is undone by the database, and the next start begins again.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, NullPool, create_engine, event, inspect, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine

from moonlit.server.errors import refuse
from moonlit.server.storage.database import file_of, prepare_sqlite
from moonlit.server.storage.schema import HEAD, VERSIONS

FOLDER = Path(__file__).resolve().parent / "migrations"
LOCK = 6_806_471  # any number, but the same in every worker


async def migrate(engine: AsyncEngine) -> None:
    if engine.dialect.name == "sqlite":
        await asyncio.to_thread(_migrate_sqlite, engine.url.render_as_string(False))
        return
    async with engine.connect() as connection:
        if await connection.run_sync(version) == HEAD:
            return
    async with engine.begin() as connection:
        await connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        await connection.run_sync(_upgrade)


def _migrate_sqlite(url: str) -> None:
    engine = create_engine(
        make_url(url).set(drivername="sqlite"), hide_parameters=True, poolclass=NullPool
    )
    event.listen(engine, "connect", _take_over_transactions)
    event.listen(engine, "begin", _begin)
    with engine.connect() as connection:
        found = version(connection)
    if found != HEAD:
        with engine.begin() as connection:
            found = version(connection)  # now that nobody else can write
            if found is not None and found != HEAD:
                back_up(Path(file_of(url)), found)
            _upgrade(connection)
    engine.dispose()


def _take_over_transactions(connection: Any, _: Any) -> None:
    """Python's driver begins none before it makes a table, so that each would stand for itself."""
    prepare_sqlite(connection, None)
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def version(connection: Connection) -> str | None:
    """How far a database has come; None: it is new, or a first start was cut off in it."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if found is not None and found not in VERSIONS:
        raise refuse("newer_database", found=found, known=HEAD)
    return found


def back_up(file: Path, found: str) -> Path:
    """A copy of an SQLite file as it was in a version, complete or not there at all."""
    kept = file.with_name(f"{file.stem}-{found}{file.suffix}")
    part = kept.with_name(kept.name + ".part")
    part.unlink(missing_ok=True)
    source, copy = sqlite3.connect(file), sqlite3.connect(part)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    part.replace(kept)
    return kept


def _upgrade(connection: Connection) -> None:
    from alembic import command  # takes a while to import, and is needed once
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
