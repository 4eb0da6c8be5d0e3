"""What nobody knows in Nova Luna: the order of the supply."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.rng import shuffle
from moonlit.games.nova_luna.state import TILE_COUNT


@njit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """The order is hidden from everyone alike.

    It is sorted first, so that what comes of it tells nothing of the order it had.
    """
    for number in range(state.drawn + 1, TILE_COUNT):
        tile = state.tiles[number]
        slot = number
        while slot > state.drawn and state.tiles[slot - 1] > tile:
            state.tiles[slot] = state.tiles[slot - 1]
            slot -= 1
        state.tiles[slot] = tile
    shuffle(state.tiles, state.drawn, TILE_COUNT, rng)
