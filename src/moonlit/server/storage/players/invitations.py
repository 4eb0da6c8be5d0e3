"""Who asks whom to which table, and what became of it.

Whatever an inviter can find out depends on what they did themselves, and on nothing else: an
invitation that is not to be seen (its receiver wants none of them, sits there already, or has been
asked by somebody else) is kept like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import delete, exists, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from moonlit.server.errors import refuse
from moonlit.server.notices.texts import has_room
from moonlit.server.notices.what import Notice
from moonlit.server.storage.clubs.people import hold
from moonlit.server.storage.players.players import OfPlayers
from moonlit.server.storage.schema import (
    channels,
    invitations,
    outbox,
    played,
    players,
    seats,
    tables,
)

MAX_OPEN = 50  # that one player is shown
NO_SEAT = -1  # of somebody who is asked to take one


@dataclass(frozen=True)
class Person:
    """Another player, by the name that they had where it was last seen."""

    player: str
    name: str


@dataclass(frozen=True)
class Invitation:
    player: str  # who is asked
    table_id: str
    by: Person
    made: int


class Invitations(OfPlayers):
    async def known(self, player: str, most: int) -> list[Person]:
        """Players with whom one has finished a game, the last one first, named as they were
        there. Of tables that were removed nobody is known any more."""
        mine, theirs = played.alias(), played.alias()
        newest = theirs.c.ended.desc(), theirs.c.table_id.desc()
        order = func.row_number().over(partition_by=theirs.c.player, order_by=newest)
        met = (
            select(theirs.c.player, theirs.c.table_id, theirs.c.seat, theirs.c.ended)
            .add_columns(order.label("place"))
            .join(mine, mine.c.table_id == theirs.c.table_id)
            .where(mine.c.player == player, theirs.c.player != player)
            .subquery()
        )
        query = (
            select(met.c.player, met.c.seat, tables.c.summary)
            .join(tables, tables.c.id == met.c.table_id)
            .where(met.c.place == 1)
            .order_by(met.c.ended.desc(), met.c.player)
            .limit(most)
        )
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        found = ((other, orjson.loads(text)["seats"][seat]["name"]) for other, seat, text in rows)
        return [Person(other, name) for other, name in found if name]

    # ---- asking

    async def asked(self, table_id: str, by: str) -> set[str]:
        """Whom one has asked to a table."""
        where = invitations.c.table_id == table_id, invitations.c.by_player == by
        async with self.store.reading() as connection:
            return set(await connection.scalars(select(invitations.c.player).where(*where)))

    async def count(self, by: str, since: int) -> dict[str, int]:
        """How often one has asked each since then."""
        where = invitations.c.by_player == by, invitations.c.made >= since
        query = select(invitations.c.player, func.count()).where(*where)
        async with self.store.reading() as connection:
            rows = await connection.execute(query.group_by(invitations.c.player))
            return {row[0]: row[1] for row in rows}

    async def add(self, asked: Invitation, due: int) -> None:
        """Keep an invitation, with the notices of it, once."""
        row = {
            "player": asked.player,
            "table_id": asked.table_id,
            "by_player": asked.by.player,
            "by_name": asked.by.name,
            "made": asked.made,
        }
        try:
            async with self.players.writing() as connection:
                if not await hold_both(connection, asked):
                    return
                hidden = await is_hidden(connection, asked)
                row["state"] = "unseen" if hidden else "open"
                await connection.execute(insert(invitations).values(row))
                if not hidden:
                    await connection.execute(notices_of(asked, due))
        except IntegrityError:  # it was sent twice
            return

    # ---- being asked

    async def open_for(self, player: str) -> list[tuple[Invitation, dict[str, Any]]]:
        """What a player can still follow, with the tables; each table once, the newest first."""
        query = (
            select(invitations, tables.c.summary)
            .join(tables, tables.c.id == invitations.c.table_id)
            .where(
                invitations.c.player == player,
                invitations.c.state == "open",
                tables.c.status == "open",
                ~sits(player, invitations.c.table_id),
            )
            .order_by(invitations.c.made.desc(), invitations.c.table_id)
            .limit(MAX_OPEN)
        )
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        found: dict[str, tuple[Invitation, dict[str, Any]]] = {}
        for row in rows:
            by = Person(row["by_player"], row["by_name"])
            asked = Invitation(player, row["table_id"], by, row["made"])
            summary = orjson.loads(row["summary"])
            if has_room(summary):
                found.setdefault(asked.table_id, (asked, summary))
        return list(found.values())

    async def answer(self, player: str, table_id: str, state: str) -> bool:
        """An invitation is followed, declined, or refused (also behind that); whether there was
        one."""
        before = ("open", "answered") if state == "refused" else ("open",)
        where = (
            invitations.c.player == player,
            invitations.c.table_id == table_id,
            invitations.c.state.in_(before),
        )
        async with self.store.reading() as connection:
            if not await connection.scalar(select(exists().where(*where))):
                return False
        here = outbox.c.player == player, outbox.c.table_id == table_id, outbox.c.seat == NO_SEAT
        async with self.players.writing() as connection:
            await connection.execute(update(invitations).where(*where).values(state=state))
            await connection.execute(delete(outbox).where(*here))
        return True

    # ---- wanting none

    async def refused(self, player: str) -> list[Person]:
        """Those of whom a player wants no invitations."""
        query = (
            select(invitations.c.by_player, invitations.c.by_name)
            .where(invitations.c.player == player, invitations.c.state == "refused")
            .order_by(invitations.c.made)
        )
        async with self.store.reading() as connection:
            found = {row[0]: Person(*row) for row in await connection.execute(query)}
        return list(found.values())

    async def allow(self, player: str, other: str) -> None:
        where = invitations.c.player == player, invitations.c.by_player == other
        refused = invitations.c.state == "refused"
        async with self.players.writing() as connection:
            again = update(invitations).where(*where, refused).values(state="answered")
            await connection.execute(again)


def sits(player: Any, table_id: Any) -> Any:
    return exists().where(seats.c.table_id == table_id, seats.c.player == player)


async def hold_both(connection: AsyncConnection, asked: Invitation) -> bool:
    """Who asks, and who is asked, until the end of the transaction; whether the latter is there."""
    ids = sorted((asked.by.player, asked.player))
    held = {player: await hold(connection, players, player) for player in ids}
    if not held[asked.by.player]:
        raise refuse("not_signed_in", 401)
    return held[asked.player]


async def is_hidden(connection: AsyncConnection, asked: Invitation) -> bool:
    """Whether an invitation is not to be told, which its sender does not learn."""
    to = invitations.c.player == asked.player
    refused = invitations.c.state == "refused", invitations.c.by_player == asked.by.player
    told = invitations.c.table_id == asked.table_id, invitations.c.state != "unseen"
    reasons = (
        exists().where(to, *refused),
        exists().where(to, *told),
        sits(asked.player, asked.table_id),
    )
    return any([await connection.scalar(select(reason)) for reason in reasons])


def notices_of(asked: Invitation, due: int) -> Any:
    """One for every way in which the player wants to be told of invitations."""
    row = Notice(asked.table_id, NO_SEAT, "invited", asked.made, due).row()
    pattern = row.pop("pattern")
    given = [literal(value, outbox.c[name].type).label(name) for name, value in row.items()]
    chosen = select(channels.c.id, channels.c.player, *given).where(
        channels.c.player == asked.player,
        channels.c.confirmed.is_(True),
        channels.c.dropped.is_(None),
        channels.c.events.like(pattern),
    )
    return insert(outbox).from_select(["channel", "player", *row], chosen)
