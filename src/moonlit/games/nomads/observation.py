"""What a seat knows of a game of Nomads, as numbers. core/layout.py says how layouts work.

Spaces keep their numbers, as in the actions. A disc is told by whose it is: the nomads', a seat's
(the frog is a disc of Nostromo's player), or that of an adventurer whom nobody plays.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.layout import MAX_VALUE, Section, observe_mover
from moonlit.games.nomads.components import (
    ADVENTURERS,
    CARDS,
    DEAREST_LEGEND,
    FIRST_ADVENTURER,
    FROG,
    LEGEND_COUNT,
    NOMAD,
    TILE_NAMES,
)
from moonlit.games.nomads.rules.stacks import disc_at
from moonlit.games.nomads.scoring import final_score, points
from moonlit.games.nomads.state import (
    ASK_NOTHING,
    HELD_KINDS,
    MAX_DISCS,
    MAX_TURNS,
    NOBODY,
    PILE,
    SPACES,
    UNPLAYED,
)

VERSION = 0

ASKED = ASK_NOTHING + 1
KINDS = len(TILE_NAMES)
PEOPLE = len(ADVENTURERS)
MAX_TILES = 100  # of one hand: all but the moons
SETTING = 1 + 6 + 10 + 1  # moves before the first turn, at most
MOVES_A_TURN = 3  # a move, Lys, and what Moon or Red may do


def sections(players: int) -> list[Section]:
    legends = "amber, coral, indigo, jade, onyx, pearl, rose"
    discs = "a nomad, a seat's (one's own first), an unplayed adventurer's"
    return [
        Section("to_move", (players,), "1 for the seat to move; none when the game is over"),
        Section("first", (players,), "1 for the start player"),
        Section("moons", (players,), "moons won", high=12),
        Section("song", (players,), "the value of the seat's song; 0 for none", high=LEGEND_COUNT),
        Section("points", (players,), "cards less tiles held", low=-MAX_TILES, high=MAX_VALUE),
        Section("score", (players,), "points and moons", low=-MAX_TILES, high=MAX_VALUE),
        Section("to_place", (players + 1,), "discs yet to be placed: each seat's, then those of "
                "unplayed adventurers", high=6),
        Section("adventurer", (players, PEOPLE), "1 for whom the seat plays: Ulrich, Siana, Red, "
                "Moon, Nostromo"),
        Section("held", (players, HELD_KINDS), f"tiles held: {legends}, wild", high=DEAREST_LEGEND),
        Section("legends", (players, LEGEND_COUNT), f"the value of the seat's card of each legend; "
                f"0 for none: {legends}", high=DEAREST_LEGEND),
        Section("asks", (ASKED,), "1 for what is asked: frog, disc of an unplayed adventurer, own "
                "disc, first place of Lys, turn, Lys, Red, last writing, nothing"),
        Section("turns_left", (1,), f"turns left of {MAX_TURNS}; {MAX_VALUE} for more",
                high=MAX_VALUE),
        Section("stepped", (1,), "1 if Moon has moved Lys in this turn"),
        Section("closing", (1,), "seats that have had their last writing", high=PEOPLE),
        Section("chart", (1,), "moons on the chart", high=12),
        Section("to_come", (KINDS,), f"tiles under the tops of all piles: {legends}, wild, moon",
                high=DEAREST_LEGEND),
        Section("cards", (LEGEND_COUNT + 1, CARDS), "the values of the cards that lie beside the "
                f"board, 0 for one that was taken: {legends}, songs", high=DEAREST_LEGEND),
        Section("lys", (SPACES,), "1 for the pile that Lys is at"),
        Section("piles", (SPACES,), "tiles in each pile", high=PILE),
        Section("top_tile", (SPACES, KINDS), f"1 for the top tile of each pile: {legends}, wild, "
                "moon"),
        Section("heights", (SPACES,), "discs on each space", high=MAX_DISCS),
        Section("top_disc", (SPACES, players + 2), f"1 for whose disc is on top: {discs}"),
        Section("stacks", (SPACES, MAX_DISCS, players + 2), f"the discs of each space from the "
                f"bottom, 1 for whose each is: {discs}"),
    ]  # fmt: skip


def longest(players: int) -> int:
    return SETTING + MOVES_A_TURN * MAX_TURNS + players


@njit
def observe(state: Any, seat: int, out: Any) -> None:
    observe_mover(state, seat, out)
    players = int(state.players)
    out[players + (int(state.first) - seat + players) % players] = 1
    for near in range(players):
        observe_seat(state, (seat + near) % players, near, out)
    for disc in range(FIRST_ADVENTURER, FROG):
        if state.owner[disc] == UNPLAYED:
            out[7 * players] += state.to_place[disc]
    at = 7 * players + 1 + players * (PEOPLE + HELD_KINDS + LEGEND_COUNT)
    out[at + int(state.asks)] = 1
    at += ASKED
    out[at] = min(MAX_VALUE, MAX_TURNS - int(state.turn))
    out[at + 1] = state.stepped
    out[at + 2] = state.closing
    out[at + 3] = state.chart
    at = observe_piles(state, out, observe_cards(state, out, at + 4 + KINDS), at + 4)
    observe_stacks(state, seat, out, at)


@njit
def observe_seat(state: Any, seat: int, near: int, out: Any) -> None:
    players = int(state.players)
    disc = int(state.disc_of[seat])
    out[2 * players + near] = state.moons[seat]
    out[3 * players + near] = state.song[seat]
    out[4 * players + near] = points(state, seat)
    out[5 * players + near] = final_score(state, seat)
    out[6 * players + near] = state.to_place[disc]
    at = 7 * players + 1
    out[at + near * PEOPLE + disc - FIRST_ADVENTURER] = 1
    at += players * PEOPLE
    for kind in range(HELD_KINDS):
        out[at + near * HELD_KINDS + kind] = state.held[seat, kind]
    at += players * HELD_KINDS
    for legend in range(LEGEND_COUNT):
        out[at + near * LEGEND_COUNT + legend] = state.legend[seat, legend]


@njit
def observe_cards(state: Any, out: Any, at: int) -> int:
    for card in range(CARDS):
        for legend in range(LEGEND_COUNT):
            if state.legends_left[legend] >> card & 1:
                out[at + legend * CARDS + card] = state.legend_values[legend, card]
        if state.songs_left >> card & 1:
            out[at + LEGEND_COUNT * CARDS + card] = state.song_values[card]
    return at + (LEGEND_COUNT + 1) * CARDS


@njit
def observe_piles(state: Any, out: Any, at: int, to_come: int) -> int:
    """Lys and the tops; under them only how many there are of each kind is told."""
    if state.lys != NOBODY:
        out[at + int(state.lys)] = 1
    at += SPACES
    tops = at + SPACES
    for space in range(SPACES):
        gone = int(state.gone[space])
        out[at + space] = PILE - gone
        if gone < PILE:
            out[tops + space * KINDS + int(state.tiles[space, gone])] = 1
        for depth in range(gone + 1, PILE):
            out[to_come + int(state.tiles[space, depth])] += 1
    return tops + SPACES * KINDS


@njit
def observe_stacks(state: Any, seat: int, out: Any, at: int) -> None:
    whose_width = int(state.players) + 2
    tops = at + SPACES
    stacks = tops + SPACES * whose_width
    for space in range(SPACES):
        height = int(state.heights[space])
        out[at + space] = height
        for level in range(height):
            whose = whose_disc(state, seat, disc_at(state, space, level))
            out[stacks + (space * MAX_DISCS + level) * whose_width + whose] = 1
            if level == height - 1:
                out[tops + space * whose_width + whose] = 1


@njit
def whose_disc(state: Any, seat: int, disc: int) -> int:
    """0 for a nomad, then the seats from the one that looks, then the unplayed ones."""
    players = int(state.players)
    if disc == NOMAD:
        return 0
    whose = int(state.owner[disc])
    return players + 1 if whose < 0 else 1 + (whose - seat + players) % players
