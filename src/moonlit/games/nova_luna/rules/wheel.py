"""The wheel: the Marker, the tiles around it, and the supply they come from."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nova_luna.state import EMPTY, SPACES, TILE_COUNT


@njit
def refill(state: Any) -> None:
    """A tile on every empty space but the Marker's, clockwise from it, while there are any."""
    for step in range(1, SPACES):
        space = (state.marker + step) % SPACES
        if state.wheel[space] == EMPTY and state.drawn < TILE_COUNT:
            state.wheel[space] = state.tiles[state.drawn]
            state.drawn += 1
            state.on_wheel += 1


@njit
def space_of_choice(state: Any, choice: int) -> int:
    """The space of the choice-th tile clockwise of the Marker (counted from 0)."""
    space = int(state.marker)
    passed = -1
    while passed < choice:
        space = (space + 1) % SPACES
        if state.wheel[space] != EMPTY:
            passed += 1
    return space


@njit
def take(state: Any, choice: int) -> int:
    space = space_of_choice(state, choice)
    tile = int(state.wheel[space])
    state.wheel[space] = EMPTY
    state.on_wheel -= 1
    state.marker = space
    return tile
