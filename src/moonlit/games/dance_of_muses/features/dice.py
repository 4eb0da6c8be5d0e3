"""The dice of all slots, packed, and how they score in the worlds that a seat can imagine."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count, lowest
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.features.layout import DIE, LOW_BITS, MASK, STANDING, SUN
from moonlit.games.dance_of_muses.features.pieces import known_muse, slot_of
from moonlit.games.dance_of_muses.scoring import companies
from moonlit.games.dance_of_muses.state import LAST_VALUE, MUSE_COUNT, UNKNOWN


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
def fulfilled(dice: int, suns: int) -> int:
    """Packed dice after Apollo's Will: those that equal the suns become 6."""
    other = dice ^ suns
    same = ~(other | other >> 1 | other >> 2) & LOW_BITS
    return dice & ~(same * MASK) | same * LAST_VALUE


@njit
def ranks(dice: int, suns: int, three: bool) -> tuple[int, int, int]:
    """How good the dice are for each side: Suns, then the Silver Sun, then the sum.

    For each value, the dice that show at least that much fill a company's first columns.
    """
    dice = fulfilled(dice, suns)
    high, middle, low = dice >> 2, dice >> 1, dice
    each = 3 if three else 4
    own = (1 << DIE * each) - 1
    won0, won1, won2 = 0, 0, 0
    sum0, sum1, sum2 = 0, 0, 0
    for value in range(2, LAST_VALUE + 1):
        if value == 2:
            shown = high | middle
        elif value == 3:
            shown = high | middle & low
        elif value == 4:
            shown = high
        elif value == 5:
            shown = high & (middle | low)
        else:
            shown = high & middle
        shown &= LOW_BITS
        count0 = bit_count(shown & own)
        count1 = bit_count(shown >> DIE * each & own)
        count2 = bit_count(shown >> 2 * DIE * each & own) if three else 0
        full0, full1, full2 = (1 << count0) - 1, (1 << count1) - 1, (1 << count2) - 1
        won0 |= full0 & ~full1 & ~full2
        won1 |= full1 & ~full0 & ~full2
        won2 |= full2 & ~full0 & ~full1
        sum0 += count0
        sum1 += count1
        sum2 += count2
    won = won0 | won1 | won2
    silver = won & -won
    return (
        bit_count(won0) * SUN + (won0 & silver > 0) * (SUN // 2) + sum0,
        bit_count(won1) * SUN + (won1 & silver > 0) * (SUN // 2) + sum1,
        bit_count(won2) * SUN + (won2 & silver > 0) * (SUN // 2) + sum2,
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
def tell_standings(
    state: Any, dice: int, suns: tuple[int, int, int], count: int, out: Any, at: int
) -> None:
    """The dice as they are: the rank, the lead, how likely it would win, its pips."""
    sides = companies(state)
    each = MUSE_COUNT // sides
    for world in range(count):
        found = ranks(dice, suns[world], sides == 3)
        for side in range(sides):
            lead = lead_of(found, side, sides)
            base = at + STANDING * side
            out[base] += found[side] / (4 * SUN * count)
            out[base + 1] += lead / (4 * SUN * count)
            out[base + 2] += (lead > 0) / count
    for slot in range(sides * each):
        out[at + STANDING * (slot // each) + 3] += (dice >> DIE * slot & MASK) / 20
