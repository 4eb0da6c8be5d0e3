"""`moonlit review`: the report, JSON, a page, a picture, a folder, and what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from helpers.documents import stands_alone
from helpers.reviews import part, played
from moonlit.cli.app import main
from moonlit.core.words import LANGUAGES

pytestmark = pytest.mark.compiled  # plain Python would only search the same trees more slowly

WORDS = {  # of the budget, and of a move
    "en": ("quick", "Place "),
    "es": ("rápido", "Colocar a "),
    "fr": ("rapide", "Placer "),
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    record = played("dance-of-muses", 2).record()
    path.write_text(json.dumps({**record, "players": ["Ana <b>", "bot:club"]}))
    return path


def run(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["moonlit", "review", *map(str, words)])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report(
    language: str,
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    html = game.with_name("review.html")
    assert run(monkeypatch, game, "--language", language, "--html", html) == 0
    said = capsys.readouterr().out
    assert "Ana <b>" in said
    assert "▁" in said
    assert "{" not in said
    budget, placed = WORDS[language]
    assert f"{budget})" in said.split("\n")[0]
    assert f": {placed}" in said
    assert f": {placed}" in html.read_text("utf-8")


def test_json_and_a_page_and_a_picture(
    game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    html, png = tmp_path / "out" / "review.html", tmp_path / "out" / "review.png"
    assert run(monkeypatch, game, "--json", "--html", html, "--png", png) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "dance-of-muses"
    page = html.read_text("utf-8")
    stands_alone(page)
    assert "<svg" in page
    assert "Ana &lt;b&gt;" in page
    assert png.read_bytes()[1:4] == b"PNG"


def test_a_folder_of_games(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (game.parent / "broken.json").write_text("{")
    assert run(monkeypatch, game.parent, "--json", "--jobs", "1", "--language", "en") == 1
    said = capsys.readouterr()
    assert [one["file"] for one in json.loads(said.out)] == ["game.json"]
    assert "broken.json: " in said.err


def test_what_is_refused(
    game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    record = json.loads(game.read_text())
    long, foreign = tmp_path / "long.json", tmp_path / "foreign.json"
    long.write_text(json.dumps({**record, "moves": ["clio:n"] * 10_000}))
    foreign.write_text(json.dumps({**record, "rules": 7}))
    refused = [
        ([tmp_path / "nothing.json"], "There is no file"),
        ([empty], "no games"),
        ([game.parent, "--html", tmp_path / "x.html"], "--html is for one game"),
        ([game, "--budget", "huge"], "quick, deep"),
        ([game, "--png", tmp_path / "x.txt"], "is not a file that a plot"),
        ([game, "--jobs", "0"], "0 is not a number of processes"),
        ([long], "10000 moves"),
        ([foreign], "rules"),
    ]
    for words, sentence in refused:
        assert run(monkeypatch, *words, "--language", "en") == 2
        said = capsys.readouterr()
        assert sentence in said.err
        assert said.out == ""


def test_masters_beside_a_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told, as JSON, on the page; not for a folder."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played("nova-luna", 2).record()))
    page = tmp_path / "out" / "review.html"
    assert run(monkeypatch, path, "--same-deal", "--language", "fr", "--html", page) == 0
    said = capsys.readouterr().out
    assert "Comment des maîtres jouent la même donne" in said
    assert "Comment des maîtres" in page.read_text()
    assert run(monkeypatch, path, "--same-deal", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["same_deal"]["seats"][0]["scores"]) == 6
    assert run(monkeypatch, tmp_path, "--same-deal") == 2
    assert "--same-deal" in capsys.readouterr().err


def test_a_game_that_was_not_finished_has_no_result(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = part(played("nova-luna", 2), 8).record()
    game.write_text(json.dumps(record))
    assert run(monkeypatch, game, "--language", "en") == 0
    said = capsys.readouterr().out
    assert "not played to its end" in said
    assert "expected" in said
    assert "result" not in said.split("─")[0].split("\n")[-2]
