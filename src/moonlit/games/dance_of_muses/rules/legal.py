"""The legal moves: where a Muse may be placed, which steps and powers a turn offers."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import lowest
from moonlit.core.jit import njit
from moonlit.core.places import ORIGIN, ROW
from moonlit.games.dance_of_muses.actions import (
    AFTER,
    BEFORE,
    dance_step,
    dance_with_power,
    placing,
    placing_beside,
)
from moonlit.games.dance_of_muses.components import ALL_AROUND, DIAGONAL, LOWER
from moonlit.games.dance_of_muses.rules.floor import (
    ALL,
    is_first_beside,
    line,
    near_after,
    stays_together,
)
from moonlit.games.dance_of_muses.state import (
    AROUND,
    FACE_DOWN,
    LAST_VALUE,
    MUSE_COUNT,
    UNKNOWN,
    WAYS,
)

SIDES = len(AROUND)


@njit
def legal(state: Any, actions: Any) -> int:
    if state.pieces < MUSE_COUNT:
        return legal_placings(state, actions)
    return legal_dances(state, actions)


@njit
def legal_placings(state: Any, actions: Any) -> int:
    """Every Muse in hand, face up or down, in every free cell next to one in play."""
    hand = int(state.hand[state.to_move])
    cells = open_cells(state)
    written = 0
    for face_down in range(2):
        if not may_place(state, face_down):
            continue
        for muse in range(MUSE_COUNT):
            if hand >> muse & 1:
                written = write_cells(state, actions, written, muse, face_down, cells)
    return written


@njit
def may_place(state: Any, face_down: int) -> bool:
    """Exactly one Muse of each player is placed face down: at the latest the last one."""
    seat = state.to_move
    if state.secret[1 + seat] != UNKNOWN:
        return not face_down
    hand = int(state.hand[seat])
    return bool(face_down or hand & (hand - 1))


@njit
def open_cells(state: Any) -> int:
    """Where a Muse may be placed: a bit for each side of each piece, eight a piece. A cell that
    is next to several pieces is told of the first of them.
    """
    cells = 0
    for piece in range(state.pieces):
        for side in range(SIDES):
            place = int(state.place[piece]) + int(AROUND[side])
            if is_first_beside(state, place, piece):
                cells |= 1 << SIDES * piece + side
    return cells


@njit
def write_cells(
    state: Any, actions: Any, written: int, muse: int, face_down: int, cells: int
) -> int:
    """The placings of one Muse, in every cell that is open to her."""
    if state.pieces == 0:
        actions[written] = placing(muse, face_down, ORIGIN)
        return written + 1
    for piece in range(state.pieces):
        sides = cells >> SIDES * piece & (1 << SIDES) - 1
        here = placing(muse, face_down, int(state.place[piece]))
        while sides:
            actions[written] = placing_beside(here, lowest(sides))
            written += 1
            sides &= sides - 1
    return written


@njit
def legal_dances(state: Any, actions: Any) -> int:
    """Every step that keeps the group, alone and with each use of the power."""
    odd = odd_places(state)
    ones = dice_that_show(state, 1)
    fives = dice_that_show(state, LAST_VALUE - 1)
    written = 0
    for piece in range(MUSE_COUNT):
        name = int(state.called[piece])
        before = targets(state, piece, state.near[piece] & ALL, odd, ones)
        for way in range(WAYS):
            moved = line(state, piece, way)
            if not stays_together(state, moved, way):
                continue
            actions[written] = dance_step(name, way)
            written = write_uses(state, actions, written + 1, name, way, BEFORE, before)
            if moved & fives == 0:  # a step that ends the game leaves no time for a power
                near = near_after(state, piece, moved, way)
                after = targets(state, piece, near, odd ^ moved, ones & ~moved)
                written = write_uses(state, actions, written, name, way, AFTER, after)
    return written


@njit
def odd_places(state: Any) -> int:
    """The mask of the pieces on the odd squares of the floor, seen as a chessboard."""
    odd = 0
    for piece in range(MUSE_COUNT):
        place = int(state.place[piece])
        odd |= (place // ROW + place & 1) << piece
    return odd


@njit
def dice_that_show(state: Any, value: int) -> int:
    mask = 0
    for piece in range(MUSE_COUNT):
        mask |= int(state.die[piece] == value) << piece
    return mask


@njit
def targets(state: Any, piece: int, near: int, odd: int, ones: int) -> int:
    """The mask of those that a piece's power can be used on, out of those next to it.

    Next to each other on a chessboard, squares of two colors share an edge, of one a corner.
    """
    muse = state.called[piece]
    if muse >= FACE_DOWN:
        return 0
    if state.area[muse] != ALL_AROUND:
        same = odd if odd >> piece & 1 else ALL & ~odd
        near &= same if state.area[muse] == DIAGONAL else ~same
    if state.power[muse] == LOWER:
        near &= ~ones
    return near


@njit
def write_uses(
    state: Any, actions: Any, written: int, name: int, way: int, when: int, mask: int
) -> int:
    """The dances with a power used on each of a mask of pieces."""
    while mask:
        target = int(state.called[lowest(mask)])
        actions[written] = dance_with_power(name, way, when, target)
        written += 1
        mask &= mask - 1
    return written
