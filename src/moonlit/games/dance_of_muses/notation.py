"""Moves in writing: `clio@1,0`, `?clio@1,0`, `clio:n`, `clio:n*thalia`, `clio*?2:n`."""

from __future__ import annotations

import re
from typing import Any

from moonlit.core.errors import IllegalMove
from moonlit.core.jit import plain
from moonlit.games.dance_of_muses import floor, moves, rules
from moonlit.games.dance_of_muses.components import LOWER, MUSE_NAMES, TOPIC
from moonlit.games.dance_of_muses.state import (
    AFTER,
    BEFORE,
    CELLS,
    FACE_DOWN,
    LAST_VALUE,
    MUSE_COUNT,
    NO_POWER,
    ORIGIN,
    PLACINGS,
    UNKNOWN,
    USES,
    WAYS,
    place_at,
    place_of,
    place_x,
    place_y,
)

WAY_LETTERS = "nesw"
PLACING = re.compile(r"(\??)([a-z]+)@(-?[0-9]{1,2}),(-?[0-9]{1,2})")
DANCING = re.compile(
    r"([a-z]+|\?[0-9])(?:\*([a-z]+|\?[0-9]))?:([nesw])(?:\*([a-z]+|\?[0-9]))?"
)

_x, _y, _at, _place_of = plain(place_x), plain(place_y), plain(place_at), plain(place_of)
_line, _near_after = plain(floor.line), plain(floor.near_after)
_stays_together, _is_free = plain(floor.stays_together), plain(floor.is_first_beside)
_may_place = plain(moves.may_place)


def coordinates(place: int) -> tuple[int, int]:
    return _x(int(place)), _y(int(place))


def name_of(name: int) -> str:
    """What everyone calls a piece: by her own name, or ?0 to ?4."""
    return MUSE_NAMES[name] if name < FACE_DOWN else f"?{name - FACE_DOWN}"


def names_on_table(state: Any) -> list[str]:
    return [name_of(int(name)) for name in state.called[: state.pieces]]


# ---- writing ---------------------------------------------------------------------------------


def spell(state: Any, action: int, seat: int) -> str:
    """A move as a seat may read it: who is placed face down is for her player alone."""
    if action < PLACINGS:
        muse, face_down, place = read_placing(action)
        x, y = coordinates(place)
        known = not face_down or seat == state.to_move
        return f"{'?' * face_down}{MUSE_NAMES[muse] if known else ''}@{x},{y}"
    name, way, use = read_dancing(action)
    before = f"*{name_of(use - BEFORE)}" if BEFORE <= use < AFTER else ""
    after = f"*{name_of(use - AFTER)}" if use >= AFTER else ""
    return f"{name_of(name)}{before}:{WAY_LETTERS[way]}{after}"


def read_placing(action: int) -> tuple[int, bool, int]:
    """The Muse, whether she is face down, and the place."""
    choice, cell = divmod(action, CELLS)
    return choice % MUSE_COUNT, choice >= MUSE_COUNT, _place_of(cell)


def read_dancing(action: int) -> tuple[int, int, int]:
    """The name of whoever steps, the way, and the use of the power."""
    step, use = divmod(action - PLACINGS, USES)
    name, way = divmod(step, WAYS)
    return name, way, use


# ---- refusing --------------------------------------------------------------------------------


def refuse(state: Any, text: str) -> IllegalMove:
    """Why a text that is no legal move cannot be played, as the seat to move may know it."""
    placing, dancing = PLACING.fullmatch(text), DANCING.fullmatch(text)
    if state.pieces < MUSE_COUNT:
        if placing:
            return _refuse_placing(state, text, *placing.groups())
        return _refused("dance_too_soon" if dancing else "no_placing", move=text)
    if dancing:
        return _refuse_dance(state, *dancing.groups())
    return _refused("placing_over" if placing else "no_dance", move=text)


def _refused(key: str, **arguments: Any) -> IllegalMove:
    return IllegalMove(key, TOPIC, **arguments)


def _refuse_placing(state: Any, text: str, mark: str, muse: str, *cell: str) -> IllegalMove:
    """What everyone can see is said first, then what only the player's own hand tells."""
    x, y = (int(part) for part in cell)
    place, where, right = _at(x, y), f"{x},{y}", f"{mark}{muse}@{x},{y}"
    if muse not in MUSE_NAMES:
        return _refused("unknown_muse", muse=muse, muses=MUSE_NAMES)
    if state.pieces == 0 and place != ORIGIN:
        return _refused("first_place", move=f"{mark}{muse}@0,0")
    for piece in range(state.pieces):
        if state.place[piece] == place:
            return _refused("place_taken", muse=names_on_table(state)[piece], place=where)
    if state.pieces and not _is_beside(state, place):
        return _refused("not_beside", place=where)
    if text != right:
        return _refused("other_spelling", move=text, right=right)
    if not int(state.hand[state.to_move]) >> MUSE_NAMES.index(muse) & 1:
        return _refused("not_in_hand", muse=muse)
    key = "must_be_face_down" if not mark else "mystery_placed"
    return _refused(key, move=f"{'' if mark else '?'}{muse}@{where}")


def _is_beside(state: Any, place: int) -> bool:
    return any(floor.PAIR[floor.FAR + away] & 1 for away in _distances(state, place))
