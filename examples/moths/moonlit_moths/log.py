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
        what = "caught"
    elif not after.moonlight:
        what = "wrong"
    else:
        what = "larger" if after.moths[place] > moth else "smaller"
    if place == LAMP:
        return entry(f"log.{what}_lamp")
    return entry(f"log.{what}_seat", seat=place - HANDS)
