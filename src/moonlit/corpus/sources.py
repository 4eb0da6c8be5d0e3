"""Where games lie: a file of them, the folder of an arena or of a corpus, a folder of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from moonlit.core.errors import BadTable
from moonlit.core.files import read_json
from moonlit.corpus.games import TOPIC, Record, read_games

NAME = "games.jsonl.gz"  # a corpus, when it is complete
PART = "games.part.jsonl"  # … and while it is made


def games_in(path: Path) -> Iterator[Record]:
    """The records that a file or a folder holds, in the order of their names."""
    if not path.is_dir():
        return read_games(path)
    for name in (NAME, PART):
        if (path / name).is_file():
            return read_games(path / name)
    folder = path / "records" if (path / "records").is_dir() else path
    files = sorted(folder.glob("*.json"))
    if not files:
        arena = any(path.glob("results*.jsonl"))
        raise BadTable("arena_without_records" if arena else "no_games_here", TOPIC, path=str(path))
    return map(read_json, files)
