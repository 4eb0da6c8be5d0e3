"""A position in numbers, as policies see it: what a seat knows, and what it may do."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.contract import observe, record_type
from moonlit.core.jit import COMPILING, entry, plain
from moonlit.core.layout import find_layout
from moonlit.core.match import Match


@entry
def observe_first(states: Any, seat: int, out: Any) -> None:
    observe(states[0], seat, out)


def observation(match: Match, seat: int, scaled: bool = False, compiled: bool = COMPILING) -> Any:
    """What a seat knows, as the layout says; scaled: float32 numbers between -1 and 1.

    compiled: quick, once the compiler has run; without it takes some milliseconds at once.
    """
    layout = find_layout(match.game, len(match.players))
    out = np.empty(layout.size, dtype=np.int8)
    states = match.states
    if compiled:
        observe_first(states, seat, out)
    else:
        plain(observe_first)(states.view(record_type(states.dtype)), seat, out)
    return out * layout.scale if scaled else out


def action_mask(match: Match, seat: int) -> Any:
    """1 for each legal action of a seat, if it is to move."""
    mask = np.zeros(match.game.action_space, dtype=np.int8)
    if match.to_move == seat:
        mask[match.legal_actions()] = 1
    return mask
