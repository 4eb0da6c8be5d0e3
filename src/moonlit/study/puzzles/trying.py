"""A move tried in a puzzle: is it right, and if not, what does it lose and why?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from moonlit.bots.evaluator import Evaluator
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.study.marks import mark
from moonlit.study.model import Entry
from moonlit.study.puzzles.model import TOPIC, Puzzle
from moonlit.study.puzzles.proof import lost_by
from moonlit.study.reasons import compared

ITERATIONS = 1000  # in the search behind each move, where what it loses is not known yet
SEED = 1  # one for all: so what is told depends on what the player can know, and on nothing else


@dataclass(frozen=True)
class Try:
    """What comes of a move. Points are of a hundred, or of the score alone at the table."""

    move: str
    right: bool
    solved: bool  # right, and nothing is left to find
    loss: float  # points; 0 where it is right
    mark: str  # as a review marks it
    why: list[Entry]  # what speaks for the right move, against this one or its best rival

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def try_move(puzzle: Puzzle, moves: Sequence[str], move: str) -> Try:
    """Try a move when some of the solution's have been found.

    IllegalMove where it cannot be made. It is judged by what the seat to move can know.
    """
    match = position(puzzle, moves)
    right = puzzle.solution[len(moves)]
    match.action(move)
    evaluator = Evaluator(match.game, len(match.players))
    if move == right or (not moves and move in puzzle.also):
        solved = len(moves) + 1 == len(puzzle.solution)
        against = next(iter(puzzle.rivals), None) if not moves else None
        return Try(move, True, solved, 0.0, mark(0.0, True), _why(evaluator, match, right, against))
    loss = puzzle.rivals.get(move) if not moves else None
    if loss is None:
        loss = lost_by(evaluator, match, right, move, ITERATIONS, SEED)
    share = max(loss, 0.0) * (evaluator.point if evaluator.solo else 0.01)
    return Try(
        move, False, False, max(loss, 0.0), mark(share, False), _why(evaluator, match, right, move)
    )


def position(puzzle: Puzzle, moves: Sequence[str] = ()) -> Match:
    """The game when so much of a solution has been found."""
    if len(moves) >= len(puzzle.solution) or not _follows(puzzle, moves):
        raise BadTable("not_the_solution", TOPIC, id=puzzle.id)
    match = puzzle.match()
    for move in moves:
        match.play(move)
    return match


def _follows(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    for number, move in enumerate(moves):
        if move != puzzle.solution[number] and (number or move not in puzzle.also):
            return False
    return True


def _why(evaluator: Evaluator, match: Match, best: str, made: str | None) -> list[Entry]:
    seat = match.to_move
    if made is None or seat is None:
        return []
    return compared(evaluator, match.states, seat, match.action(best), match.action(made), SEED)
