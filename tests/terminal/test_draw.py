"""`moonlit draw`: pictures of a record, by the ending of their name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

import moonlit
from moonlit.cli import main
from moonlit.core import raster
from moonlit.terminal.sentences import bot_name

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked")
MOVES = 3
Draw = Callable[..., str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = moonlit.new("nova-luna", ["Ana", "bot:club"], seed=1)
    for _ in range(MOVES):
        match.play(match.moves()[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(match.record()))
    return path


@pytest.fixture
def draw(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Draw:
    def run(*words: str) -> str:
        """What the command says; what it draws lies in the folder of the test."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["moonlit", "draw", *words])
        code: object = None
        try:
            main()
        except SystemExit as end:
            code = end.code
        told = capsys.readouterr()
        assert code in (None, 0, 2), told
        return told.err if code else told.out

    return run


def test_a_position_and_a_whole_game(record: Path, draw: Draw, tmp_path: Path) -> None:
    assert "game.svg" in draw("game.json", "--language", "en")
    at_end = (tmp_path / "game.svg").read_text()
    assert "Club bot" in at_end
    draw("game.json", "--move", "0", "--out", "a/start.svg", "--theme", "day", "--language", "es")
    start = moonlit.new("nova-luna", ["Ana", "bot:club"], seed=1)
    names = ["Ana", bot_name("bot:club", "es")]
    drawn = (tmp_path / "a" / "start.svg").read_text()
    assert drawn == moonlit.svg(start, theme="day", language="es", names=names)
    draw("game.json", "--out", "x.png", "--width", "300")
    assert Image.open(tmp_path / "x.png").size[0] == 300
    draw("game.json", "--out", "x.gif", "--width", "300")
    draw("game.json", "--out", "x.apng", "--width", "300", "--move", "1", "--seat", "2")
    assert Image.open(tmp_path / "x.gif").n_frames == MOVES + 1  # type: ignore[attr-defined]
    assert Image.open(tmp_path / "x.apng").n_frames == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["game.json", "--move", "4"], "no move 4 in this game. Choose a number from 0"),
        (["game.json", "--seat", "3"], "no seat 3 at this table. Choose a number from 1 to 2"),
        (["game.json", "--out", "x.jpg"], "must end in one of .svg, .png, .gif, .apng"),
        (["game.json", "--theme", "dusk"], "The themes are night, day"),
        (["game.json", "--width", "1"], "200 to 4000 pixels wide"),
        (["game.json", "--out", "game.json/x.svg"], "cannot be written"),
        (["nothing.json"], "There is no file nothing.json"),
    ],
)
def test_what_cannot_be_drawn_says_why(
    record: Path, draw: Draw, words: list[str], told: str
) -> None:
    assert told in draw(*words, "--language", "en")


def test_pixels_need_an_extra(record: Path, draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "is_available", lambda: False)
    assert "pip install 'moonlit[pictures]'" in draw("game.json", "--out", "x.png")
    assert "game.svg" in draw("game.json")
