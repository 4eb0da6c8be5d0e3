"""Vacations of players, and the tables where they wait or are waited for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import insert, select, update

from moonlit.server.storage.clubs.people import hold_player
from moonlit.server.storage.players.players import OfPlayers
from moonlit.server.storage.schema import seats, tables, vacations

MAX_TURNS = 200


@dataclass(frozen=True)
class Vacation:
    begins: int  # ms
    ends: int


class Vacations(OfPlayers):
    async def since(self, player: str, since: int) -> list[Vacation]:
        """Those that ended after a time, or will; the oldest first."""
        query = (
            select(vacations.c.begins, vacations.c.ends)
            .where(vacations.c.player == player, vacations.c.ends > since)
            .order_by(vacations.c.begins)
        )
        async with self.store.reading() as connection:
            return [Vacation(*row) for row in await connection.execute(query)]

    async def begin(self, player: str, vacation: Vacation) -> None:
        row = {"player": player, "begins": vacation.begins, "ends": vacation.ends}
        async with self.players.writing() as connection:
            await hold_player(connection, player)
            await connection.execute(insert(vacations).values(row))

    async def end(self, player: str, begins: int, ends: int) -> None:
        where = vacations.c.player == player, vacations.c.begins == begins
        async with self.players.writing() as connection:
            await connection.execute(update(vacations).where(*where).values(ends=ends))

    async def turns(self, player: str) -> list[tuple[int, Any, int | None]]:
        """Seats of a player at tables that are played, with the summary and when time is out."""
        query = (
            select(seats.c.seat, tables.c.summary, tables.c.due)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.player == player, seats.c.seat >= 0, tables.c.status == "playing")
            .order_by(tables.c.due.is_(None), tables.c.due, tables.c.updated)
            .limit(MAX_TURNS)
        )
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [(seat, orjson.loads(text), due) for seat, text, due in rows]
