"""Features: what a tile would bring is what placing it brings."""

from __future__ import annotations

import random
from typing import Any

import numba
import numpy as np
import pytest

import moonlit
from moonlit.core.contract import record_type
from moonlit.core.jit import COMPILING, plain
from moonlit.games.nova_luna.components import COLOR, GOALS, NEED
from moonlit.games.nova_luna.features import features, layout, scratch, size
from moonlit.games.nova_luna.features.displays import fill_display
from moonlit.games.nova_luna.features.gains import ASKED, DISC, own_worth, weigh_place
from moonlit.games.nova_luna.heuristic import NEARNESS, lacking
from moonlit.games.nova_luna.rules.displays import place_tile
from moonlit.games.nova_luna.rules.goals import connected, meet_goals

ROOM = layout.DISPLAY
jit = numba.njit if COMPILING else plain


@jit
def promised(states: Any, seat: int, index: int, tile: int, out: Any) -> int:
    fill_display(states[0], seat, out, 0, ROOM)
    weigh_place(states[0], seat, index, out, ROOM)
    worth = int(out[ROOM + layout.PLACES + layout.COLORS * index + int(COLOR[tile])])
    for goal in range(3):
        worth += own_worth(int(out[ROOM + layout.AROUND + index]), int(ASKED[tile, goal]))
    return worth


@jit
def nearness(states: Any, seat: int) -> float:
    state, near = states[0], 0.0
    for index in range(state.count[seat]):
        tile = int(state.tile[seat, index])
        have = connected(state, seat, index)
        for goal in range(GOALS[tile]):
            met = int(state.met[seat, index]) >> goal & 1
            near += 1.0 if met else NEARNESS[lacking(have, int(NEED[tile, goal]))]
    return near


@jit
def placing(states: Any, seat: int, tile: int, place: int) -> int:
    place_tile(states[0], seat, tile, place)
    return meet_goals(states[0], seat)


@jit
def fill(states: Any, seat: int, out: Any) -> None:
    features(states[0], seat, out)


def states_of(match: moonlit.Match) -> Any:
    states = match.states.copy()
    return states if COMPILING else states.view(record_type(states.dtype))


def test_a_tile_brings_what_is_promised() -> None:
    chance = random.Random(1)
    for seed in range(8 if COMPILING else 1):
        match = moonlit.new("nova-luna", players=2, seed=seed)
        while not match.over:
            match.play(chance.choice(match.moves()))
            states, seat, tile = states_of(match), chance.randrange(2), chance.randrange(68)
            index = chance.randrange(int(states["free_count"][0][seat]))
            place = int(states["free"][0][seat][index])
            worth = promised(states, seat, index, tile, np.zeros(ROOM + scratch(2), np.float32))
            before = nearness(states, seat)
            assert worth // DISC == placing(states, seat, tile, place)
            assert worth % DISC / 100 == pytest.approx(nearness(states, seat) - before)


# alone takes as long as the others together
@pytest.mark.parametrize("players", [pytest.param(1, marks=pytest.mark.long), 2, 3, 4])
def test_they_are_small_and_nothing_before_matters(players: int) -> None:
    chance = random.Random(players)
    match = moonlit.new("nova-luna", players=players, seed=3)
    while not match.over:
        if match.number % 8 == 5:
            wide = size(players) + scratch(players)
            one, other = np.full(wide, 77, np.float32), np.zeros(wide, np.float32)
            for out in (one, other):
                fill(states_of(match), players - 1, out)
            assert one[: size(players)].tolist() == other[: size(players)].tolist()
            assert abs(one[: size(players)]).max() <= 9
        match.play(chance.choice(match.moves()))
