"""How a table is set: the hands, the Neutral, and how a Muse is laid down."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.places import ORIGIN
from moonlit.games.dance_of_muses.rules.floor import put_down
from moonlit.games.dance_of_muses.state import (
    MUSE_COUNT,
    NEUTRAL_NAME,
    NOBODY,
    SEATS,
    UNKNOWN,
)


@njit
def setup(state: Any, config: Any, deal: Any) -> None:
    """config: players, the Muses' powers, areas, suns. deal: seats, the first starts; Muses."""
    players = config[0]
    state.players = players
    state.start = deal[0]
    state.to_move = deal[0]
    state.ended_by = NOBODY
    state.turns = 0
    state.pieces = 0
    for muse in range(MUSE_COUNT):
        state.power[muse] = config[1 + muse]
        state.area[muse] = config[1 + MUSE_COUNT + muse]
        state.suns[muse] = config[1 + 2 * MUSE_COUNT + muse]
        state.called[muse] = UNKNOWN
        state.place[muse] = 0
        state.near[muse] = 0
        state.die[muse] = 0
    for name in range(1 + SEATS):
        state.secret[name] = UNKNOWN
    each = MUSE_COUNT // players
    for seat in range(SEATS):
        state.hand[seat] = 0
        if seat < players:
            for number in range(each):
                state.hand[seat] |= 1 << deal[players + seat * each + number]
    if has_neutral(state):
        lay_neutral(state, int(deal[players + MUSE_COUNT - 1]))


@njit
def has_neutral(state: Any) -> bool:
    return bool(state.players != 3)


@njit
def lay_neutral(state: Any, muse: int) -> None:
    """Face down with two players, face up with four."""
    if state.players == 2:
        state.secret[0] = muse
        lay(state, NEUTRAL_NAME, ORIGIN)
    else:
        lay(state, muse, ORIGIN)


@njit
def lay(state: Any, name: int, place: int) -> None:
    piece = put_down(state, place)
    state.called[piece] = name
    state.die[piece] = 1
