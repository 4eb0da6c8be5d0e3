"""What each level loses a move: `python -m moonlit.study.calibrate GAME --players 2 --games 40`.

Bots of one level play each other, and their games are reviewed. The table is written into the
game's folder as review.json; a review finds there which level somebody played like. What is there
already for other player counts and levels stays.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from moonlit.arena.ratings import half_width
from moonlit.bots import LEVELS, ask, find_bot
from moonlit.core.discovery import origins
from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match, new
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.study.judging import cores
from moonlit.study.reviewing import review
from moonlit.study.summary import LEVELS_FILE

MEASURED = LEVELS[:-1]  # a grandmaster thinks longer than a quick review does


class Task(NamedTuple):
    game: str
    players: int
    level: str
    seed: int
    budget: str


@dataclass(frozen=True)
class Line:
    """A reviewed game: for every seat its losses in sum, its decisions, its accuracy."""

    losses: list[float]
    decisions: list[int]
    accuracy: list[float]


def play(game: str, players: int, level: str, seed: int) -> Match:
    """A game between bots of one level."""
    match = new(game, players, seed)
    bot = find_bot(level, match.game, players)
    while not match.over:
        match.play(ask(bot, match, (seed * 10_007 + match.number) % MAX_SEED))
    return match


def measure(task: Task) -> Line:
    match = play(task.game, task.players, task.level, task.seed)
    seats = review(match, task.budget, seed=task.seed, threads=1).seats
    return Line(
        [(seat.loss_per_move or 0.0) * seat.decisions for seat in seats],
        [seat.decisions for seat in seats],
        [seat.accuracy or 100.0 for seat in seats],
    )


def means_of(lines: list[Line]) -> dict[str, Any]:
    """Means over games, with half the width of a 95 % interval."""
    loss = sum(sum(line.losses) for line in lines) / sum(sum(line.decisions) for line in lines)
    accuracy = np.array([np.mean(line.accuracy) for line in lines])
    each = np.array([sum(line.losses) / sum(line.decisions) for line in lines])
    return {
        "loss": round(float(loss), 5),
        "loss_within": within(each, 5),
        "accuracy": round(float(accuracy.mean()), 2),
        "accuracy_within": within(accuracy, 2),
        "games": len(lines),
    }


def within(values: Iterable[float], digits: int) -> float | None:
    width = half_width(values)
    return round(width, digits) if math.isfinite(width) else None  # JSON knows no infinity


def calibrate(
    game: str, players: int, levels: Iterable[str], games: int, first: int, jobs: int
) -> dict[str, Any]:
    """The rows of a table, by level."""
    found = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        for level in levels:
            tasks = [Task(game, players, level, first + n, "quick") for n in range(games)]
            found[level] = means_of(list(pool.map(measure, tasks)))
            print(game, players, level, json.dumps(found[level]), flush=True)
    return found


def keep(game: str, players: int, rows: dict[str, Any], path: Path | None = None) -> None:
    """Write rows into the table of a game."""
    path = path or origins()[game].folder / LEVELS_FILE
    table: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    merged = table.get(str(players), {}) | rows
    table[str(players)] = {level: merged[level] for level in LEVELS if level in merged}
    text = json.dumps(dict(sorted(table.items())), indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m moonlit.study.calibrate")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="of each level")
    parser.add_argument("--levels", nargs="*", default=list(MEASURED))
    parser.add_argument("--seed", type=int, default=50_000, help="of the first game")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--out", type=Path, help="a table elsewhere than in the game's folder")
    given = parser.parse_args()
    try:
        find_game(given.game).configure(given.players, {})
        rows = calibrate(
            given.game, given.players, given.levels, given.games, given.seed, given.jobs
        )
    except MoonlitError as error:
        print(error, file=sys.stderr)
        return 2
    keep(given.game, given.players, rows, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
