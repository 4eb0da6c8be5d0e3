"""A turn of Nomads: what a move does, from the sowing of a stack to the end of the game."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.actions import (
    LEGEND,
    LYS,
    MOVE,
    PASS,
    SONG,
    STAY,
    STEP,
    TOP,
    kind_of,
    unpack_legend,
    unpack_lys,
    unpack_move,
    unpack_place,
    unpack_song,
    unpack_step,
    unpack_top,
)
from moonlit.games.nomads.components import MOON, NOMAD, RED
from moonlit.games.nomads.rules.cards import can_write, write_legend, write_song
from moonlit.games.nomads.rules.setup import next_seat, place_disc
from moonlit.games.nomads.rules.stacks import disc_at, raise_disc, sow, step_of, top_disc
from moonlit.games.nomads.scoring import moons_won
from moonlit.games.nomads.state import (
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_NOTHING,
    ASK_TOP,
    ASK_TURN,
    LAST_PILES,
    MAX_TURNS,
    PILE,
    SCORING,
    SPACES,
)


@njit
def play(state: Any, action: int) -> None:
    """Do what the action says. Once the stacks lie as they will, everyone listens."""
    kind = kind_of(action)
    settled, written = False, False
    if kind == MOVE:
        settled = move(state, action)
    elif kind in (SONG, LEGEND, PASS):
        write(state, action)
        written = True
    elif kind == TOP:
        space, height = unpack_top(action)
        raise_disc(state, space, height)
        settled = True
    elif kind == STAY:
        settled = True
    elif kind == STEP:
        state.lys = (int(state.lys) + step_of(unpack_step(action))) % SPACES
        state.stepped = 1
    elif kind == LYS:
        settled = put_lys(state, unpack_lys(action))
    else:
        disc, space = unpack_place(action)
        place_disc(state, disc, space)
    if settled and kind in (MOVE, LYS) and may_raise_red(state):
        settled = False
    if settled:
        listen(state)
    if settled or written:
        end_turn(state)


@njit
def write(state: Any, action: int) -> None:
    """A song, a legend, or in the last writing nothing."""
    kind = kind_of(action)
    if kind == SONG:
        value, given = unpack_song(action)
        write_song(state, state.to_move, value, given)
    elif kind == LEGEND:
        legend, value, wilds = unpack_legend(action)
        write_legend(state, state.to_move, legend, value, wilds)


@njit
def move(state: Any, action: int) -> bool:
    """Sow a stack. Where its last disc falls on Lys's space, she must be moved first."""
    space, direction, double, skip = unpack_move(action)
    if sow(state, space, direction, double, skip) != state.lys:
        return True
    state.asks = ASK_LYS
    return False


@njit
def put_lys(state: Any, space: int) -> bool:
    """Place Lys in the setup; in play, the seat to move takes the tile she then points at."""
    state.lys = space
    if state.asks == ASK_FIRST_LYS:
        state.to_move = state.first
        state.asks = ASK_TURN
        return False
    take_tile(state, space, state.to_move)
    return True


@njit
def may_raise_red(state: Any) -> bool:
    """Red may put one of his discs on top before anyone listens, if one is not there already."""
    if state.disc_of[state.to_move] == RED:
        for space in range(SPACES):
            for height in range(int(state.heights[space]) - 1):
                if disc_at(state, space, height) == RED:
                    state.asks = ASK_TOP
                    return True
    return False


@njit
def listen(state: Any) -> None:
    """Every adventurer on top of a stack takes the tile there; nomads leave it."""
    for space in range(SPACES):
        disc = top_disc(state, space)
        if disc > NOMAD:
            take_tile(state, space, state.owner[disc])


@njit
def take_tile(state: Any, space: int, seat: int) -> None:
    """The top tile, if any: a moon goes to the chart, others to the seat, or away if unplayed."""
    depth = int(state.gone[space])
    if depth == PILE:
        return
    tile = state.tiles[space, depth]
    state.gone[space] = depth + 1
    if depth + 1 == PILE:
        state.piles -= 1
    if tile == MOON:
        state.chart += 1
    elif seat >= 0:
        state.held[seat, tile] += 1


@njit
def end_turn(state: Any) -> None:
    """The next seat's turn, or its moment in the last writing."""
    if state.asks == ASK_LAST:
        state.closing += 1
    else:
        while state.chart >= SCORING:
            score_moons(state)
        state.turn += 1
        state.stepped = 0
    state.to_move = next_seat(state)
    if state.piles <= LAST_PILES or state.turn >= MAX_TURNS:
        state.asks = ASK_LAST
        find_writer(state)
    else:
        state.asks = ASK_TURN


# ---- moon scoring ----------------------------------------------------------------------------


@njit
def score_moons(state: Any) -> None:
    state.chart -= SCORING
    for seat in range(state.players):
        state.moons[seat] += moons_won(state, seat)


# ---- the end ---------------------------------------------------------------------------------


@njit
def find_writer(state: Any) -> None:
    """Who can write nothing is passed over; after the last seat the game is over."""
    while state.closing < state.players and not can_write(state, state.to_move):
        state.closing += 1
        state.to_move = next_seat(state)
    if state.closing == state.players:
        state.to_move = -1
        state.asks = ASK_NOTHING
