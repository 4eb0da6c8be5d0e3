"""Logarithm, exponential and hyperbolic tangent that come out the same everywhere, to the last bit.

Sums, products, quotients and square roots are rounded alike on every processor, a GPU included;
those three are not, and where two moves are about as good the last bit decides between them. So
they are made of the former here, and a seed means the same search on every machine.
"""

from __future__ import annotations

import math

import numpy as np

from moonlit.core.jit import njit

LOGS = np.array([-math.inf, *(math.log(number) for number in range(1, 1024))])
LOG2_E = 1.4426950408889634
# ln 2 in two parts: the first ends in so many zeros that a small multiple of it is exact
LN2_HIGH = 0.6931471803691238
LN2_LOW = 1.9082149292705877e-10
# The exponential's series, up to terms that are less than the last bit.
SERIES = np.array([1.0 / math.factorial(power) for power in range(14)])
MAX_EXPONENT = 40.0  # tanh is 1 from 20 on, and so is a share: more tells nothing


@njit
def log(number: int) -> float:
    """The natural logarithm of a whole number from 1 on."""
    if number < LOGS.shape[0]:
        return float(LOGS[number])
    halved = float(number)
    halvings = 0
    while halved >= LOGS.shape[0]:
        halved *= 0.5
        halvings += 1
    whole = int(halved)
    rest = halved / whole - 1.0
    series = rest - rest * rest * (0.5 - rest * (1.0 / 3.0 - rest * 0.25))
    return float(halvings * (LN2_HIGH + LN2_LOW) + (LOGS[whole] + series))


@njit
def exp(exponent: float) -> float:
    """e to a power from -40 to 40; what lies outside counts as the nearest of these."""
    exponent = min(max(exponent, -MAX_EXPONENT), MAX_EXPONENT)
    doublings = math.floor(exponent * LOG2_E + 0.5)
    rest = exponent - doublings * LN2_HIGH - doublings * LN2_LOW
    series = 0.0
    for power in range(SERIES.shape[0] - 1, -1, -1):
        series = series * rest + SERIES[power]
    return math.ldexp(series, int(doublings))


@njit
def tanh(number: float) -> float:
    part = 2.0 / (exp(2.0 * abs(number)) + 1.0)
    return 1.0 - part if number >= 0.0 else part - 1.0
