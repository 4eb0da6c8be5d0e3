"""What stands in for a game that does not say why one move is better than another."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry


def why(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    return []
