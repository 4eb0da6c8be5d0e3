"""A turn of Nova Luna: what may be done, what it does, and how the game goes on or ends."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nova_luna.actions import REFILL, choice_of, place_of, take_action
from moonlit.games.nova_luna.components import COST
from moonlit.games.nova_luna.rules.displays import place_tile
from moonlit.games.nova_luna.rules.goals import meet_goals
from moonlit.games.nova_luna.rules.solo import (
    FIRST_PHASE_DISCS,
    end_first_phase,
    end_second_phase,
    placed,
)
from moonlit.games.nova_luna.rules.track import advance, next_seat
from moonlit.games.nova_luna.rules.wheel import refill, take
from moonlit.games.nova_luna.state import AVAILABLE, TILE_COUNT


@njit
def legal(state: Any, actions: Any) -> int:
    seat = state.to_move
    written = 0
    for choice in range(min(AVAILABLE, state.on_wheel)):
        for index in range(state.free_count[seat]):
            actions[written] = take_action(choice, int(state.free[seat, index]))
            written += 1
    if may_refill(state):
        actions[written] = REFILL
        written += 1
    return written


@njit
def may_refill(state: Any) -> bool:
    if state.phase == 2 or state.drawn == TILE_COUNT:
        return False
    if state.phase == 1:
        return placed(state) >= FIRST_PHASE_DISCS
    return bool(state.on_wheel < AVAILABLE)


@njit
def play(state: Any, action: int) -> None:
    if action == REFILL:
        end_first_phase(state)
        refill(state)
        return
    seat = state.to_move
    tile = take(state, choice_of(action))
    advance(state, seat, COST[tile])
    place_tile(state, seat, tile, place_of(action))
    met = meet_goals(state, seat)
    state.discs[seat] = max(0, state.discs[seat] - met)
    go_on(state, seat)


@njit
def go_on(state: Any, seat: int) -> None:
    """End the game, or find the next player and fill an empty wheel for them."""
    if state.discs[seat] == 0:
        end(state)
        return
    if state.on_wheel == 0:
        if state.phase == 2 or state.drawn == TILE_COUNT:
            end(state)
            return
        end_first_phase(state)
        refill(state)
    state.to_move = next_seat(state)


@njit
def end(state: Any) -> None:
    end_first_phase(state)
    end_second_phase(state)
    state.to_move = -1
