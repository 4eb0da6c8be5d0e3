"""Moonlit's own small random generator, so that a seed means the same deal everywhere, for ever.

It is Chris Doty-Humphrey's sfc32: four 32-bit words, kept in an int64 array that belongs to the
caller. Masks keep every word below 2**32, so plain Python, Numba and a GPU count alike.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from moonlit.core.jit import njit, plain

MASK = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF
MAX_SEED = 2**53 - 1  # what every JSON reader can hold exactly


@njit
def below(rng: Any, limit: int) -> int:
    """A whole number from 0 to limit - 1."""
    a, b, c, count = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + count) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = ((((c << 21) | (c >> 11)) & MASK) + word) & MASK
    rng[3] = (count + 1) & MASK
    return int((word * limit) >> 32)


@njit
def shuffle(values: Any, start: int, stop: int, rng: Any) -> None:
    """Shuffle values[start:stop] in place."""
    for last in range(stop - 1, start, -1):
        other = start + below(rng, last - start + 1)
        kept = values[last]
        values[last] = values[other]
        values[other] = kept


@njit
def draw_deal(sizes: Any, deal: Any, rng: Any) -> None:
    """Fill a deal: one shuffled run of 0 … size-1 for each size, one behind the other."""
    start = 0
    for size in sizes:
        for offset in range(size):
            deal[start + offset] = offset
        shuffle(deal, start, start + size, rng)
        start += size


# ---- from a seed -----------------------------------------------------------------------------

# splitmix64 on pairs of 32-bit words, so that no number ever needs more than 63 bits.
GAMMA = (0x9E3779B9, 0x7F4A7C15)
FIRST_MIX = (0xBF58476D, 0x1CE4E5B9)
SECOND_MIX = (0x94D049BB, 0x133111EB)
WARMING = 12  # numbers to throw away before the first


@njit
def times(high: int, low: int, factor_high: int, factor_low: int) -> tuple[int, int]:
    """The product of two 64-bit numbers, cut to 64 bits; each is a pair of words."""
    part = (low & 0xFFFF) * factor_low
    rest = (low >> 16) * factor_low
    part += (rest & 0xFFFF) << 16
    carry = (part >> 32) + (rest >> 16)
    carry += (high & 0xFFFF) * factor_low + (((high >> 16) * factor_low & 0xFFFF) << 16)
    carry += (low & 0xFFFF) * factor_high + (((low >> 16) * factor_high & 0xFFFF) << 16)
    return carry & MASK, part & MASK


@njit
def shifted(high: int, low: int, bits: int) -> tuple[int, int]:
    """A pair of words, exclusive-or itself shifted to the right by so many bits, under 32."""
    return high ^ (high >> bits), low ^ ((low >> bits) | (high << (32 - bits) & MASK))


@njit
def seed_generator(rng: Any, seed: int) -> None:
    """Spread a seed over a generator's four words."""
    seed = int(seed)
    high, low = seed >> 32, seed & MASK
    for half in range(2):
        low += GAMMA[1]
        high = (high + GAMMA[0] + (low >> 32)) & MASK
        low &= MASK
        mixed_high, mixed_low = shifted(high, low, 30)
        mixed_high, mixed_low = times(mixed_high, mixed_low, FIRST_MIX[0], FIRST_MIX[1])
        mixed_high, mixed_low = shifted(mixed_high, mixed_low, 27)
        mixed_high, mixed_low = times(mixed_high, mixed_low, SECOND_MIX[0], SECOND_MIX[1])
        mixed_high, mixed_low = shifted(mixed_high, mixed_low, 31)
        rng[2 * half] = mixed_low
        rng[2 * half + 1] = mixed_high
    rng[3] = 1
    for _ in range(WARMING):
        below(rng, 1)


def generator(seed: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A new generator for a seed."""
    return _seeded(seed & MASK64).copy()


@lru_cache(maxsize=1024)
def _seeded(seed: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """As it begins. Studies compare many moves with few seeds, and seeding takes its time."""
    rng = np.zeros(4, dtype=np.int64)
    plain(seed_generator)(rng, seed)
    return rng
