"""The account of a review adds up, for every seat of every game."""

from __future__ import annotations

import pytest

from helpers.reviews import TABLES, played
from moonlit.study import Review, review

pytestmark = pytest.mark.compiled  # plain Python would only search the same trees more slowly


def adds_up(found: Review) -> None:
    for seat in found.seats:
        parts = seat.own_play + seat.others_play + seat.luck + seat.sight
        assert abs(seat.result - seat.start - parts) < 1e-9
        own = sum(move.play[seat.seat] for move in found.moves if move.seat == seat.seat)
        assert abs(own - seat.own_play) < 1e-9
        assert seat.own_play <= 0
    curve = [*(move.shares for move in found.moves), found.final]
    for move, after in zip(found.moves, curve[1:], strict=True):
        for seat in range(len(found.seats)):
            step = move.play[seat] + move.luck[seat] + move.sight[seat]
            assert abs(after[seat] - move.shares[seat] - step) < 1e-9


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_account_adds_up(game: str, players: int) -> None:
    for seed in (1, 2):
        match = played(game, players, seed)
        found = review(match, seed=seed)
        adds_up(found)
        standings = match.standings()
        assert standings is not None
        winners = sum(row["place"] == 1 for row in standings)
        for row, seat in zip(standings, found.seats, strict=True):
            if players == 1:
                assert seat.result == -row["score"]
            else:
                assert seat.result == (row["place"] == 1) / winners
                assert abs(sum(found.moves[0].shares) - 1) < 1e-6
