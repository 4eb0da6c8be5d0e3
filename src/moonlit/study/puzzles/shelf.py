"""The puzzles that games bring: a file in a game's folder, read when somebody first asks.

A file is JSON Lines, gzip or not: a head that says of which game it is, then a puzzle a line. The
order of the lines is that of the dailies, so new puzzles go behind the old ones.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from moonlit.core.discovery import origins
from moonlit.core.errors import BadRecord
from moonlit.core.files import complaint, opened
from moonlit.core.registry import find_game, games
from moonlit.study.puzzles.model import TOPIC, BadPuzzles, Puzzle, read_line

FORMAT = 1
NAME = "puzzles.jsonl.gz"


def load(game: str) -> list[Puzzle]:
    """The puzzles that a game brings, in the order of the dailies; a game may bring none."""
    find_game(game)
    return list(_shipped(game))


def find(id: str) -> Puzzle:
    """A puzzle of any game by its name."""
    for game in games():
        if id in _by_id(game.name):
            return _by_id(game.name)[id]
    raise BadPuzzles("no_such_puzzle", TOPIC, given=id)


def themes(game: str) -> dict[str, int]:
    """The themes of a game's puzzles, and how many have each; the most frequent first."""
    counts: dict[str, int] = {}
    for puzzle in load(game):
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def path_of(game: str) -> Path:
    """Where a game has its puzzles, if it brings any."""
    return origins()[game].folder / NAME


@cache
def _shipped(game: str) -> tuple[Puzzle, ...]:
    path = path_of(game)
    return tuple(read(path, game)) if path.exists() else ()


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in _shipped(game)}


# ---- files -------------------------------------------------------------------------------------


def read(path: Path, game: str | None = None) -> list[Puzzle]:
    """The puzzles of a file, those of one game; BadPuzzles says what is wrong with which line."""
    lines = read_lines(path)
    head = next(lines, (0, None))[1]
    found = check_head(path, head)
    if game is not None and found != game:
        raise BadPuzzles("puzzles_other_game", TOPIC, path=str(path), game=found, wanted=game)
    puzzles: dict[str, Puzzle] = {}
    for number, line in lines:
        if isinstance(line, dict) and "id" not in line:
            continue  # what a miner notes on its way
        puzzle = read_line(found, line, f"{path}:{number}")
        if puzzle.id in puzzles:
            raise BadPuzzles("puzzle_twice", TOPIC, where=f"{path}:{number}", id=puzzle.id)
        puzzles[puzzle.id] = puzzle
    return list(puzzles.values())


def check_head(path: Path, head: Any) -> str:
    """Of which game a file is, by its first line."""
    if not isinstance(head, dict) or not isinstance(head.get("game"), str):
        raise BadPuzzles("puzzles_no_head", TOPIC, path=str(path))
    if head.get("format") != FORMAT:
        given = head.get("format")
        raise BadPuzzles("puzzles_format", TOPIC, path=str(path), given=given, format=FORMAT)
    return find_game(head["game"]).name


def read_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The lines of a file with their numbers."""
    try:
        with opened(path) as file:
            data = file.read()
    except (OSError, EOFError, zlib.error) as reason:
        raise complaint(path, reason) from None
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError):
            raise BadRecord("no_json", path=str(path), line=number) from None


def write(path: Path, game: str, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles, all of it or nothing; the same puzzles make the same bytes."""
    lines = [{"format": FORMAT, "game": game}, *(puzzle.line() for puzzle in puzzles)]
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines).encode()
    packed = gzip.compress(text, compresslevel=9, mtime=0) if path.suffix == ".gz" else text
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.half")
    half.write_bytes(packed)
    half.replace(path)
