"""Checking puzzles anew: with many times the budget they were mined with, and another seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from moonlit.arena.run import check_jobs, start
from moonlit.bots.evaluator import Evaluator
from moonlit.core.checks import check_seed
from moonlit.core.errors import BadTable
from moonlit.study.puzzles.mining import Progress
from moonlit.study.puzzles.model import TOPIC, BadPuzzles, Puzzle, read_line
from moonlit.study.puzzles.proof import mixed, prove

TIMES = 10  # the budget of mining
STAYS = 0.08  # of the win: by which the second must stay behind
MAX_TIMES = 1000


@dataclass(frozen=True)
class Checked:
    """What a check says of one puzzle; margins are shares of the win."""

    id: str
    kept: bool  # the solution is still the best
    margin: float  # of its move that is least clear; below 0 where another is better
    first: float  # the margin that it was mined with
    better: str | None  # the move that is better now

    @property
    def clear(self) -> bool:
        return self.margin >= STAYS

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, line: Any) -> Checked:
        try:
            return cls(**{name: line[name] for name in cls.__dataclass_fields__})
        except (KeyError, TypeError):
            raise BadPuzzles("no_check", TOPIC) from None


def check(
    puzzles: Sequence[Puzzle],
    *,
    count: int,
    seed: int = 1,
    times: int = TIMES,
    jobs: int | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
    keep: Callable[[Checked], None] | None = None,
) -> list[Checked]:
    """Prove some puzzles again, chosen at random; those that come out worst first.

    `progress` hears how many of how many are done, `keep` gets each as it comes.
    """
    check_jobs(jobs)
    check_seed(seed)
    if type(times) is not int or not 0 < times <= MAX_TIMES:
        raise BadTable("bad_times", TOPIC, given=times, most=MAX_TIMES)
    if type(count) is not int or count < 1:
        raise BadTable("bad_count", TOPIC, given=count, most=len(puzzles))
    if not puzzles:
        raise BadTable("no_puzzles", TOPIC)
    chosen = random.Random(f"check {seed}").sample(list(puzzles), min(count, len(puzzles)))
    progress = progress or (lambda done, total: None)
    tasks = [(puzzle.game, json.dumps(puzzle.line())) for puzzle in chosen]
    found: list[Checked] = []
    progress(0, len(tasks))
    for lines in start(partial(checked_line, seed, times), tasks, jobs, ray)[1]:
        for line in lines:
            found.append(Checked(**line))
            if keep is not None:
                keep(found[-1])
        progress(len(found), len(tasks))
    return sorted(found, key=lambda each: each.margin)


def checked_line(seed: int, times: int, task: tuple[str, str]) -> dict[str, Any]:
    game, text = task
    return checked(read_line(game, json.loads(text), game), seed, times).to_json()


def checked(puzzle: Puzzle, seed: int, times: int = TIMES) -> Checked:
    """Prove every move of a puzzle's solution again."""
    match = puzzle.match()
    evaluator = Evaluator(match.game, puzzle.players)
    margin, better = 1.0, None
    for number, move in enumerate(puzzle.solution):
        own = mixed(seed, f"check {puzzle.id} {number}")
        proof = prove(evaluator, match.states, own, wanted=match.action(move), times=times)
        if proof is not None and proof.margin < margin:
            margin = proof.margin
            rival = match.spell(next(iter(proof.rivals)), match.to_move)
            better = rival if margin <= 0.0 else None
        match.play(move)
    unit = evaluator.point if evaluator.solo else 0.01
    return Checked(puzzle.id, margin > 0.0, margin, puzzle.margin * unit, better)
