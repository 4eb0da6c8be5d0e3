"""What taking out luck saves and costs: `python bench/luck.py --jobs 14 --games 120 --seed 21`.

Plays pairings of the arena once and judges luck in several ways side by side. For each way: the
share plain and with luck taken out with 95 % intervals, the luck on average (0 within its
interval), how many times fewer games are needed, how many times longer a game takes, and the
factor on luck that would have been best (1: it is weighed rightly).
"""

from __future__ import annotations

import argparse
import random
import sys
from copy import copy
from multiprocessing import get_context
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))


from moonlit.arena.fairness import of_pairings
from moonlit.arena.judge import Effort
from moonlit.arena.luck import Luck
from moonlit.arena.plan import Fixture, Setup, roles
from moonlit.arena.play import Clock, Line, outcome, seat_bot, set_table, timed
from moonlit.arena.ratings import rate, tally
from moonlit.core.rng import MAX_SEED

OPEN_WAYS = [Effort(150), Effort(800), Effort(800, asks=2)]
SECRET_WAYS = [Effort(150, asks=1), Effort(800, asks=1), Effort(800, asks=3)]


def play(task: tuple[Setup, Fixture, list[Effort]]) -> list[Line]:
    """One line of results for each way."""
    setup, fixture, ways = task
    seating = roles(setup.companies, fixture.turn)
    bots = [seat_bot(name, setup.game, setup.players) for name in fixture.pair]
    match = set_table(setup, fixture)
    chance = random.Random(f"bots {setup.seed} {fixture.id}")
    clocks = [Clock() for _ in bots]
    lucks = [Luck(setup, fixture, match, way) for way in ways]
    while (seat := match.to_move) is not None:
        bot = bots[seating[seat]]
        twin = copy(bot)
        move = timed(bot, match, chance.randrange(MAX_SEED + 1), clocks[seating[seat]])
        for luck in lucks:
            luck.move(match, twin, move)
        match.play(move)
    line: Line = {
        "pair": list(fixture.pair),
        "deal": fixture.deal,
        "turn": fixture.turn,
        **outcome(setup, match, None),
        "times": [clock.row() for clock in clocks],
    }
    return [{**line, "luck": luck.row()} for luck in lucks]


def show(setup: Setup, ways: list[Effort], played: list[list[Line]]) -> None:
    table = tally(setup, [lines[0] for lines in played])
    plain = rate(table)[1][0]
    pair = " - ".join(setup.pairings[0])
    print(
        f"\n{setup.game}, {pair}, seed {setup.seed}, {len(played)} games: plain "
        f"{100 * plain.value:.1f} % ({100 * plain.low:.1f} to {100 * plain.high:.1f})"
    )
    for number, way in enumerate(ways):
        lines = [row[number] for row in played]
        found = of_pairings(setup, lines)[0]
        assert found is not None
        luck = tally(setup, lines, lambda line: float(line["luck"]["sum"])).wins[:, 0]
        wins = table.wins[:, 0]
        best = float(np.cov(wins, luck)[0, 1] / max(np.var(luck, ddof=1), 1e-12))
        left = float(np.var(wins - best * luck, ddof=1))
        v, u = found.value, found.luck
        print(
            f"  {way.iterations:5d} iterations, {way.worlds} worlds, "
            f"{way.asks} asks: {100 * v.value:.1f} % ({100 * v.low:.1f} to {100 * v.high:.1f}), "
            f"luck {100 * u.value:+.1f} ({100 * u.low:+.1f} to {100 * u.high:+.1f}), "
            f"games / {found.fewer:.2f}, time x {found.longer:.2f}, saves time x "
            f"{found.fewer / found.longer:.3f}; best factor {best:.2f}: "
            f"games / {np.var(wins, ddof=1) / max(left, 1e-12):.2f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--pair", default="expert,club")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--ways", nargs="*", help="iterations,worlds,asks")
    given = parser.parse_args()
    from moonlit.core.registry import games

    chosen = [Effort(*map(int, way.split(","))) for way in given.ways or []]
    with get_context("spawn").Pool(given.jobs) as pool:
        for game in games():
            if given.only and game.name not in given.only:
                continue
            bots = tuple(given.pair.split(","))
            setup = Setup(game.name, bots, 2, given.games, given.seed, less_luck=True)
            ways = chosen or (SECRET_WAYS if game.has_secrets else OPEN_WAYS)
            tasks = [(setup, fixture, ways) for fixture in setup.fixtures()]
            show(setup, ways, pool.map(play, tasks, chunksize=1))


if __name__ == "__main__":
    main()
