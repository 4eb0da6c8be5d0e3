"""Somebody who solves puzzles here: a rating in each game, and what was tried, in a small file."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadTable
from moonlit.core.files import read_json
from moonlit.study.puzzles import Puzzle
from moonlit.study.puzzles.skill import NEW, rated
from moonlit.terminal.files import data_folder, write_json
from moonlit.terminal.screen import TOPIC

NEAREST = 5  # of the puzzles that are about as hard as the solver is good, one is drawn


def kept_at() -> Path:
    return data_folder() / "puzzles.json"


def kept() -> dict[str, Any]:
    """What is known: `ratings` by game, `tried` by id with whether the first try was right."""
    path = kept_at()
    if not path.exists():
        return {"ratings": {}, "tried": {}}
    found = read_json(path)
    if not is_kept(found):
        raise BadTable("bad_kept", TOPIC, path=str(path))
    return dict(found)


def is_kept(found: Any) -> bool:
    return (
        isinstance(found, dict)
        and all(isinstance(found.get(name), dict) for name in ("ratings", "tried"))
        and all(
            isinstance(each, dict)
            and all(type(each.get(name)) in (int, float) for name in ("mu", "sigma"))
            for each in found["ratings"].values()
        )
    )


def outcome(id: str) -> bool | None:
    """Whether a puzzle was solved at the first try; None: it was not tried."""
    found: bool | None = kept()["tried"].get(id)
    return found


def rating_in(game: str) -> int | None:
    found = kept()["ratings"].get(game)
    return round(found["mu"]) if found else None


def rate(puzzle: Puzzle, solved: bool) -> dict[str, Any] | None:
    """Note the first try at a puzzle and what it makes of the rating; None where it was tried."""
    known = kept()
    if puzzle.id in known["tried"]:
        return None
    before = known["ratings"].get(puzzle.game)
    after = rated((before["mu"], before["sigma"]) if before else None, puzzle.rating, solved)
    known["tried"][puzzle.id] = solved
    known["ratings"][puzzle.game] = {"mu": after["mu"], "sigma": after["sigma"]}
    write_json(known, kept_at())
    return after


def next_of(puzzles: Sequence[Puzzle], but: str | None = None) -> Puzzle | None:
    """One to solve: not tried yet where there are such, and about as hard as the solver is good."""
    known = kept()
    others = [puzzle for puzzle in puzzles if puzzle.id != but]
    fresh = [puzzle for puzzle in others if puzzle.id not in known["tried"]] or others

    def far(puzzle: Puzzle) -> float:
        rating = known["ratings"].get(puzzle.game, {}).get("mu", NEW)
        return abs(puzzle.rating - float(rating))

    near = sorted(fresh, key=far)[:NEAREST]
    return secrets.choice(near) if near else None
