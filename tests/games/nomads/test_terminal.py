"""Whole games of Nomads in a real terminal, everyone at one keyboard."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import moonlit
from helpers.terminal import Terminal
from moonlit.games.nomads.terminal import draw


@pytest.mark.process
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_of_nomads(players: int, tmp_path: Path) -> None:
    mirror = moonlit.new("nomads", players, seed=5)
    chance = random.Random(5)
    count = str(players)
    arguments = ("play", "nomads", "--players", count, "--people", count, "--seed", "5")
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for(f"Seat {(mirror.to_move or 0) + 1} to move")
        while True:
            move = chance.choice(mirror.moves())
            mirror.play(move)
            if mirror.over:
                break
            terminal.enter(move, f"Seat {(mirror.to_move or 0) + 1} to move")
        terminal.enter(move, "The game is over")
        for row in mirror.standings() or []:
            assert f"{row['place']}. Seat {row['seat'] + 1}: {row['score']}" in terminal.text
            assert f"{row['seat'] + 1} Seat {row['seat'] + 1}" in terminal.text, "every seat's line"
        terminal.type("quit")
        assert terminal.end() == 0


@pytest.mark.process
def test_what_a_move_would_do(tmp_path: Path) -> None:
    with Terminal("play", "nomads", "--people", "2", "--seed", "5", data=tmp_path) as terminal:
        terminal.wait_for("to move")
        mirror = moonlit.new("nomads", 2, seed=5)
        while mirror.view()["asks"] != "turn":
            move = mirror.moves()[-1]
            mirror.play(move)
            terminal.enter(move, f"Seat {(mirror.to_move or 0) + 1} to move")
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
