"""Perft counts what trying every move counts."""

from __future__ import annotations

import pytest

import moonlit
from moonlit.core.perft import perft


def by_hand(match: moonlit.Match, depth: int) -> int:
    if depth == 0 or match.over:
        return 1
    total = 0
    for move in match.moves():
        after = match.copy()
        after.play(move)
        total += by_hand(after, depth - 1)
    return total


@pytest.mark.parametrize("game", moonlit.game_names())
def test_leaves_at_a_depth(game: str) -> None:
    match = moonlit.new(game, players=2, seed=1)
    before = match.record()
    for depth in range(3):
        assert perft(match, depth) == by_hand(match, depth)
    assert match.record() == before


@pytest.mark.parametrize("game", moonlit.game_names())
def test_a_game_that_is_over_is_one_leaf(game: str) -> None:
    match = moonlit.new(game, players=2, seed=1)
    while not match.over:
        match.play(match.moves()[-1])
    assert perft(match, 5) == 1
    match.undo()
    assert perft(match, 2) == by_hand(match, 2)
