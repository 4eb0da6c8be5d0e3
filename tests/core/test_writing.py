"""Views written by compiled code are the views that Python tells, byte for byte."""

from __future__ import annotations

import json
import random

import pytest

from moonlit.core.match import Match, new
from moonlit.core.registry import find_game, game_names
from moonlit.core.writing import encoded, room_for, words, written, written_plainly

WRITING = [name for name in game_names() if room_for(find_game(name))]
TABLES = [(name, players) for name in WRITING for players in find_game(name).seats]


def told(match: Match, seat: int) -> bytes:
    return encoded(match.game.view(match._state, seat))[1:-1].encode()


def test_every_game_of_ours_writes() -> None:
    assert [name for name in game_names() if find_game(name).bundled] == WRITING


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_what_is_written_is_the_view(game: str, players: int) -> None:
    chance = random.Random(players)
    for seed in range(3):
        match = new(game, players, seed=seed)
        while True:
            for seat in range(-1, players):
                found = written(match, seat)
                assert found == told(match, seat)
                assert 2 * len(found) < room_for(match.game), "there is always room"
            if match.over:
                break
            match.play(chance.choice(match.moves()))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_without_the_compiler(game: str, players: int) -> None:
    chance = random.Random(players)
    match = new(game, players, seed=7)
    while not match.over:
        for _ in range(12):
            if not match.over:
                match.play(chance.choice(match.moves()))
        for seat in (-1, players - 1):
            assert written_plainly(match, seat) == told(match, seat)
            assert isinstance(json.loads(b"{%s}" % written_plainly(match, seat)), dict)


def test_a_word_says_how_long_it_is() -> None:
    assert [row.tobytes() for row in words(["", "a", "abc"])] == [
        b"\0\0\0\0",
        b"\1a\0\0",
        b"\3abc",
    ]
