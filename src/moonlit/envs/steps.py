"""Many games at once, in compiled code: stepped, dealt anew when over, observed and masked."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.contract import legal, observe, play, result, setup
from moonlit.core.jit import entry, njit
from moonlit.core.rng import MAX_SEED, below, draw_deal, seed_generator

# How masks are written: not at all, a byte an action, a bit an action (the lowest bit first).
NO_MASKS, BYTES, BITS = range(3)

# What a reward is, as numbers in one array (core/layout.py, Reward).
RIVALS, PAR, UNIT = range(3)


@njit
def write_rewards(players: int, terms: Any, places: Any, merits: Any, out: Any) -> None:
    """What each seat of a finished game got: all together nothing, except with one seat."""
    if players == 1:
        out[0] = (merits[0] - terms[PAR]) / terms[UNIT]
        return
    for seat in range(players):
        lead = 0
        for other in range(players):
            if places[other] < places[seat]:
                lead -= 1
            elif places[other] > places[seat]:
                lead += 1
        out[seat] = lead / terms[RIVALS]


@njit
def mark(masks: Any, form: int, actions: Any, count: int, on: int) -> None:
    """Set or clear the marks of some actions: the rest of a mask stays as it is."""
    if form == BYTES:
        for index in range(count):
            masks[actions[index]] = on
    elif form == BITS:
        for index in range(count):
            action = int(actions[index])
            bit = 1 << (action & 7)
            masks[action >> 3] = (
                masks[action >> 3] | bit if on else masks[action >> 3] & (255 ^ bit)
            )


@njit
def show_game(
    state: Any, index: int, actions: Any, counts: Any, masks: Any, form: int, seen: Any, movers: Any
) -> None:
    """Tell of a running game: whose move it is, what that seat may do, what it knows (`seen`)."""
    mark(masks[index], form, actions[index], counts[index], 0)
    counts[index] = legal(state, actions[index])
    mark(masks[index], form, actions[index], counts[index], 1)
    movers[index] = state.to_move
    observe(state, int(state.to_move), seen)


@njit
def end_game(
    state: Any, index: int, terms: Any, rewards: Any, dones: Any, places: Any, merits: Any
) -> None:
    """Tell how a game has ended."""
    dones[index] = 1
    result(state, places[index], merits[index])
    write_rewards(int(state.players), terms, places[index], merits[index], rewards[index])


@njit
def deal_game(state: Any, config: Any, sizes: Any, seed: int, deal: Any, rng: Any) -> None:
    """The game that a seed stands for; `deal` and `rng` are what it takes to work it out."""
    seed_generator(rng, seed)
    draw_deal(sizes, deal, rng)
    setup(state, config, deal)


@entry
def step_games(
    states: Any,
    config: Any,
    sizes: Any,
    seeds: Any,
    stride: int,
    chosen: Any,
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
    """Play one action in every game; a game that is over is followed by the next.

    Without any action chosen, all games are dealt from their seeds.
    """
    fresh = chosen.shape[0] == 0
    deal = np.zeros(sizes.sum(), dtype=np.int16)
    rng = np.zeros(4, dtype=np.int64)
    for index in range(states.shape[0]):
        rewards[index] = 0
        dones[index] = 0
        if not fresh:
            play(states[index], int(chosen[index]))
            if states[index].to_move < 0:
                end_game(states[index], index, terms, rewards, dones, places, merits)
                seeds[index] = next_seed(seeds[index], stride)
        if fresh or dones[index]:
            deal_game(states[index], config, sizes, seeds[index], deal, rng)
        show_game(states[index], index, actions, counts, masks, form, seen[index], movers)


@njit
def next_seed(seed: int, stride: int) -> int:
    return (int(seed) + stride) % (MAX_SEED + 1)


@entry
def first_illegal(chosen: Any, actions: Any, counts: Any) -> int:
    """The first game whose chosen action is not among its legal ones, or -1."""
    for index in range(chosen.shape[0]):
        found = False
        for number in range(counts[index]):
            if actions[index, number] == chosen[index]:
                found = True
                break
        if not found:
            return index
    return -1


@entry
def choose_any(actions: Any, counts: Any, rngs: Any, chosen: Any) -> None:
    """A legal action for every game, at random."""
    for index in range(chosen.shape[0]):
        chosen[index] = actions[index, below(rngs[index], counts[index])]
