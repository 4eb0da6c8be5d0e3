"""Nomads on a terminal: its board, and whole games with everyone at one keyboard."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import moonlit
from games.nomads.tools import THREE, lay, table
from helpers.terminal import playing
from moonlit.core.words import LANGUAGES
from moonlit.games.nomads.terminal import draw


@pytest.mark.process
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_of_nomads(players: int, tmp_path: Path) -> None:
    mirror = moonlit.new("nomads", players, seed=5)
    chance = random.Random(5)
    asked = f"nomads --players {players} --people {players} --seed 5"
    first = f"Player {(mirror.to_move or 0) + 1} to move"
    with playing(asked, first, tmp_path) as terminal:
        terminal.play_out(mirror, chance)
        for row in mirror.standings() or []:
            assert f"{row['seat'] + 1} Player {row['seat'] + 1}" in terminal.text, (
                "every seat's line"
            )
        terminal.type("quit")
        assert terminal.end() == 0


@pytest.mark.process
def test_what_a_move_would_do(tmp_path: Path) -> None:
    with playing("nomads --people 2 --seed 5", "to move", tmp_path) as terminal:
        mirror = moonlit.new("nomads", 2, seed=5)
        while mirror.view()["asks"] != "turn":
            move = mirror.moves()[-1]
            mirror.play(move)
            terminal.enter(move, f"Player {(mirror.to_move or 0) + 1} to move")
        move = next(move for move in mirror.moves() if move[0].isdigit())
        terminal.enter(f"{move}?", "would")
        assert mirror.number == len(terminal.kept()["moves"]), "looking changes nothing"


@pytest.mark.parametrize(("asks", "told"), [("lys", "now move Lys"), ("top", "or stay")])
def test_the_board_says_what_the_rest_of_a_turn_asks(asks: str, told: str) -> None:
    chance = random.Random(1)
    match = moonlit.new("nomads", 5, seed=1)
    while (view := match.view())["asks"] != asks:
        assert told not in draw(view, 0, "en", 80, 18).plain
        match.play(chance.choice(match.moves()))
    assert told in draw(view, 0, "en", 80, 18).plain


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_fits_the_terminal(players: int, language: str) -> None:
    names = ["A player with a rather long name here", *[f"P{n}" for n in range(2, players + 1)]]
    match = moonlit.new("nomads", names, 3)
    chance = random.Random(3)
    while not match.over:
        lines = draw(match.view(), match.to_move or 0, language, 80, 19).plain.split("\n")
        assert len(lines) <= 19
        assert max(map(len, lines)) <= 80
        move = chance.choice(match.moves())
        match.play(move)
    last = draw(match.view(), 0, language, 80, 16).plain.split("\n")
    assert [line[1] for line in last[-players:]] == [str(n + 1) for n in range(players)]


def test_the_board_shows_stacks_piles_and_lys() -> None:
    match = lay(table("ulrich siana red", {3: "moon", 4: "wild"}), THREE, lys=3)
    text = draw(match.view(), 0, "en", 80, 19).plain.split("\n")
    assert text[4].split()[:5] == ["3", "L", "☾", "14", "o"]
    assert "o S" in text[4]
    assert text[5].split()[:3] == ["4", "*", "14"]
    assert "o m m" in text[8], "unplayed adventurers are small letters"


def test_a_tower_of_nineteen_fits() -> None:
    view: dict[str, Any] = lay(table("ulrich siana red"), THREE, lys=3).view()
    view["spaces"][0]["stack"] = ["nomad"] * 18 + ["ulrich"]
    line = draw(view, 0, "en", 80, 19).plain.split("\n")[2]
    assert "o" * 18 + "U" in line
