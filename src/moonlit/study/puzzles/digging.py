"""Looking for puzzles in one game: played by masters for the purpose, or somebody's record.

Masters here look shortly at every move and longer at the best, which is what finds candidates too.
Now and then one takes another good move, so that games differ.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeGuard

from moonlit.bots.evaluator import Evaluator
from moonlit.bots.levels import LEVELS
from moonlit.core.match import Match, new
from moonlit.core.record import load, rewound
from moonlit.core.registry import find_game
from moonlit.study.puzzles import grading
from moonlit.study.puzzles.model import Puzzle, made
from moonlit.study.puzzles.naming import named
from moonlit.study.puzzles.proof import (
    PARTS,
    Field,
    Proof,
    gap,
    mixed,
    points,
    prove,
    reveals,
    survey,
)

CHOICES = 4  # moves that differ, at least
SLIP = 0.1  # how often a master here takes one of the next best
MARGIN = 0.1  # of the win: by which the best is ahead in every round, and is foreseen to be
LAST = 0.12  # … and in the last round
LONGEST = 3  # moves of a line
MAX_PUZZLES = 4  # puzzles of one game
OBVIOUS = 0.5  # the part of a novice's tries from which on a puzzle is easy,
EASY = 0.2  # … and the part of the easy ones that is kept
STRONG = LEVELS[-2:]  # one of these must find it


class Item(NamedTuple):
    """A game to look into: one to be played at a table of so many, or a record's text."""

    number: int | str  # of a record: a hash of what it says
    players: int
    record: str = ""


@dataclass
class Counts:
    """What was looked at on the way."""

    positions: int = 0
    easy: int = 0  # left out because a novice finds the move that looks best
    candidates: int = 0  # proved


def dig(
    game: str,
    seed: int,
    item: Item,
    without: tuple[str, ...] = (),
    evaluator: Callable[[int], Evaluator] | None = None,
) -> dict[str, Any]:
    """The puzzles of one game, with what it took; the same item gives the same.

    evaluator: who judges at a table of so many, if not a search on this core.
    """
    start = time.thread_time()
    judge = evaluator or partial(Evaluator, find_game(game))
    chance = random.Random(f"dig {seed} {item.number}")
    own = mixed(seed, item.number)
    counts, found, solutions = Counts(), {}, set()
    seen = list(positions(game, own, item, chance, judge))
    counts.positions = len(seen)
    chance.shuffle(seen)
    for match, judging, field in seen:
        if gap(judging, field.looks) < PARTS[0] * MARGIN:
            continue
        best = match.spell(field.looks[0][1], match.to_move)
        if best in without:
            continue
        easy = is_easy(match, [best], own, chance)
        counts.easy += easy
        if easy or best in solutions:  # one game shows one thing once
            continue
        puzzle = tried(judging, match, field, own, counts)
        if puzzle is not None:
            found[position_key(judging, match)] = puzzle
            solutions.add(puzzle[0].solution[0])
            if len(found) == MAX_PUZZLES:
                break
    return {
        "dug": item.number,
        "players": item.players,
        **vars(counts),
        "seconds": round(time.thread_time() - start, 2),
        "puzzles": [
            {**puzzle.line(), "position": key, "foreseen": round(foreseen, 3)}
            for key, (puzzle, foreseen) in found.items()
        ],
    }


def positions(
    game: str,
    seed: int,
    item: Item,
    chance: random.Random,
    judge: Callable[[int], Evaluator],
) -> Iterator[tuple[Match, Evaluator, Field]]:
    """The decisions of a game that may be puzzles, as its players met them."""
    record = load(json.loads(item.record)) if item.record else None
    match = rewound(record, 0) if record else new(game, item.players, seed=seed)
    evaluator = judge(len(match.players))
    while not match.over:
        choices = len(match.legal_actions())
        if record is not None and match.number == record.number:
            return
        action = int(match.legal_actions()[0])
        if choices > 1:
            field = survey(evaluator, match.states, mixed(seed, f"look {match.number}"))
            action = field.looks[0][1]
            if len(field.looks) >= CHOICES:
                yield match.copy(), evaluator, field
                if chance.random() < SLIP:
                    action = chance.choice(field.looks[1:CHOICES])[1]
        match.play_action(record.actions[match.number] if record else action)


def tried(
    evaluator: Evaluator,
    match: Match,
    field: Field,
    seed: int,
    counts: Counts,
) -> tuple[Puzzle, float] | None:
    """The puzzle that a position is, if it is one, and the margin that a deeper look may find."""
    own = mixed(seed, f"prove {match.number}")
    proof = prove(evaluator, match.states, own, field=field, least=MARGIN)
    if not is_clear(proof):
        return None
    counts.candidates += 1
    steps = [(match, proof), *continued(evaluator, match, proof, own)]
    lines = [spelled(*step) for step in steps]
    solved = grading.grade(match, lines, own)
    if not any(solved[level] >= grading.FINDS for level in STRONG):
        return None
    margin, foreseen = (
        min(getattr(each, name) for _, each in steps) for name in ("margin", "foreseen")
    )
    puzzle = made(
        match,
        solution=[line[0] for line in lines],
        also=lines[0][1:],
        themes=named(steps),
        level=grading.lowest(solved),
        rating=grading.rating(solved),
        margin=in_points(evaluator, margin),
        value=round(points(evaluator, steps[-1][1].worth), 1),
        rivals={
            match.spell(action, match.to_move): in_points(evaluator, loss)
            for action, loss in proof.rivals.items()
        },
        solved=solved,
    )
    return puzzle, foreseen


def is_easy(match: Match, right: list[str], seed: int, chance: random.Random) -> bool:
    """Whether a novice finds a move, most of the time; some of these are kept all the same."""
    kept = chance.random() < EASY
    return not kept and grading.share(LEVELS[0], match, [right], seed) >= OBVIOUS


def continued(
    evaluator: Evaluator, match: Match, proof: Proof, seed: int
) -> Iterator[tuple[Match, Proof]]:
    """How a line goes on: as long as its player moves again, knows what comes of it, and has one
    clearly best move.
    """
    after, found = match.copy(), proof
    for number in range(1, LONGEST):
        if reveals(evaluator, after.states, found.best, seed):
            return
        after = after.copy()
        after.play_action(found.best)
        if after.to_move != match.to_move or len(after.legal_actions()) < 2:
            return
        own = mixed(seed, f"line {number}")
        again = prove(evaluator, after.states, own, least=MARGIN)
        if not is_clear(again):
            return
        found = again
        yield after, found


def is_clear(proof: Proof | None) -> TypeGuard[Proof]:
    return proof is not None and proof.margin >= LAST and proof.foreseen >= MARGIN


def spelled(match: Match, proof: Proof) -> list[str]:
    """The right moves, the first of which is the solution's."""
    return [match.spell(action, match.to_move) for action in (proof.best, *proof.also)]


def in_points(evaluator: Evaluator, share: float) -> float:
    """A margin as a file has it."""
    return round(points(evaluator, share / evaluator.point), 1)


def position_key(evaluator: Evaluator, match: Match) -> str:
    """The same for positions that look the same to the seat to move."""
    assert match.to_move is not None
    seen = evaluator.seen(match.states, match.to_move)
    return hashlib.blake2b(seen, digest_size=8).hexdigest()
