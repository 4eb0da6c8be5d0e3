"""A position analysed: what each move is worth to every seat, as the seat to move can know it.

The search is that of the bots: in every iteration the hidden things are dealt anew from what the
seat to move knows, so nothing private goes in and nothing private comes out. Positions are judged
by the game's network where it has one, else played out.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypedDict, Unpack

from moonlit.bots.evaluator import Evaluator, mover_of
from moonlit.core.checks import check_seed
from moonlit.core.contract import copied
from moonlit.core.engine import engine
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.rng import MAX_SEED, generator
from moonlit.search.think import GrowingTree, Thought, Trees, merge, run_each
from moonlit.study.plan import TOPIC

SECONDS = 1.0  # where no budget is named
FIRST = 64  # iterations before the first look
STEP = 0.1  # seconds of search between two looks, about
MAX_ITERATIONS = 10_000_000
MAX_SECONDS = 3600.0
MAX_THREADS = 256


@dataclass(frozen=True)
class MoveInfo:
    """A move that was looked at. `values` are for each seat its share of the win; alone at the
    table its score. `value` is that of the seat to move."""

    move: str
    value: float
    values: list[float]
    visits: int


@dataclass(frozen=True)
class Expected:
    """How a seat is expected to end up."""

    seat: int
    win: float  # its share of the win
    place: float
    score: float


@dataclass(frozen=True)
class Analysis:
    """What was found out about a position so far."""

    seat: int  # whose move it is, and whose knowledge this is
    moves: list[MoveInfo]  # the best first: those that the search went to most
    standings: list[Expected]  # in seat order
    iterations: int
    seconds: float

    @property
    def best(self) -> str:
        """The best move."""
        return self.moves[0].move

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class AnalysisStream:
    """An analysis while it goes on: `for` and `async for` give what is known, again and again,
    until its budget is used up or `stop` is called. Without a budget it goes on for ever.
    """

    def __init__(
        self,
        match: Match,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int = 1,
        threads: int = 1,
    ) -> None:
        _check(match, iterations, seconds, seed, threads)
        self._searching = Searching(match, iterations, seed, threads)
        self._iterations = iterations
        self._seconds = seconds
        self._step = FIRST
        self._stopped = False

    def stop(self) -> None:
        """End it: the loop over it ends after the look that is going on."""
        self._stopped = True

    def __enter__(self) -> AnalysisStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __iter__(self) -> Iterator[Analysis]:
        while (found := self._look()) is not None:
            yield found

    async def __aiter__(self) -> AsyncIterator[Analysis]:
        """The search runs in a thread beside the loop, and releases Python's lock."""
        while (found := await asyncio.to_thread(self._look)) is not None:
            yield found

    def _look(self) -> Analysis | None:
        """Search on for a while; None: that was all."""
        searching, step = self._searching, self._step
        if self._iterations is not None:
            step = min(step, self._iterations - searching.iterations)
        late = self._seconds is not None and searching.seconds >= self._seconds
        if self._stopped or step <= 0 or (late and searching.iterations):
            return None
        before = searching.seconds
        searching.grow(step)
        took = searching.seconds - before
        left = STEP if self._seconds is None else min(STEP, self._seconds - searching.seconds)
        fit = int(step * max(left, 0.0) / max(took, 1e-6))  # the first takes the compiler along
        self._step = max(FIRST, min(2 * step, fit))
        return searching.found()


