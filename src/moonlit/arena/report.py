"""What an arena found out, as numbers (`report`) and as words (`tell.py`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from moonlit.arena.fairness import LessLuck, of_pairings, of_scores
from moonlit.arena.plan import Setup
from moonlit.arena.play import Line
from moonlit.arena.ratings import Estimate, mean, rate, tally
from moonlit.arena.results import Results


@dataclass(frozen=True)
class BotRow:
    """One bot: its rating where it met others, its scores where it played alone, its time."""

    bot: str
    games: int
    moves: int
    seconds: float  # a move
    slowest: float
    forfeits: int
    why: str  # the first forfeit's reason
    rating: Estimate | None
    score: Estimate | None
    scores: tuple[float, ...]  # of solo games, one a deal
    less_luck: LessLuck | None = None  # of solo games


@dataclass(frozen=True)
class PairRow:
    """The first bot's share of the win against the other."""

    bot: str
    against: str
    games: int
    share: Estimate
    times_fair: Estimate
    less_luck: LessLuck | None = None


@dataclass(frozen=True)
class Report:
    setup: Setup
    games: int
    bots: list[BotRow]  # in the order of the setup
    pairs: list[PairRow]

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "wanted": self.setup.total}


def report(results: Results) -> Report:
    """All that is known of an arena by now."""
    setup, lines = results.setup, results.wanted()
    ratings: list[Estimate | None] = [None] * len(setup.bots)
    pairs: list[PairRow] = []
    if lines and not setup.solo:
        found = tally(setup, lines)
        rated, shares = rate(found)
        ratings = [*rated]
        played = found.games.sum(axis=0)
        fairer = of_pairings(setup, lines)
        for (first, other), count, share, fair in zip(
            setup.pairings, played, shares, fairer, strict=True
        ):
            pairs.append(pair_row(first, other, int(count), share, setup.turns, fair))
            if setup.turns == 2:
                fair = fair.rest() if fair else None
                pairs.append(pair_row(other, first, int(count), share.rest(), setup.turns, fair))
    rows = [
        bot_row(bot, setup.solo, lines, rating)
        for bot, rating in zip(setup.bots, ratings, strict=True)
    ]
    return Report(setup, len(lines), rows, pairs)


def pair_row(
    bot: str, against: str, games: int, share: Estimate, companies: int, fair: LessLuck | None
) -> PairRow:
    return PairRow(bot, against, games, share, share.times(companies), fair)


def bot_row(bot: str, solo: bool, lines: list[Line], rating: Estimate | None) -> BotRow:
    played = [line for line in lines if bot in line["pair"]]
    times = np.array([line["times"][line["pair"].index(bot)] for line in played] or [[0, 0.0, 0.0]])
    moves = int(times[:, 0].sum())
    broken = [line["forfeit"] for line in played if (line["forfeit"] or {}).get("bot") == bot]
    scores = [float(line["scores"][0]) for line in played if solo and line["scores"]]
    return BotRow(
        bot,
        len(played),
        moves,
        float(times[:, 1].sum()) / max(moves, 1),
        float(times[:, 2].max()),
        len(broken),
        broken[0]["reason"] if broken else "",
        rating,
        mean(scores) if scores else None,
        tuple(scores),
        of_scores(played) if solo else None,
    )


def histogram(scores: tuple[float, ...], most: int = 12) -> list[tuple[float, float, int]]:
    """Scores in at most so many bins of a round width: from, to (included), how many."""
    low, high = min(scores), max(scores)
    width = next(
        step * 10**power
        for power in range(9)
        for step in (1, 2, 5)
        if (high // (step * 10**power) - low // (step * 10**power)) < most
    )
    bins = Counter(int(score // width) for score in scores)
    first, last = int(low // width), int(high // width)
    return [
        (number * width, (number + 1) * width - 1, bins[number])
        for number in range(first, last + 1)
    ]
