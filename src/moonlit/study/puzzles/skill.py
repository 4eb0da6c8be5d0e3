"""How good somebody is at puzzles, by the library openskill: a solver and a puzzle are opponents.

A puzzle's rating is known from the levels that solve it, so only the solver's changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Any

NEW, UNSURE = 1500.0, 250.0  # of somebody who has solved nothing yet
CHANCE = 400.0 / math.log(10.0) / math.sqrt(2.0)  # so that 400 points more are ten to one
DRIFT = 5.0  # people learn: nobody's rating is ever quite sure
PUZZLE = 75.0  # how sure a puzzle's rating is


@cache
def model() -> Any:
    from openskill.models import PlackettLuce  # takes a moment, and few ask for it

    return PlackettLuce(mu=NEW, sigma=UNSURE, beta=CHANCE, tau=DRIFT)


def rated(solver: tuple[float, float] | None, puzzle: float, solved: bool) -> dict[str, Any]:
    """A solver's rating after a puzzle; None: it was the first."""
    mu, sigma = solver or (NEW, UNSURE)
    before = model().rating(mu=mu, sigma=sigma)
    other = model().rating(mu=puzzle, sigma=PUZZLE)
    ranks = [1, 2] if solved else [2, 1]
    [[after], _] = model().rate([[before], [other]], ranks=ranks)
    change = round(after.mu) - round(mu)
    return {"mu": after.mu, "sigma": after.sigma, "rating": round(after.mu), "change": change}


def skill_after(tries: Iterable[tuple[float, bool]]) -> dict[str, Any] | None:
    """A solver's rating after puzzles, each by its rating and whether it was solved; None: after
    none. What has changed is by the last one."""
    told: dict[str, Any] | None = None
    for puzzle, solved in tries:
        told = rated((told["mu"], told["sigma"]) if told else None, puzzle, solved)
    return told
