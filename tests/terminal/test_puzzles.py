"""Puzzles and the daily in a real terminal of 80 × 24."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from helpers.terminal import Terminal
from moonlit.cli.puzzles import daily as print_day
from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match
from moonlit.core.words import LANGUAGES
from moonlit.study.puzzles import EPOCH, daily, load
from moonlit.terminal.daily import Day, DayGame, alone, game_at, par_at, streak
from moonlit.terminal.files import write_json, write_match
from moonlit.terminal.puzzles import Solving
from moonlit.terminal.screen import Screen
from moonlit.terminal.solver import kept, next_of, outcome, rate

DAY = datetime.date(2026, 11, 16)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOONLIT_DATA", str(tmp_path))
    monkeypatch.setattr("moonlit.core.engine.quick_start", lambda game: None)
    monkeypatch.setattr("moonlit.terminal.play.Table.get_ready", lambda self: None)
    monkeypatch.setattr("moonlit.study.puzzles.trying.ITERATIONS", 16)


@pytest.mark.process
def test_a_puzzle_missed_solved_and_the_next_one_shown(tmp_path: Path) -> None:
    puzzle = next(each for each in load("nova-luna") if each.rivals and len(each.solution) == 1)
    with Terminal("puzzles", "--id", puzzle.id, "--game", "nova-luna", data=tmp_path) as terminal:
        terminal.wait_for("find the best move")
        terminal.enter("9@9,9", "Move, show, next or help")
        assert kept()["tried"] == {}
        terminal.enter(next(iter(puzzle.rivals)), "is not the best move")
        assert "Your rating" in terminal.text
        terminal.enter(puzzle.solution[0], "Right!")
        assert "What it is about" in terminal.text
        assert kept()["tried"] == {puzzle.id: False}
        terminal.enter("", "find the best move")
        assert puzzle.id not in terminal.text
        terminal.enter("show", "The solution")
        terminal.type("quit")
        assert terminal.end() == 0
    assert list(kept()["tried"].values()) == [False, False]


@pytest.mark.process
def test_the_day_as_json() -> None:
    command = [sys.executable, "-m", "moonlit", "daily", "--json", "--date"]
    done = subprocess.run([*command, "2026-11-04"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == daily("2026-11-04").to_json()
    to_come = subprocess.run([*command, "2999-03-04"], capture_output=True, text=True, check=False)
    assert to_come.returncode
    assert "2999-03-04 has not come yet" in to_come.stderr
    assert not to_come.stdout


def test_400_days_are_those_of_the_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As JSON, and as they are played; the tests of the server ask servers for the same."""
    days = [EPOCH + datetime.timedelta(days=number) for number in range(400)]
    last = datetime.datetime.combine(days[-1], datetime.time(12), datetime.UTC)
    clock = SimpleNamespace(UTC=datetime.UTC, datetime=SimpleNamespace(now=lambda zone: last))
    monkeypatch.setattr("moonlit.cli.puzzles.datetime", clock)
    dealt: list[Match] = []
    monkeypatch.setattr(DayGame, "run", lambda game: dealt.append(game.match))
    solved: list[str] = []
    monkeypatch.setattr(Solving, "run", lambda solving: solved.append(solving.puzzle.id))
    for day in days:
        expected = daily(day).to_json()
        print_day(date=day.isoformat(), as_json=True)
        assert json.loads(capsys.readouterr().out) == expected
        puzzles = list(expected["puzzles"].values())
        shown = Day(daily(day), day, Typed("en"), lambda match: {})
        for typed in ("play", *map(str, range(1, len(puzzles) + 1))):
            shown.obey(typed)
        assert {"game": dealt[-1].game.name, "seed": dealt[-1].seed} == expected["solo"]
        assert solved[-len(puzzles) :] == puzzles
    assert len({match.seed for match in dealt}) == len(days)


