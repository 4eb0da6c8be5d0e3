"""What features of Nomads tell of a space: its pile, and whose discs lie where in its stack."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.components import CARDS, MOON, WILD
from moonlit.games.nomads.features.layout import (
    BEST_TILE,
    HEARD,
    HEIGHT,
    IS_MOON,
    IS_WILD,
    NOBODYS,
    OF_DISCS,
    PILE_LEFT,
    STACKS,
    TOPS,
    WHOSE,
    WHOSE_BITS,
    WORTH,
    all_whose,
    bounded,
    seat_at,
    space_at,
)
from moonlit.games.nomads.rules.stacks import BITS, DISC
from moonlit.games.nomads.state import PILE, SPACES

HIGH = 6.0  # a stack
SOME_TILES = 3.0

# What a tile is worth: see `worth`.
WILD_WORTH = 1.3
USEFUL, EACH_MORE, MORE = 0.6, 0.15, 4
COMPLETES = 0.6
FOR_A_SONG = 0.4
IN_THE_WAY = -0.3


@njit
def fill_spaces(state: Any, seat: int, out: Any) -> None:
    players = int(state.players)
    whose = all_whose(state, seat)
    for space in range(SPACES):
        at = space_at(state, space)
        fill_pile(state, seat, space, out, at)
        discs = at + WORTH + players
        stack = int(state.stacks[space])
        height = int(state.heights[space])
        out[at + HEIGHT] = height / HIGH
        for level in range(height):
            owner = whose >> WHOSE_BITS * (stack & DISC) & WHOSE
            stack >>= BITS
            if owner == NOBODYS:
                continue
            place = discs + OF_DISCS * (owner - 1)
            if out[place + 1] == 0.0:
                out[place + 1] = 1.0 - level / HIGH if level < HIGH else 0.1
                if owner <= players:
                    out[seat_at(players, owner - 1) + STACKS] += 1.0 / SOME_TILES
            out[place + 2] = (level + 1) / HIGH
            if level == height - 1:
                out[place] = 1.0
                if owner <= players:
                    first = seat_at(players, owner - 1)
                    out[first + TOPS] += 1.0 / SOME_TILES
                    out[first + HEARD] += out[at + WORTH + owner - 1] / SOME_TILES


@njit
def fill_pile(state: Any, seat: int, space: int, out: Any, at: int) -> None:
    players = int(state.players)
    gone = int(state.gone[space])
    if gone == PILE:
        return
    tile = int(state.tiles[space, gone])
    out[at + PILE_LEFT] = (PILE - gone) / PILE
    out[at + IS_MOON] = tile == MOON
    out[at + IS_WILD] = tile == WILD
    for near in range(players):
        value = worth(state, (seat + near) % players, tile)
        out[at + WORTH + near] = value
        best = seat_at(players, near) + BEST_TILE
        out[best] = bounded(max(out[best], value))


@njit
def worth(state: Any, seat: int, tile: int) -> float:
    """What a tile is worth to a seat, roughly."""
    if tile == MOON:
        return 0.0
    if tile == WILD:
        return WILD_WORTH
    held = int(state.held[seat, tile])
    value = int(state.legend[seat, tile])
    most = 0
    completes = False
    for card in range(CARDS):
        cost = int(state.legend_values[tile, card]) - value
        if cost > 0 and state.legends_left[tile] >> card & 1:
            most = max(most, cost)
            completes = completes or cost == held + 1
    total = IN_THE_WAY
    if held < most:
        total = USEFUL + EACH_MORE * min(held, MORE)
        if completes:
            total += COMPLETES
    if held == 0 and state.song[seat] == 0:
        total += FOR_A_SONG
    return total
