"""Why a text cannot be played as a move of Nova Luna."""

from __future__ import annotations

import re
from typing import Any

from moonlit.core.errors import IllegalMove
from moonlit.core.jit import plain
from moonlit.core.places import place_at
from moonlit.games.nova_luna.components import TILES
from moonlit.games.nova_luna.state import AVAILABLE, TILE_COUNT

TOPIC = "nova-luna"
PLACING = re.compile(r"([0-9])@(-?[0-9]{1,2}),(-?[0-9]{1,2})")

_at = plain(place_at)


def refuse(state: Any, text: str) -> IllegalMove:
    """Why a text that is no legal move cannot be played."""
    if text == "refill":
        return _refuse_refill(state)
    found = PLACING.fullmatch(text)
    if not found:
        return IllegalMove("no_notation", TOPIC, move=text)
    choice, x, y = (int(part) for part in found.groups())
    most = min(AVAILABLE, int(state.on_wheel))
    if not 1 <= choice <= most:
        return IllegalMove("no_such_tile", TOPIC, choice=choice, count=most)
    seat = int(state.to_move)
    places = state.place[seat][: state.count[seat]]
    if len(places) == 0:
        return IllegalMove("first_place", TOPIC, move=f"{choice}@0,0")
    if _at(x, y) in places:
        tile = TILES[state.tile[seat][list(places).index(_at(x, y))]]
        return IllegalMove("place_taken", TOPIC, place=f"{x},{y}", tile=tile.name)
    if _at(x, y) in state.free[seat][: state.free_count[seat]]:
        return IllegalMove("other_spelling", TOPIC, move=text, right=f"{choice}@{x},{y}")
    return IllegalMove("not_beside", TOPIC, place=f"{x},{y}")


def _refuse_refill(state: Any) -> IllegalMove:
    if state.phase == 1:
        return IllegalMove("refill_too_soon", TOPIC)
    if state.phase == 2:
        return IllegalMove("refill_only_once", TOPIC)
    if state.drawn == TILE_COUNT:
        return IllegalMove("refill_no_supply", TOPIC)
    return IllegalMove("refill_full", TOPIC, count=int(state.on_wheel))
