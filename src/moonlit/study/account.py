"""The account of every seat: result - start = own play + others' play + luck + sight.

Play is read from the end of the game, as an analyst goes through one: what its rest showed of a
move is known when the move is weighed. Marks and accuracy are not: they go by what a player could
know (judging.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from moonlit.bots.evaluator import Worth
from moonlit.study.judging import Judged

# Where the rest of a game shows that a position was misjudged, so much of that is taken to be as
# true of its other moves as of the one made. docs/review.md tells how it was chosen.
SHARED = 0.85
TRIED = 0.1  # of the best move's visits: a move that a search left earlier says nothing


@dataclass(frozen=True)
class Account:
    """Arrays of a row a move and a column a seat; `curve` has one row more."""

    curve: Any
    play: Any
    luck: Any
    sight: Any
    movers: Any

    @property
    def own(self) -> Any:
        """What each seat's own moves cost it."""
        seats = np.arange(self.curve.shape[1])
        return (self.play * (self.movers[:, None] == seats)).sum(axis=0)

    @property
    def others(self) -> Any:
        """What the others' moves brought it."""
        return self.play.sum(axis=0) - self.own


def account(judged: list[Judged], final: Worth) -> Account:
    """Sight is what is left of a step of the curve: what was seen later and not before."""
    curve = np.array([*(move.shares for move in judged), final])
    play = np.array(in_hindsight(judged, final)).reshape(-1, curve.shape[1])
    luck = np.array([move.luck for move in judged]).reshape(-1, curve.shape[1])
    movers = np.array([move.seat for move in judged], dtype=int)
    return Account(curve, play, luck, np.diff(curve, axis=0) - play - luck, movers)


def in_hindsight(judged: list[Judged], final: Worth) -> list[Worth]:
    """What each move cost every seat, as the rest of the game shows it."""
    costs = []
    expected = final
    for move in reversed(judged):
        made = expected - move.luck
        misjudged = SHARED * (made - (move.shares + move.play))
        others = [worth + misjudged for worth in others_of(move)]
        expected = max([made, *others], key=lambda worth: float(worth[move.seat]))
        costs.append(made - expected)
    return costs[::-1]


def others_of(move: Judged) -> list[Worth]:
    """What could be expected of the moves that were not made: of the best, or where that was made,
    of those that were looked at nearly as often. None was better."""
    if move.made != move.best:
        return [move.shares]
    best = move.found[0]
    return [
        move.shares + (other.worth - best.worth) * (other.worth[move.seat] < best.worth[move.seat])
        for other in move.found
        if other.action != move.made and other.visits >= TRIED * best.visits
    ]
