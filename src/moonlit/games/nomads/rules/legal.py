"""What may be done in Nomads."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.actions import (
    CLOCKWISE,
    COUNTER,
    PASS,
    STAY,
    pack_lys,
    pack_move,
    pack_step,
    pack_top,
)
from moonlit.games.nomads.components import MOON_DISC, RED, SIANA, ULRICH
from moonlit.games.nomads.rules.cards import legal_legends, legal_songs
from moonlit.games.nomads.rules.setup import legal_places
from moonlit.games.nomads.rules.stacks import disc_at, holds
from moonlit.games.nomads.state import (
    ASK_DISC,
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_TOP,
    ASK_TURN,
    SPACES,
)


@njit
def legal(state: Any, actions: Any) -> int:
    if state.asks <= ASK_DISC:
        return legal_places(state, actions)
    if state.asks == ASK_FIRST_LYS or state.asks == ASK_LYS:
        return legal_piles(state, actions)
    if state.asks == ASK_TOP:
        return legal_tops(state, actions)
    seat = int(state.to_move)
    written = 0
    if state.asks == ASK_TURN:
        written = legal_moves(state, seat, actions)
    written = legal_songs(state, seat, actions, written)
    written = legal_legends(state, seat, actions, written)
    if state.asks == ASK_LAST:
        actions[written] = PASS
        written += 1
    return written


@njit
def legal_piles(state: Any, actions: Any) -> int:
    """Lys goes to any pile but the one she is at."""
    written = 0
    for space in range(SPACES):
        if space != state.lys:
            actions[written] = pack_lys(space)
            written += 1
    return written


@njit
def legal_tops(state: Any, actions: Any) -> int:
    """Red's discs that are not on top, and to leave them all where they are."""
    written = 0
    for space in range(SPACES):
        for height in range(int(state.heights[space]) - 1):
            if disc_at(state, space, height) == RED:
                actions[written] = pack_top(space, height)
                written += 1
    actions[written] = STAY
    return written + 1


@njit
def legal_moves(state: Any, seat: int, actions: Any) -> int:
    """Moon's step first, then every stack with a disc of the seat's, either way round."""
    disc = int(state.disc_of[seat])
    written = 0
    if disc == MOON_DISC and state.stepped == 0:
        actions[0] = pack_step(CLOCKWISE)
        actions[1] = pack_step(COUNTER)
        written = 2
    for space in range(SPACES):
        if not holds(state, space, disc):
            continue
        height = int(state.heights[space])
        for direction in range(2):
            actions[written] = pack_move(space, direction, 0, 0)
            written += 1
            if disc == ULRICH:
                for double in range(1, height):
                    actions[written] = pack_move(space, direction, double, 0)
                    written += 1
            if disc == SIANA:
                for skip in range(1, height + 1):
                    actions[written] = pack_move(space, direction, 0, skip)
                    written += 1
    return written
