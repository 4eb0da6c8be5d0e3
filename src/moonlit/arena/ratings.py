"""How strong bots are, and how sure that is.

Ratings are a Bradley-Terry fit to all games at once: bots do not change while they play, so an
order of games, which rating systems for people follow, means nothing here. At tables of more than
two companies it is Luce's model: a bot of strength a wins against n-1 bots of strength b with
the chance a / (a + (n-1) b). A draw is a shared win.

Intervals come from the Bayesian bootstrap over deals. The games of one deal resemble each other,
so it is deals that are weighted anew, for all pairings at once. Half a deal won and half a deal
lost are added to each pairing (Jeffreys' prior), so that a clean sweep stays finite and its
interval is honest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from moonlit.arena.plan import Setup
from moonlit.arena.play import Line, share

ELO = 400 / math.log(10)  # ten times the wins are 400 points
RESAMPLES = 2000
BLOCK = 4_000_000  # numbers in memory at once
LOW, HIGH = 2.5, 97.5
Z = 1.959964  # between minus and plus this lie 95 % of a normal distribution
STUDENT = (
    12.7062,
    4.3027,
    3.1824,
    2.7764,
    2.5706,
    2.4469,
    2.3646,
    2.3060,
)  # of few degrees of freedom

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Estimate:
        ends = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, *ends)

    def rest(self) -> Estimate:
        """What is left for the others, of a share."""
        return Estimate(1 - self.value, 1 - self.high, 1 - self.low)


@dataclass(frozen=True)
class Tally:
    """Wins and games of every pairing's first bot in every deal: arrays of deals by pairings."""

    pairs: list[tuple[int, int]]  # numbers of bots
    bots: int
    rivals: int  # how many of the second bot the first one meets
    wins: Array
    games: Array

    @property
    def prior(self) -> float:
        """Half a deal."""
        return (self.rivals + 1) / 2


def tally(setup: Setup, lines: list[Line], won: Callable[[Line], float] | None = None) -> Tally:
    """The lines of a setup's games, added up; `won` is what of a line is added to the wins."""
    pairings = {pair: number for number, pair in enumerate(setup.pairings)}
    deals = {deal: number for number, deal in enumerate(sorted({line["deal"] for line in lines}))}
    wins, games = (np.zeros((len(deals), len(pairings))) for _ in range(2))
    table = setup.companies
    won = won or (lambda line: share(line, table))
    for line in lines:
        place = deals[line["deal"]], pairings[tuple(line["pair"])]
        wins[place] += won(line)
        games[place] += 1
    pairs = [(setup.bots.index(first), setup.bots.index(other)) for first, other in pairings]
    return Tally(pairs, len(setup.bots), setup.turns - 1, wins, games)


def fit(found: Tally, wins: Array, games: Array) -> Array:
    """The likeliest ratings, their mean 0, for each row of wins and games (rows by pairings)."""
    design = np.zeros((len(found.pairs), found.bots))
    for row, (first, other) in enumerate(found.pairs):
        design[row, first], design[row, other] = 1.0, -1.0
    ratings = np.zeros((len(wins), found.bots))
    for _ in range(200):
        logits = ratings @ design.T - math.log(found.rivals)
        chance = 1 / (1 + np.exp(-logits))
        slope = (wins - games * chance) @ design
        weight = games * chance * (1 - chance)
        # Only differences count: the added ones hold the mean at 0.
        bend = np.einsum("rp,pi,pj->rij", weight, design, design) + 1.0
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        ratings += np.clip(step, -1.0, 1.0)  # Newton's, but never a leap
        if np.abs(step).max() < 1e-9:
            break
    centred: Array = (ratings - ratings.mean(axis=1, keepdims=True)) * ELO
    return centred


def interval(value: float, samples: Array) -> Estimate:
    low, high = np.percentile(samples, [LOW, HIGH])
    return Estimate(value, min(float(low), value), max(float(high), value))


def rate(found: Tally, resamples: int = RESAMPLES) -> tuple[list[Estimate], list[Estimate]]:
    """Every bot's rating, and every pairing's share of the win for its first bot."""
    wins, games = found.wins.sum(axis=0), found.games.sum(axis=0)
    prior = found.prior
    best = fit(found, (wins + prior)[None], (games + 2 * prior)[None])[0]
    again_wins, again_games = resampled(found, resamples)
    ratings = fit(found, again_wins, again_games)
    return (
        [interval(float(best[bot]), ratings[:, bot]) for bot in range(found.bots)],
        shares(found, again_wins / again_games),
    )


def shares(found: Tally, again: Array | None = None) -> list[Estimate]:
    """Every pairing's share of the win for its first bot; `again`: as it might have come out."""
    if again is None:
        again_wins, again_games = resampled(found, RESAMPLES)
        again = again_wins / again_games
    values = found.wins.sum(axis=0) / np.maximum(found.games.sum(axis=0), 1)
    return [interval(float(value), again[:, pair]) for pair, value in enumerate(values)]


def resampled(found: Tally, resamples: int) -> tuple[Array, Array]:
    """Wins and games as they might have come out with other deals."""
    chance = np.random.RandomState(1)  # frozen by NumPy: the same report everywhere
    block = max(1, BLOCK // max(1, len(found.wins)))
    wins, games = [], []
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        weights = chance.standard_exponential((rows, len(found.wins)))
        won, lost = (
            2 * found.prior * chance.standard_gamma(0.5, (rows, len(found.pairs))) for _ in range(2)
        )
        wins.append(weights @ found.wins + won)
        games.append(weights @ found.games + won + lost)
    return np.concatenate(wins), np.concatenate(games)


def mean(scores: list[float], resamples: int = RESAMPLES) -> Estimate:
    """The mean of one score a deal."""
    values = np.array(scores, dtype=np.float64)
    chance = np.random.RandomState(1)
    block = max(1, BLOCK // len(values))
    means = []
    for start in range(0, resamples, block):
        weights = chance.standard_exponential((min(block, resamples - start), len(values)))
        means.append(weights @ values / weights.sum(axis=1))
    return interval(float(values.mean()), np.concatenate(means))


def half_width(values: Iterable[float]) -> float:
    """Half the width of a 95 % interval of a mean, also of few values (Student's t); of a single
    one nothing is known: infinite."""
    found = np.array(list(values), dtype=np.float64)
    if len(found) < 2:
        return math.inf
    return float(student(len(found) - 1) * found.std(ddof=1) / math.sqrt(len(found)))


def student(freedom: int) -> float:
    """Between minus and plus this lie 95 % of Student's distribution."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    # Abramowitz and Stegun, 26.7.5
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )
    return Z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