def test_a_first_try_counts_once() -> None:
    first, second = load("nova-luna")[:2]
    assert outcome(first.id) is None
    up = rate(first, True)
    assert up is not None
    assert up["change"] > 0
    assert rate(first, False) is None
    assert outcome(first.id) is True
    down = rate(second, False)
    assert down is not None
    assert down["change"] < 0
    assert next_of([first, second], first.id) == second
    assert next_of([first], first.id) is None


def test_a_damaged_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text('{"ratings": []}')
    with pytest.raises(MoonlitError, match="Move it away"):
        rate(load("nova-luna")[0], True)
    assert path.read_text() == '{"ratings": []}'


class Typed(Screen):
    """A screen before which somebody types these lines."""

    def __init__(self, language: str, *lines: str) -> None:
        self.told = StringIO()
        super().__init__(language, Console(file=self.told, width=80))
        self.lines = iter(lines)

    def ask(self, question: str) -> str:
        return next(self.lines)


def on(day: datetime.date, language: str, *typed: str, today: datetime.date = DAY) -> str:
    """What a day shows when somebody types."""
    screen = Typed(language, *typed, "q")
    Day(daily(day), today, screen, lambda match: {"club": 100.0, "master": 1.0}).run()
    return screen.told.getvalue()


def finish(day: datetime.date) -> int:
    solo = daily(day).solo
    assert solo is not None
    match = solo.match()
    while not match.over:
        match.play(match.moves()[0])
    write_match(match, game_at(day))
    return int((match.standings() or [{}])[0]["score"])


def test_the_game_counts_once_and_is_gone_on_with() -> None:
    solo = daily(DAY).solo
    assert solo is not None
    move = solo.match().moves()[0]
    assert "not played yet" in on(DAY, "en")
    assert "begun, after 1 move" in on(DAY, "en", "play", move, "undo", "hint", "quit")
    assert game_at(DAY).exists()
    score = finish(DAY)
    before = game_at(DAY).read_bytes()
    told = on(DAY, "en", "play", move, "quit")
    assert "for fun" in told
    assert f"your score is {score}" in told
    assert game_at(DAY).read_bytes() == before


def test_enter_alone_begins_nothing() -> None:
    told = on(DAY, "en", "", "quit")
    assert "counts" not in told.rpartition("not played yet")[2]
    assert told.count("not played yet") == 2  # it is shown again
    assert not game_at(DAY).exists()


def test_one_window_at_a_time() -> None:
    with alone(game_at(DAY)):
        assert "another window" in on(DAY, "en", "play")


def test_par_and_a_result_to_share() -> None:
    assert "to its end first" in on(DAY, "en", "share")
    write_json({"club": 100.0, "master": 1.0}, par_at(DAY))
    told = on(DAY, "en", "par")
    assert "Par:" not in told, "nobody is told before they have played"
    assert "then par is told" in told
    par_at(DAY).unlink()
    score = finish(DAY)
    rate(daily(DAY).puzzles["nomads"], True)
    told = on(DAY, "en", "par", "share")
    assert "Par: Club 100.0, Master 1.0" in told
    moons = "🌕" if score <= 100 else "🌑"
    assert f"solo: {score} {moons}🌑" in told
    assert "Puzzles: · · ✓" in told or "Puzzles: · ✓ ·" in told
    assert not set(daily(DAY).to_json()["puzzles"].values()) & set(told.split())


def test_days_in_a_row() -> None:
    for back in (0, 1, 2, 4):
        finish(DAY - datetime.timedelta(days=back))
    assert streak(DAY) == 3
    assert streak(DAY + datetime.timedelta(days=1)) == 3
    assert streak(DAY + datetime.timedelta(days=2)) == 0


def test_a_day_to_come_is_not_shown() -> None:
    with pytest.raises(MoonlitError, match="2026-11-17 has not come yet"):
        on(DAY + datetime.timedelta(days=1), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_in_every_language(language: str) -> None:
    screen = Typed(language, "show" if language == "en" else "?", "quit")
    Solving(load("nomads")[0], screen, lambda last: None).run()
    assert load("nomads")[0].id in screen.told.getvalue()
