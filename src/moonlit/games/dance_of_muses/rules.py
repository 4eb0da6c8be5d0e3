"""The rules of Dance of Muses: how a table is set and what a move does (state.py has the record).

Which moves are legal is in moves.py, where the Muses lie and whom they push in floor.py, how it
is scored in scoring.py, and what a seat cannot see in hidden.py.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.places import ORIGIN
from moonlit.games.dance_of_muses.components import LOWER, RAISE
from moonlit.games.dance_of_muses.floor import line, move, put_down
from moonlit.games.dance_of_muses.state import (
    AFTER,
    BEFORE,
    CELLS,
    LAST_VALUE,
    MOST_TURNS,
    MUSE_COUNT,
    MYSTERY_NAME,
    NEUTRAL_NAME,
    NOBODY,
    PLACINGS,
    SEATS,
    UNKNOWN,
    USES,
    WAYS,
    place_of,
)

# ---- setup -----------------------------------------------------------------------------------


@njit
def setup(state: Any, config: Any, deal: Any) -> None:
    """config: players, the Muses' powers, areas, suns. deal: seats, the first starts; Muses."""
    players = config[0]
    state.players = players
    state.start = deal[0]
    state.to_move = deal[0]
    state.ended_by = NOBODY
    state.turns = 0
    state.pieces = 0
    for muse in range(MUSE_COUNT):
        state.power[muse] = config[1 + muse]
        state.area[muse] = config[1 + MUSE_COUNT + muse]
        state.suns[muse] = config[1 + 2 * MUSE_COUNT + muse]
        state.called[muse] = UNKNOWN
        state.place[muse] = 0
        state.near[muse] = 0
        state.die[muse] = 0
    for name in range(1 + SEATS):
        state.secret[name] = UNKNOWN
    each = MUSE_COUNT // players
    for seat in range(SEATS):
        state.hand[seat] = 0
        if seat < players:
            for number in range(each):
                state.hand[seat] |= 1 << deal[players + seat * each + number]
    if has_neutral(state):
        lay_neutral(state, int(deal[players + MUSE_COUNT - 1]))


@njit
def has_neutral(state: Any) -> bool:
    return bool(state.players != 3)


@njit
def lay_neutral(state: Any, muse: int) -> None:
    """Face down with two players, face up with four."""
    if state.players == 2:
        state.secret[0] = muse
        lay(state, NEUTRAL_NAME, ORIGIN)
    else:
        lay(state, muse, ORIGIN)


@njit
def lay(state: Any, name: int, place: int) -> None:
    piece = put_down(state, place)
    state.called[piece] = name
    state.die[piece] = 1


# ---- playing ---------------------------------------------------------------------------------


@njit
def play(state: Any, action: int) -> None:
    if action < PLACINGS:
        place_muse(state, action)
        state.to_move = (state.to_move + 1) % state.players
    else:
        dance(state, action - PLACINGS)
        end_turn(state)


@njit
def place_muse(state: Any, action: int) -> None:
    muse = action // CELLS % MUSE_COUNT
    seat = state.to_move
    state.hand[seat] &= ~(1 << muse)
    name = muse
    if action // CELLS >= MUSE_COUNT:
        name = MYSTERY_NAME + seat
        state.secret[1 + seat] = muse
    lay(state, name, place_of(action % CELLS))


@njit
def dance(state: Any, choice: int) -> None:
    """The power before the step, the step, the power after it: until a die shows 6."""
    use = choice % USES
    way = choice // USES % WAYS
    piece = piece_called(state, choice // USES // WAYS)
    if BEFORE <= use < AFTER:
        use_power(state, piece, piece_called(state, use - BEFORE))
    if not is_six_shown(state):
        step(state, piece, way)
        if use >= AFTER:
            use_power(state, piece, piece_called(state, use - AFTER))


@njit
def piece_called(state: Any, name: int) -> int:
    piece = 0
    while state.called[piece] != name:
        piece += 1
    return piece


@njit
def step(state: Any, piece: int, way: int) -> None:
    moved = line(state, piece, way)
    move(state, moved, way)
    for each in range(MUSE_COUNT):
        state.die[each] += moved >> each & 1


@njit
def use_power(state: Any, piece: int, target: int) -> None:
    power = state.power[state.called[piece]]
    if power == RAISE:
        state.die[target] += 1
    elif power == LOWER:
        state.die[target] -= 1
    else:
        own = state.die[piece]
        state.die[piece] = state.die[target]
        state.die[target] = own


@njit
def is_six_shown(state: Any) -> bool:
    highest = 0
    for piece in range(MUSE_COUNT):
        highest = max(highest, int(state.die[piece]))
    return highest == LAST_VALUE


@njit
def end_turn(state: Any) -> None:
    state.turns += 1
    if is_six_shown(state):
        state.ended_by = state.to_move
        state.to_move = NOBODY
    elif state.turns == MOST_TURNS:
        state.to_move = NOBODY
    else:
        state.to_move = (state.to_move + 1) % state.players
