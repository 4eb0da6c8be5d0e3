"""How good somebody is at a game, and how sure that is: one finished game after the other.

The library openskill does the sums, by Plackett and Luce's model: at a table of n companies one of
strength a comes in before the others with the chance a / (a + b + c …), and so on for those who
are left. 400 points more are ten times the strength, at a table of any size, as in the arena. A
company's strength is the mean of its members'.

Bots are anchors: their ratings are known from the arena and do not move, and club has 1500 in every
game. So a rating means the same on every server, and something where two people play.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from moonlit.bots.levels import LEVELS, STAND_IN
from moonlit.core.discovery import origins
from moonlit.core.registry import find_game

NEW, UNSURE = 1500.0, 300.0  # of somebody who has not played yet
SURE = 110.0  # what is less sure is provisional
WIDTH = 1.96  # of a 95 % interval, in sigmas
ANCHORS_FILE = "ratings.json"  # of a game's folder: what each level has reached in the arena
ELO = 400 / math.log(10)  # ten times the wins are 400 points
DRIFT = 5.0  # people learn: nobody's rating is ever quite sure
# The library lets doubt about a rating count as much as luck in a game, which spreads ratings too
# far; by the variance of a logistic distribution it counts so much less. So it is told of less
# doubt, and what it makes of that is scaled back.
DOUBT = math.sqrt(3) / math.pi
STEP, ROUGHLY = 210.0, 150.0  # between levels that nobody has measured, and how sure that is


@dataclass(frozen=True)
class Rating:
    mu: float = NEW
    sigma: float = UNSURE

    @property
    def shown(self) -> int:
        return round(self.mu)

    @property
    def interval(self) -> tuple[int, int]:
        """Where it lies with 95 %."""
        return round(self.mu - WIDTH * self.sigma), round(self.mu + WIDTH * self.sigma)

    @property
    def provisional(self) -> bool:
        return self.sigma > SURE


def rate(
    game: str, players_count: int, seats: Sequence[Rating | str], places: Sequence[int]
) -> list[Rating]:
    """The ratings of all seats after a game. A seat is a rating, or the level of a bot, which
    stays what it is; of places 1 is the best, and whoever shares one has drawn. Partners share
    theirs."""
    companies = companies_of(game, players_count)
    before = [
        anchor(game, players_count, each) if isinstance(each, str) else each for each in seats
    ]
    count = len(companies)
    if count < 2:
        return before
    # The more companies, the more the library lets luck decide: not so the arena.
    by = model(ELO / math.sqrt(count) * players_count / count)
    teams = [
        [by.rating(mu=before[seat].mu - NEW, sigma=before[seat].sigma * DOUBT) for seat in members]
        for members in companies
    ]
    ranks = [places[members[0]] for members in companies]
    after = list(before)
    for members, team in zip(companies, by.rate(teams, ranks=ranks), strict=True):
        for seat, new in zip(members, team, strict=True):
            old = before[seat]
            if not isinstance(seats[seat], str):
                moved = (new.mu - (old.mu - NEW)) / DOUBT**2
                after[seat] = Rating(old.mu + moved, new.sigma / DOUBT)
    return after


@cache
def model(luck: float) -> Any:
    from openskill.models import PlackettLuce  # takes a moment, and few ask for it

    return PlackettLuce(beta=luck, tau=DRIFT * DOUBT, gamma=lambda *_: 1 / DOUBT**2)


def companies_of(game: str, players: int) -> list[list[int]]:
    """The seats that play together."""
    found = find_game(game)
    companies: dict[int, list[int]] = {}
    for seat in range(players):
        companies.setdefault(found.company(players, seat), []).append(seat)
    return list(companies.values())


def anchor(game: str, players: int, level: str) -> Rating:
    """What the bots of a level are rated at tables of so many players."""
    known = anchors(game).get(str(players), {}).get(level)
    if known is not None:
        return Rating(*known)
    return Rating(NEW + STEP * (LEVELS.index(level) - LEVELS.index(STAND_IN)), ROUGHLY)


@cache
def anchors(game: str) -> dict[str, dict[str, tuple[float, float]]]:
    """By number of players and level: a rating, and how sure it is."""
    path = origins()[game].folder / ANCHORS_FILE
    if not path.exists():
        return {}
    found: dict[str, dict[str, tuple[float, float]]] = json.loads(path.read_text(encoding="utf-8"))
    return found
