"""How the moves of Nomads are numbered: nothing else packs or unpacks an action.

Spaces and heights count from 0. `given` is what is given for a song, a bit for each legend.
"""

from __future__ import annotations

from moonlit.core.jit import njit
from moonlit.games.nomads.components import CARDS, DEAREST_SONG, LEGEND_COUNT
from moonlit.games.nomads.state import MAX_DISCS, SPACES

# A kind of action is called by the number it begins at.
PLACE = 0  # + disc * SPACES + space
LYS = 64  # + space
STEP = 72  # + direction: Moon's step of Lys
STAY = 74
PASS = 75
TOP = 80  # + height * SPACES + space
MOVE = 256  # + (way * 2 + direction) * SPACES + space
LEGEND = 1280  # + (legend * VALUES + value) * WILDS + wilds
SONG = 1792  # + value * GIFTS + given; wilds make up the rest

KINDS = {
    PLACE: "place",
    LYS: "lys",
    STEP: "step",
    STAY: "stay",
    PASS: "pass",
    TOP: "top",
    MOVE: "move",
    LEGEND: "legend",
    SONG: "song",
}

CLOCKWISE, COUNTER = 0, 1

# The way of a move: 0 plainly, n with two discs on the n-th space reached, SKIP + n past it.
SKIP = 32

MAX_WILDS = 3  # two of the box, one of the Lumathon
VALUES = 16  # more than any legend card is worth
WILDS = MAX_WILDS + 1
GIFTS = 1 << LEGEND_COUNT

ACTION_SPACE = SONG + (DEAREST_SONG + 1) * GIFTS

# A song for all seven legends and up to three wilds can be paid in at most this many ways, over
# four songs; a legend card in as many ways as there are wilds, and without; and Siana, whose two
# discs may be in two stacks, has the most moves.
SONG_PAYMENTS = 372
LEGEND_PAYMENTS = LEGEND_COUNT * CARDS * WILDS
MOVES = 2 * (2 + MAX_DISCS)
MAX_ACTIONS = SONG_PAYMENTS + LEGEND_PAYMENTS + MOVES


@njit
def kind_of(action: int) -> int:
    """PLACE, LYS, …: the most frequent kinds are asked for first."""
    if action >= MOVE:
        if action < LEGEND:
            return MOVE
        return LEGEND if action < SONG else SONG
    if action >= TOP:
        return TOP
    if action >= STAY:
        return STAY if action == STAY else PASS
    if action >= LYS:
        return LYS if action < STEP else STEP
    return PLACE


# ---- the setup, Lys and Red --------------------------------------------------------------------


@njit
def pack_place(disc: int, space: int) -> int:
    return PLACE + disc * SPACES + space


@njit
def unpack_place(action: int) -> tuple[int, int]:
    """The disc that is placed, and the space."""
    return (action - PLACE) // SPACES, (action - PLACE) % SPACES


@njit
def pack_lys(space: int) -> int:
    return LYS + space


@njit
def unpack_lys(action: int) -> int:
    """The space whose pile Lys goes to."""
    return action - LYS


@njit
def pack_step(direction: int) -> int:
    return STEP + direction


@njit
def unpack_step(action: int) -> int:
    """The direction in which Moon moves Lys."""
    return action - STEP


@njit
def pack_top(space: int, height: int) -> int:
    return TOP + height * SPACES + space


@njit
def unpack_top(action: int) -> tuple[int, int]:
    """The space and the height of the disc that Red puts on top."""
    return (action - TOP) % SPACES, (action - TOP) // SPACES


# ---- moves -------------------------------------------------------------------------------------


@njit
def pack_move(space: int, direction: int, double: int, skip: int) -> int:
    """`double` is the how manieth space gets two discs, `skip` which one gets none; 0 for none."""
    way = SKIP + skip if skip > 0 else double
    return MOVE + (way * 2 + direction) * SPACES + space


@njit
def unpack_move(action: int) -> tuple[int, int, int, int]:
    """The space of the stack, its direction, and `double` and `skip` as above."""
    how = (action - MOVE) // SPACES
    way = how // 2
    double, skip = (way, 0) if way < SKIP else (0, way - SKIP)
    return (action - MOVE) % SPACES, how % 2, double, skip


# ---- cards -------------------------------------------------------------------------------------


@njit
def pack_legend(legend: int, value: int, wilds: int) -> int:
    return LEGEND + (legend * VALUES + value) * WILDS + wilds


@njit
def unpack_legend(action: int) -> tuple[int, int, int]:
    """The legend, the value of its card, and how many wilds are given for it."""
    card = (action - LEGEND) // WILDS
    return card // VALUES, card % VALUES, (action - LEGEND) % WILDS


@njit
def pack_song(value: int, given: int) -> int:
    return SONG + value * GIFTS + given


@njit
def unpack_song(action: int) -> tuple[int, int]:
    """The value of the song, and the legends given for it."""
    return (action - SONG) // GIFTS, (action - SONG) % GIFTS
