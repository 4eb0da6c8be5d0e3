"""Alone at the table a position is worth what planning makes of it.

The network of a game for one seat learnt from moves made at a glance, and expects no more of
whoever plays on. A plan shows what the tiles give to somebody who looks ahead (search/plan.py).
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np

from moonlit.bots.evaluator import Evaluator, Found, Worth, is_over
from moonlit.bots.levels import plans
from moonlit.core.game import Game
from moonlit.search.plan import Line, Planner
from moonlit.study.judging import Judged
from moonlit.study.worlds import LOOKS, differ, mean, worlds_after

OTHERS = 3  # moves that are valued beside the planned one: those that a search goes to most,
PART = 8  # … with such a part of the iterations
WORLDS = 6  # in which a move is valued that brings something to light
A_LINE = 4_000  # iterations that a line of play stands for,
WIDTHS = 4, 12  # … and the narrowest and widest plan


def evaluator_for(game: Game, players: int) -> Evaluator:
    """Who judges the positions of a game that is reviewed."""
    return PlanningEvaluator(game, players) if plans(game, players) else Evaluator(game, players)


class PlanningEvaluator(Evaluator):
    """Judges the positions of a game for one seat, by planning on."""

    def __init__(self, game: Game, players: int) -> None:
        super().__init__(game, players)
        self._own = threading.local()

    @property
    def version(self) -> str:
        return f"{super().version}/plan"

    def search(self, states: Any, seat: int, iterations: int, seed: int) -> list[Found]:
        """The move that is planned, and others with what planning on makes of them."""
        line = self._plan(states, iterations, seed)
        looked = super().search(states, seat, max(1, iterations // PART), seed)
        best = Found(line.actions[0], looked[0].visits, _worth(line))
        others = [
            Found(found.action, found.visits, self._behind(states, found.action, iterations, seed))
            for found in [each for each in looked if each.action != best.action][:OTHERS]
        ]
        return [best, *sorted(others, key=lambda found: -float(found.worth[seat]))]

    def worth(self, states: Any, seat: int, iterations: int, seed: int) -> Worth:
        if is_over(states):
            return self.result(states)
        return _worth(self._plan(states, iterations, seed))

    def _behind(self, states: Any, action: int, iterations: int, seed: int) -> Worth:
        """What a move is worth; one that brings something to light, in redealt worlds."""
        worlds = worlds_after(self, states, 0, action, LOOKS, seed)
        if not differ(self, 0, worlds):
            return self.worth(self.after(states, action), 0, iterations, seed)
        return mean([self.worth(world, 0, iterations, seed) for world in worlds[:WORLDS]])

    def _plan(self, states: Any, iterations: int, seed: int) -> Line:
        narrow, wide = WIDTHS
        width = min(max(narrow, iterations // A_LINE), wide)
        if not hasattr(self._own, "planners"):  # this thread's: planning takes memory of its own
            self._own.planners = {}
        planners: dict[int, Planner] = self._own.planners
        if width not in planners:
            assert self.weights is not None
            planners[width] = Planner(self.game, self.weights, width)
        return planners[width].plan(states, seed)


def at_least_what_came(judged: list[Judged], final: Worth) -> list[Judged]:
    """Nobody answers, so a position and the move made there were worth no less than what came of
    them, luck aside: whatever a plan finds later could have been planned before."""
    raised = []
    expected = final
    for move in reversed(judged):
        came = expected - move.luck
        expected = np.maximum(move.shares, came)
        play = np.maximum(move.shares + move.play, came) - expected
        raised.append(replace(move, shares=expected, play=play))
    return raised[::-1]


def _worth(line: Line) -> Worth:
    return np.array([line.value])
