"""Moves in words: what a move is, and what came of it."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain
from moonlit_moths.actions import LURE, guessed_moth, guessed_place
from moonlit_moths.rules import next_on_wall
from moonlit_moths.state import HANDS, LAMP, NOBODY

_next_on_wall = plain(next_on_wall)
_place, _moth = plain(guessed_place), plain(guessed_moth)


def describe(before: Any, action: int) -> list[Entry]:
    if action == LURE:
        return [entry("move.lure")]
    place, moth = _place(action), _moth(action)
    if place == LAMP:
        return [entry("move.guess_lamp", moth=moth)]
    return [entry("move.guess_seat", seat=place - HANDS, moth=moth)]


def log(before: Any, action: int, after: Any, seat: int) -> list[Entry]:
    """Everything that happens is open, so every seat is told the same."""
    mover = before.to_move
    if action == LURE:
        moth = before.moths[_next_on_wall(before)]
        told = [entry("log.lured", seat=mover, moth=moth)]
    else:
        told = [entry("log.guessed", seat=mover, moth=_moth(action)), _found(after, action)]
    if after.to_move == NOBODY:
        told.append(entry("log.lamp_found" if after.is_open[LAMP] else "log.burnt_out"))
    return told


def _found(after: Any, action: int) -> Entry:
    place, moth = _place(action), _moth(action)
    if after.is_open[place]:
        lamp, hands = "log.caught_lamp", "log.caught_seat"
    elif not after.moonlight:
        lamp, hands = "log.wrong_lamp", "log.wrong_seat"
    elif after.moths[place] > moth:
        lamp, hands = "log.larger_lamp", "log.larger_seat"
    else:
        lamp, hands = "log.smaller_lamp", "log.smaller_seat"
    return entry(lamp) if place == LAMP else entry(hands, seat=place - HANDS)
