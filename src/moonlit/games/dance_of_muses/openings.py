"""How somebody begins Dance of Muses: the first Muse they place."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.games.dance_of_muses.actions import Placing, unpack
from moonlit.games.dance_of_muses.notation import title


def opening(before: Any, action: int) -> Entry | None:
    move = unpack(action)
    return entry("opening", muse=title(move.muse)) if isinstance(move, Placing) else None
