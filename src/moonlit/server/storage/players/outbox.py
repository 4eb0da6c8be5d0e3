"""How players are reached, and what waits to be sent to them."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import and_, delete, func, insert, or_, select, update

from moonlit.server.notices.channel import Channel, Waiting
from moonlit.server.notices.quiet import Quiet
from moonlit.server.storage.clubs.people import hold_player
from moonlit.server.storage.schema import channels, invitations, meta, outbox, quiet_hours, tables
from moonlit.server.storage.tables.store import FAILURES, MAX_LEASE, Store

UNCONFIRMED = 86_400_000  # ms that a mailbox has to answer


def channel_of(row: Any) -> Channel:
    known = {name: row[name] for name in Channel.__dataclass_fields__}
    known["address"] = orjson.loads(row["address"])
    known["events"] = tuple(each for each in row["events"].split(",") if each)
    return Channel(**known)


def joined(events: list[str]) -> str:
    return f",{','.join(events)},"


class Outbox:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def secret(self, name: str) -> str:
        query = select(meta.c.value).where(meta.c.name == name)
        async with self.store.reading() as connection:
            return str(await connection.scalar(query))

    # ---- channels

    async def of_player(self, player: str) -> list[Channel]:
        return await self._channels(channels.c.player == player)

    async def find(self, channel: str) -> Channel | None:
        found = await self._channels(channels.c.id == channel)
        return found[0] if found else None

    async def unconfirmed(self, address: dict[str, Any], now: int) -> bool:
        """Whether a mailbox was asked within the last day, and has not answered."""
        found = await self._channels(
            channels.c.address == packed(address),
            channels.c.confirmed.is_(False),
            channels.c.created > now - UNCONFIRMED,
        )
        return bool(found)

    async def _channels(self, *where: Any) -> list[Channel]:
        query = select(channels).where(*where).order_by(channels.c.created, channels.c.id)
        async with self.store.reading() as connection:
            return [channel_of(row) for row in (await connection.execute(query)).mappings()]

    async def add(self, channel: Channel) -> None:
        row = {name: getattr(channel, name) for name in channel.__dataclass_fields__}
        row |= {"address": packed(channel.address), "events": joined(list(channel.events))}
        stale = channels.c.created < channel.created - UNCONFIRMED
        await self._write(
            delete(channels).where(channels.c.confirmed.is_(False), stale),
            insert(channels).values(**row, wait=0),
            of=channel.player,
        )

    async def choose(self, channel: str, events: list[str]) -> None:
        await self._write(
            update(channels).where(channels.c.id == channel).values(events=joined(events))
        )

    async def confirm(self, channel: str) -> None:
        await self._write(
            update(channels).where(channels.c.id == channel).values(confirmed=True, dropped=None)
        )

    async def remove(self, channel: str) -> None:
        await self._write(
            delete(outbox).where(outbox.c.channel == channel),
            delete(channels).where(channels.c.id == channel),
        )

    async def drop(self, channel: str, now: int) -> None:
        """Nothing goes there any more; the player is shown that it is so."""
        await self._write(
            delete(outbox).where(outbox.c.channel == channel),
            update(channels)
            .where(channels.c.id == channel)
            .values(dropped=now, lease_by=None, lease_until=None),
        )

    async def quiet(self, player: str) -> Quiet | None:
        query = select(quiet_hours).where(quiet_hours.c.player == player)
        async with self.store.reading() as connection:
            row = (await connection.execute(query)).mappings().first()
        return Quiet(row["zone"], row["begins"], row["ends"]) if row is not None else None

    async def set_quiet(self, player: str, quiet: Quiet | None) -> None:
        statements: list[Any] = [delete(quiet_hours).where(quiet_hours.c.player == player)]
        if quiet is not None:
            hours = {"zone": quiet.zone, "begins": quiet.begins, "ends": quiet.ends}
            statements.append(insert(quiet_hours).values(player=player, **hours))
        await self._write(*statements, of=player)

    # ---- sending

    async def due(self, now: int, most: int) -> list[str]:
        """Channels that something waits for, and that nobody sends to now."""
        until = channels.c.lease_until
        query = (
            select(channels.c.id)
            .join(outbox, outbox.c.channel == channels.c.id)
            .where(outbox.c.due <= now, channels.c.wait <= now, free(until, now))
            .group_by(channels.c.id)
            .order_by(func.min(outbox.c.due))
            .limit(most)
        )
        async with self.store.reading() as connection:
            return list(await connection.scalars(query))

    async def lease(self, channel: str, worker: str, now: int, until: int) -> bool:
        """Take it upon oneself to send there; False: another worker has."""
        where = and_(channels.c.id == channel, free(channels.c.lease_until, now))
        async with self.store.engine.begin() as connection:
            result = await connection.execute(
                update(channels).where(where).values(lease_by=worker, lease_until=until)
            )
            return bool(result.rowcount)

    async def waiting(self, channel: str, now: int) -> list[Waiting]:
        """What is due at a channel, with the tables that it is about."""
        stands = and_(
            outbox.c.seat < 0,
            invitations.c.player == outbox.c.player,
            invitations.c.table_id == outbox.c.table_id,
            invitations.c.state == "open",
        )
        query = (
            select(outbox, tables.c.summary, tables.c.due.label("deadline"), invitations.c.by_name)
            .outerjoin(tables, tables.c.id == outbox.c.table_id)
            .outerjoin(invitations, stands)
            .where(outbox.c.channel == channel, outbox.c.due <= now)
            .order_by(outbox.c.made, outbox.c.key)
            .limit(200)
        )
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        own = ("key", "kind", "table_id", "seat", "by_seat", "made", "deadline", "by_name")
        return [
            Waiting(
                **{name: row[name] for name in own},
                summary=orjson.loads(row["summary"]) if row["summary"] is not None else None,
            )
            for row in rows
        ]

    async def postpone(self, channel: str, rows: list[Waiting], until: int) -> None:
        await self._write(
            *(update(outbox).where(is_row(channel, row)).values(due=until) for row in rows)
        )

    async def forget(self, channel: str, rows: list[Waiting]) -> None:
        """These were sent, or need not be; a notice that came meanwhile stays."""
        await self._write(*(delete(outbox).where(is_row(channel, row)) for row in rows))

    async def release(self, channel: str, **values: Any) -> None:
        """Sending is over, however it went."""
        values |= {"lease_by": None, "lease_until": None}
        await self._write(update(channels).where(channels.c.id == channel).values(**values))

    async def sent(self, channel: str, rows: list[Waiting], wait: int) -> None:
        await self._write(
            *(delete(outbox).where(is_row(channel, row)) for row in rows),
            update(channels)
            .where(channels.c.id == channel)
            .values(failures=0, wait=wait, lease_by=None, lease_until=None),
        )

    async def _write(self, *statements: Any, of: str | None = None) -> None:
        """One transaction; `of` a player, if it leaves something that goes with them."""
        try:
            async with self.store.engine.begin() as connection:
                if of is not None:
                    await hold_player(connection, of)
                for statement in statements:
                    await connection.execute(statement)
        except FAILURES as reason:
            raise self.store.health.write_failed(reason) from reason


def packed(address: dict[str, Any]) -> str:
    return orjson.dumps(address, option=orjson.OPT_SORT_KEYS).decode()


def is_row(channel: str, row: Waiting) -> Any:
    return and_(outbox.c.channel == channel, outbox.c.key == row.key, outbox.c.made == row.made)


def free(until: Any, now: int) -> Any:
    """Nobody has a lease; one that ends long from now was made before a clock was put back."""
    return or_(until.is_(None), until < now, until > now + MAX_LEASE)
