"""What nobody can see in Nomads: the tiles under the tops of the piles."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.rng import below
from moonlit.games.nomads.state import PILE, SPACES

KIND_BITS = 7  # there are at most 98 tiles of a kind under the tops, and nine kinds
KIND_MASK = (1 << KIND_BITS) - 1


@njit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """What lies under the tops is hidden from everyone alike: draw it anew from its kinds.

    Only how many there are of each kind is used, never where they lay.
    """
    counts = 0  # packed, 7 bits a kind
    left = 0
    for space in range(SPACES):
        for depth in range(int(state.gone[space]) + 1, PILE):
            counts += 1 << KIND_BITS * int(state.tiles[space, depth])
            left += 1
    for space in range(SPACES):
        for depth in range(int(state.gone[space]) + 1, PILE):
            passed = below(rng, left)
            kind = 0
            while passed >= counts >> KIND_BITS * kind & KIND_MASK:
                passed -= counts >> KIND_BITS * kind & KIND_MASK
                kind += 1
            state.tiles[space, depth] = kind
            counts -= 1 << KIND_BITS * kind
            left -= 1
