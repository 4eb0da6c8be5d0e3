"""What the members of a club say to each other: the last of it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from moonlit.server.errors import refuse
from moonlit.server.storage.clubs.clubs import Clubs, held
from moonlit.server.storage.clubs.people import hold_player
from moonlit.server.storage.clubs.schema import club_said, clubs
from moonlit.server.storage.schema import players

KEPT = 200  # messages of a club
MAX_SAID, MINUTE = 20, 60_000  # messages of a member within so many ms


@dataclass(frozen=True)
class Said:
    number: int
    at: int
    player: str
    name: str
    text: str


class ClubTalk:
    def __init__(self, clubs: Clubs) -> None:
        self.clubs = clubs
        self.store = clubs.store

    async def say(self, club: str, player: str, text: str, now: int) -> int:
        """The number of the new message."""
        async with self.clubs.players.writing() as connection:
            await hold_player(connection, player)
            await held(connection, club, player)
            lately = club_said.c.player == player, club_said.c.at > now - MINUTE
            count = select(func.count()).where(club_said.c.club == club, *lately)
            if (await connection.scalar(count) or 0) >= MAX_SAID:
                raise refuse("too_much_said", 429, most=MAX_SAID)
            last = select(func.max(club_said.c.number)).where(club_said.c.club == club)
            number = (await connection.scalar(last) or 0) + 1
            row = {"club": club, "number": number, "player": player, "at": now, "text": text}
            await connection.execute(insert(club_said).values(row))
            old = club_said.c.club == club, club_said.c.number <= number - KEPT
            await connection.execute(delete(club_said).where(*old))
        return number

    async def since(self, club: str, after: int) -> list[Said]:
        """The oldest first."""
        query = (
            select(
                club_said.c.number,
                club_said.c.at,
                players.c.id,
                players.c.name,
                club_said.c.text,
            )
            .join(players, players.c.id == club_said.c.player)
            .where(club_said.c.club == club, club_said.c.number > after)
            .order_by(club_said.c.number)
        )
        async with self.store.reading() as connection:
            return [Said(*row) for row in await connection.execute(query)]

    async def of_player(self, player: str) -> list[tuple[str, int, str]]:
        """All of it that somebody has said: where, when, what."""
        query = (
            select(clubs.c.name, club_said.c.at, club_said.c.text)
            .join(clubs, clubs.c.id == club_said.c.club)
            .where(club_said.c.player == player)
            .order_by(club_said.c.at)
        )
        async with self.store.reading() as connection:
            return [(name, at, text) for name, at, text in await connection.execute(query)]
