"""Why one move of Dance of Muses is better than another, as far as the player to move knows."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry
from moonlit.games.dance_of_muses.actions import Placing, unpack
from moonlit.games.dance_of_muses.why import dances, placings


def why(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """What the better move has that the other has not; the weightiest first."""
    move, other = unpack(best), unpack(made)
    if isinstance(move, Placing) and isinstance(other, Placing):
        return placings.why(before, move, after_best, other, after_made)
    return dances.why(before, after_best, after_made)
