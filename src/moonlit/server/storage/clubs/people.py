"""What becomes of clubs when a player goes, or two players become one. Each step is part of a
transaction that others have begun."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Table, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from moonlit.server.errors import refuse
from moonlit.server.storage.clubs.schema import (
    CLUB_TABLES,
    club_members,
    club_results,
    club_said,
    clubs,
)
from moonlit.server.storage.schema import players


async def hold(connection: AsyncConnection, table: Table, key: str) -> bool:
    """Nobody else changes a row until this transaction ends; whether it is there. Who holds both
    a player and clubs takes the player first, then the clubs by their ids."""
    same = update(table).where(table.c.id == key).values(id=table.c.id)
    return bool((await connection.execute(same)).rowcount)


async def hold_player(connection: AsyncConnection, player: str) -> None:
    """Whoever is being deleted joins nothing any more, and is given nothing."""
    if not await hold(connection, players, player):
        raise refuse("not_signed_in", 401)


async def hold_clubs(connection: AsyncConnection, *where: Any) -> list[str]:
    """Hold all clubs of which something is true; their ids."""
    found = list(await connection.scalars(select(clubs.c.id).where(*where).order_by(clubs.c.id)))
    return [club for club in found if await hold(connection, clubs, club)]


async def leave_all(connection: AsyncConnection, player: str) -> None:
    """A player is deleted: a club of theirs passes to who has been there longest, and ends with
    its last member. Of their games the club keeps the places, by nobody in particular."""
    await hold(connection, players, player)
    for club in await hold_clubs(connection, clubs.c.owner == player):
        others = club_members.c.club == club, club_members.c.player != player
        longest = select(club_members.c.player).where(*others)
        order = club_members.c.joined, club_members.c.player
        heir = await connection.scalar(longest.order_by(*order).limit(1))
        if heir is None:
            await dissolve(connection, club)
        else:
            await connection.execute(update(clubs).where(clubs.c.id == club).values(owner=heir))
    theirs = update(club_results).where(club_results.c.player == player)
    await connection.execute(theirs.values(player=f"-{secrets.token_hex(7)}"))


async def dissolve(connection: AsyncConnection, club: str) -> None:
    for table in CLUB_TABLES:
        column = table.c.id if table is clubs else table.c.club
        await connection.execute(delete(table).where(column == club))


async def merge(connection: AsyncConnection, player: str, other: str) -> None:
    """Whatever the other has been in clubs, the player is."""
    mine = select(club_members.c.club).where(club_members.c.player == player)
    twice = club_members.c.player == other, club_members.c.club.in_(mine)
    theirs = select(club_members.c.club).where(club_members.c.player == other)
    await hold_clubs(connection, clubs.c.id.in_(theirs))
    await connection.execute(update(clubs).where(clubs.c.owner == other).values(owner=player))
    await connection.execute(delete(club_members).where(*twice))
    for table in (club_members, club_said, club_results):
        changed = update(table).where(table.c.player == other).values(player=player)
        await connection.execute(changed)
