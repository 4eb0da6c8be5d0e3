"""The table as a whole, and sets of Muses."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import lowest
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.features.layout import KINDS, TABLE
from moonlit.games.dance_of_muses.state import LAST_VALUE, MAX_TURNS, MUSE_COUNT, UNKNOWN


@njit
def fill_table(state: Any, seat: int, out: Any) -> int:
    """Whose turn it is, who began, whose Mystery Muse lies there, how far the game is."""
    players = int(state.players)
    for near in range(players):
        other = (seat + near) % players
        out[near] = state.to_move == other
        out[players + near] = state.start == other
        out[2 * players + near] = state.secret[1 + other] != UNKNOWN
    at = 3 * players
    total, highest = 0, 0
    for piece in range(int(state.pieces)):
        total += int(state.die[piece])
        highest = max(highest, int(state.die[piece]))
    out[at] = state.pieces == MUSE_COUNT
    out[at + 1] = (MUSE_COUNT - int(state.pieces)) / MUSE_COUNT
    out[at + 2] = min(1.0, int(state.turns) / 30)
    out[at + 3] = min(1.0, (MAX_TURNS - int(state.turns)) / 20)
    out[at + 4] = total / 30
    out[at + 5] = highest == LAST_VALUE - 2
    out[at + 6] = highest == LAST_VALUE - 1
    return at + TABLE


@njit
def fill_muses(state: Any, muses: int, out: Any, at: int) -> int:
    """How many of a set of Muses have each power and area, and each number of suns."""
    while muses:
        muse = lowest(muses)
        out[at + 3 * int(state.power[muse]) + int(state.area[muse])] += 0.5
        out[at + 8 + int(state.suns[muse])] += 0.5
        muses &= muses - 1
    return at + KINDS
