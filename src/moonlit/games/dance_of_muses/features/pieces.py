"""The pieces, each in its slot."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count, lowest
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.components import DIAGONAL, ORTHOGONAL
from moonlit.games.dance_of_muses.features.layout import (
    AREA,
    HIDDEN,
    POWER,
    REACH,
    SHOWN,
    SLOT,
    SLOT_BITS,
    SLOT_MASK,
    SUNS,
    WILL,
    WILLING,
    first_slot,
)
from moonlit.games.dance_of_muses.scoring import companies
from moonlit.games.dance_of_muses.state import (
    FACE_DOWN,
    LAST_VALUE,
    MUSE_COUNT,
    MYSTERY_NAME,
    UNKNOWN,
)

SIDE = 1 << 16  # more than any order within a side


@njit
def side_of(state: Any, seat: int, piece: int) -> int:
    """Whose a piece is: 0 for the looking seat's company, then the others; the Neutral last.

    Pieces were placed in turn, after the Neutral if there is one. There are two sides, and with
    three players three: nothing is divided, because this is asked for every piece.
    """
    if companies(state) == 3:
        side = (piece % 3) + int(state.start) - seat
        return side + 3 * (side < 0) - 3 * (side >= 3)
    return (piece - 1 + int(state.start) - seat) & 1 if piece > 0 else 2


@njit
def known_muse(state: Any, seat: int, piece: int) -> int:
    """Who a piece is as far as the seat knows, or UNKNOWN."""
    name = int(state.called[piece])
    if name < FACE_DOWN:
        return name
    return int(state.secret[1 + seat]) if name == MYSTERY_NAME + seat else UNKNOWN


@njit
def order_of(state: Any, seat: int, piece: int) -> int:
    """A number that is higher for whoever comes first; no two pieces have the same.

    It has 18 bits, and so is exact as a feature too.
    """
    muse = known_muse(state, seat, piece)
    die = int(state.die[piece])
    suns, kind = 0, 0
    if muse != UNKNOWN:
        suns = int(state.suns[muse])
        kind = 1 + 3 * int(state.power[muse]) + int(state.area[muse])
    value = LAST_VALUE if die == suns else die
    order = ((value * 8 + die) * 4 + suns) * 16 + kind
    return (3 - side_of(state, seat, piece)) * SIDE + order * 16 + MUSE_COUNT - piece


@njit
def slots_of(state: Any, seat: int, room: Any) -> int:
    """The slot of each piece, packed; while Muses are placed, room is left for those to come.

    room: for nine numbers on the way.
    """
    each = MUSE_COUNT // companies(state)
    pieces = int(state.pieces)
    for piece in range(pieces):
        room[piece] = order_of(state, seat, piece)
    slots = 0
    for piece in range(pieces):
        side = side_of(state, seat, piece)
        first = (3 - side) * SIDE
        order = room[piece]
        slot = side * each
        for other in range(pieces):
            slot += order < room[other] < first + SIDE
        slots |= slot << SLOT_BITS * piece
    return slots


@njit
def slot_of(slots: int, piece: int) -> int:
    return slots >> SLOT_BITS * piece & SLOT_MASK


@njit
def fill_pieces(state: Any, seat: int, unseen: int, slots: int, out: Any) -> None:
    for piece in range(int(state.pieces)):
        at = first_slot(int(state.players)) + SLOT * slot_of(slots, piece)
        die = int(state.die[piece])
        if die < LAST_VALUE:
            out[at + SHOWN + die - 1] = 1.0
        name = int(state.called[piece])
        if name < FACE_DOWN:
            out[at + POWER + int(state.power[name])] = 1.0
            out[at + AREA] = state.area[name] != DIAGONAL
            out[at + AREA + 1] = state.area[name] != ORTHOGONAL
        else:
            out[at + HIDDEN] = 1.0
        muse = known_muse(state, seat, piece)
        likely = 1 << muse if muse != UNKNOWN else unseen
        share = 1.0 / max(1, bit_count(likely))
        while likely:
            suns = int(state.suns[lowest(likely)])
            out[at + SUNS + suns - 1] += share
            out[at + WILL] += share * (suns == die)
            out[at + WILLING] += share * out[at + REACH + suns - 1]
            likely &= likely - 1
