"""What a tile would bring to a display: goals that come nearer, and discs placed at once.

Both are counted in one whole number, so that they are added up together: a disc is DISC, and
below that are the hundredths that goals gain by what they are worth when they lack less.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.games.nova_luna.components import COLOR, GOALS, NEED, PACKED
from moonlit.games.nova_luna.features.layout import (
    AROUND,
    COLORS,
    EACH_TILE,
    GROUPS,
    MORE,
    PLACES,
)
from moonlit.games.nova_luna.heuristic import NEARNESS, tiles_beside
from moonlit.games.nova_luna.state import EMPTY

DISC = 4096
HUNDREDTH = 0.01
FAR_OFF = 31  # more than any goal lacks
MAX_GOALS = 3

# WORTH[lacks, lack, k]: what a goal gains that lacks so many, so many of them of one color, by
# k + 1 more of that color. NEW[lacks]: what a goal of a new tile is worth.
WORTH = np.zeros((len(NEARNESS), MORE + 1, MORE), dtype=np.float32)
for _lacks in range(1, len(NEARNESS)):
    for _lack in range(1, min(_lacks, MORE) + 1):
        for _more in range(MORE):
            _left = _lacks - min(_more + 1, _lack)
            _gain = round((NEARNESS[_left] - NEARNESS[_lacks]) / HUNDREDTH)
            WORTH[_lacks, _lack, _more] = _gain + DISC * (_left == 0)
NEW = np.zeros(FAR_OFF + 1, dtype=np.int64)
NEW[: len(NEARNESS)] = np.round(NEARNESS / HUNDREDTH)
NEW[0] += DISC

# What lies around a place is counted in six bits a color, up to ENOUGH of each group: so a float of
# 32 bits holds it. ASKED: goals in the same way; a goal that a tile does not have is far off.
BITS, ENOUGH = 6, 4
ASKED = np.full((len(GOALS), MAX_GOALS), FAR_OFF, dtype=np.int64)
for _tile in range(len(GOALS)):
    for _goal in range(GOALS[_tile]):
        _counts = [int(NEED[_tile, _goal]) >> PACKED * color & 0xFF for color in range(COLORS)]
        ASKED[_tile, _goal] = sum(count << BITS * at for at, count in enumerate(_counts))
TOPS = 0b100000_100000_100000_100000
ONES = TOPS >> BITS - 1


@njit
def gain_in(worth: int) -> float:
    return HUNDREDTH * (worth & DISC - 1)


@njit
def weigh_goal(short: int, lacks: int, out: Any, its: int) -> None:
    """Add what a goal would gain by more of each color. short: what it lacks, packed."""
    for color in range(COLORS):
        lack = short >> PACKED * color & 0xFF
        if lack > 0:
            for more in range(MORE):
                out[its + COLORS * more + color] += WORTH[lacks, lack, more]


@njit
def weigh_groups(state: Any, seat: int, index: int, out: Any, room: int) -> None:
    """Add what a tile would gain by one more in each group that it touches, or is alone."""
    its = room + EACH_TILE * index
    group0, group1, group2 = EMPTY, EMPTY, EMPTY
    for side in range(4):
        other = int(state.neighbor[seat, index, side])
        if other == EMPTY:
            continue
        group = int(state.group[seat, other])
        if group not in (group0, group1, group2):
            out[room + GROUPS + group] += out[its + int(COLOR[state.tile[seat, other]])]
        group0, group1, group2 = group, group0, group1
    group = int(state.group[seat, index])
    if state.group_size[seat, group] == 1:
        out[room + GROUPS + group] += out[its + int(COLOR[state.tile[seat, index]])]


@njit
def touches(state: Any, seat: int, index: int, group: int) -> bool:
    """Whether a tile is in a group, or has a neighbor in it."""
    found = state.group[seat, index] == group
    for side in range(4):
        other = state.neighbor[seat, index, side]
        found = found or (other != EMPTY and state.group[seat, other] == group)
    return bool(found)


@njit
def weigh_place(state: Any, seat: int, index: int, out: Any, room: int) -> None:
    """Note what a tile of each color would bring to others at a free place, and what is there."""
    beside = tiles_beside(state, seat, int(state.free[seat, index]))
    at = room + PLACES + COLORS * index
    for color in range(COLORS):
        out[at + color] = 0.0
    for side in range(4):
        if beside[side] != EMPTY:
            its = room + EACH_TILE * beside[side]
            for color in range(COLORS):
                out[at + color] += out[its + color]
    around = 0
    joined = 0  # a bit for each color of a group that is there
    for side in range(4):
        other = beside[side]
        if other == EMPTY or not is_first(state, seat, beside, side):
            continue
        color = int(COLOR[state.tile[seat, other]])
        group = int(state.group[seat, other])
        around += min(int(state.group_size[seat, group]), ENOUGH) << BITS * color
        if joined >> color & 1:
            worth = gain_joining(state, seat, beside, color, out, room)
        else:
            worth = gain_growing(state, seat, beside, color, group, out, room)
        joined |= 1 << color
        out[at + color] = worth
    out[room + AROUND + index] = around


@njit
def is_first(state: Any, seat: int, beside: Any, side: int) -> bool:
    """Whether no earlier of these tiles is in the same group."""
    for earlier in range(side):
        other = beside[earlier]
        if other != EMPTY and state.group[seat, other] == state.group[seat, beside[side]]:
            return False
    return True


@njit
def gain_growing(
    state: Any, seat: int, beside: Any, color: int, group: int, out: Any, room: int
) -> int:
    """What tiles would gain by a new one among these that joins just one group.

    All who touch the group gain one; who does not, and is beside the new tile, gains it all.
    """
    worth = int(out[room + GROUPS + group])
    more = min(int(state.group_size[seat, group]), MORE - 1)
    for side in range(4):
        other = beside[side]
        if other != EMPTY and state.group[seat, other] != group:
            gain = int(out[room + EACH_TILE * other + COLORS * more + color])
            if gain > 0 and not touches(state, seat, other, group):
                worth += gain
    return worth


@njit
def gain_joining(state: Any, seat: int, beside: Any, color: int, out: Any, room: int) -> int:
    """What tiles would gain by a new one among these that joins several groups."""
    size = 0
    for side in range(4):
        if joins(state, seat, beside, side, color):
            size += int(state.group_size[seat, state.group[seat, beside[side]]])
    worth = 0
    for index in range(int(state.count[seat])):
        its = room + EACH_TILE * index + color
        if out[its + COLORS * (MORE - 1)] == 0.0:
            continue
        touched = False
        known = 0  # tiles of these groups that it is connected to already
        for side in range(4):
            touched = touched or beside[side] == index
            if joins(state, seat, beside, side, color):
                group = int(state.group[seat, beside[side]])
                if touches(state, seat, index, group):
                    touched = True
                    known += int(state.group_size[seat, group])
        if touched:
            worth += int(out[its + COLORS * min(size - known, MORE - 1)])
    return worth


@njit
def joins(state: Any, seat: int, beside: Any, side: int, color: int) -> bool:
    """Whether a tile of that color among these would join another group on a side."""
    other = beside[side]
    if other == EMPTY or COLOR[state.tile[seat, other]] != color:
        return False
    return is_first(state, seat, beside, side)


@njit
def own_worth(around: int, asked: int) -> int:
    """What a goal of a new tile would be worth, with so much around it."""
    over = (asked | TOPS) - around  # six bits keep their top where nothing is left over
    short = over & ((over & TOPS) >> BITS - 1) * FAR_OFF
    return int(NEW[short * ONES >> 3 * BITS & 2 * FAR_OFF + 1])


@njit
def best_places(tile: int, free: int, out: Any, room: int) -> tuple[float, int]:
    """The most that a tile could bring to a display, and the most discs; at so many places."""
    color = int(COLOR[tile])
    first, second, third = int(ASKED[tile, 0]), int(ASKED[tile, 1]), int(ASKED[tile, 2])
    gain, discs = 0, 0
    for index in range(free):
        around = int(out[room + AROUND + index])
        worth = int(out[room + PLACES + COLORS * index + color])
        worth += own_worth(around, first) + own_worth(around, second) + own_worth(around, third)
        gain = max(gain, worth & DISC - 1)
        discs = max(discs, worth)
    return HUNDREDTH * gain, discs // DISC
