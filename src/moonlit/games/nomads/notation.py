"""Nomads' moves in writing: `siana@3`, `lys@5`, `3>d2`, `top@5.2`, `legend a4*`, `song 5 acij*`."""

from __future__ import annotations

from functools import cache

from moonlit.games.nomads.components import DISC_NAMES, LETTERS
from moonlit.games.nomads.state import (
    CLOCKWISE,
    LEGEND,
    LYS,
    MOVE,
    PASS,
    PLACE,
    SKIP,
    SONG,
    SPACES,
    STAY,
    STEP,
    TOP,
)

ARROWS = "><"


@cache
def spell(action: int) -> str:
    if action >= SONG:
        value, given = song_of(action)
        return f"song {value} {letters_of(given)}{'*' * (value - given.bit_count())}"
    if action >= LEGEND:
        legend, value, wilds = legend_of(action)
        return f"legend {LETTERS[legend]}{value}{'*' * wilds}"
    if action >= MOVE:
        return spell_move(action - MOVE)
    if action >= TOP:
        space, height = top_of(action)
        return f"top@{space + 1}.{height + 1}"
    if action >= STEP:
        return {STEP: "lys+", STEP + 1: "lys-", STAY: "stay", PASS: "pass"}[action]
    if action >= LYS:
        return f"lys@{action - LYS + 1}"
    disc, space = place_of(action)
    return f"{DISC_NAMES[disc]}@{space + 1}"


def spell_move(move: int) -> str:
    text = f"{move % SPACES + 1}{ARROWS[move // SPACES % 2]}"
    way, reached = way_of(MOVE + move)
    return text + (f"{way[0]}{reached}" if way else "")


def way_of(action: int) -> tuple[str, int]:
    """Whether a move drops `double` on a space or has one to `skip`, and the how manieth it is."""
    way = (action - MOVE) // SPACES // 2
    if way == 0:
        return "", 0
    return ("double", way) if way < SKIP else ("skip", way - SKIP)


def place_of(action: int) -> tuple[int, int]:
    """The disc and the space of a placing."""
    return (action - PLACE) // SPACES, (action - PLACE) % SPACES


def top_of(action: int) -> tuple[int, int]:
    """The space and the height (from 0) of a disc that Red puts on top."""
    return (action - TOP) % SPACES, (action - TOP) // SPACES


def legend_of(action: int) -> tuple[int, int, int]:
    """The legend, the value and the wilds given for it."""
    card = (action - LEGEND) // 4
    return card // 16, card % 16, (action - LEGEND) % 4


def song_of(action: int) -> tuple[int, int]:
    """The value, and a bit for each legend given."""
    return (action - SONG) // 128, (action - SONG) % 128


def letters_of(given: int) -> str:
    return "".join(letter for number, letter in enumerate(LETTERS) if given >> number & 1)


def move_space(action: int) -> int:
    return (action - MOVE) % SPACES


def is_move(action: int) -> bool:
    return MOVE <= action < LEGEND


def is_lys(action: int) -> bool:
    return LYS <= action < STEP


def is_top(action: int) -> bool:
    return TOP <= action < MOVE


def is_clockwise(action: int) -> bool:
    return (action - MOVE) // SPACES % 2 == CLOCKWISE
