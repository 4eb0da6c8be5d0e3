"""Clubs and their members. Of an invitation's secret there is the hash."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from moonlit.server.errors import refuse
from moonlit.server.storage.clubs.people import dissolve, hold, hold_player
from moonlit.server.storage.clubs.schema import club_members, clubs
from moonlit.server.storage.players.players import DAY, OfPlayers
from moonlit.server.storage.schema import players

MAX_CLUBS = 20  # of one player
MAX_MEMBERS = 200  # of one club
MAX_MADE = 20  # that one address may found within a day


@dataclass(frozen=True)
class Club:
    id: str
    name: str
    owner: str  # a player
    created: int
    link_hash: str | None


@dataclass(frozen=True)
class Member:
    player: str
    name: str
    joined: int


CLUB = tuple(clubs.c[name] for name in ("id", "name", "owner", "created", "link_hash"))
_all = club_members.alias()
HOW_MANY = select(func.count(_all.c.player)).where(_all.c.club == clubs.c.id).scalar_subquery()


class Clubs(OfPlayers):
    # ---- who is in which

    async def has(self, club: str | None, player: str | None) -> bool:
        """Whether somebody is a member."""
        if club is None or player is None:
            return False
        async with self.store.reading() as connection:
            return await _of_member(connection, club, player) is not None

    async def require(self, club: str, player: str | None) -> Club:
        """A club, for a member of it. To all others there is none."""
        if player is None:
            raise refuse("not_signed_in", 401)
        async with self.store.reading() as connection:
            found = await _of_member(connection, club, player)
        if found is None:
            raise refuse("no_such_club", 404)
        return found

    async def of_player(self, player: str) -> list[tuple[Club, int, int]]:
        """With how many members, and since when; the newest first."""
        query = (
            select(*CLUB, HOW_MANY, club_members.c.joined)
            .join(club_members, club_members.c.club == clubs.c.id)
            .where(club_members.c.player == player)
            .order_by(club_members.c.joined.desc(), clubs.c.id)
        )
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [(Club(*row[:5]), row[5], row[6]) for row in rows]

    async def members(self, club: str) -> list[Member]:
        """Who has been there longest first."""
        query = (
            select(players.c.id, players.c.name, club_members.c.joined)
            .join(club_members, club_members.c.player == players.c.id)
            .where(club_members.c.club == club)
            .order_by(club_members.c.joined, players.c.id)
        )
        async with self.store.reading() as connection:
            return [Member(*row) for row in await connection.execute(query)]

    async def invited(self, link_hash: str) -> tuple[Club, int]:
        """The club that an invitation is for, with how many members."""
        query = select(*CLUB, HOW_MANY).where(clubs.c.link_hash == link_hash)
        async with self.store.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise refuse("bad_invitation", 404)
        return Club(*row[:5]), row[5]

    # ---- coming and going

    async def found(self, club: Club, made_by: str) -> None:
        """A new club, with its owner as the first member."""
        today = clubs.c.made_by == made_by, clubs.c.created >= club.created - DAY
        try:
            async with self.players.writing() as connection:
                await hold_player(connection, club.owner)
                made = await connection.scalar(
                    select(func.count()).select_from(clubs).where(*today)
                )
                if (made or 0) >= MAX_MADE:
                    raise refuse("too_many_clubs_made", 429, most=MAX_MADE)
                await connection.execute(insert(clubs).values(**vars(club), made_by=made_by))
                await _add_member(connection, club.id, club.owner, club.created)
        except IntegrityError:
            raise refuse("known_key") from None

    async def join(self, link_hash: str, player: str, now: int) -> Club:
        """By an invitation; who is a member already stays one."""
        club, _ = await self.invited(link_hash)
        async with self.players.writing() as connection:
            await hold_player(connection, player)
            valid = clubs.c.id == club.id, clubs.c.link_hash == link_hash
            held = await connection.execute(update(clubs).where(*valid).values(id=clubs.c.id))
            if not held.rowcount:  # another one was made meanwhile
                raise refuse("bad_invitation", 404)
            if await _of_member(connection, club.id, player) is None:
                count = select(func.count()).where(club_members.c.club == club.id)
                if (await connection.scalar(count) or 0) >= MAX_MEMBERS:
                    raise refuse("club_full", most=MAX_MEMBERS)
                await _add_member(connection, club.id, player, now)
        return club

    async def leave(self, club: str, player: str) -> None:
        async with self.players.writing() as connection:
            if (await held(connection, club, player)).owner == player:
                raise refuse("owner_stays")
            await _remove_member(connection, club, player)

    # ---- what the owner does

    async def rename(self, club: str, player: str, name: str) -> None:
        await self._change(club, player, name=name)

    async def set_link(self, club: str, player: str, link_hash: str | None) -> None:
        """Another invitation, or none: the one before is void."""
        try:
            await self._change(club, player, link_hash=link_hash)
        except IntegrityError:
            raise refuse("known_key") from None

    async def hand_over(self, club: str, player: str, heir: str) -> None:
        async with self.players.writing() as connection:
            if not await hold(connection, players, heir):
                raise refuse("no_such_member", 404)
            await owned(connection, club, player)
            await _require_member(connection, club, heir)
            await connection.execute(update(clubs).where(clubs.c.id == club).values(owner=heir))

    async def send_away(self, club: str, player: str, member: str) -> None:
        async with self.owning(club, player) as connection:
            if member == player:
                raise refuse("owner_stays")
            await _require_member(connection, club, member)
            await _remove_member(connection, club, member)

    async def dissolve(self, club: str, player: str) -> None:
        async with self.owning(club, player) as connection:
            await dissolve(connection, club)

    async def _change(self, club: str, player: str, **values: Any) -> None:
        async with self.owning(club, player) as connection:
            await connection.execute(update(clubs).where(clubs.c.id == club).values(**values))

    @asynccontextmanager
    async def owning(self, club: str, player: str) -> AsyncIterator[AsyncConnection]:
        """One transaction of the owner, during which nobody else changes the club."""
        async with self.players.writing() as connection:
            await owned(connection, club, player)
            yield connection


async def held(connection: AsyncConnection, club: str, player: str) -> Club:
    """A club that nobody else changes until the transaction of this member ends."""
    there = await hold(connection, clubs, club)
    found = await _of_member(connection, club, player) if there else None
    if found is None:
        raise refuse("no_such_club", 404)
    return found


async def owned(connection: AsyncConnection, club: str, player: str) -> None:
    """The same, for its owner."""
    if (await held(connection, club, player)).owner != player:
        raise refuse("not_owner", 403)


async def _of_member(connection: AsyncConnection, club: str, player: str) -> Club | None:
    member = club_members.c.club == clubs.c.id, club_members.c.player == player
    query = select(*CLUB).where(clubs.c.id == club, *member)
    row = (await connection.execute(query)).first()
    return None if row is None else Club(*row)


async def _require_member(connection: AsyncConnection, club: str, player: str) -> None:
    if await _of_member(connection, club, player) is None:
        raise refuse("no_such_member", 404)


async def _add_member(connection: AsyncConnection, club: str, player: str, now: int) -> None:
    count = select(func.count()).where(club_members.c.player == player)
    if (await connection.scalar(count) or 0) >= MAX_CLUBS:
        raise refuse("too_many_clubs", most=MAX_CLUBS)
    row = {"club": club, "player": player, "joined": now}
    await connection.execute(insert(club_members).values(row))


async def _remove_member(connection: AsyncConnection, club: str, player: str) -> None:
    where = club_members.c.club == club, club_members.c.player == player
    await connection.execute(delete(club_members).where(*where))
