"""Ratings by themselves: what one game makes of them, and what many do."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.packages import OURS
from moonlit.bots import LEVELS
from moonlit.core.registry import find_game
from moonlit.server.ratings import NEW, Rating, anchor, anchors, rate

ALONE, TOGETHER = "nova-luna", "dance-of-muses"  # with four players, in the other game, two by two
ELO = 400 / math.log(10)
ratings = st.builds(Rating, st.floats(800, 2200), st.floats(40, 350))
tables = st.integers(2, 4).flatmap(
    lambda count: st.tuples(
        st.lists(ratings, min_size=count, max_size=count),
        st.lists(st.integers(1, count), min_size=count, max_size=count),
    )
)


@settings(max_examples=60, deadline=None)
@given(tables)
def test_whoever_wins_does_not_fall_and_whoever_is_last_does_not_rise(
    table: tuple[list[Rating], list[int]],
) -> None:
    before, places = table
    after = rate(ALONE, len(before), before, places)
    for place, old, new in zip(places, before, after, strict=True):
        if places.count(place) == 1:
            assert place != min(places) or new.mu >= old.mu
            assert place != max(places) or new.mu <= old.mu
        assert new.sigma <= math.hypot(old.sigma, 6)


@settings(max_examples=60, deadline=None)
@given(tables, st.randoms(use_true_random=False))
def test_which_seat_somebody_has_changes_nothing(
    table: tuple[list[Rating], list[int]], chance: random.Random
) -> None:
    before, places = table
    order = list(range(len(before)))
    chance.shuffle(order)
    after = rate(ALONE, len(before), before, places)
    mixed = rate(ALONE, len(before), [before[n] for n in order], [places[n] for n in order])
    for new, number in zip(mixed, order, strict=True):
        assert new.mu == pytest.approx(after[number].mu)
        assert new.sigma == pytest.approx(after[number].sigma)


def test_a_draw_of_equals_changes_nobody_and_otherwise_what_one_wins_the_other_loses() -> None:
    same = rate(ALONE, 2, [Rating(), Rating()], [1, 1])
    assert [each.mu for each in same] == [NEW, NEW]
    assert same[0].sigma == same[1].sigma < Rating().sigma
    low, high = Rating(1400, 80), Rating(1600, 80)
    up, down = rate(ALONE, 2, [low, high], [1, 1])
    assert up.mu - low.mu == pytest.approx(high.mu - down.mu)
    assert up.mu > low.mu


def test_bots_do_not_move_and_are_worth_what_they_are() -> None:
    after = rate(ALONE, 3, [Rating(), "novice", "master"], [1, 2, 3])
    assert after[1:] == [anchor(ALONE, 3, "novice"), anchor(ALONE, 3, "master")]
    gains = [rate(ALONE, 2, [Rating(), level], [1, 2])[0].mu for level in LEVELS]
    assert gains == sorted(gains)
    assert len(set(gains)) == len(gains)


def test_partners_win_and_lose_together() -> None:
    companies = [find_game(TOGETHER).company(4, seat) for seat in range(4)]
    assert sorted(companies) == [0, 0, 1, 1]
    places = [1 if company == companies[0] else 2 for company in companies]
    after = rate(TOGETHER, 4, [Rating()] * 4, places)
    up = {company: {round(after[n].mu) for n in range(4) if companies[n] == company}
          for company in (0, 1)}  # fmt: skip
    assert all(len(found) == 1 for found in up.values())
    assert sum(each.mu for each in after) == pytest.approx(4 * NEW)
    weak, strong = Rating(1300, 60), Rating(1700, 60)  # a company is worth what its mean is
    mixed = [weak if companies[:n].count(companies[n]) else strong for n in range(4)]
    even = rate(TOGETHER, 4, mixed, [1, 1, 1, 1])
    assert [each.mu for each in even] == pytest.approx([each.mu for each in mixed])


def test_every_level_of_every_game_has_its_place() -> None:
    for game in OURS:
        for count in find_game(game).seats:
            if count > 1:
                assert set(anchors(game)[str(count)]) == set(LEVELS)
                found = [anchor(game, count, level) for level in LEVELS]
                assert all(low.mu < high.mu for low, high in pairwise(found)), (game, count)
                assert anchor(game, count, "club").mu == NEW


def test_a_rating_is_provisional_until_it_is_sure() -> None:
    own, games = Rating(), 0
    assert (own.shown, own.provisional) == (1500, True)
    while own.provisional:
        own = rate(ALONE, 2, [own, "club"], [1 + games % 2, 2 - games % 2])[0]
        games += 1
    assert 5 <= games <= 30
    low, high = own.interval
    assert low < own.shown < high
    assert high - own.shown == pytest.approx(own.shown - low, abs=1)


# ---- many games --------------------------------------------------------------------------------


def order_by_luck(strengths: Sequence[float], chance: random.Random) -> list[int]:
    """Places as they come about: who comes in next is drawn by strength from who is left."""
    left, places = list(range(len(strengths))), [0] * len(strengths)
    for place in range(1, len(strengths) + 1):
        weights = [math.exp(strengths[seat] / ELO) for seat in left]
        [seat] = chance.choices(left, weights)
        places[seat] = place
        left.remove(seat)
    return places


def simulated(
    strengths: dict[str, float], players: int, games: int, seed: int
) -> dict[str, Rating]:
    """So many games; in every fourth a bot has one of the seats."""
    chance = random.Random(seed)
    known = dict.fromkeys(strengths, Rating())
    for number in range(games):
        names = chance.sample(sorted(strengths), players)
        level = chance.choice(LEVELS[:5]) if number % 4 == 0 else None
        real = [strengths[name] for name in names]
        seats: list[Rating | str] = [known[name] for name in names]
        if level is not None:
            seats[-1], real[-1] = level, anchor(ALONE, players, level).mu
        after = rate(ALONE, players, seats, order_by_luck(real, chance))
        for name, seat, new in zip(names, seats, after, strict=True):
            if not isinstance(seat, str):
                known[name] = new
    return known


@pytest.mark.parametrize("players", [2, 4])
def test_strengths_come_out_within_their_intervals(players: int) -> None:
    real = {f"player-{strength}": float(strength) for strength in range(1000, 2001, 200)}
    found = simulated(real, players, 500, seed=players)
    names = sorted(real, key=lambda name: real[name])
    assert sorted(found, key=lambda name: found[name].mu) == names
    for name, strength in real.items():
        low, high = found[name].interval
        assert low <= strength <= high, (name, found[name])
        assert high - low < 320
        assert not found[name].provisional
    for one, other in pairwise(names):
        distance = found[other].mu - found[one].mu
        within = 1.96 * math.hypot(found[one].sigma, found[other].sigma)
        assert abs(distance - 200) <= within, (one, other)
