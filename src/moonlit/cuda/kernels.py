"""The contract's functions over arrays of states, a thread a state."""

from __future__ import annotations

from typing import Any

from moonlit.core import rng
from moonlit.core.contract import legal, observe, play, rate, redeal, result, setup
from moonlit.cuda.device import called, cuda, kernel

draw_deal = called(rng.draw_deal)
seed_generator = called(rng.seed_generator)


@kernel
def setup_states(states: Any, config: Any, sizes: Any, seeds: Any, deals: Any, rngs: Any) -> None:
    """The deals that seeds stand for, and the states they begin with."""
    index = cuda.grid(1)
    if index < states.shape[0]:
        seed_generator(rngs[index], seeds[index])
        draw_deal(sizes, deals[index], rngs[index])
        setup(states[index], config, deals[index])


@kernel
def legal_states(states: Any, actions: Any, counts: Any) -> None:
    index = cuda.grid(1)
    if index < states.shape[0]:
        counts[index] = 0
        if states[index].to_move >= 0:
            counts[index] = legal(states[index], actions[index])


@kernel
def play_states(states: Any, chosen: Any) -> None:
    """A game that is over stays as it is."""
    index = cuda.grid(1)
    if index < states.shape[0] and states[index].to_move >= 0:
        play(states[index], int(chosen[index]))


@kernel
def result_states(states: Any, places: Any, merits: Any) -> None:
    index = cuda.grid(1)
    if index < states.shape[0]:
        result(states[index], places[index], merits[index])


@kernel
def redeal_states(states: Any, seats: Any, rngs: Any) -> None:
    index = cuda.grid(1)
    if index < states.shape[0]:
        redeal(states[index], int(seats[index]), rngs[index])


@kernel
def rate_states(states: Any, chosen: Any, ratings: Any) -> None:
    index = cuda.grid(1)
    if index < states.shape[0] and states[index].to_move >= 0:
        ratings[index] = rate(states[index], int(chosen[index]))


@kernel
def observe_states(states: Any, seats: Any, seen: Any) -> None:
    index = cuda.grid(1)
    if index < states.shape[0]:
        observe(states[index], int(seats[index]), seen[index])


@kernel
def seed_generators(rngs: Any, seeds: Any) -> None:
    index = cuda.grid(1)
    if index < rngs.shape[0]:
        seed_generator(rngs[index], seeds[index])
