"""Moves in writing: `lure`, `guess lamp 7`, `guess 2 7`. Seats are written from 1 on."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import plain
from moonlit_moths.actions import LURE, guessed_moth, guessed_place
from moonlit_moths.state import HANDS, LAMP

_place, _moth = plain(guessed_place), plain(guessed_moth)


def spell(state: Any, action: int, seat: int) -> str:
    """All moves are open, so every seat reads the same."""
    if action == LURE:
        return "lure"
    return f"guess {place_name(_place(action))} {_moth(action)}"


def place_name(place: int) -> str:
    return "lamp" if place == LAMP else str(place - HANDS + 1)
