"""What is told of each display, and what the tiles on the wheel could bring to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.games.nova_luna.components import COLOR, GOALS, NEED, missing, total
from moonlit.games.nova_luna.features.gains import (
    best_places,
    gain_in,
    weigh_goal,
    weigh_groups,
    weigh_place,
)
from moonlit.games.nova_luna.features.layout import (
    BEST,
    BESTS,
    COLORS,
    DISCS_LEFT,
    EACH_TILE,
    FEW,
    FREE,
    GROUPS,
    IN_COLOR,
    LACKS_MORE,
    LACKS_ONE,
    LACKS_THREE,
    LACKS_TWO,
    LARGEST,
    PAIR,
    PLACES,
    TILE_DISCS,
    TILE_WORTH,
    TILES,
    WHEEL,
    tile_size,
)
from moonlit.games.nova_luna.rules.goals import connected

GOOD = 0.5  # a gain that is worth a place

# Where is told what a goal lacks, by up to three tiles a color.
LACK = np.zeros(256, dtype=np.int64)
FIRST_OF_THREE = np.zeros(256, dtype=np.int64)
for _few in range(256):
    _colors = [color for color in range(COLORS) for _ in range(_few >> 2 * color & 3)]
    if len(_colors) == 1:
        LACK[_few] = LACKS_ONE + _colors[0]
    elif len(_colors) == 2:
        LACK[_few] = LACKS_TWO + PAIR[_colors[0], _colors[1]]
    elif len(_colors) == 3:
        LACK[_few] = LACKS_THREE
        FIRST_OF_THREE[_few] = LACKS_THREE + 1 + _colors[0]


@njit
def fill_display(state: Any, seat: int, out: Any, at: int, room: int) -> None:
    left = int(state.discs[seat])
    out[at + DISCS_LEFT] = left / 10.0
    for few in range(max(left, 1), FEW + 1):
        out[at + DISCS_LEFT + few] = 1.0
    count = int(state.count[seat])
    out[at + TILES] = count / 10.0
    out[at + FREE] = int(state.free_count[seat]) / 20.0
    for number in range(EACH_TILE * count):
        out[room + number] = 0.0
    for index in range(count):
        out[room + GROUPS + index] = 0.0
    for index in range(count):
        color = int(COLOR[state.tile[seat, index]])
        out[at + IN_COLOR + color] += 0.2
        group = int(state.group_size[seat, state.group[seat, index]]) * 0.2
        if group > out[at + LARGEST + color]:
            out[at + LARGEST + color] = group
        fill_open_goals(state, seat, index, out, at, room)


@njit
def fill_open_goals(state: Any, seat: int, index: int, out: Any, at: int, room: int) -> None:
    """What the open goals of a tile lack, and what they would gain by more tiles."""
    tile = int(state.tile[seat, index])
    done = int(state.met[seat, index])
    if done == (1 << int(GOALS[tile])) - 1:
        return
    have = connected(state, seat, index)
    for goal in range(int(GOALS[tile])):
        if done >> goal & 1:
            continue
        short = missing(have, int(NEED[tile, goal]))
        lacks = total(short)
        fill_lacks(short, lacks, out, at)
        weigh_goal(short, lacks, out, room + EACH_TILE * index)
    weigh_groups(state, seat, index, out, room)


@njit
def fill_lacks(short: int, lacks: int, out: Any, at: int) -> None:
    """What a goal lacks, by color where it is little."""
    if lacks > 3:
        out[at + LACKS_MORE] += 0.5
        return
    few = (short | short >> 6 | short >> 12 | short >> 18) & 0xFF  # two bits a color
    out[at + int(LACK[few])] += 0.5
    if lacks == 3:
        out[at + int(FIRST_OF_THREE[few])] += 0.25


@njit
def fill_places(state: Any, seat: int, out: Any, at: int, room: int) -> None:
    """What a tile of each color would bring in its best places."""
    free = int(state.free_count[seat])
    for index in range(free):
        weigh_place(state, seat, index, out, room)
    for color in range(COLORS):
        first, second, third, good = 0.0, 0.0, 0.0, 0.0
        for index in range(free):
            gain = gain_in(int(out[room + PLACES + COLORS * index + color]))
            good += 0.1 * (gain > GOOD)
            low = min(first, gain)
            first = max(first, gain)
            third = max(third, min(second, low))
            second = max(second, low)
        best = at + BEST + BESTS * color
        out[best], out[best + 1], out[best + 2], out[best + 3] = first, second, third, good


@njit
def fill_tiles(state: Any, seat: int, out: Any, at: int, seen: int, room: int) -> None:
    """What the tiles on the wheel would bring to a display, its own goals counted too."""
    for number in range(seen):
        tile = int(out[room + WHEEL + number])
        worth, discs = best_places(tile, int(state.free_count[seat]), out, room)
        out[at + TILE_WORTH] = worth
        out[at + TILE_DISCS] = 0.5 * discs
        at += tile_size(int(state.players))
