"""How somebody begins Nomads: whom they play."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.games.nomads.log import name


def opening(before: Any, action: int) -> Entry | None:
    return entry("opening", adventurer=name(int(before.disc_of[before.to_move])))
