"""Mining puzzles: game after game, on all cores or on a cluster, into a file that only grows.

Whole lines count, a torn one is forgotten. Behind the puzzles of a game a line says that it has
been looked into, so a run that was killed at any instant goes on with the next.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from moonlit.arena.results import parsed
from moonlit.arena.run import check_jobs, start
from moonlit.bots.evaluator import Evaluator
from moonlit.core.checks import check_seed
from moonlit.core.errors import BadTable
from moonlit.core.files import locked
from moonlit.core.game import Game
from moonlit.core.registry import find_game
from moonlit.study.puzzles.digging import Item, dig
from moonlit.study.puzzles.model import TOPIC, BadPuzzles
from moonlit.study.puzzles.shelf import FORMAT, check_head
from moonlit.study.puzzles.together import dig_together, pays

MAX_GAMES = 100_000
PAIR = 2  # players at every second table

Progress = Callable[[int, int], None]


@dataclass
class Clock:
    """What was found in some time, and how much an hour of it brings."""

    seconds: float = 0.0
    positions: int = 0
    puzzles: int = 0

    def hourly(self, found: int) -> int:
        return round(found / max(self.seconds, 1e-9) * 3600)


@dataclass
class Mined:
    """What a file of puzzles holds so far."""

    puzzles: set[str] = field(default_factory=set)  # by how the position looks
    dug: set[int | str] = field(default_factory=set)
    positions: int = 0
    candidates: int = 0
    easy: int = 0
    fresh: int = 0  # puzzles of this run
    core: Clock = field(default_factory=Clock)  # the time of all cores together
    gpu: Clock = field(default_factory=Clock)  # by the clock on the wall, where a GPU was used

    def note(self, line: dict[str, Any], positions: list[str]) -> None:
        """A game is done, with puzzles of these positions."""
        before = len(self.puzzles)
        self.puzzles.update(positions)
        self.dug.add(line["dug"])
        self.positions += line["positions"]
        self.candidates += line["candidates"]
        self.easy += line["easy"]
        clock = self.gpu if line.get("gpu") else self.core
        clock.seconds += line["seconds"]
        clock.positions += line["positions"]
        clock.puzzles += len(self.puzzles) - before


def mine(
    game: str,
    out: Path,
    *,
    count: int,
    seed: int = 1,
    players: tuple[int, ...] = (),
    records: Path | None = None,
    without: tuple[str, ...] = (),
    jobs: int | None = None,
    ray: str | None = None,
    gpu: bool | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Mined:
    """Look for puzzles until a file holds so many, or time is over, or no record is left.

    No solution begins with one of the moves `without`. gpu: whether to use one; None: if there
    is one, and not so many cores that they are quicker.
    `progress` hears how many of how many there are. Scripts that call this with more than one job
    need the usual `if __name__ == "__main__"`.
    """
    found = find_game(game)
    check_jobs(jobs)
    check_seed(seed)
    if type(count) is not int or not 0 < count <= MAX_GAMES:
        raise BadTable("bad_count", TOPIC, given=count, most=MAX_GAMES)
    end = time.monotonic() + seconds if seconds is not None else None
    progress = progress or (lambda done, total: None)
    mined = Mined()
    about = identity(found, seed, players, records) | ({"without": [*without]} if without else {})
    head = {"format": FORMAT, "game": game, "mined": about}
    with opened(out, head, mined) as file:
        progress(len(mined.puzzles), count)
        wanted = {item.number: item for item in islice(items(found, players, records), MAX_GAMES)}
        missing = [item for number, item in wanted.items() if number not in mined.dug]
        if len(mined.puzzles) >= count or not missing:
            return mined
        if ray is None and (pays(jobs) if gpu is None else gpu):
            batches = timed(dig_together(found, seed, missing, without))
        else:
            _, batches = start(partial(dig, game, seed, without=without), missing, jobs, ray)
        for lines in batches:
            for line in lines:
                keep(file, line, mined)
            progress(len(mined.puzzles), count)
            if len(mined.puzzles) >= count or (end is not None and time.monotonic() > end):
                break
    return mined


def timed(batches: Iterator[list[dict[str, Any]]]) -> Iterator[list[dict[str, Any]]]:
    """The same with the time that it took by the clock: a core's says nothing about a GPU."""
    last = time.monotonic()
    for lines in batches:
        now = time.monotonic()
        each = round((now - last) / max(len(lines), 1), 2)
        yield [{**line, "seconds": each, "gpu": True} for line in lines]
        last = now


