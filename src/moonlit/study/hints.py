"""Why a hint is one: what speaks for it against the move that looks best without looking ahead."""

from __future__ import annotations

from dataclasses import dataclass

from moonlit.bots.evaluator import Evaluator
from moonlit.core.match import Match
from moonlit.search.simple import ranked
from moonlit.study.model import Entry
from moonlit.study.plan import TOPIC
from moonlit.study.reasons import compared

COMPARED = 6  # of the other moves, those that look best
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
    others = [action for _, action in ranked(world.game, world.states) if action != best]
    if seat is None or not others:
        return Reasons(None, [], [])
    evaluator = Evaluator(world.game, len(world.players))
    found = [
        (action, compared(evaluator, world.states, seat, best, action, SEED))
        for action in others[:COMPARED]
    ]
    # the first that there is something to say about
    other, why = next((each for each in found if each[1][0]["topic"] != TOPIC), found[0])
    instead = world.spell(other, seat)
    return Reasons(instead, world.describe(instead), why)
