"""What is told of the wheel, the turn, the moon track and the solo game."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nova_luna.components import COLOR, COST, GOALS, NEED, PACKED
from moonlit.games.nova_luna.features.layout import (
    AGAIN,
    BEST,
    BESTS,
    COLORS,
    DISPLAY,
    FAR,
    LARGEST,
    MAX_PLACED,
    ONE,
    RATING,
    SEEN_TILES,
    TILE_COLOR,
    TILE_COST,
    TILE_DISCS,
    TILE_EACH,
    TILE_GAIN,
    TILE_GOALS,
    TILE_PROMISE,
    TILE_SEATS,
    TILE_WORTH,
    TWO,
    WHEEL,
    WINS,
    tile_size,
)
from moonlit.games.nova_luna.heuristic import TIME
from moonlit.games.nova_luna.rules.solo import FIRST_PHASE_DISCS, placed
from moonlit.games.nova_luna.rules.track import plays_before
from moonlit.games.nova_luna.state import AVAILABLE, EMPTY, SPACES


@njit
def list_wheel(state: Any, out: Any, room: int) -> int:
    """Note the next tiles clockwise of the Marker; how many."""
    seen = 0
    for step in range(1, SPACES):
        tile = int(state.wheel[(int(state.marker) + step) % SPACES])
        if tile != EMPTY and seen < SEEN_TILES:
            out[room + WHEEL + seen] = tile
            seen += 1
    return seen


@njit
def fill_wheel(state: Any, out: Any, at: int, seen: int, room: int) -> None:
    """The next tiles, after all displays."""
    players = int(state.players)
    for number in range(seen):
        tile = int(out[room + WHEEL + number])
        color = int(COLOR[tile])
        out[at] = 1.0
        out[at + TILE_COST] = int(COST[tile]) / 5.0
        out[at + TILE_COLOR + color] = 1.0
        out[at + TILE_GOALS] = int(GOALS[tile]) / 3.0
        out[at + TILE_PROMISE] = promise(tile, out)
        for near in range(players):
            gain = out[near * DISPLAY + BEST + BESTS * color]
            out[at + TILE_SEATS + TILE_EACH * near + TILE_GAIN] = gain
        at += tile_size(players)


@njit
def promise(tile: int, out: Any) -> float:
    """How near a tile's own goals could be at once, going by one's largest groups."""
    near = 0.0
    for goal in range(int(GOALS[tile])):
        lacks = 0.0
        for color in range(COLORS):
            asked = int(NEED[tile, goal]) >> PACKED * color & 0xFF
            if asked > 0:
                lacks += max(0.0, asked - 5.0 * out[LARGEST + color])
        near += 1.0 / (1.0 + lacks)
    return near / 3.0


@njit
def fill_turn(state: Any, near: int, out: Any, at: int, wheel: int, seen: int, room: int) -> None:
    """What the mover could do. near: how far from the seat that looks; wheel: the tiles."""
    players, mover = int(state.players), int(state.to_move)
    most, rating = 0.0, 0.0
    for number in range(min(seen, AVAILABLE)):
        tile = int(out[room + WHEEL + number])
        its = wheel + number * tile_size(players) + TILE_SEATS + TILE_EACH * near
        most = max(most, 2.0 * out[its + TILE_DISCS])
        rating = max(rating, 2.0 + out[its + TILE_WORTH] - TIME * int(COST[tile]))
        again = True
        for other in range(players):
            arrives = int(state.progress[mover]) + int(COST[tile])
            again = again and (other == mover or arrives <= int(state.progress[other]))
        out[at + AGAIN + number] = 1.0 if again else 0.0
    out[at + MAX_PLACED] = 0.5 * most
    out[at + ONE] = 1.0 if most >= 1.0 else 0.0
    out[at + TWO] = 1.0 if most >= 2.0 else 0.0
    out[at + WINS] = 1.0 if most >= int(state.discs[mover]) else 0.0
    out[at + RATING] = 0.5 * rating


@njit
def fill_rival(state: Any, seat: int, other: int, out: Any, at: int) -> None:
    """How far a rival is ahead, and who of the two would play first."""
    ahead = int(state.progress[other]) - int(state.progress[seat])
    out[at] = ahead / 10.0
    out[at + 1 + min(max(ahead, -FAR), FAR) + FAR] = 1.0
    if plays_before(state, other, seat):
        out[at + 2 + 2 * FAR] = 1.0


@njit
def fill_solo(state: Any, out: Any, at: int) -> None:
    out[at + int(state.phase == 2)] = 1.0
    out[at + 2] = int(state.notes[0]) / 50.0
    out[at + 3] = int(state.progress[0]) / 50.0
    lacking = FIRST_PHASE_DISCS - placed(state)
    out[at + 4] = max(0, lacking) / 8.0 if state.phase == 1 else 0.0
    out[at + 5] = 1.0 if lacking <= 0 else 0.0
