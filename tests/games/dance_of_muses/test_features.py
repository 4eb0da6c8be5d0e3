"""What the network sees of a Dance of Muses: only what the seat knows, wherever the group is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.dance_of_muses.tools import GAME
from moonlit.core.contract import copied, record_type
from moonlit.core.engine import engine as engine_for
from moonlit.core.engine import new_deal
from moonlit.core.jit import COMPILING, njit, plain
from moonlit.core.places import ROW, place_at, place_x, place_y
from moonlit.core.registry import find_game
from moonlit.core.rng import generator
from moonlit.games.dance_of_muses.features import features, size
from moonlit.games.dance_of_muses.features.dice import packed_dice, ranks
from moonlit.games.dance_of_muses.features.layout import ENDINGS, first_slot
from moonlit.games.dance_of_muses.features.pieces import slot_of, slots_of
from moonlit.games.dance_of_muses.packed import DIE, fulfilled
from moonlit.games.dance_of_muses.rules.floor import link
from moonlit.games.dance_of_muses.scoring import muse_of, rank
from moonlit.games.dance_of_muses.state import MUSE_COUNT, NOBODY

COUNTS = (2, 3, 4)
FAR = 4.0  # no number is further from 0

plain_features, plain_link = plain(features), plain(link)
plain_at, plain_x, plain_y = plain(place_at), plain(place_x), plain(place_y)


@njit
def fill_first(states: Any, seat: int, out: Any) -> None:
    features(states[0], seat, out)


def told(states: Any, seat: int) -> Any:
    """The features of a position; `out` is full of something else before."""
    out = np.full(size(int(states[0]["players"])), np.nan, dtype=np.float32)
    if COMPILING:
        fill_first(states, seat, out)
    else:
        plain_features(states.view(record_type(states.dtype))[0], seat, out)
    return out


def positions(players: int, seed: int) -> Iterator[Any]:
    """All positions of a game played at random, its end included."""
    game = find_game(GAME)
    engine = engine_for(game)
    _, config = game.configure(players, {})
    chance = random.Random(seed)
    states = engine.setup(config, new_deal(game, config, seed))
    yield states
    while states["to_move"][0] >= 0:
        states = copied(states)
        engine.play(states, chance.choice(engine.legal(states).tolist()))
        yield states


@pytest.mark.parametrize("players", COUNTS)
def test_there_are_at_most_300_numbers(players: int) -> None:
    assert 100 < size(players) <= 300


@settings(max_examples=30 if COMPILING else 2, deadline=None)
@given(players=st.sampled_from(COUNTS), seed=st.integers(0, 10**6))
def test_nothing_changes_when_the_hidden_is_dealt_anew(players: int, seed: int) -> None:
    engine = engine_for(find_game(GAME))
    rng = generator(seed)
    for states in positions(players, seed):
        for seat in range(players):
            other = copied(states)
            engine.redeal(other, seat, rng)
            assert np.array_equal(told(other, seat), told(states, seat))


@settings(max_examples=20 if COMPILING else 2, deadline=None)
@given(
    players=st.sampled_from(COUNTS),
    seed=st.integers(0, 10**6),
    x=st.integers(-20, 20),
    y=st.integers(-20, 20),
)
def test_it_does_not_matter_where_the_group_has_drifted(
    players: int, seed: int, x: int, y: int
) -> None:
    for states in positions(players, seed):
        other = copied(states)
        other["place"][0, : other["pieces"][0]] += y * ROW + x
        for seat in range(players):
            assert np.array_equal(told(other, seat), told(states, seat))


def turned(states: Any, quarters: int, mirrored: bool) -> Any:
    """The floor turned around 0,0, and seen in a mirror."""
    other = copied(states)
    row = other.view(record_type(other.dtype))[0]
    pieces = int(row.pieces)
    for piece in range(pieces):
        x, y = plain_x(int(row.place[piece])), plain_y(int(row.place[piece]))
        x = -x if mirrored else x
        for _ in range(quarters):
            x, y = -y, x
        row.place[piece] = plain_at(x, y)
    for piece in range(pieces):
        for earlier in range(piece):
            plain_link(row, piece, earlier)
    return other


@pytest.mark.parametrize("players", COUNTS)
def test_it_does_not_matter_from_where_one_looks_at_the_floor(players: int) -> None:
    for number, states in enumerate(positions(players, 31)):
        other = turned(states, number % 4, number % 3 == 0)
        for seat in range(players):
            assert np.allclose(told(other, seat), told(states, seat), atol=1e-5)


@pytest.mark.parametrize("players", COUNTS)
def test_every_number_is_written_and_none_is_far_from_zero(players: int) -> None:
    for seed in range(40 if COMPILING else 2):
        for states in positions(players, seed):
            for seat in range(players):
                numbers = told(states, seat)
                assert np.isfinite(numbers).all()
                assert np.abs(numbers).max() <= FAR


@pytest.mark.compiled
@pytest.mark.parametrize("players", COUNTS)
def test_compiled_and_plain_python_tell_the_same(players: int) -> None:
    for states in positions(players, 17):
        for seat in range(players):
            out = np.full(size(players), np.nan, dtype=np.float32)
            plain_features(states.view(record_type(states.dtype))[0], seat, out)
            assert np.allclose(out, told(states, seat), atol=1e-5)


# ---- against the rules -----------------------------------------------------------------------


@pytest.mark.parametrize("players", COUNTS)
def test_the_dances_that_are_looked_at_are_the_legal_ones(players: int) -> None:
    """Those that go on and those that end the game, as a game that is played on finds them."""
    engine = engine_for(find_game(GAME))
    at = plain(first_slot)(players) - ENDINGS
    for states in positions(players, 5):
        if states["pieces"][0] < MUSE_COUNT or states["to_move"][0] < 0:
            continue
        counts = [0, 0]
        for action in engine.legal(states).tolist():
            other = copied(states)
            engine.play(other, action)
            counts[int(other["ended_by"][0] >= 0)] += 1
        for seat in range(players):
            assert (told(states, seat)[at : at + ENDINGS] * 128).tolist() == counts


@pytest.mark.parametrize("players", COUNTS)
def test_sides_rank_as_the_companies_do(players: int) -> None:
    sides = 3 if players == 3 else 2
    for seed in range(5):
        for states in positions(players, seed):
            if states["pieces"][0] < MUSE_COUNT:
                continue
            row = copied(states).view(record_type(states.dtype))[0]
            row.ended_by = NOBODY
            for seat in range(players):
                slots = plain(slots_of)(row, seat, np.zeros(MUSE_COUNT))
                suns = 0
                for piece in range(MUSE_COUNT):
                    shift = DIE * plain(slot_of)(slots, piece)
                    suns |= int(row.suns[plain(muse_of)(row, piece)]) << shift
                dice = plain(fulfilled)(plain(packed_dice)(row, slots), suns)
                found = plain(ranks)(dice, sides == 3)
                order = [plain(rank)(row, (seat + side) % sides) for side in range(sides)]
                for one in range(sides):
                    for two in range(sides):
                        assert (found[one] > found[two]) == (order[one] > order[two])
