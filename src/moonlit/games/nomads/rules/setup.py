"""Setting the table of Nomads: what the deal settles, and the placing of discs as moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.games.nomads.actions import pack_place
from moonlit.games.nomads.components import (
    ADVENTURERS,
    CARDS,
    FIRST_ADVENTURER,
    FROG,
    LEGEND_COUNT,
    NOMAD,
    NOSTROMO,
    TILE_COUNT,
    TILE_KINDS,
    WILD,
)
from moonlit.games.nomads.rules.stacks import drop
from moonlit.games.nomads.state import (
    ASK_DISC,
    ASK_FIRST_LYS,
    ASK_FROG,
    ASK_UNPLAYED,
    CAPTAIN,
    DISC_KINDS,
    HELD_KINDS,
    LEGEND_VALUES,
    NOBODY,
    PILE,
    PLACER,
    SEATED,
    SETUP_HEIGHT,
    SONG_VALUES,
    SPACES,
    UNPLAYED,
    WINNER,
)

KIND = np.array(TILE_KINDS, dtype=np.int8)  # of each of the 112 tiles that are dealt
ADVENTURER_COUNT = len(ADVENTURERS)


# ---- setup -----------------------------------------------------------------------------------


@njit
def setup(state: Any, config: Any, deal: Any) -> None:
    """config: as state.py lays it out. deal: the tiles, pile by pile from the top; then, unless
    the table has settled them, the start player first of the seats, and the seats' adventurers.
    """
    players = config[0]
    state.players = players
    state.turn = 0
    state.stepped = 0
    state.closing = 0
    state.chart = 0
    for space in range(SPACES):
        state.stacks[space] = 0
        state.heights[space] = 0
        state.gone[space] = 0
        for depth in range(PILE):
            state.tiles[space, depth] = KIND[deal[space * PILE + depth]]
    state.piles = SPACES
    state.lys = NOBODY
    rest = TILE_COUNT
    state.first = config[CAPTAIN]
    if config[CAPTAIN] == NOBODY:
        state.first = deal[rest]
        rest += players
    state.placer = config[PLACER] if config[PLACER] != NOBODY else last_player(state)
    seat_adventurers(state, config, deal, rest)
    lay_out_cards(state, config)
    begin_setup(state)


@njit
def seat_adventurers(state: Any, config: Any, deal: Any, rest: int) -> None:
    """Who plays whom; two discs each, and empty hands but for the Lumathon's wild."""
    for disc in range(DISC_KINDS):
        state.owner[disc] = UNPLAYED if disc > NOMAD else NOBODY
        state.to_place[disc] = 2 if disc > NOMAD else 0
    state.to_place[FROG] = 0
    chosen = 0
    for seat in range(state.players):
        if config[SEATED + seat] != NOBODY:
            chosen |= 1 << config[SEATED + seat]
    for seat in range(state.disc_of.shape[0]):
        state.moons[seat] = 0
        state.song[seat] = 0
        for legend in range(LEGEND_COUNT):
            state.legend[seat, legend] = 0
        for kind in range(HELD_KINDS):
            state.held[seat, kind] = 0
        state.disc_of[seat] = 0
        if seat < state.players:
            adventurer = config[SEATED + seat]
            if adventurer == NOBODY:
                while chosen >> deal[rest] & 1:
                    rest += 1
                adventurer = deal[rest]
                rest += 1
            state.disc_of[seat] = FIRST_ADVENTURER + adventurer
            state.owner[state.disc_of[seat]] = seat
    state.owner[FROG] = state.owner[NOSTROMO]
    if config[WINNER] != NOBODY:
        state.held[config[WINNER], WILD] = 1


@njit
def lay_out_cards(state: Any, config: Any) -> None:
    for card in range(CARDS):
        state.song_values[card] = config[SONG_VALUES + card]
        for legend in range(LEGEND_COUNT):
            state.legend_values[legend, card] = config[LEGEND_VALUES + legend * CARDS + card]
    for legend in range(LEGEND_COUNT):
        state.legends_left[legend] = (1 << CARDS) - 1
    state.songs_left = (1 << CARDS) - 1


@njit
def begin_setup(state: Any) -> None:
    """The frog goes under the nomads; without Nostromo they are there at once."""
    if state.owner[NOSTROMO] != UNPLAYED:
        state.asks = ASK_FROG
        state.to_move = state.owner[NOSTROMO]
    else:
        place_nomads(state)


@njit
def place_nomads(state: Any) -> None:
    for space in range(SPACES):
        drop(state, space, NOMAD)
    if state.players < ADVENTURER_COUNT:
        state.asks = ASK_UNPLAYED
        state.to_move = state.placer
    else:
        state.asks = ASK_DISC
        state.to_move = state.first


@njit
def is_asked_to_place(state: Any, disc: int) -> bool:
    """Whether the seat to move may put such a disc on the board now."""
    if state.asks == ASK_FROG:
        return disc == FROG
    if state.to_place[disc] == 0:
        return False
    if state.asks == ASK_UNPLAYED:
        return bool(state.owner[disc] == UNPLAYED)
    return bool(state.owner[disc] == state.to_move)


@njit
def legal_places(state: Any, actions: Any) -> int:
    written = 0
    for disc in range(FIRST_ADVENTURER, DISC_KINDS):
        if is_asked_to_place(state, disc):
            for space in range(SPACES):
                if state.heights[space] < SETUP_HEIGHT:
                    actions[written] = pack_place(disc, space)
                    written += 1
    return written


@njit
def place_disc(state: Any, disc: int, space: int) -> None:
    drop(state, space, disc)
    if state.asks == ASK_FROG:
        place_nomads(state)
        return
    state.to_place[disc] -= 1
    if state.asks == ASK_UNPLAYED:
        for other in range(FIRST_ADVENTURER, FROG):
            if state.owner[other] == UNPLAYED and state.to_place[other] > 0:
                return
        state.asks = ASK_DISC
        state.to_move = state.first
        return
    state.to_move = next_seat(state)
    if state.to_place[state.disc_of[state.to_move]] == 0:
        state.asks = ASK_FIRST_LYS
        state.to_move = last_player(state)


# ---- seats -----------------------------------------------------------------------------------


@njit
def last_player(state: Any) -> int:
    """The seat to the right of the start player."""
    return (int(state.first) + int(state.players) - 1) % int(state.players)


@njit
def next_seat(state: Any) -> int:
    return (int(state.to_move) + 1) % int(state.players)
