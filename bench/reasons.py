"""How often a review has a reason to give, and how often its reasons point to the better move.

python bench/reasons.py --games 200                        every table
python bench/reasons.py --game NAME --upto 8 --each        early positions; each reason by itself

In random positions the best move of a search with the game's network is compared with other legal
ones. A reason that speaks for a move, whichever it is, is right where that is the best one.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from moonlit.bots.evaluator import Evaluator
from moonlit.core.engine import engine
from moonlit.core.match import Match, new
from moonlit.core.registry import find_game, games
from moonlit.study.judging import cores
from moonlit.study.plan import TOPIC
from moonlit.study.reasons import WORTH_A_WORD, compared

OTHERS = 12  # moves of a position that the best is compared with


class Task(NamedTuple):
    game: str
    players: int
    seed: int
    upto: int  # moves before the position, at most
    iterations: int


class Pair(NamedTuple):
    """The best move beside another: the reasons for it, and those for the other one."""

    right: list[str]
    wrong: list[str]
    loss: float  # what the other one loses, as a share of the win


def position(task: Task, chance: random.Random) -> Match:
    """Somewhere in a game of random moves, with a choice to make."""
    while True:
        match = new(task.game, task.players, chance.randrange(1 << 30))
        for _ in range(chance.randrange(task.upto + 1)):
            if not match.over:
                match.play(chance.choice(match.moves()))
        if not match.over and len(match.moves()) > 1:
            return match


def look(task: Task) -> list[Pair]:
    """The best move of a position beside some others."""
    chance = random.Random(f"{task}")
    match = position(task, chance)
    seat = match.to_move
    assert seat is not None
    evaluator = Evaluator(match.game, task.players)

    def worth(action: int) -> float:
        after = evaluator.after(match.states, action)
        return float(evaluator.worth(after, seat, task.iterations, task.seed)[seat])

    def keys(better: int, worse: int) -> list[str]:
        told = compared(evaluator, match.states, seat, better, worse, task.seed)
        return [each["key"] for each in told if each["topic"] != TOPIC]

    best = evaluator.search(match.states, seat, task.iterations, task.seed)[0].action
    legal = [int(action) for action in engine(match.game).legal(match.states)]
    others = [action for action in legal if action != best]
    most = worth(best)
    return [
        Pair(keys(best, other), keys(other, best), (most - worth(other)) * evaluator.point)
        for other in chance.sample(others, min(OTHERS, len(others)))
    ]


def tables(only: str | None) -> Iterator[tuple[str, int]]:
    for game in games():
        if only in (None, game.name):
            yield from ((game.name, players) for players in game.seats)


def tell(name: str, found: list[list[Pair]], each: bool) -> None:
    """Positions count alike, however many moves they offer."""
    weighted = [(pair, 1 / len(pairs)) for pairs in found for pair in pairs]
    worth_it = [(pair, weight) for pair, weight in weighted if pair.loss >= WORTH_A_WORD]
    print(
        f"{name:20} {len(found)} positions: a reason in {share(weighted):.1f} % of comparisons, "
        f"{share(worth_it):.1f} % of those in which a point is lost",
        flush=True,
    )
    right, wrong = defaultdict[str, float](float), defaultdict[str, float](float)
    for pair, weight in weighted:
        for key in pair.right:
            right[key] += weight
        for key in pair.wrong:
            wrong[key] += weight
    for key in sorted(right, key=right.__getitem__, reverse=True) if each else ():
        often, is_right = right[key] / len(found), right[key] / (right[key] + wrong[key])
        print(f"  {key:28} {100 * often:5.1f} %, right {100 * is_right:3.0f} %", flush=True)


def share(weighted: list[tuple[Pair, float]]) -> float:
    """Percent of the comparisons in which there is a reason."""
    some = sum(weight for pair, weight in weighted if pair.right)
    return 100 * some / max(sum(weight for _, weight in weighted), 1e-9)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--game")
    parser.add_argument("--upto", type=int, default=40)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--jobs", type=int, default=cores())
    given = parser.parse_args()
    if given.game:
        engine(find_game(given.game))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.jobs, mp_context=context) as pool:
        for game, players in tables(given.game):
            tasks = [
                Task(game, players, seed, given.upto, given.iterations)
                for seed in range(given.games)
            ]
            found = list(pool.map(look, tasks, chunksize=10))
            tell(f"{game} {players}", found, given.each)


if __name__ == "__main__":
    main()
