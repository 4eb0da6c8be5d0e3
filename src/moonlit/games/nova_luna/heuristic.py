"""How good a move of Nova Luna looks at a glance, and how a search of it is set.

A move is worth the goals it meets, and something for every goal that it brings nearer, less the
time that the tile costs. The tile is not really placed: only what its group would change is
looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.games.nova_luna.actions import REFILL, choice_of, place_of
from moonlit.games.nova_luna.components import COLOR, COST, GOALS, NEED, PACKED, missing, total
from moonlit.games.nova_luna.rules.wheel import space_of_choice
from moonlit.games.nova_luna.state import EAST, EMPTY, NORTH, SOUTH, WEST

# What a goal is worth that still lacks 0, 1, 2, … tiles.
NEARNESS = np.array([1.0, 0.42, 0.2, 0.1, 0.05, 0.0, 0.0, 0.0, 0.0], dtype=np.float64)
# WANTS[tile, met]: a bit for each color that its open goals ask for.
WANTS = np.zeros((len(GOALS), 8), dtype=np.int64)
for _tile in range(len(GOALS)):
    for _met in range(8):
        for _goal in range(GOALS[_tile]):
            for _color in range(4):
                if not _met >> _goal & 1 and NEED[_tile, _goal] >> PACKED * _color & 0xFF:
                    WANTS[_tile, _met] |= 1 << _color

TIME = 0.22  # what a step on the moon track costs
NEW_TILES = 0.15  # what a refill is worth: other tiles than the few that are there


def budgets(players: int) -> tuple[int, ...]:
    return (100, 300, 1000, 3000, 8000) if players == 1 else (8, 40, 150, 600, 4000)


def search_settings(players: int) -> dict[str, float]:
    if players == 1:
        return {"explore": 0.3, "guide": 20, "scale": 12.0, "middle": -100.0}
    return {"explore": 0.2, "wide": 3}


@njit
def rate(state: Any, action: int) -> float:
    action = int(action)
    if action == REFILL:
        return NEW_TILES
    seat = int(state.to_move)
    tile = int(state.wheel[space_of_choice(state, choice_of(action))])
    return placing(state, seat, tile, place_of(action)) - TIME * float(COST[tile])


@njit
def placing(state: Any, seat: int, tile: int, place: int) -> float:
    """What the goals of a display would gain by a tile at a free place."""
    color = int(COLOR[tile])
    beside = tiles_beside(state, seat, place)
    # the groups that the tile would join, each once, and how large they would be together
    size = 1
    joined = 0  # a bit for each side whose group is joined through it
    for side in range(4):
        other = beside[side]
        if other == EMPTY or COLOR[state.tile[seat, other]] != color:
            continue
        first = True
        for earlier in range(side):
            if joined >> earlier & 1 and same_group(state, seat, beside[earlier], other):
                first = False
        if first:
            joined |= 1 << side
            size += int(state.group_size[seat, state.group[seat, other]])
    gain = own_goals(state, seat, tile, beside, joined, size)
    for side in range(4):
        other = beside[side]
        if other == EMPTY:
            continue
        gain += gain_of(state, seat, other, color, beside, joined, size, True)
        if joined >> side & 1:
            member = int(state.ring[seat, other])
            while member != other:
                gain += gain_of(state, seat, member, color, beside, joined, size, False) * 0.5
                member = int(state.ring[seat, member])
    return gain


@njit
def tiles_beside(state: Any, seat: int, place: int) -> tuple[int, int, int, int]:
    """The tiles beside a free place, by side."""
    beside0, beside1, beside2, beside3 = EMPTY, EMPTY, EMPTY, EMPTY
    for index in range(int(state.count[seat])):
        away = int(state.place[seat, index]) - place
        beside0 = index if away == NORTH else beside0
        beside1 = index if away == EAST else beside1
        beside2 = index if away == SOUTH else beside2
        beside3 = index if away == WEST else beside3
    return beside0, beside1, beside2, beside3


@njit
def same_group(state: Any, seat: int, one: int, other: int) -> bool:
    return bool(state.group[seat, one] == state.group[seat, other])


@njit
def own_goals(state: Any, seat: int, tile: int, beside: Any, joined: int, size: int) -> float:
    counts = (size - 1) << PACKED * int(COLOR[tile])
    for side in range(4):
        other = beside[side]
        if other == EMPTY or COLOR[state.tile[seat, other]] == COLOR[tile]:
            continue
        first = True
        for earlier in range(side):
            if beside[earlier] != EMPTY and same_group(state, seat, beside[earlier], other):
                first = False
        if first:
            group = state.group[seat, other]
            counts += int(state.group_size[seat, group]) << PACKED * int(
                COLOR[state.tile[seat, other]]
            )
    gain = 0.0
    for goal in range(GOALS[tile]):
        gain += NEARNESS[lacking(counts, NEED[tile, goal])]
    return gain


@njit
def gain_of(
    state: Any,
    seat: int,
    index: int,
    color: int,
    beside: Any,
    joined: int,
    size: int,
    touches_new: bool,
) -> float:
    """What the open goals of a tile would gain if those groups became one of that size."""
    tile = int(state.tile[seat, index])
    done = int(state.met[seat, index])
    if not WANTS[tile, done] >> color & 1:
        return 0.0
    before = 0
    after = 0
    touched = touches_new
    own = state.group[seat, index]
    for side in range(4):
        other = state.neighbor[seat, index, side]
        if other == EMPTY:
            continue
        group = state.group[seat, other]
        first = True
        for earlier in range(side):
            previous = state.neighbor[seat, index, earlier]
            if previous != EMPTY and state.group[seat, previous] == group:
                first = False
        if not first:
            continue
        its_color = int(COLOR[state.tile[seat, other]])
        count = int(state.group_size[seat, group]) - (group == own)
        before += count << PACKED * its_color
        merges = False
        if its_color == color:
            for joining in range(4):
                if joined >> joining & 1 and state.group[seat, beside[joining]] == group:
                    merges = True
        if merges:
            touched = True
        else:
            after += count << PACKED * its_color
    if touched:
        inside = int(COLOR[tile]) == color
        after += (size - inside) << PACKED * color
    gain = 0.0
    for goal in range(GOALS[tile]):
        if not done >> goal & 1:
            need = NEED[tile, goal]
            gain += NEARNESS[lacking(after, need)] - NEARNESS[lacking(before, need)]
    return gain


@njit
def lacking(have: int, need: int) -> int:
    """How many tiles a goal still lacks; both packed."""
    return total(missing(have, need))
