"""The leaderboard of a club: its rated games, one after the other, from a fresh start."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from moonlit.server.ratings import Rating
from moonlit.server.storage.ratings.rated import Finished, results

MAX_KEPT = 200  # leaderboards


@dataclass(frozen=True)
class SeatResult:
    """A seat of a finished game."""

    table_id: str
    seat: int
    players: int
    player: str | None
    level: str | None
    place: int
    gone: bool  # they had left it to their partners
    ended: int


@dataclass
class Row:
    player: str
    rating: Rating
    games: int = 0
    wins: int = 0


class Boards:
    """Those that were asked for last are kept, as long as they follow from the same results."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], tuple[int, list[Row]]] = OrderedDict()

    async def of(
        self, key: tuple[object, ...], game: str, seats: Sequence[SeatResult]
    ) -> list[Row]:
        """`key` says of what it is."""
        sign = hash(tuple(seats))
        known = self._kept.pop(key, None)
        if known is None or known[0] != sign:
            known = sign, await asyncio.to_thread(leaderboard, game, seats)
        self._kept[key] = known
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return known[1]


def leaderboard(game: str, seats: Sequence[SeatResult]) -> list[Row]:
    """Everybody who has played, the best first; the seats come game by game."""
    rows: dict[str, Row] = {}
    for table_id, group in groupby(seats, key=lambda each: each.table_id):
        some = list(group)
        if len(some) == some[0].players:
            fold(finished(table_id, game, some), rows)
    return sorted(rows.values(), key=lambda row: (-row.rating.mu, row.player))


def finished(table_id: str, game: str, seats: list[SeatResult]) -> Finished:
    return Finished(
        table_id,
        game,
        seats[0].ended,
        [each.player for each in seats],
        [each.level for each in seats],
        [each.place for each in seats],
        frozenset(each.seat for each in seats if each.gone),
    )


def fold(game: Finished, rows: dict[str, Row]) -> None:
    """One more game."""
    before = [
        level or (rows[player].rating if player in rows else Rating())
        for player, level in zip(game.seats, game.levels, strict=True)
    ]
    for seat, after in enumerate(results(game, before)):
        player = game.seats[seat]
        if player is not None and game.levels[seat] is None:
            row = rows.setdefault(player, Row(player, after))
            row.rating = after
            row.games += 1
            row.wins += game.places[seat] == 1 and seat not in game.left
