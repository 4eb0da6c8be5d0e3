"""Proving a move: what it is worth beside its rivals, as the seat to move can know it.

Each is searched from the positions behind it, all with the same budget; where a move brings
something to light, in the same redealt worlds. All legal moves are looked at shortly, the best of
them longer, and fewer and fewer rivals in rounds, each with a seed of its own and four times the
iterations of the one before: so it is seen whether the margin shrinks with depth.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from moonlit.bots.evaluator import Asked, Evaluator, mover_of
from moonlit.core.engine import engine
from moonlit.core.match import Match
from moonlit.core.rng import generator
from moonlit.study.worlds import LOOKS, differ, mean, worlds_after

SHORT = 24  # iterations behind every legal move,
LONGER = 200  # … behind the best of them,
LEFT = 10  # … which are so many,
ROUNDS = ((1000, 6), (4000, 4), (16_000, 3))  # iterations behind a move, and how many rivals
PARTS = (0.5, 0.75)  # of the margin that is asked for: what the short and the longer look must show
EACH = 96  # iterations in a world, where a move brings something to light
WORLDS = (12, 24)  # how many of these at least and at most: what is deep matters more
DEEPER = 10  # times: as far ahead a margin's way is foreseen
GLANCES = 3  # worlds in which a short look sees whether something comes to light

Looks = list[tuple[float, int]]  # what a move is worth, and its action; the best first


@dataclass(frozen=True)
class Proof:
    """What the rounds came to; margins and losses are shares of the win."""

    best: int  # an action
    also: list[int]  # actions that come to the very same
    worth: float  # to the seat to move
    rivals: dict[int, float]  # what each loses; the best rival first
    margin: float  # by how much the best is ahead in the deepest round; below 0: it is not
    foreseen: float  # … and at ten times the depth, if every rival goes on to gain as it did


@dataclass(frozen=True)
class Field:
    """The moves of a position that differ, and what a first look says of them."""

    also: dict[int, list[int]]  # by action: others that come to the very same
    looks: Looks

    def same(self, action: int) -> list[int]:
        """All actions that come to the same as this one, itself included."""
        for first, others in self.also.items():
            if action == first or action in others:
                return [first, *others]
        return [action]


def survey(evaluator: Evaluator, states: Any, seed: int, times: int = 1) -> Field:
    """A short look at every move."""
    also = distinct(evaluator, states, seed)
    return Field(also, looked(evaluator, states, list(also), SHORT * times, mixed(seed, "short")))


def prove(
    evaluator: Evaluator,
    states: Any,
    seed: int,
    *,
    field: Field | None = None,
    wanted: int | None = None,
    least: float | None = None,
    times: int = 1,
) -> Proof | None:
    """The best move of a position and its margin; `times` is how many times the usual budget.

    wanted: the move to prove; None: whichever is best. least: the margin below which it is given
    up after any look or round. None: given up, or there is no rival.
    """
    field = field or survey(evaluator, states, seed, times)
    if least is not None and gap(evaluator, field.looks) < PARTS[0] * least:
        return None
    kept = [action for _, action in field.looks[:LEFT]]
    looks = looked(evaluator, states, kept, LONGER * times, mixed(seed, "longer"))
    if least is not None and gap(evaluator, looks) < PARTS[1] * least:
        return None
    best = looks[0][1] if wanted is None else wanted
    same = field.same(best)
    others = [action for _, action in looks if action not in same]
    if not others:
        return None
    same.remove(best)
    return rounds(evaluator, states, seed, best, same, others, least, times)


def rounds(
    evaluator: Evaluator,
    states: Any,
    seed: int,
    best: int,
    also: list[int],
    others: list[int],
    least: float | None,
    times: int,
) -> Proof | None:
    """The best move against its rivals, in each round those that may come nearest yet."""
    lost: dict[int, list[float]] = {action: [] for action in others}
    worth = margin = 0.0
    for number, (iterations, count) in enumerate(ROUNDS):
        rivals = sorted(lost, key=lambda action: foreseen(lost[action]))[:count]
        seed_here = mixed(seed, number)
        found = worths(evaluator, states, [best, *rivals], iterations * times, seed_here)
        worth = found[0]
        for action, other in zip(rivals, found[1:], strict=True):
            lost[action].append((worth - other) * evaluator.point)
        if number == 0:
            lost = {action: lost[action] for action in rivals}
        margin = min(lost[action][-1] for action in rivals)
        if least is not None and margin < least * (PARTS[1] if number == 0 else 1.0):
            return None
    # the deepest look counts first: who was left behind is told with what it lost till then
    told = sorted(lost, key=lambda action: (-len(lost[action]), lost[action][-1]))
    return Proof(
        best,
        also,
        worth,
        {action: lost[action][-1] for action in told},
        margin,
        min(map(foreseen, lost.values())),
    )


def foreseen(losses: list[float]) -> float:
    """What a rival loses at ten times the last depth, if it goes on to gain as it did."""
    if len(losses) < 2:
        return losses[0] if losses else 0.0
    reached = ROUNDS[len(losses) - 1][0]
    steps = math.log(DEEPER * ROUNDS[-1][0] / reached) / math.log(reached / ROUNDS[0][0])
    return losses[-1] + steps * min(0.0, losses[-1] - losses[0])


def distinct(evaluator: Evaluator, states: Any, seed: int) -> dict[int, list[int]]:
    """The legal moves, and with each the others that its player could not tell from it."""
    seat = mover_of(states)
    worlds = [
        evaluator.redealt(states, seat, generator(mixed(seed, f"world {n}"))) for n in range(2)
    ]
    alike: dict[bytes, list[int]] = {}
    for action in engine(evaluator.game).legal(states).tolist():
        seen = b"".join(evaluator.seen(evaluator.after(world, action), seat) for world in worlds)
        alike.setdefault(seen, []).append(action)
    return {actions[0]: actions[1:] for actions in alike.values()}


def looked(
    evaluator: Evaluator, states: Any, actions: list[int], iterations: int, seed: int
) -> Looks:
    found = worths(evaluator, states, actions, iterations, seed, GLANCES)
    return sorted(zip(found, actions, strict=True), key=lambda pair: (-pair[0], pair[1]))


def gap(evaluator: Evaluator, looks: Looks) -> float:
    """Between the best and the second, as a share of the win."""
    return (looks[0][0] - looks[1][0]) * evaluator.point if len(looks) > 1 else 0.0


def worths(
    evaluator: Evaluator,
    states: Any,
    actions: Sequence[int],
    iterations: int,
    seed: int,
    looks: int = LOOKS,
) -> list[float]:
    """What the seat to move can expect after each of some moves."""
    seat = mover_of(states)
    after = [worlds_after(evaluator, states, seat, action, looks, seed) for action in actions]
    count, each = 1, iterations
    if any(differ(evaluator, seat, worlds) for worlds in after):
        count = max(WORLDS[0], min(WORLDS[1], iterations // EACH))
        each = max(1, iterations // count)
        after = [worlds_after(evaluator, states, seat, action, count, seed) for action in actions]
    asked = [
        Asked(world, seat, each, seed + n)
        for worlds in after
        for n, world in enumerate(worlds[:count])
    ]
    found = iter(evaluator.worth_each(asked))
    return [float(mean(list(islice(found, len(worlds[:count]))))[seat]) for worlds in after]


def reveals(evaluator: Evaluator, states: Any, action: int, seed: int) -> bool:
    """Whether a move brings something to light for the seat that makes it."""
    seat = mover_of(states)
    return differ(evaluator, seat, worlds_after(evaluator, states, seat, action, LOOKS, seed))


def lost_by(
    evaluator: Evaluator, match: Match, best: str, made: str, iterations: int, seed: int
) -> float:
    """Points that a move loses against the best; below 0 where it looks better."""
    actions = [match.action(best), match.action(made)]
    first, second = worths(evaluator, match.states, actions, iterations, seed)
    return points(evaluator, first - second)


def points(evaluator: Evaluator, worth: float) -> float:
    """Worth as people read it: of a hundred, or alone at the table of the score."""
    return worth if evaluator.solo else 100.0 * worth


def mixed(seed: int, purpose: object) -> int:
    """A seed made of another one and of what it is for."""
    told = f"{seed} {purpose}".encode()
    return int.from_bytes(hashlib.blake2b(told, digest_size=6).digest())
