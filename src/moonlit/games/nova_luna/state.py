"""The record that holds a whole game of Nova Luna, and what dimensions it."""

from __future__ import annotations

import numpy as np

from moonlit.core.places import ROW

SEATS = 4
SPACES = 12  # on the wheel
TRACK = 24  # spaces of the moon track, for drawing: progress itself is never wrapped
TILE_COUNT = 68
AVAILABLE = 3  # tiles of which one may be taken

# The costs of all tiles add up to 268. Whoever takes a tile is furthest back, so the costs of
# all tiles before it are at most what the others have spent. Even with all the cheapest tiles
# that allows 44 (16 tiles of cost 4, 16 of 3, 8 of 2, 4 of 1: 132), and no 45th.
MAX_DISPLAY = 44
MAX_FREE = 2 * MAX_DISPLAY + 2  # free places around so many tiles, at most: a straight line

EMPTY = -1  # no tile, no neighbor

# A display's first tile lies at 0,0; its neighbors are these steps away.
NORTH, EAST, SOUTH, WEST = ROW, 1, -ROW, -1

STATE = np.dtype(
    [
        # the moon track: distance travelled, and when a disc arrived (later lies higher)
        ("progress", np.int16, SEATS),
        ("arrived", np.int16, SEATS),
        ("arrivals", np.int16),
        # solo: what phase 1 and phase 2 were noted at
        ("notes", np.int16, 2),
        # the displays: each tile's place, and the free places beside them
        ("place", np.int16, (SEATS, MAX_DISPLAY)),
        ("free", np.int16, (SEATS, MAX_FREE)),
        ("free_count", np.int16, SEATS),
        ("players", np.int8),
        ("to_move", np.int8),
        ("phase", np.int8),  # solo: 1 or 2; 0 with more players
        # the wheel and the supply: tiles[drawn:] lie face down
        ("marker", np.int8),
        ("wheel", np.int8, SPACES),
        ("on_wheel", np.int8),
        ("tiles", np.int8, TILE_COUNT),
        ("drawn", np.int8),
        # the displays again, in the order in which tiles were placed
        ("discs", np.int8, SEATS),  # goal discs left
        ("count", np.int8, SEATS),
        ("tile", np.int8, (SEATS, MAX_DISPLAY)),
        ("neighbor", np.int8, (SEATS, MAX_DISPLAY, 4)),
        ("met", np.int8, (SEATS, MAX_DISPLAY)),  # a bit for each goal
        # groups of connected tiles of one color: a ring of tiles, named by one of them
        ("group", np.int8, (SEATS, MAX_DISPLAY)),
        ("ring", np.int8, (SEATS, MAX_DISPLAY)),
        ("group_size", np.int8, (SEATS, MAX_DISPLAY)),
    ],
    align=True,
)
