"""Players and clubs in a file of tables: a line for each, with their rows of every table that has
any.

What their seats are is in the tables' own events. Keys are hashes here, as in the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table, insert, select
from sqlalchemy.exc import IntegrityError

from moonlit.server.storage.club_schema import CLUB_TABLES, clubs
from moonlit.server.storage.schema import dailies, links, metadata, players, seats
from moonlit.server.storage.store import Store

Rows = dict[str, list[dict[str, Any]]]


def kept(kind: str) -> Sequence[Table]:
    """What is a player's own, or a club's; seats and dailies come with their tables, and links do
    not last."""
    if kind == "club":
        return CLUB_TABLES
    others = seats, dailies, links, *CLUB_TABLES
    return [players, *(t for t in metadata.sorted_tables if "player" in t.c and t not in others)]


async def all_of(store: Store, kind: str) -> list[tuple[str, Rows]]:
    """All players, or all clubs, with their rows."""
    found: dict[str, Rows] = {}
    async with store.reading() as connection:
        for table in kept(kind):
            owner = "id" if table in (players, clubs) else kind
            for row in (await connection.execute(select(table))).mappings():
                mine = found.setdefault(row[owner], {})
                values = {str(name): value for name, value in row.items()}
                mine.setdefault(str(table.name), []).append(values)
    return list(found.items())


async def add(store: Store, kind: str, rows: Rows) -> bool:
    """Whether they are new here; whoever is there stays as they are."""
    try:
        async with store.engine.begin() as connection:
            for table in kept(kind):
                if table.name in rows:
                    await connection.execute(insert(table), rows[table.name])
    except IntegrityError:
        return False
    return True


def could_be(kind: str, rows: Any) -> bool:
    """Whether these could be the rows of a player, or of a club."""
    known = {table.name: set(table.c.keys()) for table in kept(kind)}
    return (
        isinstance(rows, dict)
        and set(rows) <= set(known)
        and all(
            isinstance(some, list)
            and all(isinstance(row, dict) and set(row) <= known[name] for row in some)
            for name, some in rows.items()
        )
    )
