"""The dice of all slots, packed, and how they score in the worlds that a seat can imagine."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count, lowest
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.features.layout import STANDING, SUN
from moonlit.games.dance_of_muses.features.pieces import known_muse, slot_of
from moonlit.games.dance_of_muses.packed import DIE, MASK, columns, fulfilled
from moonlit.games.dance_of_muses.scoring import companies
from moonlit.games.dance_of_muses.state import MUSE_COUNT, UNKNOWN

# the dice of the first side's slots: of three sides, or of two
OF_THREE = 1 | 1 << DIE | 1 << 2 * DIE
OF_FOUR = OF_THREE | 1 << 3 * DIE


@njit
def packed_dice(state: Any, slots: int) -> int:
    dice = 0
    for piece in range(MUSE_COUNT):
        dice |= int(state.die[piece]) << DIE * slot_of(slots, piece)
    return dice


@njit
def worlds(state: Any, seat: int, unseen: int, slots: int) -> tuple[int, int, int]:
    """The suns of all pieces, packed, in each of at most three worlds."""
    first, second, third = 0, 0, 0
    others = unseen
    for piece in range(MUSE_COUNT):
        shift = DIE * slot_of(slots, piece)
        muse = known_muse(state, seat, piece)
        if muse != UNKNOWN:
            suns = int(state.suns[muse]) << shift
            first |= suns
            second |= suns
            third |= suns
        elif others:
            # the next of the unseen in each world, round and round
            follower = others & (others - 1) if others & (others - 1) else unseen
            last = follower & (follower - 1) if follower & (follower - 1) else unseen
            first |= int(state.suns[lowest(others)]) << shift
            second |= int(state.suns[lowest(follower)]) << shift
            third |= int(state.suns[lowest(last)]) << shift
            others &= others - 1
    return first, second, third


@njit
def ranks(dice: int, three: bool) -> tuple[int, int, int]:
    """How good dice, after Apollo's Will, are for each of two or three sides: Suns, then the
    Silver Sun, then the sum.
    """
    own = OF_THREE if three else OF_FOUR
    second = own << DIE * (3 if three else 4)
    won, sums = columns(dice, own, second, own << 6 * DIE if three else 0)
    all_won = won[0] | won[1] | won[2]
    silver = all_won & -all_won
    return (
        bit_count(won[0]) * SUN + (won[0] & silver > 0) * (SUN // 2) + sums[0],
        bit_count(won[1]) * SUN + (won[1] & silver > 0) * (SUN // 2) + sums[1],
        bit_count(won[2]) * SUN + (won[2] & silver > 0) * (SUN // 2) + sums[2],
    )


@njit
def lead_of(found: tuple[int, int, int], side: int, sides: int) -> int:
    """By how much a side is ahead of the best other one; 0 for a side that is not there."""
    if side >= sides:
        return 0
    best = -SUN * SUN
    for other in range(sides):
        if other != side:
            best = max(best, found[other])
    return found[side] - best


@njit
def fill_standings(
    state: Any, dice: int, suns: tuple[int, int, int], count: int, out: Any, at: int
) -> None:
    """The dice as they are: the rank, the lead, how likely it would win, its pips."""
    sides = companies(state)
    each = MUSE_COUNT // sides
    for world in range(count):
        found = ranks(fulfilled(dice, suns[world]), sides == 3)
        for side in range(sides):
            lead = lead_of(found, side, sides)
            base = at + STANDING * side
            out[base] += found[side] / (4 * SUN * count)
            out[base + 1] += lead / (4 * SUN * count)
            out[base + 2] += (lead > 0) / count
    for slot in range(sides * each):
        out[at + STANDING * (slot // each) + 3] += (dice >> DIE * slot & MASK) / 20
