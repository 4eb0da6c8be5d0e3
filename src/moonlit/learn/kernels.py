"""The loops of games.py as kernels: a thread a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from moonlit.core.contract import MAX_SEATS
from moonlit.cuda.device import called, cuda, kernel, record
from moonlit.learn import rows
from moonlit.learn.rows import Memory

look, end = called(rows.look), called(rows.end)


def over_rows(function: Callable[..., None]) -> Any:
    """A kernel that does this to each row; what it is given besides comes as one tuple."""
    one_row = called(function)

    @kernel
    def run(count: int, own: Memory, given: tuple[Any, ...]) -> None:
        row = cuda.grid(1)
        if row < count:
            one_row(own, row, *given)

    return run


@kernel
def end_games(count: int, own: Memory) -> None:
    at = cuda.grid(1)
    places = cuda.local.array(MAX_SEATS, np.int64)
    merits = cuda.local.array(MAX_SEATS, np.float64)
    got = cuda.local.array(MAX_SEATS, np.float64)
    if at < count:
        end(own, at, places, merits, got)


@cache
def kernels_for(dtype: np.dtype[Any]) -> dict[str, Any]:
    state_type = record(dtype)

    @kernel
    def look_ahead(count: int, own: Memory) -> None:
        index = cuda.grid(1)
        world = cuda.local.array(1, state_type)
        places = cuda.local.array(MAX_SEATS, np.int64)
        merits = cuda.local.array(MAX_SEATS, np.float64)
        got = cuda.local.array(MAX_SEATS, np.float64)
        if index < count:
            look(own, index, world, places, merits, got)

    return {
        "deal": over_rows(rows.deal),
        "list": over_rows(rows.list_moves),
        "look": look_ahead,
        "view": over_rows(rows.see),
        "play": over_rows(rows.make_move),
        "end": end_games,
    }
