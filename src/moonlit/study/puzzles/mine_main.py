"""Mining and checking on a bare machine, which has NumPy and Numba and no more:

python -m moonlit.study.puzzles.mine_main mine GAME OUT.jsonl --count 450 --workers 16
python -m moonlit.study.puzzles.mine_main check FILE --count 100 --seed 2 --workers 16
python -m moonlit.study.puzzles.mine_main pack OUT.jsonl
python -m moonlit.study.puzzles.mine_main drop GAME CHECKS.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from moonlit.arena.batch import Ticker
from moonlit.core.errors import MoonlitError
from moonlit.study.puzzles.checking import TIMES, Checked, check
from moonlit.study.puzzles.mining import Clock, Mined, mine
from moonlit.study.puzzles.packing import ENOUGH, drop, pack, solved_by_level
from moonlit.study.puzzles.shelf import read


def run_mine(given: argparse.Namespace) -> None:
    start = time.monotonic()
    mined = mine(
        given.game,
        given.out,
        count=given.count,
        seed=given.seed,
        players=tuple(given.players or ()),
        records=given.records,
        without=tuple(given.without or ()),
        jobs=given.workers,
        ray=given.ray,
        gpu=given.gpu,
        seconds=given.seconds,
        progress=Ticker(),
    )
    print(summary(mined, time.monotonic() - start), flush=True)


def summary(mined: Mined, seconds: float) -> str:
    """The yield and the speed in one line."""
    clocks = [(mined.core, "of one core"), (mined.gpu, "by the clock, with a GPU")]
    speeds = [
        f"{clock.seconds:.0f} s {whose}: {clock.hourly(clock.positions)} positions "
        f"and {clock.hourly(clock.puzzles)} puzzles an hour"
        for clock, whose in clocks
        if clock.seconds
    ]
    run = Clock(seconds)
    return "; ".join(
        [
            f"{len(mined.puzzles)} puzzles of {len(mined.dug)} games, {mined.positions} positions, "
            f"{mined.candidates} proved, {mined.easy} too easy",
            *speeds,
            f"{mined.fresh} new in {seconds:.0f} s, {run.hourly(mined.fresh)} an hour by the clock",
        ]
    )


def run_check(given: argparse.Namespace) -> None:
    def keep(each: Checked) -> None:
        if given.out is not None:
            with given.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(each.to_json()) + "\n")

    found = check(
        read(given.file),
        count=given.count,
        seed=given.seed,
        times=given.times,
        jobs=given.workers,
        ray=given.ray,
        progress=Ticker(),
        keep=keep,
    )
    print(summed_up(found), flush=True)


def summed_up(found: list[Checked]) -> str:
    kept, clear = sum(each.kept for each in found), sum(each.clear for each in found)
    worst = ", ".join(f"{each.id} {100 * each.margin:.1f}" for each in found[:8])
    return f"{kept} of {len(found)} keep their solution, {clear} with 8 points; least: {worst}"


def run_pack(given: argparse.Namespace) -> None:
    game, puzzles, new = pack(given.files, given.out, given.enough)
    shares = ", ".join(f"{level} {share:.3f}" for level, share in solved_by_level(puzzles).items())
    print(f"{game}: {len(puzzles)} puzzles, {new} of them new; solved by {shares}", flush=True)


def run_drop(given: argparse.Namespace) -> None:
    puzzles, gone = drop(given.game, given.checks, given.out)
    print(f"{given.game}: {gone} dropped, {len(puzzles)} puzzles left", flush=True)


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m moonlit.study.puzzles.mine_main")
    commands = found.add_subparsers(required=True)
    mining = commands.add_parser("mine")
    mining.set_defaults(run=run_mine)
    mining.add_argument("game")
    mining.add_argument("out", type=Path)
    mining.add_argument("--players", type=int, action="append")
    mining.add_argument("--records", type=Path)
    mining.add_argument("--seconds", type=float)
    mining.add_argument("--gpu", action=argparse.BooleanOptionalAction)
    mining.add_argument("--count", type=int, default=450)
    mining.add_argument("--without", action="append", help="a move that no solution begins with")
    checking = commands.add_parser("check")
    checking.set_defaults(run=run_check)
    checking.add_argument("file", type=Path)
    checking.add_argument("--times", type=int, default=TIMES)
    checking.add_argument("--out", type=Path)
    checking.add_argument("--count", type=int, default=100)
    packing = commands.add_parser("pack")
    packing.set_defaults(run=run_pack)
    packing.add_argument("files", type=Path, nargs="+")
    packing.add_argument("--out", type=Path)
    packing.add_argument("--enough", type=int, default=ENOUGH)
    dropping = commands.add_parser("drop", help="what `check --out` did not find clear")
    dropping.set_defaults(run=run_drop)
    dropping.add_argument("game")
    dropping.add_argument("checks", type=Path, nargs="+")
    dropping.add_argument("--out", type=Path)
    for each in (mining, checking):
        each.add_argument("--seed", type=int, default=1)
        each.add_argument("--workers", type=int)
        each.add_argument("--ray", metavar="ADDRESS")
    return found


def main() -> int:
    given = parser().parse_args()
    try:
        given.run(given)
    except MoonlitError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
