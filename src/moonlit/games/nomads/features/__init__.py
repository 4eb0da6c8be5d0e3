"""What a network looks at in a position of Nomads, as a seat sees it: small numbers, near -1 to 1.

First the table, then each seat from the one that looks, then the spaces from the one that Lys
points at. layout.py says how many numbers each has; table.py, seats.py, spaces.py and sowing.py
fill them.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.features.layout import VERSION, size
from moonlit.games.nomads.features.seats import fill_seats
from moonlit.games.nomads.features.sowing import fill_sowings
from moonlit.games.nomads.features.spaces import fill_spaces
from moonlit.games.nomads.features.table import fill_table

__all__ = ["VERSION", "budgets", "features", "size"]

# each level's iterations with a network
BUDGETS = {2: (2, 8, 16, 50, 200, 50_000), 3: (2, 8, 16, 100, 1_200, 45_000)}
MANY = (2, 8, 16, 200, 2_000, 40_000)


def budgets(players: int) -> tuple[int, ...]:
    return BUDGETS.get(players, MANY)


@njit
def features(state: Any, seat: int, out: Any) -> None:
    """Fill `out` with what `seat` knows. Spaces need what seats are told, sowings need both."""
    for index in range(size(int(state.players))):
        out[index] = 0.0
    fill_table(state, seat, out)
    fill_seats(state, seat, out)
    fill_spaces(state, seat, out)
    fill_sowings(state, seat, out)
