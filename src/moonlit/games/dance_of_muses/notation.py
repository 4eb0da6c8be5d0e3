"""Moves in writing: `clio@1,0`, `?clio@1,0`, `clio:n`, `clio:n*thalia`, `clio*?2:n`."""

from __future__ import annotations

from functools import cache
from typing import Any

from moonlit.core.jit import plain
from moonlit.core.places import place_x, place_y
from moonlit.games.dance_of_muses.actions import BEFORE, NO_POWER, Placing, unpack
from moonlit.games.dance_of_muses.components import MUSE_NAMES
from moonlit.games.dance_of_muses.state import FACE_DOWN

WAY_LETTERS = "nesw"

_x, _y = plain(place_x), plain(place_y)


def spell(state: Any, action: int, seat: int) -> str:
    """A move as a seat may read it: who is placed face down is for her player alone."""
    return _spell(action, seat == state.to_move)


@cache
def spell_own(action: int) -> str:
    return _spell(action, True)


@cache
def _spell(action: int, is_own: bool) -> str:
    move = unpack(action)
    if isinstance(move, Placing):
        known = is_own or not move.face_down
        who = MUSE_NAMES[move.muse] if known else ""
        return f"{'?' * move.face_down}{who}@{place_in_writing(move.place)}"
    step = f":{WAY_LETTERS[move.way]}"
    if move.when != NO_POWER:
        power = f"*{name_of(move.target)}"
        step = power + step if move.when == BEFORE else step + power
    return name_of(move.name) + step


@cache
def coordinates(place: int) -> tuple[int, int]:
    return _x(int(place)), _y(int(place))


def place_in_writing(place: int) -> str:
    x, y = coordinates(place)
    return f"{x},{y}"


def name_of(name: int) -> str:
    """What everyone calls a piece: by her own name, or ?0 to ?4."""
    return MUSE_NAMES[name] if name < FACE_DOWN else f"?{name - FACE_DOWN}"


def title(name: int) -> str:
    """A name in a sentence: Clio, ?1."""
    return name_of(name).capitalize()
