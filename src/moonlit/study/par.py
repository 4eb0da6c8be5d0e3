"""Par of a deal that is played alone: what each level makes of it, and the best of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from moonlit.core.match import Match
from moonlit.study.same_deal import played

LEVELS = ("club", "expert", "master", "grandmaster")
GAMES = 3  # of each level


@dataclass(frozen=True)
class ParGame:
    """A bot's game of the deal."""

    level: str
    score: int
    moves: list[str]


@dataclass(frozen=True)
class Par:
    low_wins: bool
    scores: dict[str, list[int]]  # by level, the weakest first
    means: dict[str, float]
    best: ParGame

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def par_game(match: Match, number: int) -> ParGame:
    """One of the games that par is made of, by its number: the levels take turns."""
    level = LEVELS[number % len(LEVELS)]
    game = played(match, level, number // len(LEVELS))
    standings = game.standings()
    assert standings is not None
    return ParGame(level, standings[0]["score"], game.history_of_movers())


def summed_up(match: Match, games: Sequence[ParGame]) -> Par:
    """Par, once the games are played."""
    low = match.game.low_wins
    scores = {
        level: [game.score for game in games if game.level == level]
        for level in LEVELS
        if any(game.level == level for game in games)
    }
    means = {level: sum(each) / len(each) for level, each in scores.items()}
    best = min(games, key=lambda game: game.score if low else -game.score)
    return Par(low, scores, means, best)
