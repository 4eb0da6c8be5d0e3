"""The moon track: whose turn it is. A disc that arrives on a space lies on top of its stack."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit


@njit
def plays_before(state: Any, seat: int, other: int) -> bool:
    """Further back on the moon track; on a shared space, higher in the stack."""
    if state.progress[seat] != state.progress[other]:
        return bool(state.progress[seat] < state.progress[other])
    return bool(state.arrived[seat] > state.arrived[other])


@njit
def next_seat(state: Any) -> int:
    first = 0
    for seat in range(1, state.players):
        if plays_before(state, seat, first):
            first = seat
    return first


@njit
def advance(state: Any, seat: int, cost: int) -> None:
    state.progress[seat] += cost
    state.arrived[seat] = state.arrivals
    state.arrivals += 1
