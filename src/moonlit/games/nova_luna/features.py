"""What a learned evaluator sees of a position of Nova Luna, for one seat.

All is open but the order of the supply, so every display is told alike, one's own first: discs
left, what open goals lack, and what a tile of each color would bring in its best places. Then the
tiles on the wheel, with what each could bring to every seat, and the moon track.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.games.nova_luna.components import COLOR, COST, GOALS, NEED, PACKED
from moonlit.games.nova_luna.heuristic import gain_of, same_group
from moonlit.games.nova_luna.rules.displays import STEPS
from moonlit.games.nova_luna.rules.goals import connected
from moonlit.games.nova_luna.rules.solo import FIRST_PHASE_DISCS, placed
from moonlit.games.nova_luna.rules.track import plays_before
from moonlit.games.nova_luna.state import AVAILABLE, EMPTY, SPACES, TILE_COUNT

VERSION = 1

COLORS = 4
PAIRS = 10  # of colors, of one color twice too
FEW = 8  # discs left that are told one by one

# A display: where each part of it begins.
DISCS_LEFT = 0
TILES = DISCS_LEFT + 1 + FEW
FREE = TILES + 1
IN_COLOR = FREE + 1
LARGEST = IN_COLOR + COLORS
LACKS_ONE = LARGEST + COLORS
LACKS_TWO = LACKS_ONE + COLORS
LACKS_THREE = LACKS_TWO + PAIRS
LACKS_MORE = LACKS_THREE + 1 + COLORS
BEST = LACKS_MORE + 1  # for each color: the gains of its three best places, and good places
BESTS = 4
DISPLAY = BEST + BESTS * COLORS

# A tile on the wheel; behind these the gain that each seat could have of it.
SEEN_TILES = 6
TILE_COST, TILE_COLOR, TILE_GOALS, TILE_PROMISE, TILE_GAINS = 1, 2, 6, 7, 8

FAR = 8  # spaces ahead or behind that are told one by one
TRACK = 3 + 2 * FAR  # for each rival
COMMON = 6
SOLO = 6

PAIR = np.zeros((COLORS, COLORS), dtype=np.int64)
for _pair, (_one, _other) in enumerate(
    (one, other) for one in range(COLORS) for other in range(one, COLORS)
):
    PAIR[_one, _other] = PAIR[_other, _one] = _pair


def search_settings(players: int) -> dict[str, float]:
    """How a search is set that judges positions by these features."""
    return {"explore": 0.07, "bias": 0.3, "look": 90, "win": 1.0, "place": 0.0, "margin": 0.0}


def budgets(players: int) -> dict[str, int]:
    """The levels that judge by a network, and their iterations."""
    return {"master": 300, "grandmaster": 25_000} if players == 2 else {}


def size(players: int) -> int:
    wheel = SEEN_TILES * (TILE_GAINS + players)
    return players * DISPLAY + wheel + (players - 1) * TRACK + players + COMMON + SOLO


@njit
def features(state: Any, seat: int, out: Any) -> None:
    players = int(state.players)
    for index in range(out.shape[0]):
        out[index] = 0.0
    for near in range(players):
        write_display(state, (seat + near) % players, out, near * DISPLAY)
    at = write_wheel(state, players, out, players * DISPLAY)
    for near in range(1, players):
        write_rival(state, seat, (seat + near) % players, out, at)
        at += TRACK
    if state.to_move >= 0:
        out[at + (int(state.to_move) - seat + players) % players] = 1.0
    at += players
    out[at] = (TILE_COUNT - int(state.drawn)) / 30.0
    out[at + 1] = int(state.on_wheel) / 10.0
    if state.on_wheel <= AVAILABLE:
        out[at + 1 + int(state.on_wheel)] = 1.0 if state.on_wheel > 0 else 0.0
    at += COMMON
    if players == 1:
        write_solo(state, out, at)


# ---- the displays --------------------------------------------------------------------------------


@njit
def write_display(state: Any, seat: int, out: Any, at: int) -> None:
    left = int(state.discs[seat])
    out[at + DISCS_LEFT] = left / 10.0
    for few in range(1, FEW + 1):
        if left <= few:
            out[at + DISCS_LEFT + few] = 1.0
    out[at + TILES] = int(state.count[seat]) / 10.0
    out[at + FREE] = int(state.free_count[seat]) / 20.0
    for index in range(int(state.count[seat])):
        color = int(COLOR[state.tile[seat, index]])
        out[at + IN_COLOR + color] += 0.2
        group = int(state.group_size[seat, state.group[seat, index]]) * 0.2
        if group > out[at + LARGEST + color]:
            out[at + LARGEST + color] = group
        write_open_goals(state, seat, index, out, at)
    for index in range(int(state.free_count[seat])):
        write_place(state, seat, int(state.free[seat, index]), out, at + BEST)


@njit
def write_open_goals(state: Any, seat: int, index: int, out: Any, at: int) -> None:
    """What the open goals of a tile lack, by color where it is little."""
    tile = int(state.tile[seat, index])
    done = int(state.met[seat, index])
    if done == (1 << int(GOALS[tile])) - 1:
        return
    have = connected(state, seat, index)
    for goal in range(int(GOALS[tile])):
        if done >> goal & 1:
            continue
        need = int(NEED[tile, goal])
        lacks, first, second = 0, 0, 0
        for color in range(COLORS):
            missing = (need >> PACKED * color & 0xFF) - (have >> PACKED * color & 0xFF)
            while missing > 0:
                if lacks == 0:
                    first = color
                elif lacks == 1:
                    second = color
                lacks += 1
                missing -= 1
        if lacks == 1:
            out[at + LACKS_ONE + first] += 0.5
        elif lacks == 2:
            out[at + LACKS_TWO + int(PAIR[first, second])] += 0.5
        elif lacks == 3:
            out[at + LACKS_THREE] += 0.5
            out[at + LACKS_THREE + 1 + first] += 0.25
        else:
            out[at + LACKS_MORE] += 0.5


@njit
def write_place(state: Any, seat: int, place: int, out: Any, at: int) -> None:
    """What a tile of each color would bring at a free place, if that is among the best."""
    beside0, beside1, beside2, beside3 = EMPTY, EMPTY, EMPTY, EMPTY
    for index in range(int(state.count[seat])):
        away = int(state.place[seat, index]) - place
        if away == STEPS[0]:
            beside0 = index
        elif away == STEPS[1]:
            beside1 = index
        elif away == STEPS[2]:
            beside2 = index
        elif away == STEPS[3]:
            beside3 = index
    beside = (beside0, beside1, beside2, beside3)
    for color in range(COLORS):
        gain = color_gain(state, seat, color, beside)
        best = at + BESTS * color
        if gain > out[best]:
            out[best + 2] = out[best + 1]
            out[best + 1] = out[best]
            out[best] = gain
        elif gain > out[best + 1]:
            out[best + 2] = out[best + 1]
            out[best + 1] = gain
        elif gain > out[best + 2]:
            out[best + 2] = gain
        if gain > 0.5:
            out[best + 3] += 0.1


@njit
def color_gain(state: Any, seat: int, color: int, beside: Any) -> float:
    """What other tiles' goals would gain by a tile of that color among these."""
    size = 1
    joined = 0  # a bit for each side whose group the tile would join
    for side in range(4):
        other = beside[side]
        if other == EMPTY or COLOR[state.tile[seat, other]] != color:
            continue
        first = True
        for earlier in range(side):
            if joined >> earlier & 1 and same_group(state, seat, beside[earlier], other):
                first = False
        if first:
            joined |= 1 << side
            size += int(state.group_size[seat, state.group[seat, other]])
    gain = 0.0
    for side in range(4):
        other = beside[side]
        if other == EMPTY:
            continue
        gain += gain_of(state, seat, other, color, beside, joined, size, True)
        if joined >> side & 1:
            member = int(state.ring[seat, other])
            while member != other:
                gain += gain_of(state, seat, member, color, beside, joined, size, False)
                member = int(state.ring[seat, member])
    return gain


