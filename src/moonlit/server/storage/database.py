"""How the databases are opened."""

from __future__ import annotations

from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine


def open_engine(url: str) -> AsyncEngine:
    """What an error tells goes into the log, so it never tells what was written: seeds, chat."""
    if url.startswith("sqlite"):
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", prepare_sqlite)
        return engine
    return create_async_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=5,
        max_overflow=5,
        pool_timeout=3,
        connect_args={"connect_timeout": 3},
    )


def file_of(url: str) -> str:
    """The file of an SQLite database; empty: it is another kind."""
    found = make_url(url)
    return found.database or "" if found.get_backend_name() == "sqlite" else ""


def prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",  # readers do not wait for the writer
        "synchronous=FULL",  # a commit is on the disk, also when the power fails
        "busy_timeout=5000",
        "cache_size=-16000",
        "wal_autocheckpoint=4000",  # 16 MB: what changes often goes to its place more seldom
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
