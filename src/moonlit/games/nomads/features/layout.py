"""Where the features of Nomads lie."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.components import LEGEND_COUNT, NOMAD, TILE_NAMES
from moonlit.games.nomads.state import ASK_NOTHING, DISC_KINDS, SPACES

VERSION = 1

KINDS = len(TILE_NAMES)
BOUND = 4.0  # no feature is further from 0

# ---- the table: what is asked, how far the game is, what is to come -----------------------------

ASKS = 0  # 1 for what is asked
CHART = ASKS + ASK_NOTHING + 1
PILES, TURN, TURNS_LEFT, STEPPED, CLOSING, UNPLACED, TILES, TO_END = range(CHART + 1, CHART + 9)
HEIGHTS = TO_END + 1  # of the piles, the lowest first
TO_COME = HEIGHTS + SPACES  # tiles under the tops, by kind
ON_TOP = TO_COME + KINDS  # tiles on top of the piles, by kind
MOVER = ON_TOP + KINDS  # one for each seat: whose move it is, then who began
TABLE = MOVER  # how many these are, but for the last two

# ---- a seat -------------------------------------------------------------------------------------

(
    POINTS,  # cards less tiles held
    SCORE,  # moons counted in
    MOONS,
    SONG,  # its value
    NO_SONG,
    CARD_COUNT,  # legend cards
    HELD,  # tiles
    WILDS,
    TO_PLACE,
    MOONS_NOW,  # what a moon scoring would bring
    POINTS_LEAD,  # over the best of the others
    SCORE_LEAD,
    BEST_GAIN,  # of a legend card that can be written now
    SONG_GAIN,  # of a song that can be written now
    SONG_KINDS,  # legends and wilds held
    SONG_LACKS,  # kinds that are missing for the cheapest song
    GAINS,  # of all legend cards together, without wilds
    USELESS,  # tiles that no card left can take
    LAST,  # the score after one last writing
    ALL,  # the score after writing all of GAINS
    TOPS,  # spaces with the seat's disc on top
    HEARD,  # what listening now would be worth
    STACKS,  # with a disc of the seat's
    BEST_TILE,  # worth of the best tile on top of a pile
    BEST_SOWING,  # what the best-looking sowing is worth
    SOWN_OWN,  # what the seat would hear with it
    SOWN_OTHERS,  # what the others would
    SOWN_LYS,  # 1 if it would call Lys
    MAX_HEARD,  # what it could hear at most
) = range(29)
ADVENTURER = MAX_HEARD + 1  # 1 for whom the seat plays
LEGENDS = ADVENTURER + 5
OF_LEGEND = 4  # tiles held, the card's value, the gain of a better card now, tiles missing for it
SEAT = LEGENDS + OF_LEGEND * LEGEND_COUNT

# ---- a space ------------------------------------------------------------------------------------

PILE_LEFT, IS_MOON, IS_WILD, HEIGHT = range(4)
WORTH = HEIGHT + 1  # of the top tile, to each seat
OF_DISCS = 3  # of each seat, then unplayed: on top, how low the lowest lies, how high the highest


@njit
def size(players: int) -> int:
    """How many features there are."""
    return TABLE + 2 * players + players * SEAT + SPACES * space_size(players)


@njit
def space_size(players: int) -> int:
    return WORTH + players + OF_DISCS * (players + 1)


@njit
def seat_at(players: int, near: int) -> int:
    """Where a seat's features begin; `near` counts from the seat that looks."""
    return TABLE + 2 * players + near * SEAT


@njit
def space_at(state: Any, space: int) -> int:
    """Where a space's features begin: the one that Lys points at comes first."""
    players = int(state.players)
    first = max(0, int(state.lys))
    place = (space - first + SPACES) % SPACES
    return seat_at(players, players) + place * space_size(players)


@njit
def bounded(value: float) -> float:
    return max(-BOUND, min(BOUND, value))


# ---- whose a disc is ----------------------------------------------------------------------------

WHOSE_BITS = 4
WHOSE = (1 << WHOSE_BITS) - 1
NOBODYS = 0  # a nomad's, or no disc at all; then the seats from the one that looks, then unplayed


@njit
def all_whose(state: Any, seat: int) -> int:
    """Whose each kind of disc is, packed."""
    players = int(state.players)
    packed = 0
    for disc in range(NOMAD + 1, DISC_KINDS):
        owner = int(state.owner[disc])
        whose = players + 1 if owner < 0 else 1 + (owner - seat + players) % players
        packed |= whose << WHOSE_BITS * disc
    return packed
