"""Moonlit's own small random generator, so that a seed means the same deal everywhere, for ever.

It is Chris Doty-Humphrey's sfc32: four 32-bit words, kept in an int64 array that belongs to the
caller. Masks keep every word below 2**32, so plain Python, Numba and a GPU count alike.
"""

from __future__ import annotations

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


def generator(seed: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A generator's four words, spread from a seed with splitmix64."""
    words = []
    mixed = seed & MASK64
    for _ in range(2):
        mixed = (mixed + 0x9E3779B97F4A7C15) & MASK64
        value = mixed
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK64
        value ^= value >> 31
        words += [value & MASK, value >> 32]
    rng = np.array([words[0], words[1], words[2], 1], dtype=np.int64)
    for _ in range(12):
        plain(below)(rng, 1)
    return rng
