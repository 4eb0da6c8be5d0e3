"""Players: who somebody is on all their devices. Of keys, links and passkeys there are hashes."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Column, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from moonlit.server.errors import refuse
from moonlit.server.storage.clubs import people as club_people
from moonlit.server.storage.ratings.rated import absorb_ratings, hold
from moonlit.server.storage.schema import (
    channels,
    dailies,
    devices,
    invitations,
    links,
    outbox,
    passkeys,
    played,
    players,
    puzzle_tries,
    quiet_hours,
    sat,
    seats,
    vacations,
)
from moonlit.server.storage.tables.store import FAILURES, Store

NOBODY = "-"  # whom a challenge to sign in is for: whoever can meet it
MAX_DEVICES, MAX_PASSKEYS = 30, 10  # of one player
LINK_LASTS = 10 * 60_000  # ms
MAX_PLAYERS = 100  # that one address may make within a day
DAY = 86_400_000  # ms
SEEN_EVERY = 3_600_000  # ms; more exactly nobody needs to know when a device was last here


@dataclass(frozen=True)
class Player:
    id: str
    name: str
    created: int
    settings: dict[str, Any]


@dataclass(frozen=True)
class Device:
    key_hash: str
    player: str
    label: str
    added: int
    seen: int


@dataclass(frozen=True)
class Passkey:
    credential: str  # the hash of its id
    player: str
    public_key: str
    sign_count: int
    added: int


@dataclass(frozen=True)
class PlayerSeat:
    table_id: str
    seat: int  # -1: the host, who need not sit


class Players:
    def __init__(self, store: Store) -> None:
        self.store = store

    # ---- who somebody is

    async def find(self, key_hash: str) -> Player | None:
        """The player whose device has this key."""
        return await self._one(devices.c.key_hash == key_hash, devices.c.player == players.c.id)

    async def get(self, player: str) -> Player | None:
        return await self._one(players.c.id == player)

    async def require(self, player: str) -> None:
        if await self.get(player) is None:
            raise refuse("not_signed_in", 401)

    async def _one(self, *where: Any) -> Player | None:
        async with self.store.reading() as connection:
            row = (await connection.execute(select(players).where(*where))).first()
        if row is None:
            return None
        return Player(row.id, row.name, row.created, orjson.loads(row.settings))

    async def make(self, key_hash: str, name: str, label: str, now: int, made_by: str) -> Player:
        """The player of a device, who is new unless it has one. Their dailies come along."""
        known = await self.find(key_hash)
        if known is not None:
            return known
        if await self._made(made_by, now - DAY) >= MAX_PLAYERS:
            raise refuse("too_many_players", 429, most=MAX_PLAYERS)
        made = Player(secrets.token_hex(8), name, now, {})
        row = {"id": made.id, "name": name, "created": now, "settings": "{}", "made_by": made_by}
        try:
            async with self.writing() as connection:
                await connection.execute(insert(players).values(row))
                await add_device(connection, made.id, key_hash, label, now)
        except IntegrityError:  # another request was quicker
            known = await self.find(key_hash)
            if known is None:
                raise
            return known
        return made

    async def _made(self, made_by: str, since: int) -> int:
        query = select(func.count()).where(players.c.made_by == made_by, players.c.created >= since)
        async with self.store.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def change(self, player: str, **columns: Any) -> None:
        async with self.writing() as connection:
            await connection.execute(
                update(players).where(players.c.id == player).values(**columns)
            )

    # ---- devices

    async def devices_of(self, player: str) -> list[Device]:
        """The oldest first."""
        query = select(devices).where(devices.c.player == player).order_by(devices.c.added)
        async with self.store.reading() as connection:
            return [Device(**row) for row in (await connection.execute(query)).mappings()]

    async def add_device(self, player: str, key_hash: str, label: str, now: int) -> None:
        async with self.writing() as connection:
            await add_device(connection, player, key_hash, label, now)

    async def name_device(self, player: str, key_hash: str, label: str) -> None:
        await self._touch(player, key_hash, {"label": label})

    async def saw(self, player: str, key_hash: str, now: int) -> None:
        """A device was here: noted once in a while."""
        for device in await self.devices_of(player):
            if device.key_hash == key_hash and device.seen < now - SEEN_EVERY:
                await self._touch(player, key_hash, {"seen": now})

    async def _touch(self, player: str, key_hash: str, values: dict[str, Any]) -> None:
        where = devices.c.player == player, devices.c.key_hash == key_hash
        async with self.writing() as connection:
            await connection.execute(update(devices).where(*where).values(**values))

    async def remove_device(self, player: str, key_hash: str) -> bool:
        where = devices.c.player == player, devices.c.key_hash == key_hash
        async with self.writing() as connection:
            gone = await connection.execute(delete(devices).where(*where))
            mine = select(channels.c.id).where(channels.c.device == key_hash)
            await connection.execute(delete(outbox).where(outbox.c.channel.in_(mine)))
            await connection.execute(delete(channels).where(channels.c.device == key_hash))
        return bool(gone.rowcount)

    async def known(self, hashes: Iterable[str]) -> set[str]:
        """Those of some keys that are devices' still."""
        query = select(devices.c.key_hash).where(devices.c.key_hash.in_(list(hashes)))
        async with self.store.reading() as connection:
            return set(await connection.scalars(query))

    # ---- what is used once: links to another device, challenges of passkeys

    async def add_secret(self, secret_hash: str, player: str, now: int) -> None:
        row = {"secret_hash": secret_hash, "player": player, "until": now + LINK_LASTS}
        async with self.writing() as connection:
            if player != NOBODY:
                await club_people.hold_player(connection, player)
            await connection.execute(delete(links).where(links.c.until < now))
            await connection.execute(insert(links).values(row))

    async def use_secret(self, secret_hash: str, now: int) -> str | None:
        """The player that a secret stands for, once; None: it is old, used or unknown."""
        gone = delete(links).where(links.c.secret_hash == secret_hash)
        async with self.writing() as connection:
            row = (await connection.execute(gone.returning(links.c.player, links.c.until))).first()
        return row.player if row is not None and row.until >= now else None

    # ---- passkeys

    async def passkey(self, credential: str) -> Passkey | None:
        query = select(passkeys).where(passkeys.c.credential == credential)
        async with self.store.reading() as connection:
            row = (await connection.execute(query)).mappings().first()
        return None if row is None else Passkey(**row)

    async def passkeys_of(self, player: str) -> list[Passkey]:
        query = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.added)
        async with self.store.reading() as connection:
            return [Passkey(**row) for row in (await connection.execute(query)).mappings()]

    async def add_passkey(self, passkey: Passkey) -> None:
        if len(await self.passkeys_of(passkey.player)) >= MAX_PASSKEYS:
            raise refuse("too_many_passkeys", most=MAX_PASSKEYS)
        async with self.writing() as connection:
            await club_people.hold_player(connection, passkey.player)
            await connection.execute(insert(passkeys).values(vars(passkey)))

    async def used_passkey(self, credential: str, sign_count: int) -> None:
        where = passkeys.c.credential == credential
        async with self.writing() as connection:
            await connection.execute(update(passkeys).where(where).values(sign_count=sign_count))

    async def remove_passkey(self, player: str, credential: str) -> bool:
        where = passkeys.c.player == player, passkeys.c.credential == credential
        async with self.writing() as connection:
            gone = await connection.execute(delete(passkeys).where(*where))
        return bool(gone.rowcount)

    # ---- seats

    async def seats_of(self, player: str) -> list[PlayerSeat]:
        query = select(seats.c.table_id, seats.c.seat).where(seats.c.player == player)
        async with self.store.reading() as connection:
            return [PlayerSeat(*row) for row in await connection.execute(query)]

    async def player_of_seat(self, table_id: str, seat: int) -> str | None:
        query = select(seats.c.player).where(seats.c.table_id == table_id, seats.c.seat == seat)
        async with self.store.reading() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def tables_of_guests(self, hashes: Iterable[str]) -> list[str]:
        """The tables where these tokens open a seat that is no player's."""
        query = select(seats.c.table_id).where(
            seats.c.token_hash.in_(list(hashes)), seats.c.player.is_(None)
        )
        async with self.store.reading() as connection:
            return sorted(set(await connection.scalars(query)))

    async def identity(self, key_hash: str) -> str:
        """Whose the results of the daily are: a player's, or a key's where it has none."""
        known = await self.find(key_hash)
        return known.id if known is not None else key_hash

    # ---- two that are one

    async def forget_sat(self, player: str) -> None:
        """Where somebody who is gone seemed to have sat: another has those seats again."""
        async with self.writing() as connection:
            await connection.execute(delete(sat).where(sat.c.player == player))

    async def absorb(self, player: str, other: str) -> None:
        """Whatever the other has had is the player's; their seats are handed over before."""
        async with self.writing() as connection:
            await hold(connection)  # ratings, then players, then clubs: as everywhere
            for each in sorted((player, other)):
                await club_people.hold_player(connection, each)  # either may be gone meanwhile
            await take_dailies(connection, player, other)
            for once in (played.c.table_id, puzzle_tries.c.puzzle):
                await drop_twins(connection, once, player, other)
            await absorb_ratings(connection, player, other)
            for table in (
                devices,
                passkeys,
                played,
                puzzle_tries,
                sat,
                channels,
                outbox,
                vacations,
            ):
                mine = update(table).where(table.c.player == other).values(player=player)
                await connection.execute(mine)
            await take_invitations(connection, player, other)
            await club_people.merge(connection, player, other)
            await connection.execute(delete(quiet_hours).where(quiet_hours.c.player == other))
            await connection.execute(delete(players).where(players.c.id == other))

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction."""
        self.store.health.check()
        try:
            async with self.store.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except FAILURES as reason:
            raise self.store.health.write_failed(reason) from reason


async def add_device(
    connection: AsyncConnection, player: str, key_hash: str, label: str, now: int
) -> None:
    await club_people.hold_player(connection, player)
    count = select(func.count()).where(devices.c.player == player)
    if (await connection.scalar(count) or 0) >= MAX_DEVICES:
        raise refuse("too_many_devices", most=MAX_DEVICES)
    row = {"key_hash": key_hash, "player": player, "label": label, "added": now, "seen": now}
    await connection.execute(insert(devices).values(row))
    await take_dailies(connection, player, key_hash)


async def take_dailies(connection: AsyncConnection, player: str, other: str) -> None:
    """Results of another identity are the player's; on a day where both have one, each stays, but
    the other one is nobody's: it would outlive a player who is deleted."""
    twin = dailies.alias()
    clash = exists().where(twin.c.date == dailies.c.date, twin.c.player == player)
    await connection.execute(
        update(dailies).where(dailies.c.player == other, ~clash).values(player=player)
    )
    nobody = f"gone-{secrets.token_hex(16)}"
    await connection.execute(update(dailies).where(dailies.c.player == other).values(player=nobody))


async def drop_twins(
    connection: AsyncConnection, once: Column[Any], player: str, other: str
) -> None:
    """What two players both have, and one may have only once, stays as the player's."""
    table = once.table
    kept = select(once).where(table.c.player == player)
    await connection.execute(delete(table).where(table.c.player == other, once.in_(kept)))


async def take_invitations(connection: AsyncConnection, player: str, other: str) -> None:
    """Those to another identity and by it are the player's; none is kept twice, or to oneself."""
    for own, peer in (("player", "by_player"), ("by_player", "player")):
        twin = invitations.alias()
        clash = exists().where(
            twin.c.table_id == invitations.c.table_id,
            twin.c[own] == player,
            twin.c[peer] == invitations.c[peer],
        )
        theirs, to_oneself = invitations.c[own] == other, invitations.c[peer] == player
        await connection.execute(delete(invitations).where(theirs, or_(clash, to_oneself)))
        await connection.execute(update(invitations).where(theirs).values({own: player}))


class OfPlayers:
    """Something else that is kept of players, where they are kept."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.store = players.store
