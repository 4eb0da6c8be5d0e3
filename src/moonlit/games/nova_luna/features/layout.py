"""Where a network finds what of a position of Nova Luna, and the room that computing it takes."""

from __future__ import annotations

import numpy as np

from moonlit.core.jit import njit
from moonlit.games.nova_luna.state import AVAILABLE, MAX_DISPLAY, MAX_FREE

VERSION = 2

COLORS = 4
PAIRS = 10  # of colors, of one color twice too
FEW = 8  # discs left that are told one by one

# A display: where each part of it begins.
DISCS_LEFT = 0
TILES = DISCS_LEFT + 1 + FEW
FREE = TILES + 1
IN_COLOR = FREE + 1
LARGEST = IN_COLOR + COLORS
LACKS_ONE = LARGEST + COLORS
LACKS_TWO = LACKS_ONE + COLORS
LACKS_THREE = LACKS_TWO + PAIRS
LACKS_MORE = LACKS_THREE + 1 + COLORS
BEST = LACKS_MORE + 1  # for each color: the gains of its three best places, and good places
BESTS = 4
DISPLAY = BEST + BESTS * COLORS

# A tile on the wheel; behind these, for each seat: what other tiles would gain by it, what they and
# the tile itself would, and how many discs it could place at once.
SEEN_TILES = 6
TILE_COST, TILE_COLOR, TILE_GOALS, TILE_PROMISE, TILE_SEATS = 1, 2, 6, 7, 8
TILE_GAIN, TILE_WORTH, TILE_DISCS = range(3)
TILE_EACH = 3

# The turn, once for each seat, but all 0 for those who do not move: the most discs, whether that is
# one or two at least, whether it wins, what the best move is worth, and for each tile that may be
# taken whether the seat would move again.
MAX_PLACED, ONE, TWO, WINS, RATING, AGAIN = range(6)
TURN = AGAIN + AVAILABLE

FAR = 8  # spaces ahead or behind that are told one by one
TRACK = 3 + 2 * FAR  # for each rival
COMMON = 6
SOLO = 6

# Behind the features: for each tile of a display what its goals would gain by 1 to 4 more of each
# color, for each group what all tiles that touch it would gain by one more in it, for each free
# place what a tile of each color would bring there and what is around it, and the wheel's tiles.
MORE = 4
EACH_TILE = COLORS * MORE
GROUPS = EACH_TILE * MAX_DISPLAY
PLACES = GROUPS + MAX_DISPLAY
AROUND = PLACES + COLORS * MAX_FREE
WHEEL = AROUND + MAX_FREE
ROOM = WHEEL + SEEN_TILES

PAIR = np.zeros((COLORS, COLORS), dtype=np.int64)
for _pair, (_one, _other) in enumerate(
    (one, other) for one in range(COLORS) for other in range(one, COLORS)
):
    PAIR[_one, _other] = PAIR[_other, _one] = _pair


@njit
def size(players: int) -> int:
    wheel = SEEN_TILES * tile_size(players)
    seats = players * (DISPLAY + TURN + 1) + (players - 1) * TRACK
    return seats + wheel + COMMON + SOLO


@njit
def tile_size(players: int) -> int:
    return TILE_SEATS + TILE_EACH * players


def scratch(players: int) -> int:
    """How many numbers behind the features they are computed in."""
    return ROOM