def identity(
    game: Game, seed: int, players: tuple[int, ...], records: Path | None
) -> dict[str, Any]:
    """What a run is about: a file goes on only with the same."""
    tables = tables_of(game, players)
    return {
        "seed": seed,
        "players": list(tables),
        "records": records is not None,
        "evaluators": [Evaluator(game, each).version for each in sorted(set(tables))],
    }


def tables_of(game: Game, players: tuple[int, ...]) -> tuple[int, ...]:
    """How many sit at the tables, one after the other: two at every other one where they can."""
    for each in players:
        game.configure(each, {})
    chosen = players or tuple(game.seats)
    others = [each for each in chosen if each != PAIR]
    if PAIR not in chosen or not others:
        return chosen
    return tuple(each for other in others for each in (PAIR, other))


def items(game: Game, players: tuple[int, ...], records: Path | None) -> Iterator[Item]:
    """The games to look into. Of records only finished games count: others may have secrets."""
    if records is not None:
        from moonlit.corpus.sources import games_in

        for record in games_in(records):
            if record.get("game") == game.name and record.get("result") is not None:
                yield Item(named(record), len(record["players"]), json.dumps(record))
        return
    tables = tables_of(game, players)
    for number in range(MAX_GAMES):
        yield Item(number, tables[number % len(tables)])


def named(record: dict[str, Any]) -> str:
    """The same for the same record, wherever it lies and whatever lies beside it."""
    told = json.dumps(record, sort_keys=True).encode()
    return hashlib.blake2b(told, digest_size=12).hexdigest()


# ---- the file ----------------------------------------------------------------------------------


@contextmanager
def opened(path: Path, head: dict[str, Any], mined: Mined) -> Iterator[IO[bytes]]:
    """A file to go on with, for this process alone; what it holds is noted in `mined`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None
    with file:
        if not locked(file):
            raise BadTable("mining_busy", TOPIC, path=str(path))
        go_on(file, path, head, mined)
        yield file


def go_on(file: IO[bytes], path: Path, head: dict[str, Any], mined: Mined) -> None:
    """Note what is there, and cut off whatever stands behind the last game that is done."""
    file.seek(0)
    lines = file.read().split(b"\n")[:-1]
    if not lines:
        file.truncate(0)
        write(file, [head])
        return
    found = parsed(lines[0])
    if check_head(path, found) != head["game"] or found != head:
        raise BadPuzzles("other_mine", TOPIC, path=str(path))
    done = end = len(lines[0]) + 1
    waiting: list[str] = []
    for text in lines[1:]:
        line = parsed(text)
        done += len(text) + 1
        if "dug" in line:
            mined.note(line, waiting)
            waiting, end = [], done
        elif "position" in line:
            waiting.append(line["position"])
    file.truncate(end)
    file.seek(0, os.SEEK_END)


def keep(file: IO[bytes], line: dict[str, Any], mined: Mined) -> None:
    """Write what came of a game: its puzzles, but for those whose position is there already."""
    found = {puzzle["position"]: puzzle for puzzle in line.pop("puzzles")}
    new = [position for position in found if position not in mined.puzzles]
    mined.note(line, new)
    mined.fresh += len(new)
    write(file, [*(found[position] for position in new), line])


def write(file: IO[bytes], lines: list[dict[str, Any]]) -> None:
    file.write(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines))
    file.flush()
    os.fsync(file.fileno())