class Searching:
    """The trees of an analysis. What they find depends on the seed, the threads and how many
    iterations there were, not on how these were handed out."""

    def __init__(self, match: Match, iterations: int | None, seed: int, threads: int) -> None:
        self.match = match.copy()
        self.evaluator = Evaluator(match.game, len(match.players))
        self.states = copied(match.states)
        self.seat = mover_of(self.states)
        self.trees = Trees.planted(match.game, iterations, threads, self.evaluator.weights).trees
        for number, tree in enumerate(self.trees):
            tree.rng = generator((seed + 7919 * number) % (MAX_SEED + 1))
        self.numbers = self.evaluator.settings.numbers()
        self.legal = set(engine(match.game).legal(self.states).tolist())
        self.iterations = 0
        self.seconds = 0.0

    def grow(self, iterations: int) -> None:
        start = time.perf_counter()
        count = len(self.trees)
        shares = {
            id(tree): (self.iterations + iterations + number) // count
            - (self.iterations + number) // count
            for number, tree in enumerate(self.trees)
        }
        run_each(partial(self._grow, shares), self.trees)
        self.iterations += iterations
        self.seconds += time.perf_counter() - start

    def _grow(self, shares: dict[int, int], tree: GrowingTree) -> None:
        if shares[id(tree)]:
            tree.grow(self.states, self.seat, shares[id(tree)], self.numbers)

    def found(self) -> Analysis:
        grown = [tree for tree in self.trees if tree.iterations]
        thought = merge(grown, len(self.match.players), self.legal)
        moves = []
        for found in thought.candidates:
            worth = self.evaluator.worth_of(found.shares)
            values = [self._as_shown(float(value)) for value in worth]
            move = self.match.spell(found.action, self.seat)
            moves.append(MoveInfo(move, values[self.seat], values, found.visits))
        standings = self._standings(thought)
        return Analysis(self.seat, moves, standings, self.iterations, self.seconds)

    def _standings(self, thought: Thought) -> list[Expected]:
        sign = -1.0 if self.match.game.low_wins else 1.0
        return [
            Expected(seat, thought.wins[seat], thought.places[seat], sign * thought.merits[seat])
            for seat in range(len(self.match.players))
        ]

    def _as_shown(self, value: float) -> float:
        """Alone at the table worth is merit, of which more is better: told as the score."""
        return -value if self.evaluator.solo and self.match.game.low_wins else value


class Budget(TypedDict, total=False):
    """What an analysis is given besides a position; left out, it is as in AnalysisStream."""

    iterations: int | None
    seconds: float | None
    seed: int
    threads: int


def analysis(match: Match, **budget: Unpack[Budget]) -> AnalysisStream:
    """Analyse a position while it is looked at: `for info in moonlit.analysis(match, seconds=5)`,
    or `async for`. Without a budget it goes on until the loop is left.
    """
    return AnalysisStream(match, **budget)


def analyse(match: Match, **budget: Unpack[Budget]) -> Analysis:
    """What each move is worth to every seat, as the seat to move can know it.

    The budget is `iterations` or `seconds`; a second where none is named. The same position,
    iterations, seed and threads give the same answer.
    """
    if budget.get("iterations") is None and budget.get("seconds") is None:
        budget["seconds"] = SECONDS
    *_, last = analysis(match, **budget)
    return last


async def analyse_async(match: Match, **budget: Unpack[Budget]) -> Analysis:
    """The same beside an asyncio loop, which goes on meanwhile."""
    return await asyncio.to_thread(analyse, match.copy(), **budget)


def _check(
    match: Match, iterations: int | None, seconds: float | None, seed: int, threads: int
) -> None:
    check_seed(seed)
    if match.over:
        raise BadTable("nothing_to_analyse", TOPIC)
    if iterations is not None and seconds is not None:
        raise BadTable("two_budgets", TOPIC)
    if iterations is not None and (
        type(iterations) is not int or not 0 < iterations <= MAX_ITERATIONS
    ):
        raise BadTable("bad_iterations", TOPIC, given=iterations, most=MAX_ITERATIONS)
    if seconds is not None and not 0 < seconds <= MAX_SECONDS:
        raise BadTable("bad_seconds", TOPIC, given=seconds, most=int(MAX_SECONDS))
    if type(threads) is not int or not 0 < threads <= MAX_THREADS:
        raise BadTable("bad_threads", TOPIC, given=threads, most=MAX_THREADS)
