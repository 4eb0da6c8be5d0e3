"""The rules of Nova Luna: setup, legal, play, result, redeal, over the record in state.py.

Its parts have files of their own: the moon track, the wheel, the displays and their goals.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.places import ORIGIN
from moonlit.core.rng import shuffle
from moonlit.games.nova_luna.components import COST, FACE
from moonlit.games.nova_luna.displays import place_tile
from moonlit.games.nova_luna.goals import meet_goals
from moonlit.games.nova_luna.state import AVAILABLE, EMPTY, PLACES, REFILL, SPACES, TILE_COUNT
from moonlit.games.nova_luna.track import advance, next_seat, plays_before
from moonlit.games.nova_luna.wheel import refill, take

SOLO_DISCS = 21
FIRST_PHASE_DISCS = 8  # solo: what phase 1 asks for
MISSING_DISC = 10  # solo: what a disc not placed costs


# ---- setup -----------------------------------------------------------------------------------


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


# ---- a turn ----------------------------------------------------------------------------------


@njit
def legal(state: Any, actions: Any) -> int:
    seat = state.to_move
    written = 0
    for choice in range(min(AVAILABLE, state.on_wheel)):
        for index in range(state.free_count[seat]):
            actions[written] = choice * PLACES + int(state.free[seat, index])
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
        return bool(SOLO_DISCS - state.discs[0] >= FIRST_PHASE_DISCS)
    return bool(state.on_wheel < AVAILABLE)


@njit
def play(state: Any, action: int) -> None:
    if action == REFILL:
        end_first_phase(state)
        refill(state)
        return
    seat = state.to_move
    tile = take(state, action // PLACES)
    advance(state, seat, COST[tile])
    place_tile(state, seat, tile, action % PLACES)
    met = meet_goals(state, seat)
    state.discs[seat] = max(0, state.discs[seat] - met)
    go_on(state, seat)


# ---- how it goes on, and how it ends ---------------------------------------------------------


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
    if state.phase == 2:
        state.notes[1] = solo_note(state, state.discs[0])
    state.to_move = -1


@njit
def end_first_phase(state: Any) -> None:
    if state.phase == 1:
        placed = SOLO_DISCS - state.discs[0]
        state.notes[0] = solo_note(state, max(0, FIRST_PHASE_DISCS - placed))
        state.phase = 2


@njit
def solo_note(state: Any, missing: int) -> int:
    """The costs of all tiles in the display, and a fine for each disc not placed."""
    return int(state.progress[0]) + MISSING_DISC * int(missing)


@njit
def result(state: Any, places: Any, merits: Any) -> None:
    """Fewest discs left first; a tie goes to whoever would play first."""
    for seat in range(state.players):
        places[seat] = 1
        merits[seat] = -float(state.discs[seat])
        for other in range(state.players):
            if state.discs[other] < state.discs[seat] or (
                state.discs[other] == state.discs[seat]
                and other != seat
                and plays_before(state, other, seat)
            ):
                places[seat] += 1
    if state.players == 1:
        merits[0] = -float(state.notes[0] + state.notes[1])


# ---- hidden ----------------------------------------------------------------------------------


@njit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """Only the order of the supply is hidden, and from everyone alike.

    It is sorted first, so that what comes of it tells nothing of the order it had.
    """
    for number in range(state.drawn + 1, TILE_COUNT):
        tile = state.tiles[number]
        slot = number
        while slot > state.drawn and state.tiles[slot - 1] > tile:
            state.tiles[slot] = state.tiles[slot - 1]
            slot -= 1
        state.tiles[slot] = tile
    shuffle(state.tiles, state.drawn, TILE_COUNT, rng)
