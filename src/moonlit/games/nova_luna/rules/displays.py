"""The displays: where a tile lies, what lies beside it, and which tiles form a group."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.games.nova_luna.components import COLOR
from moonlit.games.nova_luna.state import EAST, EMPTY, NORTH, SOUTH, WEST

STEPS = np.array([NORTH, EAST, SOUTH, WEST], dtype=np.int16)


@njit
def place_tile(state: Any, seat: int, tile: int, place: int) -> None:
    """Add the tile to the display: its neighbors, its group, and the free places around it."""
    new = int(state.count[seat])
    state.count[seat] = new + 1
    state.tile[seat, new] = tile
    state.place[seat, new] = place
    state.met[seat, new] = 0
    for side in range(4):
        state.neighbor[seat, new, side] = EMPTY
    for other in range(new):
        away = state.place[seat, other] - place
        for side in range(4):
            if away == STEPS[side]:
                state.neighbor[seat, new, side] = other
                state.neighbor[seat, other, (side + 2) % 4] = new
    update_free(state, seat, new, place)
    join_group(state, seat, new)


@njit
def update_free(state: Any, seat: int, new: int, place: int) -> None:
    """The tile's place is no longer free; those beside it are, unless taken or listed."""
    last = state.free_count[seat] - 1
    listed = 0  # a bit for each side
    taken = last
    for index in range(last + 1):
        away = state.free[seat, index] - place
        if away == 0:
            taken = index
        for side in range(4):
            if away == STEPS[side]:
                listed |= 1 << side
    state.free[seat, taken] = state.free[seat, last]
    written = last
    for side in range(4):
        if state.neighbor[seat, new, side] == EMPTY and not listed >> side & 1:
            state.free[seat, written] = place + STEPS[side]
            written += 1
    state.free_count[seat] = written


@njit
def join_group(state: Any, seat: int, new: int) -> None:
    """Tiles of one color that touch form one group: a ring of tiles, named by its newest."""
    color = COLOR[state.tile[seat, new]]
    state.group[seat, new] = new
    state.group_size[seat, new] = 1
    state.ring[seat, new] = new
    for side in range(4):
        other = state.neighbor[seat, new, side]
        if other == EMPTY or COLOR[state.tile[seat, other]] != color:
            continue
        old = state.group[seat, other]
        if old == new:
            continue
        state.group_size[seat, new] += state.group_size[seat, old]
        member = other
        while state.group[seat, member] == old:
            state.group[seat, member] = new
            member = state.ring[seat, member]
        after = state.ring[seat, new]
        state.ring[seat, new] = state.ring[seat, other]
        state.ring[seat, other] = after
