"""How good a move looks at a glance, and how hard the bots think."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit_moths.actions import LURE, guessed_moth, guessed_place
from moonlit_moths.hidden import could_be, count

MATCH = 2.0  # what it is worth to have one more, and to have seen a moth


@njit
def rate(state: Any, action: int) -> float:
    """A guess is worth the moth's number times the chance that it sits there."""
    if action == LURE:
        return MATCH
    moth = guessed_moth(action)
    moths = could_be(state, int(state.to_move), guessed_place(action))
    return moth / count(moths) if moths >> moth & 1 else 0.0


def budgets(players: int) -> tuple[int, ...]:
    return 10, 40, 150, 600, 2500


def search_settings(players: int) -> dict[str, float]:
    return {"scale": 8.0}
