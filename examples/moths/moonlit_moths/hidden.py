"""What a seat cannot see, and how it is dealt anew: bots and hints think with this."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.rng import below
from moonlit_moths.components import MOTHS
from moonlit_moths.state import HANDS, NOBODY


@njit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """Deal all that a seat has not seen; every deal that fits what it heard is as likely."""
    if state.to_move == NOBODY:  # then everything is turned up
        return
    while not deal_unseen(state, seat, rng):
        pass


@njit
def deal_unseen(state: Any, seat: int, rng: Any) -> bool:
    """Deal once, at random; whether it fits. A deal that does not is thrown away as a whole."""
    left = unseen_by(state, seat)
    for place in range(MOTHS):
        if not knows(state, seat, place):
            moth = draw(left, rng)
            if state.ruled_out[place] >> moth & 1:
                return False
            state.moths[place] = moth
            left &= ~(1 << moth)
    return True


@njit
def knows(state: Any, seat: int, place: int) -> bool:
    """Whether a seat sees the moth there; -1 is a spectator."""
    return bool(state.is_open[place]) or (seat != NOBODY and place == HANDS + seat)


@njit
def unseen_by(state: Any, seat: int) -> int:
    """The moths of which a seat does not know where they are: a bit each."""
    unseen = (1 << MOTHS + 1) - 2
    for place in range(MOTHS):
        if knows(state, seat, place):
            unseen &= ~(1 << int(state.moths[place]))
    return unseen


@njit
def could_be(state: Any, seat: int, place: int) -> int:
    """The moths that a seat has to reckon with at a place that it does not see."""
    return unseen_by(state, seat) & ~int(state.ruled_out[place])


@njit
def count(moths: int) -> int:
    found = 0
    while moths:
        moths &= moths - 1
        found += 1
    return found


@njit
def draw(moths: int, rng: Any) -> int:
    """One of them, at random."""
    passed = below(rng, count(moths))
    for moth in range(1, MOTHS + 1):
        if moths >> moth & 1:
            if passed == 0:
                return moth
            passed -= 1
    return 0
