"""What moves of a position are worth beside each other, as the seat to move can know it.

Each is searched from the positions behind it, all with the same budget; where a move brings
something to light, in the same redealt worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonlit.core.match import Match
from moonlit.study.evaluator import Evaluator
from moonlit.study.worlds import LOOKS, differ, mean, worlds_after

WORLDS = 24  # in which a move that brings something to light is looked at
LEAST = 16  # iterations in each of them


def points(evaluator: Evaluator, worth: float) -> float:
    """Worth as people read it: of a hundred, or alone at the table of the score."""
    return worth if evaluator.solo else 100.0 * worth


def worths(
    evaluator: Evaluator,
    states: Any,
    seat: int,
    actions: Sequence[int],
    iterations: int,
    seed: int,
    worlds: int = WORLDS,
) -> list[float]:
    """What the seat to move can expect after each of some moves."""
    after = [worlds_after(evaluator, states, seat, action, worlds, seed) for action in actions]
    if not any(differ(evaluator, seat, each[:LOOKS]) for each in after):
        return [float(evaluator.worth(each[0], seat, iterations, seed + 1)[seat]) for each in after]
    each = max(LEAST, iterations // worlds)
    return [
        float(
            mean(
                [
                    evaluator.worth(world, seat, each, seed + 1 + number)
                    for number, world in enumerate(found)
                ]
            )[seat]
        )
        for found in after
    ]


def lost_by(
    evaluator: Evaluator, match: Match, best: str, made: str, iterations: int, seed: int
) -> float:
    """Points that a move loses against the best; below 0 where it looks better."""
    seat = match.to_move
    assert seat is not None
    actions = [match.action(best), match.action(made)]
    first, second = worths(evaluator, match.states, seat, actions, iterations, seed)
    return points(evaluator, first - second)
