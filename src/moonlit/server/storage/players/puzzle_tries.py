"""What players have made of puzzles. Only the first try at each counts, and how good somebody is
follows from their tries alone: nothing else is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import func, insert, select

from moonlit.server.storage.clubs import people as club_people
from moonlit.server.storage.players.players import OfPlayers
from moonlit.server.storage.schema import puzzle_tries


@dataclass(frozen=True)
class PuzzleTry:
    puzzle: str
    game: str
    solved: bool
    rating: float  # the puzzle's, then
    at: int = 0  # ms; given when it is added


class PuzzleTries(OfPlayers):
    async def of_player(self, player: str) -> list[PuzzleTry]:
        """In the order in which they were made."""
        chosen = (puzzle_tries.c[name] for name in PuzzleTry.__dataclass_fields__)
        query = (
            select(*chosen)
            .where(puzzle_tries.c.player == player)
            .order_by(puzzle_tries.c.at, puzzle_tries.c.puzzle)
        )
        async with self.store.reading() as connection:
            return [PuzzleTry(*row) for row in await connection.execute(query)]

    async def add(self, player: str, tries: Iterable[PuzzleTry], now: int) -> None:
        """Those of some tries that are new, behind all that there are and in this order."""
        mine = puzzle_tries.c.player == player
        async with self.players.writing() as connection:
            await club_people.hold_player(connection, player)
            query = select(puzzle_tries.c.puzzle).where(mine)
            known = set(await connection.scalars(query))
            last = await connection.scalar(select(func.max(puzzle_tries.c.at)).where(mine))
            first = max(now, (last or 0) + 1)
            new = [each for each in tries if each.puzzle not in known]
            rows = [
                {**asdict(each), "player": player, "at": at} for at, each in enumerate(new, first)
            ]
            if rows:
                await connection.execute(insert(puzzle_tries), rows)
