"""Moves in writing: `clio@1,0`, `?clio@1,0`, `clio:n`, `clio:n*thalia`, `clio*?2:n`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from moonlit.core.errors import IllegalMove
from moonlit.core.jit import plain
from moonlit.core.places import place_x, place_y
from moonlit.games.dance_of_muses import floor, moves
from moonlit.games.dance_of_muses.components import MUSE_NAMES, TOPIC
from moonlit.games.dance_of_muses.state import (
    AFTER,
    BEFORE,
    CELLS,
    FACE_DOWN,
    LAST_VALUE,
    MUSE_COUNT,
    PLACINGS,
    USES,
    WAYS,
    place_of,
)

WAY_LETTERS = "nesw"
PLACING = re.compile(r"(\??)([a-z]+)@(-?[0-9]{1,4}),(-?[0-9]{1,4})")
DANCING = re.compile(r"([a-z]+|\?[0-9])(?:\*([a-z]+|\?[0-9]))?:([nesw])(?:\*([a-z]+|\?[0-9]))?")

_x, _y, _place_of = plain(place_x), plain(place_y), plain(place_of)
_line, _near_after = plain(floor.line), plain(floor.near_after)
_stays_together, _targets = plain(floor.stays_together), plain(moves.targets)
_odd_places, _dice_that_show = plain(moves.odd_places), plain(moves.dice_that_show)


@cache
def coordinates(place: int) -> tuple[int, int]:
    return _x(int(place)), _y(int(place))


def name_of(name: int) -> str:
    """What everyone calls a piece: by her own name, or ?0 to ?4."""
    return MUSE_NAMES[name] if name < FACE_DOWN else f"?{name - FACE_DOWN}"


def on_table(state: Any) -> list[tuple[int, str]]:
    """The place and the name of each piece."""
    count = state.pieces
    pieces = zip(state.place[:count], state.called[:count], strict=True)
    return [(int(place), name_of(int(name))) for place, name in pieces]


# ---- writing ---------------------------------------------------------------------------------


def spell(state: Any, action: int, seat: int) -> str:
    """A move as a seat may read it: who is placed face down is for her player alone."""
    return _spell(action, seat == state.to_move)


@cache
def _spell(action: int, is_own: bool) -> str:
    if action < PLACINGS:
        muse, face_down, place = read_placing(action)
        x, y = coordinates(place)
        known = not face_down or is_own
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
        return IllegalMove("dance_too_soon" if dancing else "no_placing", TOPIC, move=text)
    if dancing:
        return _refuse_dance(state, *dancing.groups())
    return IllegalMove("placing_over" if placing else "no_dance", TOPIC, move=text)


def _refuse_placing(state: Any, text: str, mark: str, muse: str, *cell: str) -> IllegalMove:
    """What everyone can see is said first, then what only the player's own hand tells."""
    x, y = (int(part) for part in cell)
    where, right = f"{x},{y}", f"{mark}{muse}@{x},{y}"
    taken = {coordinates(place): name for place, name in on_table(state)}
    if muse not in MUSE_NAMES:
        return IllegalMove("unknown_muse", TOPIC, muse=muse, muses=MUSE_NAMES)
    if (x, y) in taken:
        return IllegalMove("place_taken", TOPIC, muse=taken[x, y], place=where)
    if not taken and (x, y) != (0, 0):
        return IllegalMove("first_place", TOPIC, move=f"{mark}{muse}@0,0")
    if taken and not any(max(abs(x - a), abs(y - b)) == 1 for a, b in taken):
        return IllegalMove("not_beside", TOPIC, place=where)
    if text != right:
        return IllegalMove("other_spelling", TOPIC, move=text, right=right)
    if not int(state.hand[state.to_move]) >> MUSE_NAMES.index(muse) & 1:
        return IllegalMove("not_in_hand", TOPIC, muse=muse)
    if mark:
        return IllegalMove("mystery_placed", TOPIC, move=f"{muse}@{where}")
    return IllegalMove("must_be_face_down", TOPIC, move=f"?{muse}@{where}")


def _refuse_dance(
    state: Any, name: str, before: str | None, way: str, after: str | None
) -> IllegalMove:
    names = [name for _, name in on_table(state)]
    for given in (name, before, after):
        if given is not None and given not in names:
            return IllegalMove("not_on_table", TOPIC, muse=given, names=tuple(names))
    if before and after:
        return IllegalMove("power_once", TOPIC, muse=name)
    piece, direction = names.index(name), WAY_LETTERS.index(way)
    moved = _line(state, piece, direction)
    if not _stays_together(state, moved, direction):
        return IllegalMove("step_breaks", TOPIC, move=f"{name}:{way}")
    if name.startswith("?"):
        return IllegalMove("power_face_down", TOPIC, muse=name, move=f"{name}:{way}")
    if after and moved & _dice_that_show(state, LAST_VALUE - 1):
        return IllegalMove("step_ends", TOPIC, move=f"{name}:{way}")
    near = _near_after(state, piece, moved, direction) if after else state.near[piece] & floor.ALL
    odd = _odd_places(state) ^ (moved if after else 0)
    target = str(before or after)
    if _targets(state, piece, near, odd, ones=0) >> names.index(target) & 1:
        return IllegalMove("target_at_one", TOPIC, muse=target)
    return IllegalMove(
        "outside_after" if after else "outside_before", TOPIC, muse=name, target=target
    )
