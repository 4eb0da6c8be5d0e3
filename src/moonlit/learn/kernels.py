"""The loops of games.py as kernels: a thread a row."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from moonlit.core import rng as generators
from moonlit.core.contract import MAX_SEATS, features, play, setup
from moonlit.cuda.device import called, cuda, kernel, record
from moonlit.learn import rows

draw_deal = called(generators.draw_deal)
seed_generator = called(generators.seed_generator)
imagine = called(rows.imagine)
list_candidates = called(rows.list_candidates)
look_after = called(rows.look_after)
tell_end = called(rows.tell_end)


@kernel
def deal_states(
    count: int, states: Any, config: Any, sizes: Any, deals: Any, rngs: Any, seed: int, movers: Any
) -> None:
    at = cuda.grid(1)
    if at < count:
        seed_generator(rngs[at], seed + at)
        draw_deal(sizes, deals[at], rngs[at])
        setup(states[at], config, deals[at])
        movers[at] = states[at].to_move


@kernel
def list_moves(
    count: int,
    live: Any,
    states: Any,
    worlds: Any,
    actions: Any,
    ratings: Any,
    candidates: Any,
    counts: Any,
    ranked: int,
    rngs: Any,
) -> None:
    row = cuda.grid(1)
    if row < count:
        at = live[row]
        imagine(states, at, worlds, row, rngs[at])
        counts[row] = list_candidates(
            worlds[row], actions[row], ratings[row], candidates[row], ranked, rngs[at]
        )


@kernel
def view_states(count: int, live: Any, seats: Any, states: Any, views: Any) -> None:
    row = cuda.grid(1)
    if row < count:
        features(states[live[row]], int(seats[row]), views[row])


@kernel
def play_moves(
    count: int, live: Any, states: Any, candidates: Any, chosen: Any, movers: Any
) -> None:
    row = cuda.grid(1)
    if row < count:
        at = live[row]
        play(states[at], int(candidates[row, chosen[row]]))
        movers[at] = states[at].to_move


@kernel
def end_states(count: int, states: Any, ends: Any, parts: Any) -> None:
    at = cuda.grid(1)
    if at < count:
        places = cuda.local.array(MAX_SEATS, np.int64)
        merits = cuda.local.array(MAX_SEATS, np.float64)
        got = cuda.local.array(MAX_SEATS, np.float64)
        tell_end(states[at], 0, ends[at], parts, places, merits, got)


@cache
def kernels_for(dtype: np.dtype[Any]) -> dict[str, Any]:
    state_type = record(dtype)

    @kernel
    def look_on(
        count: int,
        worlds: Any,
        candidates: Any,
        counts: Any,
        seen: Any,
        over: Any,
        finals: Any,
        parts: Any,
    ) -> None:
        index = cuda.grid(1)
        width = candidates.shape[1]
        row, which = index // width, index % width
        if index < count and which < counts[row]:
            world = cuda.local.array(1, state_type)
            places = cuda.local.array(MAX_SEATS, np.int64)
            merits = cuda.local.array(MAX_SEATS, np.float64)
            got = cuda.local.array(MAX_SEATS, np.float64)
            world[0] = worlds[row]
            over[index] = look_after(
                world[0],
                candidates[row, which],
                seen[index],
                finals[index],
                parts,
                places,
                merits,
                got,
            )

    return {
        "deal": deal_states,
        "list": list_moves,
        "look": look_on,
        "view": view_states,
        "play": play_moves,
        "end": end_states,
    }
