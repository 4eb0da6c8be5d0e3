"""Goals: what is connected to a tile, and which goals that meets."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nova_luna.components import COLOR, GOALS, NEED, PACKED, enough
from moonlit.games.nova_luna.state import EMPTY


@njit
def connected(state: Any, seat: int, index: int) -> int:
    """How many tiles of each color are connected to a tile, packed as in components.py.

    Every group that touches the tile counts once and whole, but never the tile itself.
    """
    own = state.group[seat, index]
    counts = 0
    for side in range(4):
        other = state.neighbor[seat, index, side]
        if other == EMPTY:
            continue
        group = state.group[seat, other]
        for earlier in range(side):
            before = state.neighbor[seat, index, earlier]
            if before != EMPTY and state.group[seat, before] == group:
                break
        else:
            size = int(state.group_size[seat, group]) - (group == own)
            counts += size << PACKED * int(COLOR[state.tile[seat, other]])
    return counts


@njit
def meet_goals(state: Any, seat: int) -> int:
    """Mark every goal that the newest tile has met, anywhere in the display; how many.

    Only its own group has changed: it matters to the group's tiles and to their neighbors.
    """
    newest = int(state.count[seat]) - 1
    met = meet_goals_of(state, seat, newest)
    member = newest
    while True:
        for side in range(4):
            other = state.neighbor[seat, member, side]
            if other != EMPTY:
                met += meet_goals_of(state, seat, other)
        member = int(state.ring[seat, member])
        if member == newest:
            return met


@njit
def meet_goals_of(state: Any, seat: int, index: int) -> int:
    tile = state.tile[seat, index]
    done = int(state.met[seat, index])
    if done == (1 << GOALS[tile]) - 1:
        return 0
    counts = connected(state, seat, index)
    met = 0
    for goal in range(GOALS[tile]):
        if not done >> goal & 1 and enough(counts, NEED[tile, goal]):
            done |= 1 << goal
            met += 1
    state.met[seat, index] = done
    return met
