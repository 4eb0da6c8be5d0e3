"""The openings of a game that names none of its own."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry


def opening(before: Any, action: int) -> Entry | None:
    return None
