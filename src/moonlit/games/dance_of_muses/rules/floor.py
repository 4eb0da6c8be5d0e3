"""Where the pieces lie on the floor: who is near whom, who is pushed, what stays one group.

Nine pieces make masks of nine bits. `near[piece]` packs five of them: the pieces next to it (by
edge or corner) where it lies, and those that would be next to it after it alone had gone one
step n, e, s or w. Two pieces that both move, or both stay, are as near as before; so these
masks answer for every step, pushes included, without a look at the floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.bits import lowest
from moonlit.core.jit import njit
from moonlit.core.places import ROW
from moonlit.games.dance_of_muses.state import MUSE_COUNT, STEPS, WAYS

ALL = (1 << MUSE_COUNT) - 1
EACH_MASK = sum(1 << MUSE_COUNT * mask for mask in range(1 + WAYS))  # one bit in all five

# PAIR[FAR + away]: whether a piece that far away is near, in each of the five masks.
FAR = 2 * ROW + 2
PAIR = np.zeros(2 * FAR + 1, dtype=np.int64)


def _touch(x: int, y: int) -> bool:
    return max(abs(x), abs(y)) == 1


for _x in range(-2, 3):
    for _y in range(-2, 3):
        _masks = [
            _touch(_x, _y),
            *(_touch(_x - x, _y - y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))),
        ]
        PAIR[FAR + _y * ROW + _x] = sum(
            near << MUSE_COUNT * mask for mask, near in enumerate(_masks)
        )


@njit
def near_by(away: int) -> int:
    return int(PAIR[FAR + away]) if -FAR <= away <= FAR else 0


@njit
def link(state: Any, piece: int, other: int) -> None:
    """Note how near two pieces are to each other now."""
    away = int(state.place[other]) - int(state.place[piece])
    state.near[piece] = state.near[piece] & ~(EACH_MASK << other) | near_by(away) << other
    state.near[other] = state.near[other] & ~(EACH_MASK << piece) | near_by(-away) << piece


@njit
def put_down(state: Any, place: int) -> int:
    """A new piece on the table; its number."""
    piece = int(state.pieces)
    state.pieces = piece + 1
    state.place[piece] = place
    state.near[piece] = 0
    for other in range(piece):
        link(state, piece, other)
    return piece


@njit
def is_first_beside(state: Any, place: int, piece: int) -> bool:
    """Whether a place is free and no piece before this one is next to it."""
    places = state.place  # to fetch a field takes plain Python long
    for other in range(state.pieces):
        away = int(places[other]) - place
        if away == 0 or (other < piece and touches(away)):
            return False
    return True


@njit
def touches(away: int) -> bool:
    """Whether places so far apart share an edge or a corner."""
    distance = abs(away)
    return distance == 1 or ROW - 1 <= distance <= ROW + 1


@njit
def line(state: Any, piece: int, way: int) -> int:
    """The mask of all that move when a piece steps: itself and the unbroken line in front."""
    places = state.place
    moved = 1 << piece
    ahead = int(places[piece]) + int(STEPS[way])
    close = state.near[piece] & ALL
    while close:
        other = lowest(close)
        close &= close - 1
        if places[other] == ahead:
            moved |= 1 << other
            ahead += int(STEPS[way])
            close = state.near[other] & ALL & ~moved
    return moved


@njit
def near_after(state: Any, piece: int, moved: int, way: int) -> int:
    """Who is next to one of the `moved` pieces once they have gone one step."""
    near = state.near[piece]
    return int(near & moved | near >> MUSE_COUNT * (1 + way) & ~moved & ALL)


@njit
def stays_together(state: Any, moved: int, way: int) -> bool:
    """Whether all nine are one group once the `moved` line has gone one step.

    They are one group now, and the line holds together whatever it does. So it is enough that
    whoever was next to it before can be reached from those next to it afterwards, through those
    that stay.
    """
    before, after = 0, 0
    line = moved
    while line:
        near = state.near[lowest(line)]
        before |= near
        after |= near >> MUSE_COUNT * (1 + way)
        line &= line - 1
    waiting = after & ALL & ~moved
    missing = before & ALL & ~moved & ~after
    found = waiting | moved
    while missing and waiting:
        fresh = state.near[lowest(waiting)] & ALL & ~found
        waiting = waiting & (waiting - 1) | fresh
        found |= fresh
        missing &= ~fresh
    return missing == 0


@njit
def move(state: Any, moved: int, way: int) -> None:
    for piece in range(MUSE_COUNT):
        if moved >> piece & 1:
            state.place[piece] = int(state.place[piece]) + int(STEPS[way])
    for piece in range(MUSE_COUNT):
        if moved >> piece & 1:
            for other in range(MUSE_COUNT):
                if not moved >> other & 1:
                    link(state, piece, other)
