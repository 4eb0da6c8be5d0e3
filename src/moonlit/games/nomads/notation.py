"""Nomads' moves in writing: `siana@3`, `lys@5`, `3>d2`, `top@5.2`, `legend a4*`, `song 5 acij*`."""

from __future__ import annotations

from functools import cache
from typing import Any

from moonlit.core.jit import plain_names
from moonlit.games.nomads import actions
from moonlit.games.nomads.actions import CLOCKWISE, LEGEND, LYS, MOVE, PLACE, SONG, STEP, TOP
from moonlit.games.nomads.components import DISC_NAMES, LETTERS

_actions = plain_names(actions)


def spell(state: Any, action: int, seat: int) -> str:
    """An action reads the same in every position and to every seat."""
    return spell_own(action)


@cache
def spell_own(action: int) -> str:
    kind = _actions.kind_of(action)
    if kind == MOVE:
        return spell_move(action)
    if kind == SONG:
        value, given = _actions.unpack_song(action)
        return f"song {value} {given_letters(value, given)}"
    if kind == LEGEND:
        legend, value, wilds = _actions.unpack_legend(action)
        return f"legend {LETTERS[legend]}{value}{'*' * wilds}"
    if kind == TOP:
        space, height = _actions.unpack_top(action)
        return f"top@{space + 1}.{height + 1}"
    if kind == STEP:
        return "lys+" if _actions.unpack_step(action) == CLOCKWISE else "lys-"
    if kind == LYS:
        return f"lys@{_actions.unpack_lys(action) + 1}"
    if kind == PLACE:
        disc, space = _actions.unpack_place(action)
        return f"{DISC_NAMES[disc]}@{space + 1}"
    return actions.KINDS[kind]  # stay, pass


def spell_move(action: int) -> str:
    space, direction, double, skip = _actions.unpack_move(action)
    way = f"d{double}" if double else f"s{skip}" if skip else ""
    return f"{space + 1}{'>' if direction == CLOCKWISE else '<'}{way}"


def given_letters(value: int, given: int) -> str:
    """What is given for a song of some value: a letter for each legend, stars for wilds."""
    letters = "".join(letter for number, letter in enumerate(LETTERS) if given >> number & 1)
    return letters + "*" * (value - len(letters))
