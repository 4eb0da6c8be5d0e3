"""What tiles do for the goals of a display, in whole goals: for telling, so in plain Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from moonlit.games.nova_luna.components import TILES
from moonlit.games.nova_luna.rules.displays import STEPS
from moonlit.games.nova_luna.state import EMPTY
from moonlit.games.nova_luna.views import TILE_COLORS, connected, lacks

SIDES = tuple(int(step) for step in STEPS)


def missing(state: Any, seat: int) -> dict[tuple[int, int], int]:
    """How many tiles each goal of a display lacks: 0 for one that is met."""
    found = {}
    for index in range(state.count[seat]):
        have = connected(state, seat, index)
        for goal, need in enumerate(TILES[state.tile[seat][index]].goals):
            met = state.met[seat][index] >> goal & 1
            found[index, goal] = 0 if met else len(lacks(need, have))
    return found


def advanced(before: Any, after: Any, seat: int) -> int:
    """How many goals lack fewer tiles than before, those of the new tile included."""
    old, new = missing(before, seat), missing(after, seat)
    goals = TILES[after.tile[seat][after.count[seat] - 1]].goals
    return sum(
        lack < (old[index, goal] if (index, goal) in old else len(goals[goal]))
        for (index, goal), lack in new.items()
    )


def most_met(state: Any, seat: int, tiles: Iterable[int]) -> tuple[int, int]:
    """The most goals that one of these tiles could meet at once, and that tile; EMPTY for none."""
    most = (0, EMPTY)
    places = state.free[seat][: state.free_count[seat]]
    for tile in tiles:
        count = max((would_meet(state, seat, tile, place) for place in places), default=0)
        if count > most[0]:
            most = (count, tile)
    return most


def would_meet(state: Any, seat: int, tile: int, place: int) -> int:
    """How many goals a tile would meet at a free place of a display."""
    color = TILE_COLORS[tile]
    groups, sizes, tiles = state.group[seat], state.group_size[seat], state.tile[seat]
    at = {state.place[seat][index]: index for index in range(state.count[seat])}
    beside = {at[place + side] for side in SIDES if place + side in at}
    # the groups that the tile would join, and how large they would be together
    joined = {groups[index] for index in beside if TILE_COLORS[tiles[index]] == color}
    size = 1 + sum(sizes[group] for group in joined)

    def met(index: int | None, number: int, done: int) -> int:
        """The goals of a tile that are newly met; the new tile has no index yet."""
        others = beside if index is None else {n for n in state.neighbor[seat][index] if n != EMPTY}
        near = {groups[other] for other in others}
        own = EMPTY if index is None else groups[index]
        have = [0, 0, 0, 0]
        for group in near - joined:
            have[TILE_COLORS[tiles[group]]] += sizes[group] - (group == own)
        if index is None or index in beside or near & joined:
            have[color] += size - (index is None or own in joined)
        goals = enumerate(TILES[number].goals)
        return sum(not done >> goal & 1 and not lacks(need, tuple(have)) for goal, need in goals)

    # only tiles that touch what is joined can gain by it
    touched = beside | {
        index
        for index in range(state.count[seat])
        if any(n != EMPTY and groups[n] in joined for n in state.neighbor[seat][index])
    }
    return met(None, tile, 0) + sum(met(i, tiles[i], state.met[seat][i]) for i in touched)
