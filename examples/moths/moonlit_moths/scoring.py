"""What counts at the end: the moths that were caught, and one's own if nobody found it."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit_moths.state import HANDS


@njit
def result(state: Any, places: Any, merits: Any) -> None:
    for seat in range(state.players):
        merits[seat] = state.caught[seat] + kept(state, seat)
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            places[seat] += merits[other] > merits[seat]


@njit
def kept(state: Any, seat: int) -> int:
    """The number of a seat's own moth while it is hidden."""
    return 0 if state.is_open[HANDS + seat] else int(state.moths[HANDS + seat])
