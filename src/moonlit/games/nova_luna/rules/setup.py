"""How a table of Nova Luna is set up."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.places import ORIGIN
from moonlit.games.nova_luna.components import FACE
from moonlit.games.nova_luna.rules.track import next_seat
from moonlit.games.nova_luna.rules.wheel import refill
from moonlit.games.nova_luna.state import EMPTY, SPACES, TILE_COUNT


@njit
def setup(state: Any, config: Any, deal: Any) -> None:
    """config: players, goal discs a player. deal: the seats' stack from its bottom, the tiles."""
    players = config[0]
    state.players = players
    state.arrivals = players
    for seat in range(state.discs.shape[0]):
        state.discs[seat] = config[1] if seat < players else 0
        state.progress[seat] = 0
        state.arrived[seat] = 0
        state.count[seat] = 0
        state.free[seat, 0] = ORIGIN
        state.free_count[seat] = 1
    stacked = players if players > 1 else 0
    for height in range(stacked):
        state.arrived[deal[height]] = height
    for number in range(TILE_COUNT):
        state.tiles[number] = FACE[deal[stacked + number]]
    state.drawn = 0
    state.marker = 0
    state.on_wheel = 0
    for space in range(SPACES):
        state.wheel[space] = EMPTY
    refill(state)
    state.phase = 1 if players == 1 else 0
    state.notes[0] = 0
    state.notes[1] = 0
    state.to_move = next_seat(state)
