"""What a seat knows, as numbers for those who learn. Other seats are told from one's own on."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.layout import Section
from moonlit_moths.components import MATCHES, MOTHS
from moonlit_moths.hidden import knows, unseen_by
from moonlit_moths.rules import on_wall
from moonlit_moths.state import HANDS, NOBODY

VERSION = 0


def sections(players: int) -> list[Section]:
    wall = MOTHS - HANDS - players
    return [
        Section("to_move", (players,), "1 for the seat to move; none when the night is over"),
        Section("seat", (players,), "1 for one's own seat, from the first of the table on"),
        Section("matches", (players,), "matches of each seat", high=MATCHES + wall),
        Section("caught", (players,), "what each seat has caught", high=MOTHS * (MOTHS + 1) // 2),
        Section("moonlight", (1,), "1 if wrong guesses are told larger or smaller"),
        Section("wall", (1,), "moths on the wall", high=wall),
        Section("unseen", (MOTHS,), "1 for each moth of which one does not know where it is"),
        Section("known", (1 + players, MOTHS), "the lamp, then each seat: its moth, if known"),
        Section("ruled_out", (1 + players, MOTHS), "the same places: moths that it cannot be"),
    ]


def longest(players: int) -> int:
    """Every moth lured, every match burnt."""
    wall = MOTHS - HANDS - players
    return wall + wall + players * MATCHES


@njit
def observe(state: Any, seat: int, out: Any) -> None:
    players = int(state.players)
    over = state.to_move == NOBODY
    out[:] = 0
    if not over:
        out[(int(state.to_move) - seat + players) % players] = 1
    out[players + seat] = 1
    for near in range(players):
        out[2 * players + near] = state.matches[(seat + near) % players]
        out[3 * players + near] = state.caught[(seat + near) % players]
    at = 4 * players
    out[at] = state.moonlight
    out[at + 1] = on_wall(state)
    at += 2
    unseen = 0 if over else unseen_by(state, seat)
    known = at + MOTHS
    ruled_out = known + (1 + players) * MOTHS
    for moth in range(MOTHS):
        out[at + moth] = unseen >> moth + 1 & 1
        for near in range(1 + players):
            place = 0 if near == 0 else HANDS + (seat + near - 1) % players
            there = int(state.moths[place]) == moth + 1
            out[known + near * MOTHS + moth] = there and (over or knows(state, seat, place))
            out[ruled_out + near * MOTHS + moth] = state.ruled_out[place] >> moth + 1 & 1
