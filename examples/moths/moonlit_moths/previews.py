"""What a move would bring, as far as the seat that may make it can know."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain
from moonlit_moths.actions import LURE, guessed_moth, guessed_place
from moonlit_moths.hidden import could_be, count
from moonlit_moths.rules import on_wall

_on_wall, _could_be, _count = plain(on_wall), plain(could_be), plain(count)
_place, _moth = plain(guessed_place), plain(guessed_moth)


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """`after` has what really happens: whoever reads it must not tell what is hidden now."""
    matches = after.matches[before.to_move]
    return {"matches": matches, "entries": _entries(before, action)}


def _entries(before: Any, action: int) -> list[Entry]:
    if action == LURE:
        return [entry("board.would_lure", count=_on_wall(before) - 1)]
    moth = _moth(action)
    moths = _could_be(before, before.to_move, _place(action))
    if not moths >> moth & 1:
        return [entry("board.would_bluff", moth=moth)]
    return [entry("board.would_catch", moth=moth, count=_count(moths))]
