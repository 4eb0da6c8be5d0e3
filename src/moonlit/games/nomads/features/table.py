"""What features of Nomads tell of the table as a whole."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.components import FIRST_ADVENTURER, FROG, MOON, WILD
from moonlit.games.nomads.features.layout import (
    ASKS,
    CHART,
    CLOSING,
    HEIGHTS,
    MOVER,
    ON_TOP,
    PILES,
    STEPPED,
    TILES,
    TO_COME,
    TO_END,
    TURN,
    TURNS_LEFT,
    UNPLACED,
)
from moonlit.games.nomads.state import (
    LAST_PILES,
    MAX_TURNS,
    PILE,
    SCORING,
    SPACES,
    UNPLAYED,
)

LONG_GAME = 60  # turns


@njit
def fill_table(state: Any, seat: int, out: Any) -> None:
    players = int(state.players)
    out[ASKS + int(state.asks)] = 1.0
    out[CHART] = int(state.chart) / SCORING
    out[PILES] = (int(state.piles) - LAST_PILES) / (SPACES - LAST_PILES)
    out[TURN] = int(state.turn) / LONG_GAME
    out[TURNS_LEFT] = min(1.0, (MAX_TURNS - int(state.turn)) / LONG_GAME)
    out[STEPPED] = state.stepped
    out[CLOSING] = int(state.closing) / players
    for disc in range(FIRST_ADVENTURER, FROG):
        if state.owner[disc] == UNPLAYED:
            out[UNPLACED] += int(state.to_place[disc]) / 6
    if state.to_move >= 0:
        out[MOVER + (int(state.to_move) - seat + players) % players] = 1.0
    out[MOVER + players + (int(state.first) - seat + players) % players] = 1.0
    fill_piles(state, out)
    fill_tiles(state, out)


@njit
def fill_piles(state: Any, out: Any) -> None:
    """How high the piles are, in order; and the tiles that must go before the last writing."""
    for space in range(SPACES):
        left = (PILE - int(state.gone[space])) / PILE
        out[TILES] += left / SPACES
        place = HEIGHTS + space
        while place > HEIGHTS and out[place - 1] > left:
            out[place] = out[place - 1]
            place -= 1
        out[place] = left
    for rank in range(SPACES - LAST_PILES):
        out[TO_END] += out[HEIGHTS + rank] / (SPACES - LAST_PILES)


@njit
def fill_tiles(state: Any, out: Any) -> None:
    """How many tiles of each kind lie on top, and how many are to come."""
    for space in range(SPACES):
        gone = int(state.gone[space])
        if gone < PILE:
            out[ON_TOP + int(state.tiles[space, gone])] += 0.25
        for depth in range(gone + 1, PILE):
            out[TO_COME + int(state.tiles[space, depth])] += 1.0
    for kind in range(WILD):
        out[TO_COME + kind] /= 14.0
    out[TO_COME + WILD] /= 2.0
    out[TO_COME + MOON] /= 12.0
