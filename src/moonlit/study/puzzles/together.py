"""Digging with a GPU: many games at once, a thread each; what all of them ask is searched together.

A game's puzzles are the same as without: a search on the GPU is the very one of the CPU.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from moonlit.arena.workers import cores
from moonlit.bots.evaluator import Asked, Evaluator, Found, Worth, is_over
from moonlit.core.engine import engine
from moonlit.core.game import Game
from moonlit.study.puzzles.digging import Item, dig

DIGGERS = 48  # games at once
DEEP = 500  # iterations from which on a search is for the GPU: short ones are sooner done than sent
FEW_CORES = 1  # a GPU helps one core; several are quicker by themselves (docs/puzzles.md)
PATIENCE = 0.01  # seconds that a question waits for others while somebody still computes

Answers = list[list[Found]]


class Closed(Exception):
    """Nobody answers any more."""


class Desk:
    """Where diggers ask and wait. Questions to one evaluator about equally deep searches are
    answered together, those of which there are most first."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.asked: dict[tuple[GpuEvaluator, int], list[tuple[list[Asked], Future[Answers]]]] = {}
        self.digging = self.waiting = 0
        self.is_closed = False

    @contextmanager
    def digger(self) -> Iterator[None]:
        with self.changed:
            self.digging += 1
        try:
            yield
        finally:
            with self.changed:
                self.digging -= 1
                self.changed.notify_all()

    def ask(self, evaluator: GpuEvaluator, asked: list[Asked]) -> Answers:
        answer: Future[Answers] = Future()
        with self.changed:
            if self.is_closed:
                raise Closed
            key = evaluator, asked[0].iterations
            self.asked.setdefault(key, []).append((asked, answer))
            self.waiting += 1
            self.changed.notify_all()
        return answer.result()

    def close(self) -> None:
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()

    def serve(self) -> None:
        """Answer until the desk is closed."""
        while True:
            with self.changed:
                self.changed.wait_for(self._all_wait, PATIENCE)
                if self.is_closed:
                    self._send_away()
                    return
                if not self.asked:
                    continue
                key = max(self.asked, key=lambda each: sum(len(a) for a, _ in self.asked[each]))
                taken = self.asked.pop(key)
                self.waiting -= len(taken)
            self._answer(key[0], taken)

    def _all_wait(self) -> bool:
        return self.is_closed or 0 < self.digging <= self.waiting

    def _answer(
        self, evaluator: GpuEvaluator, taken: list[tuple[list[Asked], Future[Answers]]]
    ) -> None:
        try:
            found = evaluator.search_all([each for asked, _ in taken for each in asked])
        except BaseException as error:
            for _, answer in taken:
                answer.set_exception(error)
            return
        start = 0
        for asked, answer in taken:
            answer.set_result(found[start : start + len(asked)])
            start += len(asked)

    def _send_away(self) -> None:
        for taken in self.asked.values():
            for _, answer in taken:
                answer.set_exception(Closed())
        self.asked.clear()


class GpuEvaluator(Evaluator):
    """One for all diggers at tables of so many."""

    def __init__(self, game: Game, players: int, desk: Desk) -> None:
        super().__init__(game, players)
        self.desk = desk

    def search(self, states: Any, seat: int, iterations: int, seed: int) -> list[Found]:
        if iterations < DEEP:
            return super().search(states, seat, iterations, seed)
        return self.desk.ask(self, [Asked(states, seat, iterations, seed)])[0]

    def worth_each(self, asked: Sequence[Asked]) -> list[Worth]:
        if asked[0].iterations < DEEP:
            return super().worth_each(asked)
        going = [each for each in asked if not is_over(each.states)]
        found = iter(self.desk.ask(self, going) if going else [])
        return [
            self.result(each.states) if is_over(each.states) else next(found)[0].worth
            for each in asked
        ]

    def search_all(self, asked: list[Asked]) -> Answers:
        from moonlit.cuda.search import search_all  # Numba's part for GPUs: only who needs it

        found = search_all(
            self.game,
            np.concatenate([each.states for each in asked]),
            [each.seed for each in asked],
            self.settings,
            asked[0].iterations,
            seats=[each.seat for each in asked],
            weights=self.weights,
        )
        return [self._moves(each, found, row) for row, each in enumerate(asked)]

    def _moves(self, asked: Asked, found: Any, row: int) -> list[Found]:
        legal = set(engine(self.game).legal(asked.states).tolist())
        return [
            Found(
                int(found.actions[row, n]),
                int(found.visits[row, n]),
                self.worth_of(found.values[row, n].tolist()),
            )
            for n in range(found.counts[row])
            if int(found.actions[row, n]) in legal
        ]


def pays(jobs: int | None) -> bool:
    """Whether there is a GPU, and it is quicker than so many cores."""
    if (jobs or cores()) > FEW_CORES or importlib.util.find_spec("numba_cuda") is None:
        return False
    from moonlit.cuda.device import is_available

    return is_available()


def dig_together(
    game: Game,
    seed: int,
    items: Sequence[Item],
    without: tuple[str, ...] = (),
    diggers: int = DIGGERS,
    evaluator: type[GpuEvaluator] = GpuEvaluator,
) -> Iterator[list[dict[str, Any]]]:
    """The lines of one game after the other, as they end."""
    desk = Desk()
    evaluators = {players: evaluator(game, players, desk) for players in game.seats}
    work = partial(dig, game.name, seed, without=without, evaluator=evaluators.__getitem__)

    def run(item: Item) -> dict[str, Any]:
        with desk.digger():
            return work(item)

    serving = threading.Thread(target=desk.serve, daemon=True)
    serving.start()
    pool = ThreadPoolExecutor(diggers)
    left = iter(items)
    try:
        running = {pool.submit(run, item) for item in islice(left, diggers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield [each.result() for each in done]
            running |= {pool.submit(run, item) for item in islice(left, len(done))}
    finally:  # whoever reads may have enough
        desk.close()
        pool.shutdown(cancel_futures=True)
        serving.join()
