"""The daily: a deal to play alone and a puzzle of each game, the same for everybody on a day.

Both come from the date alone, so that two servers and a copy without a network agree.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moonlit.core.errors import BadTable
from moonlit.core.game import Game
from moonlit.core.match import Match, new
from moonlit.core.registry import games
from moonlit.core.rng import MAX_SEED
from moonlit.study.puzzles.model import TOPIC, Puzzle
from moonlit.study.puzzles.shelf import load

EPOCH = datetime.date(2026, 11, 1)  # the first day that has one
GRACE = datetime.timedelta(hours=1)  # after midnight UTC, for games that were begun in time


@dataclass(frozen=True)
class Solo:
    """A deal of a game that can be played alone."""

    game: str
    seed: int

    def match(self, name: str = "") -> Match:
        """A new game of this deal."""
        return new(self.game, [name], seed=self.seed)


@dataclass(frozen=True)
class Daily:
    date: datetime.date
    number: int  # of the day: 1 is the first
    solo: Solo | None  # None: no game can be played alone
    puzzles: dict[str, Puzzle]  # by game, in the order of the games; only those that bring some

    def to_json(self) -> dict[str, Any]:
        """What programs are told of it."""
        return {
            "date": self.date.isoformat(),
            "number": self.number,
            "solo": {"game": self.solo.game, "seed": self.solo.seed} if self.solo else None,
            "puzzles": {game: puzzle.id for game, puzzle in self.puzzles.items()},
        }


def daily(date: datetime.date | str) -> Daily:
    """The daily of a date. Whether that day has come is for the caller to look at."""
    day = read_date(date)
    shelves = {game.name: load(game.name) for game in games()}
    return daily_of(day, solo_game(), {name: kept for name, kept in shelves.items() if kept})


def daily_of(
    day: datetime.date, solo: str | None, shelves: Mapping[str, Sequence[Puzzle]]
) -> Daily:
    """The same from puzzles at hand: a game's come in their order, and again when all have been."""
    passed = (day - EPOCH).days
    return Daily(
        date=day,
        number=passed + 1,
        solo=Solo(solo, seed_of(day, solo)) if solo else None,
        puzzles={game: kept[passed % len(kept)] for game, kept in shelves.items()},
    )


def closes(day: datetime.date | str) -> int:
    """When games of a day count no more and its solution may be told, in ms."""
    midnight = datetime.datetime.combine(read_date(day), datetime.time.min, datetime.UTC)
    return round((midnight + datetime.timedelta(days=1) + GRACE).timestamp() * 1000)


def read_date(given: datetime.date | str) -> datetime.date:
    """A date as it is or as 2026-11-16; none from before there were dailies."""
    try:
        day = datetime.date.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        raise BadTable("bad_date", TOPIC, given=given, example=EPOCH.isoformat()) from None
    if day < EPOCH:
        raise BadTable("before_dailies", TOPIC, given=day.isoformat(), first=EPOCH.isoformat())
    return day


def solo_game() -> str | None:
    """The game whose deals are played alone: the first of Moonlit's own that can be.

    A game from elsewhere does not count: whoever has it must still get everybody's daily.
    """
    found: list[Game] = [game for game in games() if game.bundled and 1 in game.seats]
    return found[0].name if found else None


def seed_of(day: datetime.date, game: str) -> int:
    """The seed of a day's deal."""
    told = f"moonlit daily {game} {day.isoformat()}".encode()
    return int.from_bytes(hashlib.blake2b(told, digest_size=8).digest()) % (MAX_SEED + 1)
