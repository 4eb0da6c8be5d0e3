"""What a seat cannot see, and how it is dealt anew."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import lowest
from moonlit.core.jit import njit
from moonlit.core.rng import below
from moonlit.games.dance_of_muses.rules.floor import ALL
from moonlit.games.dance_of_muses.state import FACE_DOWN, MUSE_COUNT, NOBODY, UNKNOWN


@njit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """Deal all that a seat has not seen among the Neutral, the Mystery Muses and the hands.

    What it has seen of the others is how many Muses they hold and whether one lies face down;
    every deal that fits is as likely as any other. At the end all is revealed.
    """
    if state.to_move == NOBODY:
        return
    unseen = unseen_by(state, seat)
    for name in range(1 + state.players):
        owner = name - 1
        if state.secret[name] != UNKNOWN and (owner == NOBODY or owner != seat):
            muse = draw(unseen, rng)
            state.secret[name] = muse
            unseen &= ~(1 << muse)
        if owner != NOBODY and owner != seat:
            held = int(state.hand[owner])
            state.hand[owner] = 0
            while held:
                muse = draw(unseen, rng)
                state.hand[owner] |= 1 << muse
                unseen &= ~(1 << muse)
                held &= held - 1


@njit
def unseen_by(state: Any, seat: int) -> int:
    """The mask of the Muses of whom a seat does not know where they are."""
    seen = 0
    for piece in range(state.pieces):
        if state.called[piece] < FACE_DOWN:
            seen |= 1 << int(state.called[piece])
    if seat != NOBODY:
        seen |= int(state.hand[seat])
        if state.secret[1 + seat] != UNKNOWN:
            seen |= 1 << int(state.secret[1 + seat])
    return ALL & ~seen


@njit
def draw(muses: int, rng: Any) -> int:
    """One of a mask of Muses, at random."""
    count = 0
    for muse in range(MUSE_COUNT):
        count += muses >> muse & 1
    passed = below(rng, count)
    while passed:
        muses &= muses - 1
        passed -= 1
    return lowest(muses)
