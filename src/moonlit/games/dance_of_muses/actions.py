"""The moves as numbers. They are packed and unpacked here and nowhere else.

A placing is a face, a Muse and a cell. A dance is a name, a way, and a use of the power: none, or
before or after the step on a name.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from moonlit.core.jit import njit, plain
from moonlit.core.places import ORIGIN, place_at, place_x, place_y
from moonlit.games.dance_of_muses.state import AROUND, MUSE_COUNT, NAME_COUNT, NOBODY, WAYS

# A Muse is placed in a square around 0,0: the ninth is at most 8 from the first.
REACH = MUSE_COUNT - 1
SIDE = 2 * REACH + 1
CELLS = SIDE * SIDE
PLACINGS = 2 * MUSE_COUNT * CELLS

NO_POWER, BEFORE, AFTER = range(3)  # when a power is used
USES = 1 + 2 * NAME_COUNT

ACTION_SPACE = PLACINGS + NAME_COUNT * WAYS * USES
MAX_ACTIONS = MUSE_COUNT * WAYS * (1 + 2 * len(AROUND))


@njit
def is_placing(action: int) -> bool:
    return action < PLACINGS


# ---- placing ---------------------------------------------------------------------------------


@njit
def placing(muse: int, face_down: int, place: int) -> int:
    cell = (place_y(place) + REACH) * SIDE + place_x(place) + REACH
    return (face_down * MUSE_COUNT + muse) * CELLS + cell


# By how much the number of a placing grows from a cell to each of those around it.
BESIDE = np.array(
    [plain(placing)(0, 0, ORIGIN + way) - plain(placing)(0, 0, ORIGIN) for way in AROUND.tolist()],
    dtype=np.int16,
)


@njit
def placing_beside(action: int, side: int) -> int:
    """The same placing in the next cell on one side."""
    return action + int(BESIDE[side])


@njit
def placed_muse(action: int) -> int:
    return action // CELLS % MUSE_COUNT


@njit
def is_face_down(action: int) -> bool:
    return action // CELLS >= MUSE_COUNT


@njit
def placed_at(action: int) -> int:
    cell = action % CELLS
    return place_at(cell % SIDE - REACH, cell // SIDE - REACH)


# ---- dancing ---------------------------------------------------------------------------------


@njit
def dance_step(name: int, way: int) -> int:
    """A step without a power."""
    return PLACINGS + (name * WAYS + way) * USES


@njit
def dance_with_power(name: int, way: int, when: int, target: int) -> int:
    """`when` is BEFORE or AFTER, `target` a name."""
    return dance_step(name, way) + 1 + (when - BEFORE) * NAME_COUNT + target


@njit
def dancer_of(action: int) -> int:
    return (action - PLACINGS) // USES // WAYS


@njit
def way_of(action: int) -> int:
    return (action - PLACINGS) // USES % WAYS


@njit
def when_of(action: int) -> int:
    """NO_POWER, BEFORE or AFTER."""
    use = (action - PLACINGS) % USES
    return int(use > 0) + int(use > NAME_COUNT)


@njit
def target_of(action: int) -> int:
    """The name that the power is used on, where one is used."""
    return ((action - PLACINGS) % USES - 1) % NAME_COUNT


# ---- for Python ------------------------------------------------------------------------------


class Placing(NamedTuple):
    muse: int
    face_down: bool
    place: int


class Dance(NamedTuple):
    name: int
    way: int
    when: int
    target: int  # a name, or NOBODY without a power


@cache
def unpack(action: int) -> Placing | Dance:
    """A move taken apart, in plain Python."""
    if plain(is_placing)(action):
        return Placing(
            plain(placed_muse)(action), plain(is_face_down)(action), plain(placed_at)(action)
        )
    when = plain(when_of)(action)
    return Dance(
        plain(dancer_of)(action),
        plain(way_of)(action),
        when,
        plain(target_of)(action) if when != NO_POWER else NOBODY,
    )
