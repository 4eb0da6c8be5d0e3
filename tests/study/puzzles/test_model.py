"""Puzzles as data: files of them, and what is said of those that are broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import moonlit
from moonlit.core.errors import BadRecord, MoonlitError
from moonlit.study.puzzles import find, load, themes
from moonlit.study.puzzles.model import BadPuzzles, Puzzle, made, read_line
from moonlit.study.puzzles.shelf import read, write

GAME = "nova-luna"


def puzzle(moves: int = 3, **told: Any) -> Puzzle:
    match = moonlit.new(GAME, players=2, seed=7)
    for _ in range(moves):
        match.play(match.moves()[-1])
    found = {
        "solution": match.moves()[:1],
        "also": [],
        "themes": ["denial"],
        "level": "club",
        "rating": 1450,
        "margin": 14.5,
        "value": 61.0,
        "rivals": {match.moves()[1]: 14.5},
        "solved": {"novice": 0.125, "grandmaster": 1.0},
    }
    return made(match, **{**found, **told})


@pytest.mark.parametrize("name", ["some.jsonl", "some.jsonl.gz"])
def test_a_file_gives_back_what_was_written(name: str, tmp_path: Path) -> None:
    kept = [puzzle(moves) for moves in range(5)]
    write(tmp_path / name, GAME, kept)
    assert read(tmp_path / name) == kept
    again = tmp_path / "again" / name
    write(again, GAME, read(tmp_path / name))
    assert again.read_bytes() == (tmp_path / name).read_bytes()


def test_the_record_leads_to_the_position() -> None:
    found = puzzle(4)
    match = found.match()
    assert (match.number, match.to_move) == (4, found.seat)
    assert found.solution[0] in match.moves()
    assert found.record["players"] == ["", ""]


def test_a_dealt_table_keeps_its_deal_and_no_names() -> None:
    match = moonlit.new(GAME, players=["Ada", "Bo"], seed=3)
    record = {**match.record(), "seed": None}
    found = made(
        moonlit.load(record),
        **{
            field: getattr(puzzle(), field)
            for field in ("solution", "also", "themes", "level", "rating", "margin", "value")
        },
    )
    again = read_line(GAME, json.loads(json.dumps(found.line())), "here")
    assert again == found
    assert again.match().record()["deal"] == record["deal"]
    assert "Ada" not in json.dumps(found.line())


def test_an_id_says_which_position_it_is() -> None:
    assert puzzle(3).id == "huk9zwiy"
    assert puzzle(3, rating=1).id == puzzle(3).id != puzzle(4).id


BREAKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "its field seat": lambda line: line.update(seat=2),
    "its field players": lambda line: line.update(players="2"),
    "its field solution": lambda line: line.update(solution=[]),
    "its field level": lambda line: line.update(level="strong"),
    "its field rating": lambda line: line.update(rating=float("nan")),
    "its field rivals": lambda line: line.update(rivals={"1@0,0": "much"}),
    "its field deal": lambda line: line.pop("seed"),
    "is not the one of that name": lambda line: line.update(seed=8),
}


@pytest.mark.parametrize("complaint", BREAKS)
def test_a_broken_line_is_refused(complaint: str, tmp_path: Path) -> None:
    line = puzzle().line()
    BREAKS[complaint](line)
    path = tmp_path / "puzzles.jsonl"
    path.write_text(f'{{"format": 1, "game": "{GAME}"}}\n{json.dumps(line)}\n')
    with pytest.raises(BadPuzzles, match=complaint) as found:
        read(path)
    assert f"{path.name}:2" in str(found.value) or "…" in str(found.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no file of puzzles"),
        ('{"game": 5}\n', "no file of puzzles"),
        ('{"format": 2, "game": "nova-luna"}\n', "format 2"),
        ('{"format": 1, "game": "chess"}\n', "chess"),
        ('{"format": 1, "game": "nova-luna"}\n[]\n', "is no puzzle"),
        ('{"format": 1, "game": "nova-luna"}\n{\n', "line 2"),
    ],
)
def test_a_broken_file_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(text)
    with pytest.raises(MoonlitError, match=complaint):
        read(path)


def test_files_that_are_not_whole(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl.gz"
    write(path, GAME, [puzzle()])
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(BadRecord, match="cannot be read"):
        read(path)
    with pytest.raises(BadRecord, match=r"no such file|There is no"):
        read(tmp_path / "none.jsonl")
    write(path, GAME, [puzzle(), puzzle()])
    with pytest.raises(BadPuzzles, match="twice"):
        read(path)
    with pytest.raises(BadPuzzles, match="not of nomads"):
        read(path, "nomads")


def test_what_games_bring() -> None:
    for game in moonlit.game_names():
        kept = load(game)
        assert sum(themes(game).values()) == sum(len(each.themes) for each in kept)
        assert not kept or find(kept[-1].id) == kept[-1]
    with pytest.raises(BadPuzzles, match="no puzzle nothing"):
        find("nothing")
