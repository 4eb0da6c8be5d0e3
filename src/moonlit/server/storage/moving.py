"""Players and clubs in a file of tables: a line for each, with their rows of every table that has
any; and before them a line with what their devices know the server by.

What their seats are is in the tables' own events. Players' keys are hashes here, as in the
database; the server's own are not.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from moonlit.server.storage.clubs.schema import CLUB_TABLES, clubs
from moonlit.server.storage.ratings.rated import hold
from moonlit.server.storage.schema import (
    channels,
    dailies,
    links,
    meta,
    metadata,
    players,
    rating_changes,
    seats,
)
from moonlit.server.storage.tables.store import Store

Rows = dict[str, list[dict[str, Any]]]
SECRETS = ("stop", "vapid")  # of meta: links that stop messages, and pushes, are made with them
HALVES = {"private": 32, "public": 65}  # bytes


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


# ---- the server itself


async def secrets_of(store: Store) -> dict[str, str] | None:
    """None: there are no players, so nobody knows the server by them."""
    async with store.reading() as connection:
        if not await connection.scalar(select(func.count()).select_from(players)):
            return None
        query = select(meta.c.name, meta.c.value).where(meta.c.name.in_(SECRETS))
        return {row.name: row.value for row in await connection.execute(query)}


async def take(store: Store, secrets: dict[str, str]) -> bool:
    """Whether they are this server's now; where there are players they know it by its own."""
    async with store.engine.begin() as connection:
        for table in (players, channels):
            if await connection.scalar(select(func.count()).select_from(table)):
                return False
        for name, value in secrets.items():
            await connection.execute(update(meta).where(meta.c.name == name).values(value=value))
    return True


def could_be_secrets(secrets: Any) -> bool:
    if not isinstance(secrets, dict) or set(secrets) != set(SECRETS):
        return False
    try:
        vapid = json.loads(secrets["vapid"])
        whole = len(bytes.fromhex(secrets["stop"])) >= 16 and set(vapid) == set(HALVES)
        return whole and all(
            len(base64.b64decode(half + "=" * (-len(half) % 4), b"-_", validate=True)) == HALVES[of]
            for of, half in vapid.items()
        )
    except (TypeError, ValueError):
        return False


async def count_on(store: Store) -> None:
    """The next game that is rated comes after all that have been, wherever that was."""
    async with store.engine.begin() as connection:
        await hold(connection)
        known = int(
            await connection.scalar(select(meta.c.value).where(meta.c.name == "rated")) or 0
        )
        last = await connection.scalar(select(func.max(rating_changes.c.number))) or 0
        rated = update(meta).where(meta.c.name == "rated")
        await connection.execute(rated.values(value=str(max(known, last))))
