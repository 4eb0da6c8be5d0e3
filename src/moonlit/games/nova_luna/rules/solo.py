"""The solo game: its two phases, and what each is noted at."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nova_luna.components import DISCS

FIRST_PHASE_DISCS = 8  # what phase 1 asks for
MISSING_DISC = 10  # what a disc not placed costs


@njit
def placed(state: Any) -> int:
    return DISCS - int(state.discs[0])


@njit
def end_first_phase(state: Any) -> None:
    if state.phase == 1:
        state.notes[0] = note(state, max(0, FIRST_PHASE_DISCS - placed(state)))
        state.phase = 2


@njit
def end_second_phase(state: Any) -> None:
    if state.phase == 2:
        state.notes[1] = note(state, state.discs[0])


@njit
def note(state: Any, missing: int) -> int:
    """The costs of all tiles in the display, and a fine for each disc not placed."""
    return int(state.progress[0]) + MISSING_DISC * int(missing)
