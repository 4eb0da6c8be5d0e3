"""The miner on a tiny budget: it finds puzzles, and goes on after a kill without doubling any."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from moonlit.bots.evaluator import Asked, Evaluator, Found
from moonlit.core.errors import MoonlitError
from moonlit.core.match import new
from moonlit.core.registry import find_game
from moonlit.study.puzzles import digging, grading
from moonlit.study.puzzles import proof as proving
from moonlit.study.puzzles.digging import Item, dig
from moonlit.study.puzzles.mine_main import summary as speed
from moonlit.study.puzzles.mining import Clock, Mined, keep, mine
from moonlit.study.puzzles.shelf import read
from moonlit.study.puzzles.together import GpuEvaluator, dig_together

pytestmark = pytest.mark.compiled  # plain Python would only search the same trees more slowly

GAME = "dance-of-muses"
GAMES = 6


@pytest.fixture(autouse=True)
def _tiny_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "SHORT", 8)
    monkeypatch.setattr(proving, "LONGER", 16)
    monkeypatch.setattr("moonlit.study.puzzles.together.DEEP", 1)
    monkeypatch.setattr(proving, "ROUNDS", ((16, 4), (32, 3), (48, 2)))
    monkeypatch.setattr(digging, "OBVIOUS", 2.0)  # nothing is too easy here
    monkeypatch.setattr(grading, "share", lambda level, *given: 1.0)
    monkeypatch.setattr("moonlit.study.puzzles.mining.start", here)


def here(work: Any, items: list[Item], jobs: Any, ray: Any) -> tuple[int, Any]:
    """In this process, where the budget is tiny."""
    return 1, ([work(item)] for item in items)


def run(path: Path, count: int, **given: Any) -> Mined:
    return mine(GAME, path, count=count, players=(2,), jobs=1, **given)


@pytest.mark.long
def test_it_goes_on_after_a_kill_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    mined = run(whole, 3)
    assert len(mined.puzzles) >= 3
    assert len(read(whole)) == len(mined.puzzles)
    text = whole.read_bytes()
    lines = text.split(b"\n")
    first = next(n for n, line in enumerate(lines) if b'"position"' in line)
    torn = [
        b"\n".join(lines[:first]) + b"\n",  # before a game's puzzles
        b"\n".join(lines[: first + 1]) + b"\n",  # among them
        b"\n".join(lines[: first + 1]) + b"\n" + lines[first + 1][:9],  # within a line
        text[:-7],
    ]
    for left in torn:
        again = tmp_path / "again.jsonl"
        again.write_bytes(left)
        run(again, 3)
        assert told(again) == told(whole)


def told(path: Path) -> list[dict[str, Any]]:
    """What a file says, but for how long it took."""
    found = [json.loads(line) for line in path.read_text().splitlines()]
    return [{**line, "seconds": 0} for line in found]


def test_what_it_finds_is_sound(tmp_path: Path) -> None:
    run(tmp_path / "some.jsonl", 2)
    for puzzle in read(tmp_path / "some.jsonl"):
        match = puzzle.match()
        assert match.to_move == puzzle.seat
        assert puzzle.margin >= 100 * digging.LAST
        match.play(puzzle.solution[0])


def test_moves_that_are_not_wanted_solve_nothing() -> None:
    found = [dig(GAME, 1, Item(number, 2))["puzzles"] for number in range(GAMES)]
    first = next(puzzles[0] for puzzles in found if puzzles)
    number = next(number for number, puzzles in enumerate(found) if puzzles)
    move = first["solution"][0]
    other = dig(GAME, 1, Item(number, 2), without=(move,))["puzzles"]
    assert move not in [puzzle["solution"][0] for puzzle in other]


def test_a_file_goes_on_only_with_the_same(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    run(path, 1)
    for given in ({"seed": 2}, {"without": ("x",)}):
        with pytest.raises(MoonlitError, match="was mined otherwise"):
            run(path, 1, **given)


def put_record(folder: Path, name: str, seed: int) -> None:
    match, chance = new(GAME, 2, seed=seed), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.moves()))
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(match.record()))


def test_records_are_known_by_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dug: list[Item] = []

    def note(game: str, seed: int, item: Item, without: tuple[str, ...] = ()) -> dict[str, Any]:
        dug.append(item)
        counts = {"positions": 3, "easy": 0, "candidates": 0, "seconds": 1.0, "puzzles": []}
        return {"dug": item.number, "players": item.players, **counts}

    monkeypatch.setattr("moonlit.study.puzzles.mining.dig", note)
    out, here, there = (tmp_path / name for name in ("out.jsonl", "here", "there"))
    put_record(here, "m", 1)
    put_record(here, "n", 1)  # the very same
    assert len(run(out, 9, records=here).dug) == len(dug) == 1
    put_record(here, "a", 2)  # which comes before
    assert len(run(out, 9, records=here).dug) == len(dug) == 2
    put_record(there, "m", 3)
    put_record(there, "z", 2)
    assert len(run(out, 9, records=there).dug) == len(dug) == 3
    # a file from before, which says which in a folder: it is read, and looked into once more
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    for number, line in enumerate(lines[1:]):
        line["dug"] = number
    out.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run(out, 9, records=here)
    assert len(dug) == 5


def test_speed_is_told_by_the_clock_that_found_it(tmp_path: Path) -> None:
    mined = Mined()
    counts = {"positions": 100, "candidates": 1, "easy": 0}
    mined.note({"dug": 0, "seconds": 3600.0, **counts}, ["a", "b"])  # before
    with (tmp_path / "out.jsonl").open("ab") as file:
        puzzles = [{"position": "b"}, {"position": "c"}]
        keep(file, {"dug": 1, "seconds": 36.0, "gpu": True, "puzzles": puzzles, **counts}, mined)
    assert (mined.core, mined.gpu) == (Clock(3600.0, 100, 2), Clock(36.0, 100, 1))
    said = speed(mined, 72.0)
    assert "3600 s of one core: 100 positions and 2 puzzles an hour" in said
    assert "36 s by the clock, with a GPU: 10000 positions and 100 puzzles an hour" in said
    assert "1 new in 72 s, 50 an hour by the clock" in said


def test_with_a_gpu_the_clock_on_the_wall_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def together(*given: Any) -> Any:
        time.sleep(0.3)  # while a GPU works, and no core
        counts = {"positions": 9, "easy": 0, "candidates": 0, "seconds": 0.0}
        yield [{"dug": 0, "players": 2, **counts, "puzzles": [{"position": "a"}]}]

    monkeypatch.setattr("moonlit.study.puzzles.mining.dig_together", together)
    mined = run(tmp_path / "out.jsonl", 1, gpu=True)
    assert mined.core == Clock()
    assert 0.3 <= mined.gpu.seconds < 5
    again = run(tmp_path / "out.jsonl", 1)
    assert (again.gpu, again.fresh) == (mined.gpu, 0)


class OnThisCore(GpuEvaluator):
    """Answers as a GPU would, which a search of its own is tested to do (tests/cuda)."""

    lots: list[int]

    def search_all(self, asked: list[Asked]) -> list[list[Found]]:
        assert len({each.iterations for each in asked}) == 1
        self.lots.append(len(asked))
        return [Evaluator.search(self, *each) for each in asked]


def untimed(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "seconds"}


def test_games_dug_together_have_the_puzzles_they_have_alone() -> None:
    items = [Item(number, 2) for number in range(4)]
    OnThisCore.lots = []
    batches = dig_together(find_game(GAME), 1, items, diggers=3, evaluator=OnThisCore)
    together = sorted((line for lines in batches for line in lines), key=lambda line: line["dug"])
    assert list(map(untimed, together)) == [untimed(dig(GAME, 1, item)) for item in items]
    assert any(line["puzzles"] for line in together)
    assert max(OnThisCore.lots) > 3  # several were asked at once


def test_whoever_has_enough_leaves_and_nobody_goes_on_waiting() -> None:
    items = [Item(number, 2) for number in range(40)]
    OnThisCore.lots = []
    before = threading.active_count()
    batches = dig_together(find_game(GAME), 1, items, diggers=4, evaluator=OnThisCore)
    assert next(batches)
    batches.close()
    asked = len(OnThisCore.lots)
    time.sleep(0.2)
    assert len(OnThisCore.lots) == asked
    assert threading.active_count() <= before


def test_a_search_that_fails_is_told_to_whoever_asked() -> None:
    class Broken(GpuEvaluator):
        def search_all(self, asked: list[Asked]) -> list[list[Found]]:
            raise RuntimeError("out of memory")

    with pytest.raises(RuntimeError, match="out of memory"):
        list(dig_together(find_game(GAME), 1, [Item(0, 2)], evaluator=Broken))
