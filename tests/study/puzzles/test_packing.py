"""Packing: what was mined goes behind what a file has, and no move solves too many."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import moonlit
from moonlit.core.errors import MoonlitError
from moonlit.study.puzzles.checking import Checked
from moonlit.study.puzzles.model import Puzzle, made
from moonlit.study.puzzles.packing import chosen, drop, pack, solved_by_level
from moonlit.study.puzzles.shelf import read

GAME = "nova-luna"


def puzzle(seed: int, move: str | None = None, strong: float = 1.0) -> Puzzle:
    """Another position for each seed; the move need not be legal to be packed."""
    match = moonlit.new(GAME, players=2, seed=seed)
    told: dict[str, Any] = {"also": [], "themes": [], "level": "club", "rating": 1400}
    told |= {"margin": 14.0, "value": 60.0, "solved": {"master": strong, "grandmaster": 1.0}}
    return made(match, solution=[move or f"1@0,{seed}"], **told)


def mined(path: Path, puzzles: Sequence[Puzzle], done: bool = True) -> Path:
    lines: list[dict[str, Any]] = [{"format": 1, "game": GAME}]
    lines += [{**each.line(), "position": each.id, "foreseen": 0.2} for each in puzzles]
    lines += [{"dug": 1}] if done else []
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_new_ones_go_behind_the_old_ones(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl.gz"
    some, more = [puzzle(seed) for seed in range(6)], [puzzle(seed) for seed in range(3, 12)]
    game, first, fresh = pack([mined(tmp_path / "some", some)], out)
    assert (game, fresh) == (GAME, 6)
    assert {each.id for each in first} == {each.id for each in some}
    _, second, fresh = pack([mined(tmp_path / "more", more)], out)
    assert fresh == 6
    assert second[:6] == first == read(out)[:6]
    before = out.read_bytes()
    assert pack([tmp_path / "some", tmp_path / "more"], out)[2] == 0
    assert out.read_bytes() == before


def test_one_move_does_not_solve_too_many(tmp_path: Path) -> None:
    others = {str(seed): (puzzle(seed), 0.2) for seed in range(40)}
    same = {str(seed): (puzzle(seed, "refill"), seed / 100) for seed in range(40, 60)}
    found = chosen([], {**others, **same}, enough=30)
    kept = [each for each in found if each.solution == ["refill"]]
    assert len(found) == 44
    assert {each.id for each in kept} == {same[str(seed)][0].id for seed in range(56, 60)}
    places = [number for number, each in enumerate(found) if each in kept]
    assert min(b - a for a, b in pairwise(places)) > 5
    assert len(chosen([], {**others, **same}, enough=50)) == 50, "unless there were too few"


def test_what_the_strongest_are_sure_of_comes_first() -> None:
    others = {str(seed): (puzzle(seed), 0.2) for seed in range(9)}
    same = {"sure": (puzzle(20, "refill"), 0.1), "not": (puzzle(21, "refill", 0.5), 0.9)}
    found = chosen([], {**others, **same}, enough=10)
    assert [each.id for each in found if each.solution == ["refill"]] == [same["sure"][0].id]


def test_what_a_miner_has_not_finished_does_not_count(tmp_path: Path) -> None:
    with pytest.raises(MoonlitError, match="no puzzles"):
        pack([mined(tmp_path / "half", [puzzle(1)], done=False)], tmp_path / "out.jsonl")


def test_files_of_two_games_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text('{"format": 1, "game": "nomads"}\n')
    with pytest.raises(MoonlitError, match="are of nomads, not of nova-luna"):
        pack([mined(tmp_path / "some", [puzzle(1)]), other], tmp_path / "out.jsonl")


def test_shares_by_level() -> None:
    shares = solved_by_level([puzzle(1), puzzle(2, strong=0.5)])
    assert (shares["novice"], shares["master"], shares["grandmaster"]) == (0.0, 0.75, 1.0)


def test_what_a_check_finds_unclear_is_dropped(tmp_path: Path) -> None:
    out, checks = tmp_path / "out.jsonl.gz", tmp_path / "checks.jsonl"
    pack([mined(tmp_path / "some", [puzzle(seed) for seed in range(4)])], out)
    first, second, third, fourth = (each.id for each in read(out))
    found = [
        Checked(first, True, 0.2, 0.14, None),
        Checked(second, True, 0.079, 0.14, None),
        Checked(third, False, -0.1, 0.14, "1@0,7"),
    ]
    checks.write_text("".join(json.dumps(each.to_json()) + "\n" for each in found))
    left, gone = drop(GAME, [checks], out)
    assert gone == 2
    assert [each.id for each in left] == [each.id for each in read(out)] == [first, fourth]
    before = out.read_bytes()
    assert drop(GAME, [checks], out)[1] == 0
    checks.write_text('{"id": 3}\n')
    with pytest.raises(MoonlitError, match="Check anew"):
        drop(GAME, [checks], out)
    assert out.read_bytes() == before
