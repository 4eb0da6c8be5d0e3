"""Why the best move is better than the one made: facts of the rules, as the game tells them."""

from __future__ import annotations

from typing import Any

from moonlit.bots.evaluator import Evaluator, mover_of
from moonlit.core.contract import reading
from moonlit.core.rng import generator
from moonlit.study.model import Entry
from moonlit.study.plan import TOPIC

WORTH_A_WORD = 0.01  # of a share: what a move must lose before anybody asks why
MAX_SENTENCES = 3


def reasons(
    evaluator: Evaluator, states: Any, best: int, made: int, loss: float, seed: int
) -> list[Entry]:
    """Sentences that speak for the best move; none where nothing worth telling was lost."""
    if made == best or loss * evaluator.point < WORTH_A_WORD:
        return []
    return compared(evaluator, states, mover_of(states), best, made, seed)


def compared(
    evaluator: Evaluator, states: Any, seat: int, best: int, made: int, seed: int
) -> list[Entry]:
    """What speaks for one move against another, in a world that the player could be in."""
    game = evaluator.game
    world = evaluator.redealt(states, seat, generator(seed))
    told = game.role("why").why(
        reading(world),
        best,
        reading(evaluator.after(world, best)),
        made,
        reading(evaluator.after(world, made)),
    )
    if not told:
        return [{"topic": TOPIC, "key": "why.ahead", "args": {}}]
    return [{"topic": game.name, **entry} for entry in told[:MAX_SENTENCES]]
