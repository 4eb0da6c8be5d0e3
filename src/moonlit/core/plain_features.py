"""Features for a game that brings none of its own: its observation, number by number."""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import observe
from moonlit.core.jit import njit

VERSION = 0


@njit
def features(state: Any, seat: int, out: Any) -> None:
    observe(state, seat, out)
