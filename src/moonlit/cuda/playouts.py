"""Whole games at random, a thread a game, from the deal to the end without a word to anyone.

Where a state lies while it is played decides how fast that is. A small one lies in shared memory,
an odd number of banks from its neighbor, so that 32 threads that look at the same field of their
states do not meet in one bank. A large one lies in the thread's own local memory, which the
device lays out so that the same field of 32 states is one piece.

And a random move needs no list of legal ones: they can be counted, and then written again up to the
one that was drawn (lists.py). That pays where a state is large, because the list would drive it out
of the cache. Where it is small, the rules take longer than the list.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from moonlit.core import rng
from moonlit.core.contract import legal, play, register_like, result, setup
from moonlit.cuda import device
from moonlit.cuda.device import (
    SIMULATED,
    called,
    cuda,
    device_function,
    grid,
    kernel,
    lean_kernel,
    record,
)
from moonlit.cuda.lists import Counted, Drawn

BANK = 4  # bytes
MAX_SHARED = 400  # bytes of a state that lies in shared memory
SHARED_BLOCK = 32 if SIMULATED else 64
LOCAL_BLOCK = 32 if SIMULATED else 64
LISTS = 210_000_000  # actions that the lists of all threads may hold together: 840 MB

below = called(rng.below)
draw_deal = called(rng.draw_deal)
seed_generator = called(rng.seed_generator)


@device_function
def play_small(
    own: Any, at: int, config: Any, sizes: Any, deal: Any, generator: Any, games: int, actions: Any
) -> int:
    moves = 0
    for _ in range(games):
        draw_deal(sizes, deal, generator)
        setup(own[at], config, deal)
        while own[at].to_move >= 0:
            count = legal(own[at], actions)
            play(own[at], int(actions[below(generator, count)]))
            moves += 1
    return moves


@device_function
def play_large(
    own: Any, at: int, config: Any, sizes: Any, deal: Any, generator: Any, games: int
) -> int:
    """The same moves, without a list."""
    moves = 0
    slots = cuda.local.array(2, np.int32)
    for _ in range(games):
        draw_deal(sizes, deal, generator)
        setup(own[at], config, deal)
        while own[at].to_move >= 0:
            slots[0] = below(generator, legal(own[at], Counted(slots)))
            legal(own[at], Drawn(slots))
            play(own[at], int(slots[1]))
            moves += 1
    return moves


@device_function
def note_result(state: Any, places: Any, merits: Any) -> None:
    for seat in range(places.shape[0]):
        places[seat] = 0
        merits[seat] = 0.0
    result(state, places, merits)


@cache
def shared_kernel(dtype: np.dtype[Any], deal_size: int) -> Any:
    block, own_type = SHARED_BLOCK, record(dtype)

    @lean_kernel
    def play_shared(
        seeds: Any,
        config: Any,
        sizes: Any,
        places: Any,
        merits: Any,
        moves: Any,
        games: int,
        lists: Any,
    ) -> None:
        own = cuda.shared.array(block, own_type)
        index = cuda.grid(1)
        if index < seeds.shape[0]:
            deal = cuda.local.array(deal_size, np.int16)
            generator = cuda.local.array(4, np.int64)
            at, row = cuda.threadIdx.x, lists[index]
            seed_generator(generator, seeds[index])
            moves[index] = play_small(own, at, config, sizes, deal, generator, games, row)
            note_result(own[at], places[index], merits[index])

    return play_shared


@cache
def local_kernel(dtype: np.dtype[Any], deal_size: int) -> Any:
    own_type = record(dtype)

    @kernel
    def play_local(
        seeds: Any, config: Any, sizes: Any, places: Any, merits: Any, moves: Any, games: int
    ) -> None:
        index = cuda.grid(1)
        if index < seeds.shape[0]:
            own = cuda.local.array(1, own_type)
            deal = cuda.local.array(deal_size, np.int16)
            generator = cuda.local.array(4, np.int64)
            seed_generator(generator, seeds[index])
            moves[index] = play_large(own, 0, config, sizes, deal, generator, games)
            note_result(own[0], places[index], merits[index])

    return play_local


@cache
def padded(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same record, an odd number of banks (or of pairs of them) long."""
    unit = max(BANK, dtype.alignment)
    size = -(-dtype.itemsize // unit) | 1
    fields: Any = dtype.fields
    wider = np.dtype(
        {
            "names": list(fields),
            "formats": [field[0] for field in fields.values()],
            "offsets": [field[1] for field in fields.values()],
            "itemsize": size * unit,
        },
        align=True,
    )
    if wider != dtype:
        register_like(wider, dtype)
    return wider


def launch(engine: Any, seeds: Any, places: Any, merits: Any, moves: Any, games: int) -> None:
    """Play `games` games from each seed; how the last of them has ended, and the moves of all."""
    state, longest = engine.game.state, engine.game.max_actions
    if state.itemsize > MAX_SHARED:
        run = local_kernel(state, engine.deal_size)
        run[grid(seeds.shape[0], LOCAL_BLOCK)](
            seeds, engine.config, engine.sizes, places, merits, moves, games
        )
        return
    run = shared_kernel(padded(state), engine.deal_size)
    at_once = min(seeds.shape[0], LISTS // longest)
    lists = device.empty((at_once, longest), np.int32)
    for start in range(0, seeds.shape[0], at_once):
        part = slice(start, min(start + at_once, seeds.shape[0]))
        run[grid(part.stop - start, SHARED_BLOCK)](
            seeds[part],
            engine.config,
            engine.sizes,
            places[part],
            merits[part],
            moves[part],
            games,
            lists,
        )
