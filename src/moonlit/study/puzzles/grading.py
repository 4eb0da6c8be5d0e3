"""How hard a puzzle is: every level tries it some times, and its rating is fitted to who found it.

A puzzle and a level are rated on one scale: at the same number half of the tries succeed, and 400
more are ten to one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moonlit.bots import ask, find_bot
from moonlit.bots.bot import SearchBot
from moonlit.bots.levels import LEVELS
from moonlit.core.match import Match
from moonlit.study.puzzles.proof import mixed

# In the arena a level wins about 77 of 100 games against the one below: 210 points.
STRENGTHS = {name: 1000.0 + 210.0 * number for number, name in enumerate(LEVELS)}
USUAL, SPREAD = 1500.0, 400.0  # what ratings are like before anybody has tried
FINDS = 0.5  # the part of its tries in which a level that finds a puzzle does
TRIES = ((1000, 8), (4000, 4), (10_000, 2))  # for bots of up to so many iterations; others one

Solved = dict[str, float]  # by level: the part of its tries that found it

PLANS = 2  # tries of a level that plans


def tries_of(level: str, match: Match) -> int:
    bot = find_bot(level, match.game, len(match.players))
    if not isinstance(bot, SearchBot):  # it plans
        return PLANS
    return next((tries for most, tries in TRIES if bot.iterations <= most), 1)


def share(level: str, match: Match, line: Sequence[Sequence[str]], seed: int) -> float:
    """The part of its tries in which a level finds every move of a line.

    Each move of the line is a choice of moves that come to the same, the one to go on with first.
    """
    tries = tries_of(level, match)
    found = 0
    for number in range(tries):
        bot = find_bot(level, match.game, len(match.players))
        tried = match.copy()
        for step, right in enumerate(line):
            if ask(bot, tried, mixed(seed, f"{level} {number} {step}")) not in right:
                break
            tried.play(right[0])
        else:
            found += 1
    return found / tries


def grade(match: Match, line: Sequence[Sequence[str]], seed: int) -> Solved:
    return {level: round(share(level, match, line, seed), 3) for level in LEVELS}


def lowest(solved: Mapping[str, float]) -> str:
    """The lowest level that finds it, or the highest there is."""
    return next((level for level in LEVELS if solved.get(level, 0.0) >= FINDS), LEVELS[-1])


def rating(solved: Mapping[str, float]) -> float:
    """The rating that explains best who found it and who did not."""

    def pull(given: float) -> float:
        """Which way the rating should go: above 0 it is too low."""
        expected = sum(odds(STRENGTHS[level], given) for level in solved)
        return (USUAL - given) / SPREAD**2 * 400.0 / 2.303 + expected - sum(solved.values())

    low, high = 0.0, 3500.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if pull(middle) > 0 else (low, middle)
    return round((low + high) / 2)


def odds(strength: float, given: float) -> float:
    return float(1.0 / (1.0 + 10.0 ** ((given - strength) / 400.0)))
