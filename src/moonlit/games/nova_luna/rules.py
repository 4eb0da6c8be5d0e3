"""The rules of Nova Luna: setup, legal, play, result, redeal, over the record in state.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.core.places import ORIGIN
from moonlit.core.rng import shuffle
from moonlit.games.nova_luna.components import COLOR, COST, FACE, GOALS, NEED, PACKED, enough
from moonlit.games.nova_luna.state import (
    AVAILABLE,
    EAST,
    EMPTY,
    NORTH,
    PLACES,
    REFILL,
    SOUTH,
    SPACES,
    TILE_COUNT,
    WEST,
)

SOLO_DISCS = 21
FIRST_PHASE_DISCS = 8  # solo: what phase 1 asks for
MISSING_DISC = 10  # solo: what a disc not placed costs
STEPS = np.array([NORTH, EAST, SOUTH, WEST], dtype=np.int16)


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


# ---- whose turn ------------------------------------------------------------------------------


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


# ---- the wheel -------------------------------------------------------------------------------


@njit
def refill(state: Any) -> None:
    """A tile on every empty space but the Marker's, clockwise from it, while there are any."""
    for step in range(1, SPACES):
        space = (state.marker + step) % SPACES
        if state.wheel[space] == EMPTY and state.drawn < TILE_COUNT:
            state.wheel[space] = state.tiles[state.drawn]
            state.drawn += 1
            state.on_wheel += 1


@njit
def may_refill(state: Any) -> bool:
    if state.phase == 2 or state.drawn == TILE_COUNT:
        return False
    if state.phase == 1:
        return bool(SOLO_DISCS - state.discs[0] >= FIRST_PHASE_DISCS)
    return bool(state.on_wheel < AVAILABLE)


@njit
def space_of_choice(state: Any, choice: int) -> int:
    """The space of the choice-th tile clockwise of the Marker (counted from 0)."""
    space = int(state.marker)
    passed = -1
    while passed < choice:
        space = (space + 1) % SPACES
        if state.wheel[space] != EMPTY:
            passed += 1
    return space


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


@njit
def take(state: Any, choice: int) -> int:
    space = space_of_choice(state, choice)
    tile = int(state.wheel[space])
    state.wheel[space] = EMPTY
    state.on_wheel -= 1
    state.marker = space
    return tile


@njit
def advance(state: Any, seat: int, cost: int) -> None:
    state.progress[seat] += cost
    state.arrived[seat] = state.arrivals
    state.arrivals += 1


@njit
def place_tile(state: Any, seat: int, tile: int, place: int) -> None:
    """Add the tile to the display: its neighbors, its group, and the free places around it."""
    new = int(state.count[seat])
    state.count[seat] = new + 1
    state.tile[seat, new] = tile
    state.place[seat, new] = place
    state.met[seat, new] = 0
    for side in range(4):
        state.neighbor[seat, new, side] = EMPTY
    for other in range(new):
        away = state.place[seat, other] - place
        for side in range(4):
            if away == STEPS[side]:
                state.neighbor[seat, new, side] = other
                state.neighbor[seat, other, (side + 2) % 4] = new
    update_free(state, seat, new, place)
    join_group(state, seat, new)


@njit
def update_free(state: Any, seat: int, new: int, place: int) -> None:
    """The tile's place is no longer free; those beside it are, unless taken or listed."""
    last = state.free_count[seat] - 1
    listed = 0  # a bit for each side
    taken = last
    for index in range(last + 1):
        away = state.free[seat, index] - place
        if away == 0:
            taken = index
        for side in range(4):
            if away == STEPS[side]:
                listed |= 1 << side
    state.free[seat, taken] = state.free[seat, last]
    written = last
    for side in range(4):
        if state.neighbor[seat, new, side] == EMPTY and not listed >> side & 1:
            state.free[seat, written] = place + STEPS[side]
            written += 1
    state.free_count[seat] = written


@njit
def join_group(state: Any, seat: int, new: int) -> None:
    """Tiles of one color that touch form one group: a ring of tiles, named by its newest."""
    color = COLOR[state.tile[seat, new]]
    state.group[seat, new] = new
    state.group_size[seat, new] = 1
    state.ring[seat, new] = new
    for side in range(4):
        other = state.neighbor[seat, new, side]
        if other == EMPTY or COLOR[state.tile[seat, other]] != color:
            continue
        old = state.group[seat, other]
        if old == new:
            continue
        state.group_size[seat, new] += state.group_size[seat, old]
        member = other
        while state.group[seat, member] == old:
            state.group[seat, member] = new
            member = state.ring[seat, member]
        after = state.ring[seat, new]
        state.ring[seat, new] = state.ring[seat, other]
        state.ring[seat, other] = after


# ---- goals -----------------------------------------------------------------------------------


@njit
def connected(state: Any, seat: int, index: int) -> int:
    """How many tiles of each color are connected to a tile, packed as in components.py.

    Every group that touches the tile counts once and whole, but never the tile itself.
    """
    own = state.group[seat, index]
    counts = 0
    for side in range(4):
        other = state.neighbor[seat, index, side]
        if other == EMPTY:
            continue
        group = state.group[seat, other]
        for earlier in range(side):
            before = state.neighbor[seat, index, earlier]
            if before != EMPTY and state.group[seat, before] == group:
                break
        else:
            size = int(state.group_size[seat, group]) - (group == own)
            counts += size << PACKED * int(COLOR[state.tile[seat, other]])
    return counts


@njit
def meet_goals(state: Any, seat: int) -> int:
    """Mark every goal that the newest tile has met, anywhere in the display; how many.

    Only its own group has changed: it matters to the group's tiles and to their neighbors.
    """
    newest = int(state.count[seat]) - 1
    met = meet_goals_of(state, seat, newest)
    member = newest
    while True:
        for side in range(4):
            other = state.neighbor[seat, member, side]
            if other != EMPTY:
                met += meet_goals_of(state, seat, other)
        member = int(state.ring[seat, member])
        if member == newest:
            return met


@njit
def meet_goals_of(state: Any, seat: int, index: int) -> int:
    tile = state.tile[seat, index]
    done = int(state.met[seat, index])
    if done == (1 << GOALS[tile]) - 1:
        return 0
    counts = connected(state, seat, index)
    met = 0
    for goal in range(GOALS[tile]):
        if not done >> goal & 1 and enough(counts, NEED[tile, goal]):
            done |= 1 << goal
            met += 1
    state.met[seat, index] = done
    return met


# ---- how it goes on, and how it ends ---------------------------------------------------------


@njit
def go_on(state: Any, seat: int) -> None:
    """End the game, or find the next player and fill an empty wheel for them."""
    if state.discs[seat] == 0:
        end(state)
        return
    if state.on_wheel == 0:
        if state.phase == 2 or state.drawn == TILE_COUNT:
            state.to_move = next_seat(state)
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
