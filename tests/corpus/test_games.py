"""Collections: written, read back, counted; what is no collection says where."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import moonlit
from moonlit.corpus.command import nameless
from moonlit.corpus.sources import games_in


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """A game that is over, and one that was left, with all that a record may tell."""
    over = moonlit.new("nova-luna", ["Ana", "Ben"], seed=3)
    while not over.over:
        over.play(over.moves()[0])
    left = moonlit.new("dance-of-muses", 3, seed=4)
    left.play(left.moves()[0])
    left.info = {
        "date": "2026-11-16",
        "place": "Paris",
        "ratings": [1500, None, 1610.5],
        "comments": {"0": "Why not?"},
        "variations": {"0": [["?clio@1,0"]]},
        "clocks": [598.5],
        "of another program": {"kept": True},
    }
    return [over.record(), left.record()]


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz", "games.parquet"])
def test_what_is_written_is_read(name: str, tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path = tmp_path / name
    matches = [moonlit.load(record) for record in records]
    assert moonlit.write_games(path, [matches[0], records[1]]) == 2
    assert list(moonlit.read_games(path)) == records
    assert [moonlit.load(record) for record in moonlit.read_games(path)] == matches
    before = path.read_bytes()
    with pytest.raises(moonlit.BadRecord):
        moonlit.write_games(path, [*records, "no record"])  # type: ignore[list-item]
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_a_table_of_games_and_of_moves(library: str, records: list[dict[str, Any]]) -> None:
    pytest.importorskip(library)
    games = moonlit.frame(records, library=library)
    assert list(games["moves"]) == [len(record["moves"]) for record in records]
    assert list(games["over"]) == [True, False]
    moves = moonlit.frame(iter(records), rows="moves", library=library)
    assert list(moves["move"]) == records[0]["moves"] + records[1]["moves"]
    assert list(moves["comment"])[-1] == "Why not?"
    winner = next(row["seat"] for row in records[0]["result"] if row["place"] == 1)
    first = zip(moves["seat"], moves["place"], strict=True)
    assert {seat for seat, place in first if place == 1} == {winner}


def test_load_takes_what_there_is(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path = tmp_path / "game.json.gz"
    path.write_bytes(gzip.compress(json.dumps(records[1]).encode()))
    match = moonlit.load(records[1])
    for source in (path, str(path), json.dumps(records[1])):
        assert moonlit.load(source) == match
    assert match.record() == records[1]
    assert match.redeal(0, 1).info == {}
    assert match != match.redeal(0, 1)
    assert match == match.copy()
    assert match != "a match"
    with pytest.raises(TypeError):
        hash(match)
    for wrong in (
        {**records[1], "info": []},
        {**records[1], "info": {"clocks": 3}},
        "{",
        "nowhere",
    ):
        with pytest.raises(moonlit.BadRecord):
            moonlit.load(wrong)


def test_what_is_no_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, records: list[dict[str, Any]]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.jsonl").write_text(json.dumps(records[0]) + "\n\n[]\n")
    found = moonlit.read_games("games.jsonl")
    assert next(found) == records[0]
    with pytest.raises(moonlit.BadRecord, match=r"Line 3 of games\.jsonl"):
        next(found)
    Path("torn.jsonl.gz").write_bytes(gzip.compress(b"{}\n" * 1000)[:-9])
    Path("bad.parquet").write_bytes(b"PAR1")
    for name in ("torn.jsonl.gz", "bad.parquet", "missing.jsonl"):
        with pytest.raises(moonlit.BadRecord, match=name):
            list(moonlit.read_games(name))
    bad = {**records[0], "result": [7], "moves": ["x"]}
    for name in ("bad.parquet", "bad.jsonl"):
        with pytest.raises(moonlit.BadRecord):
            moonlit.write_games(name, [{**bad, "info": {"a set": {1}}}])
    for rows in ("games", "moves"):
        with pytest.raises(moonlit.BadRecord):
            moonlit.frame([bad], rows=rows)
    with pytest.raises(moonlit.BadTable, match=r"\.parquet"):
        moonlit.write_games("games.csv", records)
    with pytest.raises(moonlit.BadTable, match="no games in"):
        games_in(tmp_path)


def test_names_are_left_out(records: list[dict[str, Any]]) -> None:
    told = json.dumps(list(nameless(records)))
    assert not any(word in told for word in ("Ana", "Why not?", "Paris"))


@pytest.mark.parametrize("game", moonlit.game_names())
def test_a_board_as_text(game: str) -> None:
    match = moonlit.new(game, 2, seed=1)
    text = str(match)
    assert len(text.splitlines()) > 5
    assert "\x1b" not in text
    assert text == str(match.redeal(None, 9)), "it tells what a spectator may know"
