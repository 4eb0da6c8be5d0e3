"""How somebody begins Nova Luna: the color and the cost of the first tile they take."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.games.nova_luna.actions import REFILL
from moonlit.games.nova_luna.components import LETTERS, TILES
from moonlit.games.nova_luna.previews import taken


def opening(before: Any, action: int) -> Entry | None:
    if action == REFILL:
        return None
    tile = TILES[taken(before, action)[0]]
    return entry("opening", tile=f"{LETTERS[tile.color]}{tile.cost}", cost=tile.cost)
