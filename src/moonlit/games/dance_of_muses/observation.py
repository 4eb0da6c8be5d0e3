"""What a seat knows of a Dance of Muses, as numbers. core/layout.py says how layouts work.

The group of Muses drifts over the table, so it is told from the corner of the square it lies in.
Muses on the table are told by the names that actions use: nine of their own, and those of the
face-down ones, the Neutral's and each seat's.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.layout import MAX_VALUE, Section, observe_mover
from moonlit.core.places import place_x, place_y
from moonlit.games.dance_of_muses.components import AREAS, MAX_SUNS, POWERS
from moonlit.games.dance_of_muses.hidden import unseen_by
from moonlit.games.dance_of_muses.scoring import companies, owner
from moonlit.games.dance_of_muses.state import (
    LAST_VALUE,
    MAX_TURNS,
    MUSE_COUNT,
    NAME_COUNT,
    NOBODY,
    SEATS,
    UNKNOWN,
)

VERSION = 0

SIDE = MUSE_COUNT  # nine that touch fit into such a square
CELLS = SIDE * SIDE
FACE = len(POWERS) + len(AREAS) + 1  # numbers a Muse
FAR = 35  # from 0,0: nobody drifts further (state.py)
PLACING, DANCING, OVER = range(3)


def sections(players: int) -> list[Section]:
    return [
        Section("to_move", (players,), "1 for the seat to move; none when the game is over"),
        Section("start", (players,), "1 for the start player"),
        Section("seat", (players,), "1 for the number of the seat that looks, from the first seat "
                "of the table on: actions call a Mystery Muse by her seat"),
        Section("in_hand", (players,), "Muses in each hand", high=4),
        Section("mystery", (players,), "1 if the seat has placed its Mystery Muse"),
        Section("phase", (3,), "placing, dancing, over"),
        Section("turns_left", (1,), f"dance turns left of {MAX_TURNS}; {MAX_VALUE} for more",
                high=MAX_VALUE),
        Section("corner", (2,), "x and y of the lower left corner of the square that the group "
                "lies in", low=-FAR, high=FAR),
        Section("dice", (SIDE, SIDE), "that square, rows from the lowest y: the die of whoever "
                "lies there", high=LAST_VALUE),
        Section("whose", (SIDE, SIDE), "the same square: 1 for a Muse of one's own company, -1 for "
                "one of another", low=-1),
        Section("place", (NAME_COUNT, 3), "by the name that actions use (the nine Muses, ?0, ?1 … "
                "?4): x and y from the corner, die", high=SIDE - 1),
        Section("owner", (NAME_COUNT, 1 + players), "by name: 1 if on the table, and 1 for her "
                "owner"),
        Section("muses", (MUSE_COUNT, FACE), "each Muse: raises, lowers, swaps; reaches "
                "orthogonal, diagonal, all; suns", high=MAX_SUNS),
        Section("hand", (MUSE_COUNT,), "1 for each Muse in one's own hand"),
        Section("secrets", (1 + SEATS, MUSE_COUNT), "who is behind ?0, ?1 … ?4, as far as one "
                "knows: at the end everyone does"),
        Section("unseen", (MUSE_COUNT,), "1 for each Muse of whom one does not know where she is"),
    ]  # fmt: skip


def longest(players: int) -> int:
    return MUSE_COUNT + MAX_TURNS


@njit
def observe(state: Any, seat: int, out: Any) -> None:
    observe_mover(state, seat, out)
    players = int(state.players)
    over = state.to_move == NOBODY
    out[players + (int(state.start) - seat + players) % players] = 1
    out[2 * players + seat] = 1
    for near in range(players):
        other = (seat + near) % players
        held = int(state.hand[other])
        while held:
            out[3 * players + near] += 1
            held &= held - 1
        out[4 * players + near] = state.secret[1 + other] != UNKNOWN
    at = 5 * players
    phase = DANCING if state.pieces == MUSE_COUNT else PLACING
    out[at + (OVER if over else phase)] = 1
    out[at + 3] = min(MAX_VALUE, MAX_TURNS - int(state.turns))
    at = observe_table(state, seat, out, at + 4)
    at = observe_muses(state, out, at)
    observe_secrets(state, seat, over, out, at)


@njit
def observe_table(state: Any, seat: int, out: Any, at: int) -> int:
    """The corner, the square and the names; where the next section begins."""
    players = int(state.players)
    dice = at + 2
    names = dice + 2 * CELLS
    owners = names + 3 * NAME_COUNT
    left, low = corner_of(state)
    out[at] = left
    out[at + 1] = low
    for piece in range(int(state.pieces)):
        x = place_x(int(state.place[piece])) - left
        y = place_y(int(state.place[piece])) - low
        cell = dice + y * SIDE + x
        name = int(state.called[piece])
        out[cell] = state.die[piece]
        out[names + 3 * name] = x
        out[names + 3 * name + 1] = y
        out[names + 3 * name + 2] = state.die[piece]
        at = owners + (1 + players) * name
        out[at] = 1
        whose = owner(state, piece)
        if whose != NOBODY:
            own = whose % companies(state) == seat % companies(state)
            out[cell + CELLS] = 1 if own else -1
            out[at + 1 + (whose - seat + players) % players] = 1
    return owners + (1 + players) * NAME_COUNT


@njit
def corner_of(state: Any) -> tuple[int, int]:
    """The lowest x and the lowest y of the pieces; 0,0 before there are any."""
    left, low = 0, 0
    for piece in range(int(state.pieces)):
        x, y = place_x(int(state.place[piece])), place_y(int(state.place[piece]))
        left = x if piece == 0 else min(left, x)
        low = y if piece == 0 else min(low, y)
    return left, low


@njit
def observe_muses(state: Any, out: Any, at: int) -> int:
    for muse in range(MUSE_COUNT):
        out[at + int(state.power[muse])] = 1
        out[at + 3 + int(state.area[muse])] = 1
        out[at + 6] = state.suns[muse]
        at += FACE
    return at


@njit
def observe_secrets(state: Any, seat: int, over: bool, out: Any, at: int) -> None:
    unseen = 0 if over else unseen_by(state, seat)
    hand = int(state.hand[seat])
    for name in range(1 + SEATS):
        if state.secret[name] != UNKNOWN and (over or name == 1 + seat):
            out[at + MUSE_COUNT + name * MUSE_COUNT + int(state.secret[name])] = 1
    for muse in range(MUSE_COUNT):
        out[at + muse] = hand >> muse & 1
        out[at + (2 + SEATS) * MUSE_COUNT + muse] = unseen >> muse & 1
