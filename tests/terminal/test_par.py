"""What masters made of the same deal, at the end of a game in the terminal."""

from __future__ import annotations

import importlib
import random
import threading
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import moonlit
from helpers.terminal import Terminal
from moonlit.core.match import Match
from moonlit.core.words import LANGUAGES
from moonlit.study.same_deal import masters_game
from moonlit.terminal.files import write_match
from moonlit.terminal.par import TableWithPar, has_par
from moonlit.terminal.play import Table
from moonlit.terminal.screen import Screen

SAME_DEAL = importlib.import_module("moonlit.study.same_deal")
SAID = {
    "en": ("Masters in your seat, same deal: 3 of 6 games won, score 9.0", "did better than you"),
    "es": ("Maestros en tu asiento, mismo reparto: 3 de 6 ganadas, 9,0", "lo hicieron mejor"),
    "fr": ("Des maîtres à votre place, même donne : 3 sur 6 gagnées, score moyen 9,0", "ont fait"),
}
COMING = {"en": "Enter to look", "es": "Pulsa Intro", "fr": "Entrée pour"}


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOONLIT_DATA", str(tmp_path))
    monkeypatch.delenv("MOONLIT_PAR", raising=False)


class Masters:
    """Masters whose games are known, once they may begin."""

    def __init__(self) -> None:
        self.may = threading.Event()

    def game(self, match: Match, number: int, check: Any = None) -> list[dict[str, Any]]:
        self.may.wait()
        check()
        first = number % 2  # who wins
        return [
            {"seat": seat, "place": 1 + (seat != first), "score": 9} for seat in seats_of(match)
        ]


def seats_of(match: Match) -> range:
    return range(len(match.players))


@pytest.fixture
def masters(monkeypatch: pytest.MonkeyPatch) -> Iterator[Masters]:
    found = Masters()
    monkeypatch.setattr(SAME_DEAL, "masters_game", found.game)
    monkeypatch.setattr("moonlit.core.engine.wait_until_warm", lambda game: None)
    yield found
    found.may.set()


def almost_over(game: str, names: list[str]) -> Match:
    """A match that ends with the next move, a person's."""
    for seed in range(100):
        match, chance = moonlit.new(game, names, seed=seed), random.Random(seed)
        while not match.over:
            match.play(chance.choice(match.moves()))
        match.undo()
        if match.to_move == 0:
            return match
    raise AssertionError("no game ends with a move of the first seat")


def on_screen(match: Match, language: str = "en") -> tuple[TableWithPar, StringIO]:
    shown = StringIO()
    return TableWithPar(match, Screen(language, Console(file=shown, width=80))), shown


def drawn(table: Table, shown: StringIO) -> list[str]:
    shown.seek(0)
    shown.truncate()
    table.draw()
    return shown.getvalue().rstrip().split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2])
def test_par_is_told_when_it_is_there(players: int, language: str, masters: Masters) -> None:
    table, shown = on_screen(almost_over("nova-luna", ["Ana", "bot:club"][:players]), language)
    drawn(table, shown)
    assert table.par is None
    table.obey(table.match.moves()[0])
    while not table.match.over:  # alone, another move may be left
        table.obey(table.match.moves()[0])
    assert COMING[language] in drawn(table, shown)[-1]
    masters.may.set()
    assert table.par is not None
    table.par.thread.join()
    last = drawn(table, shown)[-1]
    assert SAID[language][players == 1] in last
    assert ("9.0" if language == "en" else "9,0") in last
    table.obey("undo")
    assert not any(SAID[language][players == 1] in line for line in drawn(table, shown))


def test_who_leaves_waits_for_no_master(masters: Masters) -> None:
    table, _ = on_screen(almost_over("nomads", ["Ana", "bot:club"]))
    table.obey(table.match.moves()[0])
    assert table.par is not None
    threading.Timer(0.1, masters.may.set).start()
    begin = time.monotonic()
    table.obey("quit")
    assert time.monotonic() - begin < 2
    assert not table.par.thread.is_alive()
    assert table.par.games == []


def test_masters_who_fail_are_not_told(monkeypatch: pytest.MonkeyPatch, masters: Masters) -> None:
    monkeypatch.setattr(SAME_DEAL, "masters_game", lambda *_, **more: 1 / 0)
    table, shown = on_screen(almost_over("nomads", ["Ana", "bot:club"]))
    table.obey(table.match.moves()[0])
    assert table.par is not None
    table.par.thread.join()
    told = "\n".join(drawn(table, shown))
    assert "Ana" in told
    assert "Masters" not in told


def test_it_is_for_one_person_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonlit.terminal.par.COMPILING", True)
    terminal = Screen("en", Console(file=StringIO(), force_terminal=True))
    alone, two = moonlit.new("nova-luna", ["Ana"]), moonlit.new("nova-luna", ["Ana", "Ben"])
    against, bots = (moonlit.new("nova-luna", [name, "bot:club"]) for name in ("Ana", "bot:novice"))
    assert has_par(alone, terminal)
    assert has_par(against, terminal)
    assert not has_par(two, terminal)
    assert not has_par(bots, terminal)
    assert not has_par(alone, Screen("en", Console(file=StringIO()))), "a pipe"
    monkeypatch.setenv("MOONLIT_PAR", "no")
    assert not has_par(alone, terminal)


@pytest.mark.parametrize("game", moonlit.game_names())
def test_the_end_fits_with_par(game: str, masters: Masters) -> None:
    """In 24 lines, the prompt included."""
    for players in moonlit.new(game, players=2).game.seats:
        match = almost_over(game, ["Ana", *["bot:club"] * (players - 1)])
        match.play(match.moves()[0])
        while not match.over:
            match.play(match.moves()[0])
        plain, shown = Table(match, Screen("fr", Console(file=StringIO(), width=80))), StringIO()
        plain.screen.console.file = shown
        before = len(drawn(plain, shown))
        table, shown = on_screen(match, "fr")
        assert before <= len(drawn(table, shown)) <= 23, players


@pytest.mark.process
@pytest.mark.compiled
def test_masters_play_the_deal_of_a_game_that_was_resumed(tmp_path: Path) -> None:
    match = almost_over("nomads", ["", "bot:greedy"])
    write_match(match, tmp_path / "kept.json")
    mine = [masters_game(match, number)[0]["score"] for number in range(6)]
    with Terminal("resume", str(tmp_path / "kept.json"), data=tmp_path, MOONLIT_PAR="yes") as shown:
        shown.wait_for("Your turn")
        shown.enter(match.moves()[0], "The game is over")
        while "Masters in your seat" not in shown.text:
            shown.enter("", "The game is over")
            time.sleep(0.1)
        assert f"score {sum(mine) / 6:.1f} on average" in shown.text
        shown.type("quit")
        assert shown.end() == 0
