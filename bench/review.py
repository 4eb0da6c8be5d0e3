"""Figures of the review: does the account add up, is luck fair, are blunders found, how long.

python bench/review.py account --games 300    the account, luck and sight of games of all tables
python bench/review.py luck --games 1000      the mean luck of equal bots, each game
python bench/review.py planted --games 100    planted blunders, and masters' own moves
python bench/review.py levels --games 100     accuracy of the levels
python bench/review.py time                   a quick review of two-player games on one core
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from moonlit.arena.ratings import half_width
from moonlit.bots import ask, find_bot
from moonlit.bots.evaluator import Evaluator
from moonlit.core.engine import engine
from moonlit.core.match import Match, new
from moonlit.core.registry import find_game, games
from moonlit.core.rng import MAX_SEED
from moonlit.study import Review, review
from moonlit.study.alone import evaluator_for
from moonlit.study.calibrate import MEASURED, Task, means_of, measure, play
from moonlit.study.judging import Judging, cores
from moonlit.study.plan import BUDGETS, Plan

BAD = ("mistake", "blunder")
BLUNDER = 0.15  # what a planted move loses at least, by a deep search
# A planted move must lose so much by a search of the first kind, and then of the second.
DEEP = [Plan(iterations=n, worlds=32, drawn=0, luck=0, glances=0) for n in (8_000, 60_000)]
TRIES = 12  # moves looked at in a game before another game is taken


def tables() -> list[tuple[str, int]]:
    return [(game.name, players) for game in games() for players in game.seats]


def within(values: Iterable[float]) -> str:
    found = list(values)
    return f"{np.mean(found):+.4f} ± {half_width(found):.4f}"


def each(jobs: int, work: Callable[[Any], Any], tasks: list[Any], every: int = 1) -> Iterator[Any]:
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(work, tasks, chunksize=every)


# ---- the account -------------------------------------------------------------------------------


def reviewed(task: Task) -> Review:
    match = play(task.game, task.players, task.level, task.seed)
    return review(match, task.budget, seed=task.seed, threads=1)


def account(count: int, jobs: int, level: str, budget: str, only: str | None) -> None:
    """Whether it adds up, and how large sight is: |the sum over a game's moves| of a seat."""
    chosen = [table for table in tables() if only in (None, table[0])]
    tasks = [
        Task(*chosen[number % len(chosen)], level, 7000 + number, budget) for number in range(count)
    ]
    worst = 0.0
    rows: dict[tuple[str, int], list[Review]] = {}
    for task, found in zip(tasks, each(jobs, reviewed, tasks), strict=True):
        rows.setdefault((task.game, task.players), []).append(found)
        for seat in found.seats:
            parts = seat.own_play + seat.others_play + seat.luck + seat.sight
            worst = max(worst, abs(seat.result - seat.start - parts))
    print(f"{count} games of {level}, {budget}: the account is off by at most {worst:.1e}")
    sights = []
    for (game, players), found in sorted(rows.items()):
        point = evaluator_for(find_game(game), players).point  # alone: of a point of the score
        seats = [seat for one in found for seat in one.seats]
        steps = [abs(step) for one in found for move in one.moves for step in move.sight]
        known = [-lost(one, seat.seat) for one in found for seat in one.seats]
        sights += [point * np.mean([abs(seat.sight) for seat in one.seats]) for one in found]
        print(
            f"{game:15} {players}  games {len(found):3}  |sight| a game and seat "
            f"{point * np.mean([abs(seat.sight) for seat in seats]):.3f}  mean sight "
            f"{within(point * seat.sight for seat in seats)}  |sight| a move "
            f"{point * np.mean(steps):.3f}  "
            f"luck sd {point * np.std([seat.luck for seat in seats]):.3f}  own play "
            f"{point * np.mean([seat.own_play for seat in seats]):.3f}, as known then "
            f"{point * np.mean(known):.3f}",
            flush=True,
        )
    print(f"|sight| a game, all tables: {within(sights)}, at most {max(sights):.3f} (goal 0.1)")


def lost(found: Review, seat: int) -> float:
    return sum(move.loss for move in found.moves if move.seat == seat)


# ---- luck --------------------------------------------------------------------------------------


def lucky(task: Task) -> float:
    """The luck of the first seat, in a game of equal bots."""
    match = play(task.game, task.players, task.level, task.seed)
    evaluator = Evaluator(match.game, task.players)
    plan = BUDGETS["quick"].plan(match.number, task.players)
    judging = Judging(match, evaluator, plan, task.seed)
    return float(sum(judging.luck(number)[0] for number in range(judging.moves)))


def luck(count: int, jobs: int, level: str, only: str | None) -> None:
    for game in games():
        if only in (None, game.name):
            tasks = [Task(game.name, 2, level, 20_000 + n, "quick") for n in range(count)]
            found = list(each(jobs, lucky, tasks, 10))
            print(f"{game.name:15} {count} games of {level}: mean luck {within(found)}", flush=True)


