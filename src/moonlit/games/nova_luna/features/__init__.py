"""What a learned evaluator sees of a position of Nova Luna, for one seat.

All is open but the order of the supply, so every display is told alike, one's own first: discs
left, what open goals lack, and what a tile of each color would bring in its best places. Then the
tiles on the wheel, with what each could bring to every seat, the turn, and the moon track.
layout.py says how many numbers each has; displays.py and table.py fill them.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nova_luna.features.displays import fill_display, fill_places, fill_tiles
from moonlit.games.nova_luna.features.layout import (
    COMMON,
    DISPLAY,
    SEEN_TILES,
    TILE_EACH,
    TILE_SEATS,
    TRACK,
    TURN,
    VERSION,
    scratch,
    size,
    tile_size,
)
from moonlit.games.nova_luna.features.table import (
    fill_rival,
    fill_solo,
    fill_turn,
    fill_wheel,
    list_wheel,
)
from moonlit.games.nova_luna.state import AVAILABLE, TILE_COUNT

__all__ = ["VERSION", "budgets", "features", "plans", "scratch", "search_settings", "size"]


def search_settings(players: int) -> dict[str, float]:
    """How a search is set that judges positions by these features."""
    return {"explore": 0.07, "bias": 0.3, "look": 90, "win": 1.0, "place": 0.0, "margin": 0.0}


def budgets(players: int) -> tuple[int, ...]:
    """Each level's iterations with a network: alone, playouts and plans are better."""
    if players <= 2:
        return (2, 8, 16, 70, 450, 45_000) if players == 2 else ()
    return 2, 8, 16, 50 if players == 3 else 100, 3_000, 40_000


def plans(players: int) -> dict[str, int]:
    """The levels that plan the solo game, and the width of their plans."""
    return {"master": 8, "grandmaster": 24} if players == 1 else {}


@njit
def features(state: Any, seat: int, out: Any) -> None:
    """Fill `out` with what `seat` knows; behind that it is used to compute in."""
    players = int(state.players)
    room = size(players)
    for index in range(room):
        out[index] = 0.0
    wheel = players * DISPLAY
    seen = list_wheel(state, out, room)
    for near in range(players):
        other = (seat + near) % players
        fill_display(state, other, out, near * DISPLAY, room)
        fill_places(state, other, out, near * DISPLAY, room)
        fill_tiles(state, other, out, wheel + TILE_SEATS + TILE_EACH * near, seen, room)
    fill_wheel(state, out, wheel, seen, room)
    at = wheel + SEEN_TILES * tile_size(players)
    if state.to_move >= 0:
        mover = (int(state.to_move) - seat + players) % players
        fill_turn(state, mover, out, at + TURN * mover, wheel, seen, room)
        out[at + TURN * players + mover] = 1.0
    at += (TURN + 1) * players
    for near in range(1, players):
        fill_rival(state, seat, (seat + near) % players, out, at)
        at += TRACK
    out[at] = (TILE_COUNT - int(state.drawn)) / 30.0
    out[at + 1] = int(state.on_wheel) / 10.0
    if state.on_wheel <= AVAILABLE:
        out[at + 1 + int(state.on_wheel)] = 1.0 if state.on_wheel > 0 else 0.0
    at += COMMON
    if players == 1:
        fill_solo(state, out, at)
