"""Making a corpus: what is missing is played on all cores or a cluster, and kept as it comes.

While it is made, its games are lines of a file that only grows; whole lines count, a torn one is
played again. When all are there, they are put in order and packed, with a card that describes them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

from moonlit.arena.run import check_jobs, start
from moonlit.core.errors import BadTable
from moonlit.core.files import locked
from moonlit.corpus.card import Card
from moonlit.corpus.games import TOPIC, Record, beside, line_of, packed, parsed, read_games
from moonlit.corpus.plan import Corpus, play_planned
from moonlit.corpus.sources import NAME, PART

PLAN = "plan.json"
CARD = "README.md"


class Made:
    """What came of it: how many games are there, and which numbers were left out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        self.lost: list[int] = []


def make(
    corpus: Corpus,
    folder: Path | str,
    *,
    jobs: int | None = None,
    ray: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Made:
    """Play the games of a corpus that are not in a folder yet.

    `progress` hears how many of how many are there.

    Scripts that call this with more than one job need the usual `if __name__ == "__main__"`.
    """
    check_jobs(jobs)
    made = Made(Path(folder))
    progress = progress or (lambda done, total: None)
    with part_of(corpus, made.folder) as file:
        places = index(file, made.folder / PART)
        missing = [number for number in range(corpus.count) if number not in places]
        made.count = corpus.count - len(missing)
        progress(made.count, corpus.count)
        if missing:
            feed, batches = start(partial(play_planned, corpus), missing, jobs, ray)
            for lines in batches:
                keep(file, [line["record"] for line in lines])
                made.count += len(lines)
                progress(made.count, corpus.count)
            made.lost = sorted(feed.lost)
            places = index(file, made.folder / PART)
        finish(corpus, made, file, places)
    if not made.lost:
        (made.folder / PART).unlink()
    return made


@contextmanager
def part_of(corpus: Corpus, folder: Path) -> Iterator[IO[bytes]]:
    """The growing file of a corpus, for this process alone, with what is there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        check_plan(corpus, folder / PLAN)
        file = (folder / PART).open("a+b")
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(folder), reason=reason.strerror) from None
    with file:
        if not locked(file):
            raise BadTable("busy", TOPIC, path=str(folder))
        whole = folder / NAME
        if whole.exists() and not file.tell():  # complete once; now it may grow
            for record in read_games(whole):
                file.write(line_of(record))
            file.flush()
        yield file


def check_plan(corpus: Corpus, path: Path) -> None:
    wanted = corpus.identity()
    if not path.exists():
        path.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
        return
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = {}
    for name, value in wanted.items():
        if not isinstance(found, dict) or found.get(name) != value:
            raise BadTable("other_corpus", TOPIC, path=str(path.parent), field=name)


def index(file: IO[bytes], path: Path) -> dict[int, int]:
    """Where the line of each game begins; a torn line at the end is cut off."""
    places: dict[int, int] = {}
    file.seek(0)
    line_number = start = 0
    while line := file.readline():
        line_number += 1
        if not line.endswith(b"\n"):
            file.truncate(start)
            break
        number = (parsed(path, line_number, line).get("info") or {}).get("number")
        if isinstance(number, int):
            places.setdefault(number, start)
        start += len(line)
    file.seek(0, os.SEEK_END)
    return places


def keep(file: IO[bytes], records: list[Record]) -> None:
    file.write(b"".join(map(line_of, records)))
    file.flush()
    os.fsync(file.fileno())


def finish(corpus: Corpus, made: Made, file: IO[bytes], places: dict[int, int]) -> None:
    """Put the games in order, packed, and describe them."""
    card = Card(corpus)
    whole = made.folder / NAME
    with beside(whole) as part, part.open("wb") as raw, packed(raw, whole) as out:
        for number in sorted(places):
            file.seek(places[number])
            line = file.readline()
            card.add(parsed(whole, number, line))
            out.write(line)
    (made.folder / CARD).write_text(card.text(), encoding="utf-8")