# ---- planted blunders --------------------------------------------------------------------------


def planted(task: Task) -> tuple[str | None, float, list[str]]:
    """The mark of a planted blunder and its deep loss, and the marks of the others' moves."""
    chance = random.Random(f"{task}")
    while True:
        match = new(task.game, task.players, chance.randrange(MAX_SEED))
        found = plant(match, task, chance)
        if found is not None:
            break
    number, loss = found
    marks = [move.mark for move in review(match, task.budget, seed=1, threads=1).moves]
    others = [mark for n, mark in enumerate(marks) if n != number and mark is not None]
    return marks[number], loss, others


def plant(match: Match, task: Task, chance: random.Random) -> tuple[int, float] | None:
    """Play a game of masters in which one move is replaced; where, and what it loses."""
    bot = find_bot(task.level, match.game, task.players)
    wanted = chance.randrange(4, 30)
    done: tuple[int, float] | None = None
    while not match.over:
        move = ask(bot, match, chance.randrange(MAX_SEED))
        if done is None and match.number >= wanted:
            bad = worse(match, move, chance)
            if bad is not None:
                done = match.number, bad[1]
                move = bad[0]
            elif match.number > wanted + 6:
                return None
        match.play(move)
    return done


def worse(match: Match, best: str, chance: random.Random) -> tuple[str, float] | None:
    """A move that a deep search puts so much lower than the best."""
    seat = match.to_move
    assert seat is not None
    evaluator = Evaluator(match.game, len(match.players))
    moves = [move for move in match.moves() if move != best]
    for move in chance.sample(moves, min(TRIES, len(moves))):
        after = match.copy()
        after.play(move)
        judged = (
            lost_by_search(after, evaluator, plan, seat, chance.randrange(1000)) for plan in DEEP
        )
        if all((loss := each) >= BLUNDER for each in judged):
            return move, loss
    return None


def lost_by_search(match: Match, evaluator: Evaluator, plan: Plan, seat: int, seed: int) -> float:
    """What the last move lost, by one search of both positions."""
    judging, number = Judging(match, evaluator, plan, seed), match.number - 1
    best = judging.look(number)[0].action
    return -float(judging.compare(number, best, plan.iterations)[seat])


def plants(count: int, jobs: int, first: int, only: str | None) -> None:
    for game in games():
        if only not in (None, game.name):
            continue
        tasks = [Task(game.name, 2, "master", first + n, "quick") for n in range(count)]
        found = list(each(jobs, planted, tasks))
        caught = sum(mark in BAD for mark, _, _ in found)
        others = [mark for _, _, marks in found for mark in marks]
        bad = sum(mark in BAD for mark in others)
        missed = [(mark, round(loss, 2)) for mark, loss, _ in found if mark not in BAD]
        print(
            f"{game.name:15} {caught} of {count} planted blunders are marked mistake or blunder; "
            f"of the masters' own moves {bad} of {len(others)}: {100 * bad / len(others):.1f} %; "
            f"missed: {missed}",
            flush=True,
        )


# ---- levels and time ---------------------------------------------------------------------------


def levels(count: int, jobs: int, only: str | None) -> None:
    for game in games():
        if only in (None, game.name):
            for level in MEASURED:
                tasks = [Task(game.name, 2, level, 40_000 + n, "quick") for n in range(count)]
                print(game.name, level, means_of(list(each(jobs, measure, tasks))), flush=True)


def times(budget: str) -> None:
    for game in games():
        played = [play(game.name, 2, "club", seed) for seed in range(4)]
        review(played[0], budget, threads=1)
        for match in played[1:]:
            start, used = time.perf_counter(), time.process_time()
            review(match, budget, threads=1)
            spent, used = time.perf_counter() - start, time.process_time() - used
            told = f"{spent:.2f} s, of the processor {used:.2f} s"
            print(f"{game.name:15} {match.number} moves, {budget}: {told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["account", "luck", "planted", "levels", "time"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--level", default="club")
    parser.add_argument("--budget", default="quick")
    parser.add_argument("--first", type=int, default=30_000, help="seed of the first blunder")
    parser.add_argument("--game")
    given = parser.parse_args()
    if given.game:
        engine(find_game(given.game))
    if given.what == "account":
        account(given.games, given.jobs, given.level, given.budget, given.game)
    elif given.what == "luck":
        luck(given.games, given.jobs, given.level, given.game)
    elif given.what == "planted":
        plants(given.games, given.jobs, given.first, given.game)
    elif given.what == "levels":
        levels(given.games, given.jobs, given.game)
    else:
        times(given.budget)


if __name__ == "__main__":
    main()
