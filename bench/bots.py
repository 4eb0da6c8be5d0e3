"""How many games against bots one core holds, when people move every ten seconds.

First what one round costs, a guest's move and the bot's answer with all the server does for it; so
many games fit onto a core that is eight tenths busy. Then it is tried: how long a guest waits with
so many games. And whether it is shared fairly: somebody with many tables asks for twice what the
core can do, somebody else has a few. The server is kept on one core, the load on another.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import server
from moonlit.core.registry import games

PACE = 10.0  # seconds that a person takes for a move
BUSY = 0.8
SECONDS = 15.0
LEVELS = ("novice", "club", "master", "grandmaster")
FEW = 5  # tables of who has few
MAX_GAMES = 4000
PROGRAM = Path(__file__).with_name("bots_load.py")


def play(game: str, level: str, count: int, pace: float, few: int = 0) -> dict[str, Any]:
    first = {min(os.sched_getaffinity(0))}
    with (
        tempfile.TemporaryDirectory() as data,
        server.server(data, cores=first, MOONLIT_PAR="0") as (url, pid, _),
    ):
        load = server.Load(pid, url, program=PROGRAM)
        try:
            load.do("sit_down", count=count, game=game, level=level, pace=pace, few=few)
            load.do("measure", seconds=pace)  # until everybody has moved once
            found: dict[str, Any] = load.do("measure", seconds=SECONDS)
            assert not found["failures"], found["failures"]
            return found
        finally:
            load.stop()


def main() -> None:
    server.warm_up()
    chosen = sys.argv[1:2] or [game.name for game in games()]
    levels = sys.argv[2:3] or LEVELS
    print(f"{'':<28}{'ms a round':>12}{'games':>8}{'busy':>8}{'p50':>10}{'p99':>10}")
    for game in chosen:
        for level in levels:
            cost = play(game, level, 20, 1.0)["ms_a_round"]
            count = min(MAX_GAMES, int(BUSY * PACE * 1000 / cost))
            tried = play(game, level, count, PACE)
            middle, slow = tried["waits"][0]
            print(
                f"{game + ', ' + level:<28}{cost:>12.1f}{count:>8}{tried['busy']:>8.0%}"
                f"{middle:>7.0f} ms{slow:>7.0f} ms",
                flush=True,
            )
    cost = play(chosen[0], levels[-1], 20, 1.0)["ms_a_round"]
    count = int(2 * 1000 / cost) + FEW  # at a move a second, twice what there is
    many, few = play(chosen[0], levels[-1], count, 1.0, few=FEW)["waits"]
    print(f"\nTwice as much as a core can do, {chosen[0]}, {levels[-1]}: how long a guest waits")
    for who, tables, (middle, slow) in (("one maker", count - FEW, many), ("another", FEW, few)):
        print(f"  {tables:>5} tables of {who:<12}p50 {middle:>6.0f} ms   p99 {slow:>6.0f} ms")


if __name__ == "__main__":
    main()
