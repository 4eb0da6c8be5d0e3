"""Nine dice in one number, three bits each: what a dance makes of them, and how they would score.

A look ahead asks this thousands of times a second. A mask of dice has the lowest bit of each.
"""

from __future__ import annotations

from moonlit.core.bits import bit_count
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.components import LOWER, RAISE
from moonlit.games.dance_of_muses.state import LAST_VALUE, MUSE_COUNT

DIE = 3
MASK = (1 << DIE) - 1
LOW_BITS = sum(1 << DIE * each for each in range(MUSE_COUNT))


@njit
def after_power(dice: int, power: int, own: int, target: int) -> int:
    """own, target: where the dice of the two Muses are."""
    if power == RAISE:
        return dice + (1 << DIE * target)
    if power == LOWER:
        return dice - (1 << DIE * target)
    mine = dice >> DIE * own & MASK
    other = dice >> DIE * target & MASK
    return dice + ((other - mine) << DIE * own) + ((mine - other) << DIE * target)


@njit
def has_six(dice: int) -> bool:
    """A 6 is the only value with both upper bits set: no die shows 7."""
    return dice >> 2 & dice >> 1 & LOW_BITS != 0


@njit
def fulfilled(dice: int, suns: int) -> int:
    """After Apollo's Will: those that equal the suns become 6."""
    other = dice ^ suns
    same = ~(other | other >> 1 | other >> 2) & LOW_BITS
    return dice & ~(same * MASK) | same * LAST_VALUE


@njit
def columns(
    dice: int, own0: int, own1: int, own2: int
) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """The mask of columns that each company's dice win, the first the highest; its pips above 1.

    own0, own1, own2: the masks of their dice; no dice if there are two companies. For each value,
    the dice that show at least that much fill a company's first columns.
    """
    high, middle, low = dice >> 2, dice >> 1, dice
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
        count0 = bit_count(shown & own0)
        count1 = bit_count(shown & own1)
        count2 = bit_count(shown & own2) if own2 else 0
        full0, full1, full2 = (1 << count0) - 1, (1 << count1) - 1, (1 << count2) - 1
        won0 |= full0 & ~full1 & ~full2
        won1 |= full1 & ~full0 & ~full2
        won2 |= full2 & ~full0 & ~full1
        sum0 += count0
        sum1 += count1
        sum2 += count2
    return (won0, won1, won2), (sum0, sum1, sum2)
