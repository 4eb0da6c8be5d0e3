"""What is worked out game by game, behind all reviews: bots play a deal that people play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from moonlit.core.match import Match
from moonlit.study import par
from moonlit.study.same_deal import GAMES, summed_up

SAME_DEAL = "same-deal"  # in place of a budget: masters' games from the same start
PAR = "par"  # what each level makes of a deal that is played alone

Games = list[dict[str, Any]]  # as reviewer.py has told them


@dataclass(frozen=True)
class Late:
    job: str  # its name in reviewer.py
    games: int
    summed_up: Callable[[Match, Games], dict[str, Any]]


def masters_summed_up(match: Match, games: Games) -> dict[str, Any]:
    found = summed_up(match, [game["standings"] for game in games])
    return {"same_deal": found.to_json()}


def par_summed_up(match: Match, games: Games) -> dict[str, Any]:
    found = par.summed_up(match, [par.ParGame(**game) for game in games])
    return {"par": found.to_json()}


LATE = {
    SAME_DEAL: Late("masters", GAMES, masters_summed_up),
    PAR: Late("par", par.GAMES * len(par.LEVELS), par_summed_up),
}
