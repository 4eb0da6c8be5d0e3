"""How good a move of Nomads looks at a glance: for greedy bots and guided playouts.

Writing is worth what it scores and the tiles it frees, less the turn it takes; a sowing is worth
the tiles that would be heard, one's own in full and those of others against it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.bits import bit_count
from moonlit.core.jit import njit
from moonlit.games.nomads.actions import (
    LEGEND,
    LYS,
    MOVE,
    SONG,
    STEP,
    TOP,
    kind_of,
    unpack_legend,
    unpack_lys,
    unpack_move,
    unpack_song,
    unpack_top,
)
from moonlit.games.nomads.components import MOON, NOMAD, WILD
from moonlit.games.nomads.rules.stacks import disc_at, falls_on, step_of, top_disc
from moonlit.games.nomads.state import ASK_LAST, ASK_TURN, PILE, SPACES

TURN = 3.0  # what a turn spent on writing must bring before it beats listening
CARD = 1.5  # what a point of a card is worth, the tile that leaves the hand included
RIVAL = 0.35  # how much the gain of another player counts
LYS_WORTH = 1.0  # what it is worth to move Lys
NOT_YET = -0.3  # what Moon's step of Lys is worth
MOON_WORTH, WILD_WORTH = 0.1, 1.3
FOR_A_SONG = 0.4  # what a legend is worth more of which there was none yet
WILD_SPENT = 0.5  # what it costs to give a wild away
# What a tile is worth of whose legend one has so many already, half of the card counted in.
SAME = np.array([0.5, 0.8, 1.1, 1.3, 1.4, 1.2, 0.6, 0.2, 0.0, -0.5], dtype=np.float64)
MAX_SAME = len(SAME) - 1


@njit
def rate(state: Any, action: int) -> float:
    action = int(action)
    seat = int(state.to_move)
    kind = kind_of(action)
    if kind == MOVE:
        return sowing(state, action)
    if kind == SONG:
        value, given = unpack_song(action)
        return writing(state, value) - WILD_SPENT * (value - bit_count(given))
    if kind == LEGEND:
        legend, value, wilds = unpack_legend(action)
        return writing(state, value - int(state.legend[seat, legend])) - WILD_SPENT * wilds
    if kind == TOP:
        space, _ = unpack_top(action)
        return raising(state, seat, space)
    if kind == STEP:
        return NOT_YET
    if kind == LYS and state.asks > ASK_TURN:
        return tile_worth(state, seat, unpack_lys(action))
    return 0.0


@njit
def writing(state: Any, gain: int) -> float:
    worth = CARD * gain
    if state.asks == ASK_LAST:
        return worth
    return worth - TURN * min(1.0, (int(state.piles) - 2) / 4.0)


@njit
def tile_worth(state: Any, seat: int, space: int) -> float:
    """What the top tile of a pile is worth to a seat."""
    depth = int(state.gone[space])
    if depth >= PILE:
        return 0.0
    tile = int(state.tiles[space, depth])
    if tile == MOON:
        return MOON_WORTH
    if tile == WILD:
        return WILD_WORTH
    worth = float(
        SAME[min(int(state.held[seat, tile]) + int(state.legend[seat, tile]) // 2, MAX_SAME)]
    )
    if state.song[seat] == 0 and state.held[seat, tile] == 0:
        return worth + FOR_A_SONG
    return worth


@njit
def sowing(state: Any, action: int) -> float:
    """Sow in the mind: only the disc on top of each space matters."""
    space, direction, double, skip = unpack_move(action)
    step = step_of(direction)
    tops = 0  # four bits a space: the disc on top, plus one; 0 for none
    for each in range(SPACES):
        if each != space and state.heights[each] > 0:
            tops |= (top_disc(state, each) + 1) << 4 * each
    last = space
    for index in range(int(state.heights[space])):
        last = (space + step * falls_on(index, double, skip)) % SPACES
        tops = tops & ~(15 << 4 * last) | (disc_at(state, space, index) + 1) << 4 * last
    return heard(state, tops) + (LYS_WORTH if last == state.lys else 0.0)


@njit
def heard(state: Any, tops: int) -> float:
    seat = int(state.to_move)
    total = 0.0
    for space in range(SPACES):
        disc = (tops >> 4 * space & 15) - 1
        if disc <= NOMAD:
            continue
        owner = int(state.owner[disc])
        if owner == seat:
            total += tile_worth(state, seat, space)
        elif owner >= 0:
            total -= RIVAL * tile_worth(state, owner, space)
    return total


@njit
def raising(state: Any, seat: int, space: int) -> float:
    """Red on top hears the tile of that space, and whoever was on top no longer does."""
    owner = int(state.owner[top_disc(state, space)])
    if owner == seat:
        return 0.0
    worth = tile_worth(state, seat, space)
    if owner >= 0:
        worth += RIVAL * tile_worth(state, owner, space)
    return worth


# ---- what bots do with it ----------------------------------------------------------------------


def budgets(players: int) -> tuple[int, ...]:
    """Iterations of each level, from the weakest to the strongest."""
    return (10, 40, 150, 600, 2500) if players == 2 else (8, 30, 80, 500, 4000)


def search_settings(players: int) -> dict[str, float]:
    """What a search of Nomads does otherwise than usual (search.think.Settings)."""
    return {"guide": 10, "scale": 8.0}
