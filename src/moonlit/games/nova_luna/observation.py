"""What a seat knows of a game of Nova Luna, as numbers. core/layout.py says how layouts work.

A display is told twice. `window` is a picture of the places around its first tile, on the same
grid as the actions, so that a place in it and the action that uses it stay together however the
display grows. It has an edge; `tiles` has none: it lists every tile wherever it lies.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.layout import MAX_VALUE, Reward, Section, observe_mover
from moonlit.core.places import place_x, place_y
from moonlit.games.nova_luna.components import COLOR, COST, DISCS, GOALS, NEED, PACKED, SIGNS
from moonlit.games.nova_luna.rules.goals import connected
from moonlit.games.nova_luna.rules.track import plays_before
from moonlit.games.nova_luna.rules.turn import may_refill
from moonlit.games.nova_luna.state import EMPTY, MAX_DISPLAY, SPACES, TILE_COUNT

VERSION = 0

COLORS = 4
ASKED = 3 * COLORS  # a tile's goals: up to three, each so many tiles of each color
REACH = 7  # places of the window on every side of 0,0
SIDE = 2 * REACH + 1
CELLS = SIDE * SIDE
PLANES = COLORS + 1  # of the window: the tiles of each color, and the free places
FREE = COLORS
ON_WHEEL = SPACES - 1
MAX_AHEAD = 7  # whoever moves is furthest back, and no tile costs more
FAR = MAX_DISPLAY - 1  # from 0,0
MAX_ASKED = 4  # tiles of one color, by one goal
MAX_EQUAL = 2  # tiles with the same face

PAR = 100  # a solo score to be proud of
WORST_SOLO = 8 * 10 + 21 * 10 + 2 * 126  # every fine, and twice the 22 dearest tiles


def sections(players: int) -> list[Section]:
    colors = "blue, red, turquoise, yellow"
    return [
        Section("to_move", (players,), "1 for the seat to move; none when the game is over"),
        Section("order", (players,), "how many seats play before this one", high=players),
        Section("ahead", (players,), "spaces ahead of the hindmost disc", high=MAX_AHEAD),
        Section("discs", (players,), "goal discs left", high=DISCS),
        Section("count", (players,), "tiles in the display", high=MAX_DISPLAY),
        Section("outside", (players,), "of these, tiles outside the window", high=MAX_DISPLAY),
        Section("phase", (2,), "solo: phase 1, phase 2"),
        Section("cost", (1,), "solo: the costs of all tiles in the display", high=MAX_VALUE),
        Section("may_refill", (1,), "1 if a refill may be chosen now"),
        Section("supply", (1,), "tiles that lie face down", high=TILE_COUNT),
        Section("unseen", (TILE_COUNT,), "of each tile of tiles.csv, how many lie face down; "
                "equal tiles are counted at the first of them", high=MAX_EQUAL),
        Section("wheel", (ON_WHEEL, 2), "the tiles on the wheel, clockwise from the Marker; the "
                "first three can be taken: spaces from the Marker, cost", high=ON_WHEEL),
        Section("wheel_color", (ON_WHEEL, COLORS), f"their colors: {colors}"),
        Section("wheel_goals", (ON_WHEEL, 3, COLORS), "what each of three goals asks for: "
                f"{colors}", high=MAX_ASKED),
        Section("window", (players, PLANES, SIDE, SIDE), f"each display from x -{REACH} to {REACH} "
                f"and y -{REACH} to {REACH}, rows from the lowest y: planes of {colors} tiles, and "
                "of free places"),
        Section("place", (players, MAX_DISPLAY, 2), "each display's tiles in the order in which "
                "they were placed: x, y", low=-FAR, high=FAR),
        Section("color", (players, MAX_DISPLAY, COLORS), f"their colors: {colors}"),
        Section("lacks", (players, MAX_DISPLAY, 3, COLORS), "what each of three goals still "
                f"lacks: {colors}", high=MAX_ASKED),
    ]  # fmt: skip


def longest(players: int) -> int:
    """Every tile is taken; a refill draws nine tiles at least, or the last ones."""
    return TILE_COUNT + 8 if players > 1 else 2 * (SPACES - 1) + 1


def reward(players: int) -> Reward:
    if players > 1:
        return Reward()
    return Reward(par=-float(PAR), unit=float(PAR), lowest=(PAR - WORST_SOLO) / PAR)


@njit
def observe(state: Any, seat: int, out: Any) -> None:
    observe_mover(state, seat, out)
    players = int(state.players)
    if state.to_move >= 0:
        out[6 * players + 3] = may_refill(state)
    hindmost = int(state.progress[0])
    for other in range(1, players):
        hindmost = min(hindmost, int(state.progress[other]))
    if state.phase > 0:
        out[6 * players + int(state.phase) - 1] = 1
        out[6 * players + 2] = state.progress[0]
    out[6 * players + 4] = TILE_COUNT - int(state.drawn)
    unseen = 6 * players + 5
    for number in range(int(state.drawn), TILE_COUNT):
        out[unseen + int(state.tiles[number])] += 1
    window = observe_wheel(state, out, unseen + TILE_COUNT)
    tiles = window + players * PLANES * CELLS
    for near in range(players):
        other = (seat + near) % players
        before = 0
        for rival in range(players):
            before += rival != other and plays_before(state, rival, other)
        out[players + near] = before
        out[2 * players + near] = int(state.progress[other]) - hindmost
        out[3 * players + near] = state.discs[other]
        out[4 * players + near] = state.count[other]
        outside = observe_window(state, other, out, window + near * PLANES * CELLS)
        out[5 * players + near] = outside
        observe_tiles(state, other, near, out, tiles)


@njit
def observe_wheel(state: Any, out: Any, at: int) -> int:
    """The tiles that are there, nearest first; where the next section begins."""
    found = 0
    colors = at + ON_WHEEL * 2
    goals = colors + ON_WHEEL * COLORS
    for step in range(1, SPACES):
        tile = int(state.wheel[(int(state.marker) + step) % SPACES])
        if tile == EMPTY:
            continue
        out[at + found * 2] = step
        out[at + found * 2 + 1] = COST[tile]
        out[colors + found * COLORS + int(COLOR[tile])] = 1
        for goal in range(GOALS[tile]):
            write_lacks(out, goals + found * ASKED + goal * COLORS, 0, int(NEED[tile, goal]))
        found += 1
    return goals + ON_WHEEL * ASKED


@njit
def cell_of(place: int) -> int:
    """Where a place is in the window, or EMPTY."""
    x, y = place_x(place) + REACH, place_y(place) + REACH
    if 0 <= x < SIDE and 0 <= y < SIDE:
        return y * SIDE + x
    return EMPTY


@njit
def observe_window(state: Any, seat: int, out: Any, at: int) -> int:
    """How many tiles lie outside of it."""
    outside = 0
    for index in range(int(state.free_count[seat])):
        cell = cell_of(int(state.free[seat, index]))
        if cell != EMPTY:
            out[at + FREE * CELLS + cell] = 1
    for index in range(int(state.count[seat])):
        cell = cell_of(int(state.place[seat, index]))
        if cell != EMPTY:
            out[at + int(COLOR[state.tile[seat, index]]) * CELLS + cell] = 1
        else:
            outside += 1
    return outside


@njit
def observe_tiles(state: Any, seat: int, near: int, out: Any, at: int) -> None:
    players = int(state.players)
    places = at + near * MAX_DISPLAY * 2
    colors = at + players * MAX_DISPLAY * 2 + near * MAX_DISPLAY * COLORS
    goals = at + players * MAX_DISPLAY * (2 + COLORS) + near * MAX_DISPLAY * ASKED
    for index in range(int(state.count[seat])):
        tile = int(state.tile[seat, index])
        place = int(state.place[seat, index])
        out[places + 2 * index] = place_x(place)
        out[places + 2 * index + 1] = place_y(place)
        out[colors + COLORS * index + int(COLOR[tile])] = 1
        done = int(state.met[seat, index])
        if done != (1 << GOALS[tile]) - 1:
            have = connected(state, seat, index)
            for goal in range(GOALS[tile]):
                if not done >> goal & 1:
                    need = int(NEED[tile, goal])
                    write_lacks(out, goals + ASKED * index + COLORS * goal, have, need)


@njit
def write_lacks(out: Any, at: int, have: int, need: int) -> None:
    """Four numbers: how many tiles of each color are missing. All are subtracted at once: where
    a byte's sign is gone afterwards, there are more than enough.
    """
    short = (need | SIGNS) - have
    short &= ((short & SIGNS) >> 7) * 0x7F
    out[at] = short & 0xFF
    out[at + 1] = short >> PACKED & 0xFF
    out[at + 2] = short >> 2 * PACKED & 0xFF
    out[at + 3] = short >> 3 * PACKED
