"""Where which number is."""

from __future__ import annotations

from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.state import MUSE_COUNT

SLOT_BITS = 4  # of a slot's or a piece's number, nine of them packed
SLOT_MASK = (1 << SLOT_BITS) - 1
SUN = 64  # a Sun in a rank: the Silver Sun counts half of it, a pip one
ABOVE = 1024  # more than any lead: what is noted of a lead is never below 0

TABLE = 7  # numbers of the table, beside three a seat
KINDS = 12  # of a set of Muses: each power with each area, each number of suns
STANDING = 4  # of a company, by the dice as they are
CHANCES = 10  # of a company, by what the next dance could bring
ENDINGS = 2

# what is told of a piece, from the start of its slot
SHOWN = 0  # its die, one of five
SUNS = 5  # how likely it is to have one, two, three
WILL = 8  # how likely Apollo's Will is done by its die
POWER = 9  # raise, lower, swap: none if it lies face down
AREA = 12  # whether its power reaches across edges, across corners
HIDDEN = 14  # it lies face down
FREE = 15  # steps it can take
MOVED = 16  # steps that move it
REACH = 17  # how many dances bring its die to each of six values
WILLING = 23  # how many bring it to its suns
SLOT = 24

# what is noted in the slots of the sides while the dances are looked at, for each of three worlds
BEST = 0  # the best lead of the dances that go on
BEST_END = 3  # whether a dance that ends the game wins
BEST_SAFE = 6  # the best lead of those that leave no other side a win
WINNING = 9  # whether one of them leaves a win to this side


@njit
def first_slot(players: int) -> int:
    """Where the slots begin."""
    sides = 3 if players == 3 else 2
    return 3 * players + TABLE + 2 * KINDS + sides * (STANDING + CHANCES) + ENDINGS


@njit
def length(players: int) -> int:
    """How many numbers there are."""
    return first_slot(players) + MUSE_COUNT * SLOT
