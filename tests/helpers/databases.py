"""Databases as they are, read and written without the server; and of both kinds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, create_engine, insert, make_url, select

from helpers.server import own_database
from moonlit.server.storage import migrate

FOLDER = Path(__file__).resolve().parents[1] / "server" / "storage" / "databases"
KINDS = pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.process)]
)


@contextmanager
def database(kind: str) -> Iterator[dict[str, Any]]:
    """What the settings need for a kind of database."""
    if kind == "sqlite":
        yield {}
    else:
        with own_database() as url:
            yield {"database": url}


# ---- what is in them


def found_in(folder: Path, traces: Sequence[str], database: str = "") -> list[tuple[str, str]]:
    """Which of these are where, byte by byte: in a data folder's files, and in all rows of a
    PostgreSQL database."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    places = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    if database:
        places |= rows_of(database)
        assert places["events"]
    else:
        assert any(name.endswith(".sqlite") for name in places)
    return [
        (name, each) for name, held in places.items() for each in traces if each.encode() in held
    ]


def rows_of(database: str) -> dict[str, bytes]:
    """All rows of all tables of a PostgreSQL database, as it writes them itself."""
    import psycopg

    url = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    found = {}
    with psycopg.connect(url) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (name,) in names.fetchall():
            with connection.cursor().copy(f"COPY {name} TO STDOUT") as rows:
                found[name] = b"".join(bytes(row) for row in rows)
    return found


def copied(file: Path, database: str) -> None:
    """A new PostgreSQL database as it was in the release that has written an SQLite file, with the
    same rows."""
    config, old = Config(), MetaData()
    config.set_main_option("script_location", str(migrate.FOLDER))
    source, target = create_engine(f"sqlite:///{file}"), create_engine(database)
    with source.connect() as reading, target.begin() as writing:
        config.attributes["connection"] = writing
        command.upgrade(config, version_of(file))
        old.reflect(writing)
        for table in old.sorted_tables:
            rows = reading.execute(select(table)).mappings().all()
            if table.name != "alembic_version" and rows:
                writing.execute(insert(table), [dict(row) for row in rows])
    source.dispose()
    target.dispose()


def content(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows, and the columns that there were in the first release."""
    columns = {
        "tables": "id, game, status, listed, created, updated, seq, summary",
        "events": "table_id, seq, at, kind, data",
        "seats": "table_id, seat, token_hash",
    }
    connection = sqlite3.connect(file)
    try:
        return {
            name: connection.execute(f"SELECT {some} FROM {name} ORDER BY 1, 2").fetchall()
            for name, some in columns.items()
        }
    finally:
        connection.close()


def version_of(file: Path) -> str:
    connection = sqlite3.connect(file)
    try:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    finally:
        connection.close()