# ---- the wheel, the moon track, the solo game ----------------------------------------------------


@njit
def write_wheel(state: Any, players: int, out: Any, at: int) -> int:
    """The next tiles clockwise of the Marker, after all displays; where the next part begins."""
    seen = 0
    for step in range(1, SPACES):
        tile = int(state.wheel[(int(state.marker) + step) % SPACES])
        if tile == EMPTY or seen == SEEN_TILES:
            continue
        seen += 1
        color = int(COLOR[tile])
        out[at] = 1.0
        out[at + TILE_COST] = int(COST[tile]) / 5.0
        out[at + TILE_COLOR + color] = 1.0
        out[at + TILE_GOALS] = int(GOALS[tile]) / 3.0
        out[at + TILE_PROMISE] = promise(tile, out)
        for near in range(players):
            out[at + TILE_GAINS + near] = out[near * DISPLAY + BEST + BESTS * color]
        at += TILE_GAINS + players
    return at + (SEEN_TILES - seen) * (TILE_GAINS + players)


@njit
def promise(tile: int, out: Any) -> float:
    """How near a tile's own goals could be at once, going by one's largest groups."""
    total = 0.0
    for goal in range(int(GOALS[tile])):
        lacks = 0.0
        for color in range(COLORS):
            asked = int(NEED[tile, goal]) >> PACKED * color & 0xFF
            if asked > 0:
                lacks += max(0.0, asked - 5.0 * out[LARGEST + color])
        total += 1.0 / (1.0 + lacks)
    return total / 3.0


@njit
def write_rival(state: Any, seat: int, other: int, out: Any, at: int) -> None:
    """How far a rival is ahead, and who of the two would play first."""
    ahead = int(state.progress[other]) - int(state.progress[seat])
    out[at] = ahead / 10.0
    out[at + 1 + min(max(ahead, -FAR), FAR) + FAR] = 1.0
    if plays_before(state, other, seat):
        out[at + 2 + 2 * FAR] = 1.0


@njit
def write_solo(state: Any, out: Any, at: int) -> None:
    out[at + int(state.phase == 2)] = 1.0
    out[at + 2] = int(state.notes[0]) / 50.0
    out[at + 3] = int(state.progress[0]) / 50.0
    lacking = FIRST_PHASE_DISCS - placed(state)
    out[at + 4] = max(0, lacking) / 8.0 if state.phase == 1 else 0.0
    out[at + 5] = 1.0 if lacking <= 0 else 0.0
