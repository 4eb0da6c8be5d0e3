"""The view of a Dance of Muses as JSON: what views.py tells a seat, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.core.places import place_x, place_y
from moonlit.core.writing import encoded, end, put, put_field, put_flag, put_number, put_word, words
from moonlit.games.dance_of_muses.actions import MAX_ACTIONS, placed_at
from moonlit.games.dance_of_muses.components import AREAS, MUSE_NAMES, POWERS
from moonlit.games.dance_of_muses.hidden import unseen_by
from moonlit.games.dance_of_muses.notation import name_of
from moonlit.games.dance_of_muses.rules.legal import may_place, open_cells, write_cells
from moonlit.games.dance_of_muses.scoring import (
    column_winner,
    companies,
    company_of,
    dice_count,
    die_in_column,
    fulfils_will,
    muse_of,
    owner,
    silver_holder,
    suns_won,
    tally,
)
from moonlit.games.dance_of_muses.state import (
    FACE_DOWN,
    MAX_TURNS,
    MUSE_COUNT,
    NAME_COUNT,
    NOBODY,
    UNKNOWN,
)

MAX_BYTES = 12_000  # bytes; nine Muses take at most some 150 each, a free place 10

MUSE_WORDS = words([encoded(name) for name in MUSE_NAMES])
NAME_WORDS = words([encoded(name_of(name)) for name in range(NAME_COUNT)])
POWER_WORDS = words([encoded(power) for power in POWERS])
AREA_WORDS = words([encoded(area) for area in AREAS])
PHASE_WORDS = words(['"placing"', '"dancing"', '"over"'])
PLACING, DANCING, OVER = range(3)


@njit
def write(state: Any, seat: int, out: Any) -> int:
    over = state.to_move == NOBODY
    phase = OVER if over else DANCING if state.pieces == MUSE_COUNT else PLACING
    at = put_word(out, put(out, 0, b'"phase":'), PHASE_WORDS, phase)
    at = put_field(out, at, b',"start":', int(state.start))
    at = put_field(out, at, b',"turns":', int(state.turns))
    at = put_field(out, at, b',"most_turns":', MAX_TURNS)
    at = write_muses(state, out, put(out, at, b',"muses":['))
    at = end(out, at, b'],"table":[')
    for piece in range(state.pieces):
        at = write_piece(state, out, at, piece, seat)
    at = end(out, at, b'],"free":[')
    if state.pieces < MUSE_COUNT:
        at = write_free(state, out, at)
    at = end(out, at, b'],"may_place":[')
    if state.pieces < MUSE_COUNT:
        at = put(out, at, b'"up",') if may_place(state, 0) else at
        at = put(out, at, b'"down",') if may_place(state, 1) else at
    at = end(out, at, b'],"hands":[')
    for holder in range(state.players):
        at = write_hand(state, out, at, holder, seat)
    at = end(out, at, b'],"unseen":[')
    if not over:
        at = put_muses(out, at, unseen_by(state, seat))
    at = end(out, at, b'],"scoring":')
    return write_scoring(state, out, at) if over else put(out, at, b"null")


@njit
def write_muses(state: Any, out: Any, at: int) -> int:
    """What all can do, and who plays together."""
    for muse in range(MUSE_COUNT):
        at = put_word(out, put(out, at, b'{"name":'), MUSE_WORDS, muse)
        at = put_word(out, put(out, at, b',"power":'), POWER_WORDS, int(state.power[muse]))
        at = put_word(out, put(out, at, b',"area":'), AREA_WORDS, int(state.area[muse]))
        at = put(out, put_field(out, at, b',"suns":', int(state.suns[muse])), b"},")
    at = end(out, at, b'],"companies":[')
    for company in range(companies(state)):
        at = put(out, at, b"[")
        for member in range(company, state.players, companies(state)):
            at = put(out, put_number(out, at, member), b",")
        at = end(out, at, b"],")
    return at


@njit
def put_muses(out: Any, at: int, mask: int) -> int:
    for muse in range(MUSE_COUNT):
        if mask >> muse & 1:
            at = put(out, put_word(out, at, MUSE_WORDS, muse), b",")
    return at


@njit
def put_or_null(out: Any, at: int, number: int) -> int:
    return put(out, at, b"null") if number == NOBODY else put_number(out, at, number)


@njit
def knows(state: Any, seat: int, name: int) -> bool:
    """Whether a seat knows who goes by a name."""
    if name < FACE_DOWN or state.to_move == NOBODY:
        return True
    return seat != NOBODY and name == FACE_DOWN + 1 + seat


@njit
def write_piece(state: Any, out: Any, at: int, piece: int, seat: int) -> int:
    name, place = int(state.called[piece]), int(state.place[piece])
    at = put_word(out, put(out, at, b'{"name":'), NAME_WORDS, name)
    at = put(out, at, b',"muse":')
    if knows(state, seat, name):
        at = put_word(out, at, MUSE_WORDS, muse_of(state, piece))
    else:
        at = put(out, at, b"null")
    at = put_flag(out, put(out, at, b',"face_down":'), name >= FACE_DOWN)
    at = put_field(out, at, b',"x":', place_x(place))
    at = put_field(out, at, b',"y":', place_y(place))
    at = put_field(out, at, b',"die":', int(state.die[piece]))
    at = put_or_null(out, put(out, at, b',"owner":'), owner(state, piece))
    at = put_or_null(out, put(out, at, b',"company":'), company_of(state, piece))
    return put(out, at, b"},")


@njit
def write_free(state: Any, out: Any, at: int) -> int:
    """The free cells from left to right, each column from below: any Muse may be placed there."""
    placings = np.empty(MAX_ACTIONS, dtype=np.int64)
    count = write_cells(state, placings, 0, 0, 0, open_cells(state))
    for index in range(count):
        place = placed_at(placings[index])
        key, before = place_x(place) << 16 | place_y(place) + (1 << 8), index
        while before > 0 and placings[before - 1] > key:
            placings[before] = placings[before - 1]
            before -= 1
        placings[before] = key
    for index in range(count):
        at = put_field(out, at, b"[", placings[index] >> 16)
        at = put_field(out, at, b",", (placings[index] & 0xFFFF) - (1 << 8))
        at = put(out, at, b"],")
    return at


@njit
def write_hand(state: Any, out: Any, at: int, holder: int, seat: int) -> int:
    """Who is in it is for its player alone; how many are, for everybody."""
    mask, secret, count = int(state.hand[holder]), int(state.secret[1 + holder]), 0
    for muse in range(MUSE_COUNT):
        count += mask >> muse & 1
    at = put_field(out, at, b'{"seat":', holder)
    at = put_field(out, at, b',"count":', count)
    at = put(out, at, b',"muses":')
    if holder == seat or mask == 0:
        at = end(out, put_muses(out, put(out, at, b"["), mask), b"]")
    else:
        at = put(out, at, b"null")
    at = put_flag(out, put(out, at, b',"mystery_placed":'), secret != UNKNOWN)
    at = put(out, at, b',"mystery":')
    if secret != UNKNOWN and knows(state, seat, FACE_DOWN + 1 + holder):
        at = put_word(out, at, MUSE_WORDS, secret)
    else:
        at = put(out, at, b"null")
    return put(out, at, b"},")


@njit
def write_scoring(state: Any, out: Any, at: int) -> int:
    at = put_or_null(out, put(out, at, b'{"ended_by":'), int(state.ended_by))
    at = put(out, at, b',"will":[')
    for piece in range(MUSE_COUNT):
        if fulfils_will(state, piece):
            at = put(out, put_word(out, at, MUSE_WORDS, muse_of(state, piece)), b",")
    at = end(out, at, b'],"dice":[')
    for company in range(companies(state)):
        at = put(out, at, b"[")
        dice = tally(state, company)
        for column in range(dice_count(state)):
            at = put(out, put_number(out, at, die_in_column(dice, column)), b",")
        at = end(out, at, b"],")
    at = end(out, at, b'],"columns":[')
    for column in range(dice_count(state)):
        at = put(out, put_or_null(out, at, column_winner(state, column)), b",")
    at = put_or_null(out, end(out, at, b'],"silver":'), silver_holder(state))
    at = put(out, at, b',"suns":[')
    for company in range(companies(state)):
        at = put(out, put_number(out, at, suns_won(state, company)), b",")
    return end(out, at, b"]}")
