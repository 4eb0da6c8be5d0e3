"""An arena on a bare machine: `python -m moonlit.arena.batch SPEC.json OUT.jsonl --jobs 16`.

SPEC.json holds what `Setup` takes, for example
{"game": GAME, "bots": ["club", "expert"], "players": 2, "games": 400, "seed": 1};
a list of such tables is played one after the other, into OUT-1.jsonl, OUT-2.jsonl and so on.
OUT.jsonl can be laid into the folder of an arena as results-something.jsonl.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from moonlit.arena.plan import TOPIC, Setup
from moonlit.arena.render import Rendering
from moonlit.arena.report import report
from moonlit.arena.run import compete
from moonlit.core.errors import BadTable, MoonlitError
from moonlit.core.words import say

PAUSE = 10.0  # seconds between two lines of progress


def read(path: Path) -> list[Setup]:
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
        return [Setup(**table) for table in (found if isinstance(found, list) else [found])]
    except (OSError, ValueError, TypeError) as reason:
        raise BadTable("bad_spec", TOPIC, path=str(path), reason=str(reason)) from None


class Ticker:
    """A line of progress now and then: what a log file can hold."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.next = 0.0
        self.first = -1

    def __call__(self, done: int, total: int) -> None:
        spent = time.monotonic() - self.start
        if self.first < 0:
            self.first = done
        if spent < self.next and done < total:
            return
        self.next = spent + PAUSE
        speed = (done - self.first) / max(spent, 1e-9)
        print(f"{done}/{total}  {spent:.0f} s  {speed:.2f}/s", file=sys.stderr, flush=True)


def run(spec: Path, out: Path, jobs: int | None, ray: str | None, markdown: bool) -> int:
    setups = read(spec)
    failed = 0
    for number, setup in enumerate(setups, 1):
        path = out if len(setups) == 1 else out.with_name(f"{out.stem}-{number}{out.suffix}")
        results = compete(setup, path, jobs=jobs, ray=ray, progress=Ticker())
        print(Rendering(report(results), "en", markdown).text(), end="\n\n", flush=True)
        if results.lost:
            failed = 1
            first = results.lost[0].id
            print(say(TOPIC, "lost_games", count=len(results.lost), first=first), file=sys.stderr)
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m moonlit.arena.batch")
    parser.add_argument("spec", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--ray", metavar="ADDRESS")
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    try:
        return run(given.spec, given.out, given.jobs, given.ray, given.markdown)
    except MoonlitError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
