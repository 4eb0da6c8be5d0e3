"""Nova Luna's moves in writing: `refill`, `2@-1,3`."""

from __future__ import annotations

from functools import cache
from typing import Any

from moonlit.core.jit import plain
from moonlit.core.places import place_x, place_y
from moonlit.games.nova_luna.actions import REFILL, choice_of, place_of

_x, _y = plain(place_x), plain(place_y)
_choice_of, _place_of = plain(choice_of), plain(place_of)


@cache
def coordinates(place: int) -> tuple[int, int]:
    return _x(int(place)), _y(int(place))


def spell(state: Any, action: int, seat: int) -> str:
    """Everyone reads an action alike, and it looks the same in every position."""
    return spell_own(action)


@cache
def spell_own(action: int) -> str:
    if action == REFILL:
        return "refill"
    x, y = coordinates(_place_of(action))
    return f"{_choice_of(action) + 1}@{x},{y}"
