"""A player is deleted: what is theirs alone goes; what is others' too is rewritten without them.

Games of others keep standing, and every record replays: only names, tokens, and what the player
has said at the table, are others afterwards. An empty name is shown as the seat's number.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import sqlite3
import time
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from moonlit.server.storage.clubs import people as club_people
from moonlit.server.storage.database import file_of
from moonlit.server.storage.players.players import Players
from moonlit.server.storage.ratings.rated import hold
from moonlit.server.storage.schema import (
    dailies,
    events,
    meta,
    metadata,
    played,
    players,
    reviews,
    sat,
    seats,
    tables,
)

TOLD = ("created", "joined", "renewed", "said")  # events that name somebody, or are their words
TRIES = 20  # another worker may append meanwhile
ERASED = "erased"  # in `meta`: whose deletion has not come to its end
CHECKPOINTS, PAUSE = 50, 0.1  # tries to empty the log of SQLite while others read, and seconds


async def sat_at(keeper: Players, player: str) -> dict[str, set[str]]:
    """The tables at which a player has ever sat, with the tokens of their seats."""
    query = select(sat.c.table_id, sat.c.token_hash).where(sat.c.player == player)
    found: dict[str, set[str]] = {}
    async with keeper.store.reading() as connection:
        for table_id, token in await connection.execute(query):
            found.setdefault(table_id, set()).add(token)
    return found


async def erase_at(keeper: Players, table_id: str, tokens: set[str], now: int) -> int | None:
    """Rewrite one table; the number of the event that says so, None: the table is gone. Whoever
    has it in memory reads it again."""
    for attempt in range(TRIES):
        try:
            async with keeper.writing() as connection:
                return await rewrite(connection, table_id, tokens, now)
        except IntegrityError:  # somebody was quicker to append
            if attempt == TRIES - 1:
                raise
    return None


async def rewrite(
    connection: AsyncConnection, table_id: str, tokens: set[str], now: int
) -> int | None:
    here = sat.c.table_id == table_id, sat.c.token_hash.in_(tokens)
    row = (
        await connection.execute(
            select(tables.c.seq, tables.c.summary).where(tables.c.id == table_id)
        )
    ).first()
    if row is None:  # it was removed long ago
        await connection.execute(delete(sat).where(*here))
        return None
    kept = select(events.c.seq, events.c.kind, events.c.data).where(
        events.c.table_id == table_id, events.c.kind.in_(TOLD)
    )
    told = [
        (seq, kind, orjson.loads(data))
        for seq, kind, data in await connection.execute(kept.order_by(events.c.seq))
    ]
    gone = Gone(tokens)
    for _, kind, data in told:
        gone.follow(kind, data)
    gone.holders = {}
    for seq, kind, data in told:
        if gone.clean(kind, data):
            where = events.c.table_id == table_id, events.c.seq == seq
            text = orjson.dumps(data).decode()
            await connection.execute(update(events).where(*where).values(data=text))
    mine = {seat for seat, token in gone.holders.items() if token in gone.fresh.values()}
    summary = orjson.loads(row.summary)
    for seat in mine & set(range(len(summary["seats"]))):
        summary["seats"][seat]["name"] = ""
    last = {"table_id": table_id, "seq": row.seq + 1, "at": now, "kind": "rewritten", "data": "{}"}
    await connection.execute(insert(events).values(last))
    values = {"seq": row.seq + 1, "summary": orjson.dumps(summary).decode()}
    await connection.execute(update(tables).where(tables.c.id == table_id).values(**values))
    for old, new in gone.fresh.items():
        where = seats.c.table_id == table_id, seats.c.token_hash == old
        await connection.execute(update(seats).where(*where).values(token_hash=new, player=None))
    await connection.execute(delete(sat).where(*here))  # in the order in which the writer writes
    await without_names(connection, table_id, gone.names)
    return int(row.seq) + 1


async def without_names(connection: AsyncConnection, table_id: str, names: set[str]) -> None:
    """What else is kept of a table: others' histories, the daily's board. Reviews name nobody, but
    those of earlier versions did: whoever asks gets a new one."""
    theirs = select(played.c.player, played.c.opponents).where(played.c.table_id == table_id)
    for player, text in (await connection.execute(theirs)).all():
        pairs = [
            ["", None] if name in names else [name, level] for name, level in orjson.loads(text)
        ]
        where = played.c.table_id == table_id, played.c.player == player
        told = orjson.dumps(pairs).decode()
        await connection.execute(update(played).where(*where).values(opponents=told))
    here = dailies.c.table_id == table_id, dailies.c.name.in_(names)
    await connection.execute(update(dailies).where(*here).values(name=""))
    await connection.execute(delete(reviews).where(reviews.c.table_id == table_id))


@dataclass
class Gone:
    """Somebody's tokens at a table, and what becomes of the events that know them."""

    tokens: set[str]
    holders: dict[int, str | None] = field(default_factory=dict)  # tokens, by seat; -1: the host
    names: set[str] = field(default_factory=set)
    fresh: dict[str, str] = field(default_factory=dict)  # tokens that nobody has, in their place

    def follow(self, kind: str, data: dict[str, Any]) -> None:
        """Who holds which seat; a token that was renewed as a player's was theirs before, too."""
        if kind == "renewed" and data["token"] in self.tokens:
            before = self.holders.get(data["seat"])
            if before is not None:
                self.tokens.add(before)
        self._hold(kind, data)

    def _hold(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "created":
            self.holders = {-1: data["host"]}
            self.holders |= {at: seat.get("token") for at, seat in enumerate(data["seats"])}
        elif kind in ("joined", "renewed"):
            self.holders[data["seat"]] = data["token"]

    def clean(self, kind: str, data: dict[str, Any]) -> bool:
        """Take them out of an event; whether they were in it."""
        if kind == "said":
            theirs = self.holders.get(data["seat"]) in self.fresh.values()
            if theirs:
                data["text"] = ""
            return theirs
        parts = [data, *data["seats"]] if kind == "created" else [data]
        found = [self._clean(part) for part in parts]
        self._hold(kind, data)
        return any(found)

    def _clean(self, part: dict[str, Any]) -> bool:
        """A seat, or whatever else holds a token."""
        place = "host" if "host" in part else "token"
        token = part.get(place)
        if token not in self.tokens:
            return False
        new = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
        part[place] = self.fresh.setdefault(token, new)
        if part.get("name"):
            self.names.add(part["name"])
            part["name"] = ""
        if "player" in part:
            part["player"] = None
        return True


async def remove(keeper: Players, player: str) -> None:
    """The player themselves: whatever table has a column `player`, and the daily's results by
    nobody in particular. Where they have sat is forgotten table by table, as it is rewritten."""
    nobody = f"gone-{secrets.token_hex(16)}"
    async with keeper.writing() as connection:
        await hold(connection)  # a game of theirs may be rated just now
        await club_people.leave_all(connection, player)
        mine = update(dailies).where(dailies.c.player == player)
        await connection.execute(mine.values(player=nobody, name=""))
        for table in metadata.sorted_tables:
            if table not in (seats, sat, dailies):
                for owner in {"player", "by_player"} & set(table.c.keys()):
                    await connection.execute(delete(table).where(table.c[owner] == player))
        await connection.execute(delete(players).where(players.c.id == player))
        await note(connection, await noted(connection) | {sign_of(player)})


def sign_of(player: str) -> str:
    """What is noted of a player until nothing else is left of them."""
    return hashlib.sha256(player.encode()).hexdigest()[:32]


async def noted(connection: AsyncConnection) -> set[str]:
    """Those whose deletion has not come to its end."""
    found = await connection.scalar(select(meta.c.value).where(meta.c.name == ERASED))
    return set(orjson.loads(found)) if found is not None else set()


async def note(connection: AsyncConnection, signs: set[str]) -> None:
    await connection.execute(delete(meta).where(meta.c.name == ERASED))
    if signs:
        value = orjson.dumps(sorted(signs)).decode()
        await connection.execute(insert(meta).values(name=ERASED, value=value))


async def remains(keeper: Players) -> list[str]:
    """Players that were deleted and yet have sat somewhere: it was cut off, or another device of
    theirs sat down meanwhile."""
    query = select(sat.c.player).where(sat.c.player.not_in(select(players.c.id))).distinct()
    async with keeper.store.reading() as connection:
        signs = await noted(connection)
        found = list(await connection.scalars(query)) if signs else []
    return [player for player in found if sign_of(player) in signs]


async def overwrite(keeper: Players) -> None:
    """SQLite leaves what was deleted in its file: write the file anew, and empty its log."""
    async with keeper.store.reading() as connection:
        signs = await noted(connection)
    if not signs:
        return
    file = file_of(keeper.store.engine.url.render_as_string(False))
    if file:
        await asyncio.to_thread(_overwrite, file)
    async with keeper.writing() as connection:
        await hold(connection)
        await note(connection, await noted(connection) - signs)  # others may have come since


def _overwrite(file: str) -> None:
    connection = sqlite3.connect(file, timeout=60, isolation_level=None)
    try:
        connection.execute("VACUUM")
        for _ in range(CHECKPOINTS):
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                return
            time.sleep(PAUSE)
    finally:
        connection.close()


async def unfinished(keeper: Players, player: str) -> list[str]:
    """The tables that go on at which a player sits, or has."""
    mine = select(sat.c.table_id).where(sat.c.player == player)
    goes_on = tables.c.status.in_(("open", "playing"))
    async with keeper.store.reading() as connection:
        return list(
            await connection.scalars(select(tables.c.id).where(tables.c.id.in_(mine), goes_on))
        )
