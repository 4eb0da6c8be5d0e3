"""Many games at once on the device: envs/steps.py, a thread a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from moonlit.core import rng
from moonlit.core.contract import play
from moonlit.cuda.device import called, cuda, kernel
from moonlit.cuda.lists import Cleared

below = called(rng.below)


@kernel
def find_illegal(chosen: Any, actions: Any, counts: Any, wrong: Any) -> None:
    """The first game whose chosen action is not among its legal ones, into wrong[0]."""
    index = cuda.grid(1)
    if index < chosen.shape[0]:
        for number in range(counts[index]):
            if actions[index, number] == chosen[index]:
                return
        cuda.atomic.min(wrong, 0, index)


@kernel
def choose_any(actions: Any, counts: Any, rngs: Any, chosen: Any) -> None:
    index = cuda.grid(1)
    if index < chosen.shape[0]:
        chosen[index] = actions[index, below(rngs[index], counts[index])]


@kernel
def clear(words: Any, wrong: Any, games: int) -> None:
    """All observations, by all threads together, unless a step is refused."""
    if wrong[0] >= games:
        for index in range(cuda.grid(1), words.shape[0], cuda.gridsize(1)):
            words[index] = 0


@cache
def step_kernel(steps: Any, deal_size: int) -> Any:
    """Play one action in every game. `steps` is the module that tells what is shown of one."""
    deal_game, next_seed = called(steps.deal_game), called(steps.next_seed)
    end_game, show_game = called(steps.end_game), called(steps.show_game)

    @kernel
    def step_games(
        states: Any,
        config: Any,
        sizes: Any,
        seeds: Any,
        fresh: int,
        chosen: Any,
        wrong: Any,
        actions: Any,
        counts: Any,
        masks: Any,
        form: int,
        seen: Any,
        movers: Any,
        terms: Any,
        rewards: Any,
        dones: Any,
        places: Any,
        merits: Any,
    ) -> None:
        index, games = cuda.grid(1), states.shape[0]
        if index >= games or wrong[0] < games:
            return
        dones[index] = 0
        for seat in range(rewards.shape[1]):
            rewards[index, seat] = 0
        if not fresh:
            play(states[index], int(chosen[index]))
            if states[index].to_move < 0:
                end_game(states[index], index, terms, rewards, dones, places, merits)
                seeds[index] = next_seed(seeds[index], games)
        if fresh or dones[index]:
            deal = cuda.local.array(deal_size, np.int16)
            generator = cuda.local.array(4, np.int64)
            deal_game(states[index], config, sizes, seeds[index], deal, generator)
        row = Cleared(seen[index], 0)
        show_game(states[index], index, actions, counts, masks, form, row, movers)

    return step_games
