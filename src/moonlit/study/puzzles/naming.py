"""What a puzzle is about: facts of the rules, which each game names by itself."""

from __future__ import annotations

from collections.abc import Sequence

from moonlit.core.contract import reading
from moonlit.core.match import Match
from moonlit.study.puzzles.proof import Proof

SEED = 1  # one for all: what is named depends on what the player can know, and on nothing else


def named(steps: Sequence[tuple[Match, Proof]]) -> list[str]:
    """The themes of a solution, each once; the best rival shows what a move is better at."""
    found: list[str] = []
    for match, proof in steps:
        rival = next(iter(proof.rivals))
        told = match.game.role("themes").themes(*compared(match, proof.best, rival))
        found += [theme for theme in told if theme not in found]
    return found


def compared(match: Match, best: int, rival: int) -> tuple[object, ...]:
    """A position and two moves of it, in a world that the player could be in."""
    moves = [match.spell(action, match.to_move) for action in (best, rival)]
    world = match.redeal(match.to_move, SEED)
    told: list[object] = [reading(world.states)]
    for move in moves:
        after = world.copy()
        after.play(move)
        told += [world.action(move), reading(after.states)]
    return tuple(told)
