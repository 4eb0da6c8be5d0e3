"""Moves as numbers: 0 is to lure, then comes every guess. Only this file knows."""

from __future__ import annotations

from moonlit.core.jit import njit
from moonlit_moths.components import MOTHS
from moonlit_moths.state import SEATS

LURE = 0
ACTION_SPACE = 1 + (1 + SEATS) * MOTHS  # every action is below this
MAX_ACTIONS = 1 + SEATS * MOTHS  # legal at once: nobody guesses their own moth


@njit
def guess(place: int, moth: int) -> int:
    """That this moth sits at that place: in the lamp or in a seat's hands."""
    return place * MOTHS + moth


@njit
def guessed_place(action: int) -> int:
    return (int(action) - 1) // MOTHS


@njit
def guessed_moth(action: int) -> int:
    return (int(action) - 1) % MOTHS + 1
