"""Places on an open table: one number each, a row of 128 with 0,0 in the middle.

x grows to the right and y upwards. Neighbors differ by 1 or by a row, so rules can step from
place to place by adding; 64 places on every side are more than any game here can reach.
"""

from __future__ import annotations

from moonlit.core.jit import njit

ROW = 128
ORIGIN = 64 * ROW + 64


@njit
def place_at(x: int, y: int) -> int:
    return ORIGIN + y * ROW + x


@njit
def place_x(place: int) -> int:
    return place % ROW - ORIGIN % ROW


@njit
def place_y(place: int) -> int:
    return place // ROW - ORIGIN // ROW
