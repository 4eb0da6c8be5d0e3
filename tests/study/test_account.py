"""The account of a review adds up, for every seat of every game."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.reviews import TABLES, played
from moonlit.bots.evaluator import Found
from moonlit.study import Review, attempt, review
from moonlit.study.account import SHARED, account
from moonlit.study.judging import Judged

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


# ---- read from the end -------------------------------------------------------------------------


def decision(
    seat: int, before: float, *, lost: float = 0.0, other: float | None = None, luck: float = 0.0
) -> Judged:
    """A decision of two players: what the first expects before it, what its player lost, what the
    next best move was worth to the first, and the luck of the first."""
    best, other_one = (
        Found(1, 100, two(before)),
        Found(2, 50, two(before if other is None else other)),
    )
    found = [best] if other is None else [best, other_one]
    sign = -1 if seat == 0 else 1
    made = 2 if lost else 1
    return Judged(
        seat,
        made,
        1,
        len(found),
        found,
        sign * lost * np.array([1, -1.0]),
        two_changes(luck),
        two(before),
    )


def two(share: float) -> np.ndarray:
    return np.array([share, 1 - share])


def two_changes(change: float) -> np.ndarray:
    return np.array([change, -change])


def test_where_nothing_was_misjudged_play_is_what_was_lost_at_the_time() -> None:
    game = [
        decision(0, 0.5, other=0.4),
        decision(1, 0.5, lost=0.2, other=0.6),
        decision(0, 0.7, other=0.6, luck=0.1),
        decision(1, 0.8, other=0.9),
    ]
    booked = account(game, two(0.8))
    assert booked.play == pytest.approx(np.array([move.play for move in game]))
    assert booked.sight == pytest.approx(np.zeros((4, 2)))


def test_a_fall_that_only_the_rest_of_the_game_shows_is_shared() -> None:
    """The last move looked as good as any, and lost the game: the position was misjudged, but by so
    much less where another move was at hand."""
    booked = account([decision(0, 0.5, other=0.5)], two(0.0))
    assert booked.own == pytest.approx([-(1 - SHARED) * 0.5, 0.0])
    assert booked.sight[0, 0] == pytest.approx(-SHARED * 0.5)


def test_a_move_without_another_one_beside_it_is_not_to_blame() -> None:
    for game in ([decision(0, 0.5)], [decision(0, 0.5, other=0.0)]):
        booked = account(game, two(0.4))
        assert booked.own == pytest.approx([0.0, 0.0])
        assert booked.sight[0, 0] == pytest.approx(-0.1)


def test_luck_is_nobodys_play() -> None:
    booked = account([decision(0, 0.5, other=0.5, luck=-0.5)], two(0.0))
    assert booked.own == pytest.approx([0.0, 0.0])
    assert booked.sight == pytest.approx(np.zeros((1, 2)))


def test_what_decides_a_long_even_game_is_play_of_one_or_the_other() -> None:
    """Forty moves with an equal one beside each, an even curve, and then the game is lost."""
    game = [decision(number % 2, 0.5, other=0.5) for number in range(40)]
    booked = account(game, two(0.0))
    assert abs(booked.sight[:, 0].sum()) < 0.05
    assert booked.own[0] < -0.4
    assert booked.own[1] == 0.0


# ---- alone at the table --------------------------------------------------------------------------


def test_alone_what_is_expected_is_what_planning_makes_of_the_tiles() -> None:
    """The network alone expects some 120 points of most deals; good play ends under 100."""
    match = played("nova-luna", 1)
    found = review(match, seed=1)
    assert -110 < found.seats[0].start < -80
    assert abs(found.seats[0].sight) < 5
    worst = max(found.moves, key=lambda move: move.loss)
    again = attempt(match, worst.number, worst.move)
    assert (again.loss, again.mark, again.best) == (worst.loss, worst.mark, worst.best)
    assert attempt(match, worst.number, worst.best).loss == 0.0
