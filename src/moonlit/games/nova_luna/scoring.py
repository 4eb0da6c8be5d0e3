"""Who has won Nova Luna."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nova_luna.rules.track import plays_before


@njit
def result(state: Any, places: Any, merits: Any) -> None:
    """Fewest discs left first; a tie goes to whoever would play first.

    In the solo game the score is the sum of both notes.
    """
    for seat in range(state.players):
        places[seat] = 1
        merits[seat] = -float(state.discs[seat])
        for other in range(state.players):
            if state.discs[other] < state.discs[seat] or (
                state.discs[other] == state.discs[seat]
                and other != seat
                and plays_before(state, other, seat)
            ):
                places[seat] += 1
    if state.players == 1:
        merits[0] = -float(state.notes[0] + state.notes[1])
