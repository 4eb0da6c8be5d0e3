"""What a network looks at in a position of Nomads, as a seat sees it: small numbers, near -1 to 1.

First the table, then each seat from the one that looks, then the spaces from the one that Lys
points at. layout.py says how many numbers each has; table.py, seats.py, spaces.py and sowing.py
fill them.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.features.layout import VERSION, size
from moonlit.games.nomads.features.seats import tell_seats
from moonlit.games.nomads.features.sowing import tell_sowings
from moonlit.games.nomads.features.spaces import tell_spaces
from moonlit.games.nomads.features.table import tell_table

__all__ = ["VERSION", "budgets", "features", "size"]

MASTERS = {2: 200, 3: 1200, 4: 2000, 5: 2000}
GRANDMASTERS = {2: 50_000, 3: 45_000, 4: 35_000, 5: 30_000}


def budgets(players: int) -> dict[str, int]:
    """The levels that judge by a network, and their iterations."""
    return {"master": MASTERS[players], "grandmaster": GRANDMASTERS[players]}


@njit
def features(state: Any, seat: int, out: Any) -> None:
    """Fill `out` with what `seat` knows. Spaces need what seats are told, sowings need both."""
    for index in range(size(int(state.players))):
        out[index] = 0.0
    tell_table(state, seat, out)
    tell_seats(state, seat, out)
    tell_spaces(state, seat, out)
    tell_sowings(state, seat, out)
