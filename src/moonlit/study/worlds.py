"""What came to light by a move, and what it was worth: the move again in redealt worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.bots.evaluator import ONLOOKER, Evaluator, Worth, is_over, mover_of
from moonlit.core.rng import generator

LOOKS = 12  # worlds in which a move is made to see whether it brings anything to light
TRIES = 8  # for every world wanted: in some a hidden hand does not allow the move


def worlds_after(
    evaluator: Evaluator, states: Any, seat: int, action: int, count: int, seed: int
) -> list[Any]:
    """Positions after a move in worlds that a seat could be in; fewer where few allow the move."""
    rng = generator(seed)
    checked = evaluator.game.has_secrets and seat != mover_of(states)
    found: list[Any] = []
    for _ in range(count * (TRIES if checked else 1)):
        world = evaluator.redealt(states, seat, rng)
        if not checked or evaluator.allows(world, action):
            found.append(evaluator.after(world, action))
            if len(found) == count:
                break
    return found


def differ(evaluator: Evaluator, seat: int, worlds: list[Any]) -> bool:
    """Whether a seat can tell some of these positions apart."""
    first = evaluator.seen(worlds[0], seat)
    return any(evaluator.seen(world, seat) != first for world in worlds[1:])


def luck_of(
    evaluator: Evaluator,
    states: Any,
    action: int,
    after: Any,
    *,
    worlds: int,
    glances: int,
    iterations: int,
    seed: int,
) -> Worth | None:
    """What came to light was worth so much more than it is on average; None: nothing did.

    The average is over what an onlooker could not know, as the curve is. The position that came
    and those that might have come are judged in the same way, so the expected luck of a move is 0,
    however well they are judged.
    """
    wanted = max(worlds, glances, LOOKS)
    many = worlds_after(evaluator, states, ONLOOKER, action, wanted, seed)
    if not differ(evaluator, ONLOOKER, [after, *many[:LOOKS]]):
        return None
    if all(is_over(world) for world in [after, *many]):
        return evaluator.result(after) - mean([evaluator.result(world) for world in many])

    def judged(world: Any) -> Worth:
        return evaluator.worth(world, ONLOOKER, iterations, seed)

    luck = judged(after) - mean([judged(world) for world in many[:worlds]])
    if evaluator.weights is None or evaluator.game.has_secrets:
        return luck
    # the network looks at many more worlds, and says by how much the sample was lucky itself
    seat = mover_of(states)
    glanced = [evaluator.glance(world, seat) for world in many]
    return luck - (mean(glanced) - mean(glanced[:worlds]))


def mean(found: list[Worth]) -> Worth:
    return np.mean(np.array(found), axis=0)
