"""Packing mined puzzles into the file that a game brings.

What is in the file stays where it is, since the order is that of the dailies: new puzzles go
behind it. A move that solves too many of them would be guessed, so it is held down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from moonlit.bots.levels import LEVELS
from moonlit.core.errors import BadTable
from moonlit.study.puzzles.checking import Checked
from moonlit.study.puzzles.digging import STRONG
from moonlit.study.puzzles.model import TOPIC, Puzzle, read_line
from moonlit.study.puzzles.shelf import check_head, load, path_of, read, read_lines, write

ALIKE = 0.1  # the part of a file that one and the same move may solve,
ENOUGH = 400  # … once there are so many: the dailies of a year and more

Mined = dict[str, tuple[Puzzle, float]]  # by the look of the position: what is foreseen, too


def pack(
    sources: Sequence[Path], out: Path | None = None, enough: int = ENOUGH
) -> tuple[str, list[Puzzle], int]:
    """Add the puzzles of mined files to a game's own file, or to another one.

    The answer: which game it is, all that the file holds now, and how many of these are new.
    """
    game, mined = gathered(sources)
    path = out or path_of(game)
    kept = (read(path, game) if path.exists() else []) if out else load(game)
    new = chosen(kept, mined, enough)
    if new:
        write(path, game, [*kept, *new])
    return game, [*kept, *new], len(new)


def drop(game: str, checks: Sequence[Path], out: Path | None = None) -> tuple[list[Puzzle], int]:
    """Take out of a game's own file, or another one, the puzzles that a check did not find clear.

    The answer: what the file holds now, and how many went.
    """
    path = out or path_of(game)
    kept = read(path, game)
    unclear = {each.id for each in map(Checked.from_json, lines_of(checks)) if not each.clear}
    left = [puzzle for puzzle in kept if puzzle.id not in unclear]
    if len(left) < len(kept):
        write(path, game, left)
    return left, len(kept) - len(left)


def lines_of(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    for path in paths:
        for _, line in read_lines(path):
            yield line


def gathered(sources: Sequence[Path]) -> tuple[str, Mined]:
    """The puzzles of some files, which must be of one game."""
    game = ""
    found: Mined = {}
    for path in sources:
        lines = read_lines(path)
        named = check_head(path, next(lines, (0, None))[1])
        if game and named != game:
            raise BadTable("puzzles_other_game", TOPIC, path=str(path), game=named, wanted=game)
        game = named
        for puzzle, line in puzzles_in(game, path, lines):
            look = str(line.get("position", puzzle.id))
            found.setdefault(look, (puzzle, float(line.get("foreseen", 0.0))))
    if not found:
        raise BadTable("no_puzzles", TOPIC)
    return game, found


def puzzles_in(
    game: str, path: Path, lines: Iterable[tuple[int, Any]]
) -> Iterator[tuple[Puzzle, dict[str, Any]]]:
    """A miner may be at work: only what stands before the note that a game is done counts."""
    waiting: list[tuple[Puzzle, dict[str, Any]]] = []
    for number, line in lines:
        if isinstance(line, dict) and "dug" in line:
            yield from waiting
            waiting = []
        else:
            waiting.append((read_line(game, line, f"{path}:{number}"), line))


def chosen(kept: Sequence[Puzzle], mined: Mined, enough: int = ENOUGH) -> list[Puzzle]:
    """Those of the mined puzzles to put behind the ones that a file has, in their order."""
    there = {puzzle.id for puzzle in kept}
    ranked = sorted(mined.values(), key=lambda pair: (*merit(*pair), pair[0].id), reverse=True)
    new = [puzzle for puzzle, _ in ranked if puzzle.id not in there]
    moves = Counter(puzzle.solution[0] for puzzle in [*kept, *new])
    common = {move for move, count in moves.items() if count > ALIKE * moves.total()}
    taken = [puzzle for puzzle in new if puzzle.solution[0] not in common]
    alike = Counter(puzzle.solution[0] for puzzle in kept)
    for puzzle in new:
        move = puzzle.solution[0]
        size = len(kept) + len(taken) + 1
        if move in common and (size <= enough or alike[move] + 1 <= ALIKE * size):
            alike[move] += 1
            taken.append(puzzle)
    return spread(taken, common)


def merit(puzzle: Puzzle, foreseen: float) -> tuple[float, float]:
    """First those that the strongest levels are sure of, then those that stay clear with depth."""
    return min(puzzle.solved.get(level, 0.0) for level in STRONG), foreseen


def spread(puzzles: Sequence[Puzzle], common: set[str]) -> list[Puzzle]:
    """In an order that says nothing (ids are as good as drawn), each common move evenly in it."""
    groups: dict[str, list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda each: each.id):
        move = puzzle.solution[0]
        groups.setdefault(move if move in common else "", []).append(puzzle)
    placed = [
        ((number + 0.5) / len(group), puzzle.id, puzzle)
        for group in groups.values()
        for number, puzzle in enumerate(group)
    ]
    return [puzzle for _, _, puzzle in sorted(placed, key=lambda each: each[:2])]


def solved_by_level(puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """The part of them that each level finds."""
    return {
        level: sum(puzzle.solved.get(level, 0.0) for puzzle in puzzles) / max(1, len(puzzles))
        for level in LEVELS
    }
