"""Every decision of a game judged: what was best, what the move made lost, what came to light.

The moves are judged side by side in threads. Each has a seed of its own, made of the review's
seed and the move's number, so the number of threads changes nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from moonlit.bots.evaluator import ONLOOKER, Evaluator, Found, Worth, is_over, mover_of
from moonlit.core.engine import engine
from moonlit.core.match import Match
from moonlit.study.marks import LIMITS
from moonlit.study.plan import Plan
from moonlit.study.worlds import LOOKS, differ, luck_of, mean, worlds_after

# A loss between these, as a share of the win, is looked at again with so many times the iterations:
# it is nearly a mistake, or nearly none.
DOUBTS = (0.05, 0.20, 3), (0.10, 0.18, 8)
# Where the curve falls by so much within two moves, and nobody knows why, the first of them is
# looked at again, each time with such a part of the whole game's iterations; so many moves at most.
SURPRISE, AGAIN, MAX_SURPRISES = 0.08, 0.08, 2

Item = TypeVar("Item")
Made = TypeVar("Made")
Looks = Sequence[list[Found]] | Mapping[int, list[Found]]  # by the number of a move


@dataclass(frozen=True)
class Judged:
    """A decision. `best` and `made` are actions; worth is what its player could expect."""

    seat: int
    made: int
    best: int
    choices: int  # legal moves
    found: list[Found]  # as its player could know, the best first
    play: Worth  # what the move made is worth, less what the best is
    luck: Worth
    shares: Worth  # before it, as an onlooker could know
    again: bool = False  # whether it was thought about for longer


class Judging:
    def __init__(self, match: Match, evaluator: Evaluator, plan: Plan, seed: int) -> None:
        self.evaluator = evaluator
        self.plan = plan
        self.seed = seed
        self.actions = match.actions
        self.states = positions(match)
        self.secrets = match.game.has_secrets

    @property
    def moves(self) -> int:
        return len(self.actions)

    def run(self, threads: int | None, progress: Callable[[int, int], None]) -> list[Judged]:
        """All decisions; `progress` hears how many of how many steps are done."""
        total = 2 * self.moves + MAX_SURPRISES
        steps = range(self.moves)
        pool = ThreadPoolExecutor(threads or cores())
        try:
            looks = counted(pool, self.look, steps, lambda done: progress(done, total))
            judged = counted(
                pool,
                lambda number: self.judge(number, looks),
                steps,
                lambda done: progress(self.moves + done, total),
            )
            numbers = self.surprises(judged)
            again = counted(
                pool,
                lambda number: self.judge_again(number, judged[number]),
                numbers,
                lambda done: progress(2 * self.moves + done, total),
            )
            for number, move in zip(numbers, again, strict=True):
                judged[number] = move
            progress(total, total)
            return judged
        finally:  # whoever listens may call it off by raising: then nothing more is begun
            pool.shutdown(cancel_futures=True)

    def final(self) -> Worth:
        """What each seat got, or can expect where the game was left."""
        return self.evaluator.worth(
            self.states[-1], ONLOOKER, self.plan.iterations, self.seed_for(self.moves, "end")
        )

    # ---- one decision

    def look(self, number: int) -> list[Found]:
        """What the player to move could find out."""
        states = self.states[number]
        return self.evaluator.search(
            states, mover_of(states), self.plan.iterations, self.seed_for(number, "look")
        )

    def judge(self, number: int, looks: Looks) -> Judged:
        states, made, found = self.states[number], self.actions[number], looks[number]
        seat = mover_of(states)
        best, play = self.best(number, looks)
        luck = self.luck(number)
        shares = found[0].worth
        if self.secrets:
            shares = self.evaluator.worth(
                states, ONLOOKER, self.plan.iterations, self.seed_for(number, "curve")
            )
        choices = len(engine(self.evaluator.game).legal(states))
        return Judged(seat, made, best, choices, found, play, luck, shares)

    def surprises(self, judged: list[Judged]) -> list[int]:
        """The moves behind which the curve fell most for their player, unaccounted for."""
        curve = [move.shares for move in judged]
        if is_over(self.states[-1]):
            curve.append(self.evaluator.result(self.states[-1]))
        falls = {}
        for number, move in enumerate(judged):
            steps = range(number, min(number + 2, len(curve) - 1))
            unseen = sum(curve[n + 1] - curve[n] - judged[n].play - judged[n].luck for n in steps)
            if steps and move.choices > 1:
                falls[number] = -float(unseen[move.seat]) * self.evaluator.point
        deep = [number for number in falls if falls[number] >= SURPRISE]
        return sorted(sorted(deep, key=falls.__getitem__, reverse=True)[:MAX_SURPRISES])

    def judge_again(self, number: int, judged: Judged) -> Judged:
        """The same decision, as its player could know it, thought about for longer."""
        found, best, play = self.best_again(number, self.moves)
        lost = -play[judged.seat]
        if lost * self.evaluator.point < LIMITS[-1] or lost <= -judged.play[judged.seat]:
            return judged  # what fell was not this move's doing, or was seen before
        return replace(judged, best=best, found=found, play=play, again=True)

    def best_again(self, number: int, moves: int) -> tuple[list[Found], int, Worth]:
        """The moves after a longer look, as a game of so many moves has it; the best of them, and
        what the move made is worth to each seat, less what that one is."""
        states, made = self.states[number], self.actions[number]
        seat = mover_of(states)
        iterations = max(2, int(AGAIN * 2 * moves)) * self.plan.iterations
        found = self.evaluator.search(states, seat, iterations, self.seed_for(number, "again"))
        if made != found[0].action:
            play = self.compare(number, found[0].action, iterations)
            if play[seat] < 0.0:
                return found, found[0].action, play
        return found, made, np.zeros(self.evaluator.players)

    def best(self, number: int, looks: Looks) -> tuple[int, Worth]:
        """The best move, and what the move made is worth to each seat, less what that one is."""
        made, best = self.actions[number], looks[number][0].action
        if made != best:
            seat = mover_of(self.states[number])
            play = self.compare(number, best, self.plan.iterations, looks)
            for low, high, times in DOUBTS:
                if low <= -play[seat] * self.evaluator.point < high:
                    play = self.compare(number, best, times * self.plan.iterations)
            if play[seat] < 0.0:
                return best, play
        return made, np.zeros(self.evaluator.players)

    def compare(self, number: int, best: int, iterations: int, looks: Looks | None = None) -> Worth:
        """What the move made is worth to each seat, less what another is, as its player knew.

        Both are searched from the positions behind them with one budget; where a move brings
        something to light, in the same redealt worlds. `looks`: searches made with that budget.
        """
        evaluator, states, made = self.evaluator, self.states[number], self.actions[number]
        seat, seed = mover_of(states), self.seed_for(number, "compare")
        pairs = [
            worlds_after(evaluator, states, seat, action, self.plan.worlds, seed)
            for action in (made, best)
        ]
        if any(differ(evaluator, seat, worlds[:LOOKS]) for worlds in pairs):
            each = max(16, iterations // self.plan.worlds)
            first, second = (
                mean([evaluator.worth(world, seat, each, seed) for world in worlds])
                for worlds in pairs
            )
            return first - second
        after = evaluator.after(states, best)
        other = evaluator.worth(after, seat, iterations, self.seed_for(number + 1, "look"))
        if self.secrets or number + 1 == self.moves or looks is None:
            after = self.states[number + 1]
            own = evaluator.worth(after, seat, iterations, self.seed_for(number + 1, "look"))
        else:  # what the next player looked at is the same to all
            own = looks[number + 1][0].worth
        return own - other

    def luck(self, number: int) -> Worth:
        found = luck_of(
            self.evaluator,
            self.states[number],
            self.actions[number],
            self.states[number + 1],
            worlds=self.plan.drawn,
            glances=self.plan.glances,
            iterations=self.plan.luck,
            seed=self.seed_for(number, "luck"),
        )
        return np.zeros(self.evaluator.players) if found is None else found

    def seed_for(self, number: int, purpose: str) -> int:
        told = f"{self.seed} {number} {purpose}".encode()
        return int.from_bytes(hashlib.blake2b(told, digest_size=6).digest())


def positions(match: Match) -> list[Any]:
    """The position before every move, and the last one."""
    rules = engine(match.game)
    found = [match.states_at(0)]
    for action in match.actions:
        states = found[-1].copy()
        rules.play(states, action)
        found.append(states)
    return found


def cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def counted(
    pool: ThreadPoolExecutor,
    work: Callable[[Item], Made],
    items: Sequence[Item],
    progress: Callable[[int], None],
) -> list[Made]:
    """The work on every item, in order; `progress` hears how much is done."""
    made = []
    for done, found in enumerate(pool.map(work, items), 1):
        made.append(found)
        progress(done)
    return made
