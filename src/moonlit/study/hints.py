"""Why a hint is one: what speaks for it against the move that looks best without looking ahead."""

from __future__ import annotations

from dataclasses import dataclass

from moonlit.core.match import Match
from moonlit.search.simple import ranked
from moonlit.study.evaluator import Evaluator
from moonlit.study.model import Entry
from moonlit.study.reasons import compared

SEED = 1  # one for all: so what is told depends on what the player can know, and on nothing else


@dataclass(frozen=True)
class Reasons:
    """What speaks for a move, and the move that it was compared with."""

    instead: str | None  # None: there is no other move
    told: list[Entry]  # the same in words
    why: list[Entry]


def explain(match: Match, move: str) -> Reasons:
    """For the seat to move, from what it can know."""
    seat = match.to_move
    world = match.redeal(seat, SEED)
    best = world.action(move)
    found = ranked(world.game, world.states)
    other = next((action for _, action in found if action != best), None)
    if seat is None or other is None:
        return Reasons(None, [], [])
    instead = world.spell(other, seat)
    evaluator = Evaluator(world.game, len(world.players))
    why = compared(evaluator, world.states, seat, best, other, SEED)
    return Reasons(instead, world.describe(instead), why)
