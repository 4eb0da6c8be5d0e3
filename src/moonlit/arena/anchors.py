"""What each level is rated: `python -m moonlit.arena.anchors GAME --players 3 --games 100`.

Each level meets the one below it, and the steps are added up from club, which has 1500. A step is
taken to be some 150 points where few games say otherwise. The table
is written into the game's folder as ratings.json, each level with its rating and how sure that is
(one sigma); a server's ratings of people stand on it. Levels that are not played stay as far above
the one below as they were, or are put there by --above.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from itertools import pairwise
from pathlib import Path

from moonlit.arena.plan import Setup
from moonlit.arena.report import report
from moonlit.arena.run import compete
from moonlit.bots import LEVELS
from moonlit.bots.levels import STAND_IN
from moonlit.core.discovery import origins
from moonlit.core.errors import MoonlitError

FILE = "ratings.json"
ORIGIN = 1500.0  # club's rating
WIDTH = 1.96  # sigmas of half a 95 % interval

Step = tuple[float, float]  # points between a level and the one below, and how sure that is
EXPECTED: Step = 150.0, 100.0  # of a step before anything is known of it
Table = dict[str, dict[str, list[float]]]


def measure(game: str, players: int, low: str, high: str, games: int, seed: int, jobs: int) -> Step:
    """How far a level is above another."""
    setup = Setup(game, bots=(high, low), players=players, games=games, seed=seed)
    found = {row.bot: row.rating for row in report(compete(setup, jobs=jobs)).bots}
    top, bottom = found[high], found[low]
    assert top is not None
    assert bottom is not None
    return top.value - bottom.value, (top.high - top.low) / WIDTH


def likeliest(step: Step) -> Step:
    """What was measured and what is expected, each as far as it is sure: few games say little."""
    weights = step[1] ** -2, EXPECTED[1] ** -2
    mean = (weights[0] * step[0] + weights[1] * EXPECTED[0]) / sum(weights)
    return mean, sum(weights) ** -0.5


def share_step(share: float, games: int, companies: int = 2) -> Step:
    """The same from a share of the win that is known."""
    slope = 400 / math.log(10)
    odds = share / (1 - share) * (companies - 1)
    return slope * math.log(odds), slope / math.sqrt(games * share * (1 - share))


def ladder(steps: dict[str, Step]) -> dict[str, list[float]]:
    """Ratings by level, from the step that leads up to each."""
    middle = LEVELS.index(STAND_IN)
    found = {STAND_IN: (ORIGIN, 0.0)}
    for low, high in pairwise(LEVELS[middle:]):
        found[high] = added(found[low], steps[high], 1)
    for high, low in pairwise(reversed(LEVELS[: middle + 1])):
        found[low] = added(found[high], steps[high], -1)
    return {level: [round(found[level][0]), round(found[level][1])] for level in LEVELS}


def added(rating: Step, step: Step, sign: int) -> Step:
    return rating[0] + sign * step[0], math.hypot(rating[1], step[1])


def steps_of(rows: dict[str, list[float]]) -> dict[str, Step]:
    """What a table says of each step."""
    return {
        high: (
            rows[high][0] - rows[low][0],
            math.sqrt(abs(rows[high][1] ** 2 - rows[low][1] ** 2)),
        )
        for low, high in pairwise(LEVELS)
        if low in rows and high in rows
    }


def keep(game: str, players: int, steps: dict[str, Step], path: Path | None = None) -> None:
    """Write a ladder into the table of a game."""
    path = path or origins()[game].folder / FILE
    table: Table = json.loads(path.read_text("utf-8")) if path.exists() else {}
    table[str(players)] = ladder(steps_of(table.get(str(players), {})) | steps)
    rows = [
        f' "{count}": {{\n'
        + ",\n".join(f'  "{level}": {json.dumps(row)}' for level, row in table[count].items())
        + "\n }"
        for count in sorted(table, key=int)
    ]
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m moonlit.arena.anchors")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100, help="of each step")
    parser.add_argument(
        "--levels", nargs="*", default=list(LEVELS[1:-1]), help="that meet the next"
    )
    parser.add_argument("--above", nargs="*", default=[], help="LEVEL:POINTS:SIGMA, as known")
    parser.add_argument("--share", nargs="*", default=[], help="LEVEL:SHARE:GAMES, as known")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a table elsewhere than in the game's folder")
    given = parser.parse_args()
    steps: dict[str, Step] = {}
    for text in given.above:
        level, points, sigma = text.split(":")
        steps[level] = float(points), float(sigma)
    for text in given.share:
        level, share, games = text.split(":")
        steps[level] = likeliest(share_step(float(share), int(games)))
    try:
        for low, high in pairwise(LEVELS):
            if high in given.levels:
                found = measure(
                    given.game, given.players, low, high, given.games, given.seed, given.jobs
                )
                steps[high] = likeliest(found)
                print(given.game, given.players, f"{high} - {low}", *map(round, found), flush=True)
        keep(given.game, given.players, steps, given.out)
    except MoonlitError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
