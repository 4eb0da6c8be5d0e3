"""What a move does: a Muse is placed, or one steps, pushes and uses her power."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.actions import (
    AFTER,
    BEFORE,
    dancer_of,
    is_face_down,
    is_placing,
    placed_at,
    placed_muse,
    target_of,
    way_of,
    when_of,
)
from moonlit.games.dance_of_muses.components import LOWER, RAISE
from moonlit.games.dance_of_muses.rules.floor import line, move
from moonlit.games.dance_of_muses.rules.setup import lay
from moonlit.games.dance_of_muses.state import (
    LAST_VALUE,
    MAX_TURNS,
    MUSE_COUNT,
    MYSTERY_NAME,
    NOBODY,
)


@njit
def play(state: Any, action: int) -> None:
    if is_placing(action):
        place_muse(state, action)
        state.to_move = (state.to_move + 1) % state.players
    else:
        dance(state, action)
        end_turn(state)


@njit
def place_muse(state: Any, action: int) -> None:
    muse = placed_muse(action)
    seat = state.to_move
    state.hand[seat] &= ~(1 << muse)
    name = muse
    if is_face_down(action):
        name = MYSTERY_NAME + seat
        state.secret[1 + seat] = muse
    lay(state, name, placed_at(action))


@njit
def dance(state: Any, action: int) -> None:
    """The power before the step, the step, the power after it: until a die shows 6."""
    when = when_of(action)
    piece = piece_called(state, dancer_of(action))
    if when == BEFORE:
        use_power(state, piece, piece_called(state, target_of(action)))
    if not is_six_shown(state):
        step(state, piece, way_of(action))
        if when == AFTER:
            use_power(state, piece, piece_called(state, target_of(action)))


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
    elif state.turns == MAX_TURNS:
        state.to_move = NOBODY
    else:
        state.to_move = (state.to_move + 1) % state.players
