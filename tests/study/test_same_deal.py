"""Masters' games with the deal of somebody's game."""

from __future__ import annotations

import json

import pytest

from helpers.reviews import part, played
from moonlit.core.errors import BadTable
from moonlit.study import same_deal
from moonlit.study.same_deal import masters_game, summed_up

pytestmark = pytest.mark.compiled  # plain Python would only search the same trees more slowly


def test_masters_play_the_same_deal() -> None:
    match = played("nova-luna", 2)
    seen: list[tuple[int, int]] = []
    found = same_deal(match, 3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert same_deal(match.record(), 3, threads=1) == found
    assert same_deal(match, 3, seed=2) != found
    games = [masters_game(match, number) for number in range(3)]
    assert [seat.scores for seat in found.seats] == [
        [rows[seat]["score"] for rows in games] for seat in (0, 1)
    ]
    assert sum(seat.wins for seat in found.seats) == 3
    # a game that was left has masters' results and none of its own
    left = same_deal(part(match, 10), 3)
    assert [seat.scores for seat in left.seats] == [seat.scores for seat in found.seats]
    assert {(seat.score, seat.place, seat.better) for seat in left.seats} == {(None, None, None)}
    json.dumps(found.to_json())


def test_better_is_what_wins() -> None:
    match = played("nova-luna", 1)
    own = (match.standings() or [])[0]["score"]
    others = [[{"seat": 0, "place": 1, "score": own + by}] for by in (-5, 0, 3)]
    (seat,) = summed_up(match, others).seats
    assert (seat.score, seat.better, seat.mean, seat.wins) == (own, 1, own - 2 / 3, 3)


@pytest.mark.parametrize("games", [0, -1, 1001, 2.5, True])
def test_a_strange_number_of_games(games: int) -> None:
    with pytest.raises(BadTable):
        same_deal(played("nova-luna", 2), games)
