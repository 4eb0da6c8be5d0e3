"""The actions of Nova Luna as numbers: taking a tile to a place, or the refill.

An action is a choice (0 to 2, counted from the Marker) and a place (core/places.py) in one number;
the refill has the number behind them all. Nobody else takes an action's number apart.
"""

from __future__ import annotations

from moonlit.core.jit import njit
from moonlit.core.places import ROW
from moonlit.games.nova_luna.state import AVAILABLE, MAX_FREE

PLACES = ROW * ROW
REFILL = AVAILABLE * PLACES

ACTION_SPACE = REFILL + 1
MAX_ACTIONS = AVAILABLE * MAX_FREE + 1  # legal ones in one position


@njit
def take_action(choice: int, place: int) -> int:
    return choice * PLACES + place


@njit
def choice_of(action: int) -> int:
    return action // PLACES


@njit
def place_of(action: int) -> int:
    return action % PLACES
