"""SQLite files as they are, read without the server."""

from __future__ import annotations

import sqlite3
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "server" / "databases"


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
