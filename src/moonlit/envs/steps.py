"""Many games at once, in compiled code: stepped, dealt anew when over, observed and masked."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from moonlit.core.contract import legal, observe, play, redeal, result, setup
from moonlit.core.jit import entry, njit
from moonlit.core.rng import MAX_SEED, below, draw_deal, seed_generator

# How masks are written: not at all, a byte an action, a bit an action (the lowest bit first).
NO_MASKS, BYTES, BITS = range(3)

# What a reward is, as numbers in one array (core/layout.py, Reward).
RIVALS, PAR, UNIT = range(3)

# What is done to a game, one after the other.
PLAY = 1  # the chosen action
REDEAL = 2  # what the seat to move cannot know, by a number
END = 4  # tell how it ended, if it is over, and go on to the next one where that is wanted
NEXT = 8  # the seed that follows
DEAL = 16
SHOW = 32

# Where the learner sits, if not at a seat that was chosen: at all of them, or at one by chance.
EVERY_SEAT, ANY_SEAT = -2, -1
ANSWERING = 0xB075  # what the bots' chance makes of the seed of a game


class Games(NamedTuple):
    """The games of a batch, a row each."""

    states: Any
    seeds: Any
    actions: Any
    counts: Any
    masks: Any
    seen: Any  # observations
    movers: Any
    rewards: Any
    dones: Any
    places: Any
    merits: Any
    viewers: Any  # who sees the end of a game: the last to have moved, or the learner
    learners: Any  # where bots have the other seats
    chances: Any  # generators of the bots


class Common(NamedTuple):
    """What is the same for all games of a batch."""

    config: Any
    sizes: Any
    terms: Any
    stride: int  # from the seed of a game to that of the next
    form: int  # of masks
    again: bool  # whether a game that is over is followed by the next at once
    learner: int


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
def step_games(games: Games, common: Common, where: Any, phases: int, chosen: Any) -> None:
    """Take the games that are marked in `where` through some phases; `chosen`: what is played.

    All in one loop: handing the arrays on for every game costs a tenth of the speed.
    """
    deal = np.zeros(common.sizes.sum(), dtype=np.int16)
    rng = np.zeros(4, dtype=np.int64)
    states, seeds, viewers = games.states, games.seeds, games.viewers
    actions, counts, masks, form = games.actions, games.counts, games.masks, common.form
    rewards, dones, places, merits = games.rewards, games.dones, games.places, games.merits
    for index in range(states.shape[0]):
        if not where[index]:
            continue
        state = states[index]
        if phases & PLAY:
            viewers[index] = state.to_move
            play(state, int(chosen[index]))
        if phases & REDEAL:
            seed_generator(rng, int(chosen[index]))
            redeal(state, int(state.to_move), rng)
        again = False
        if phases & END and state.to_move < 0:
            end_game(state, index, common.terms, rewards, dones, places, merits)
            again = common.again
        if phases & NEXT or again:
            seeds[index] = next_seed(seeds[index], common.stride)
        if phases & DEAL or again:
            deal_game(state, common.config, common.sizes, seeds[index], deal, rng)
            seat_learner(games, common.learner, index)
        if phases & SHOW:
            if state.to_move >= 0:
                seen = games.seen[index]
                show_game(state, index, actions, counts, masks, form, seen, games.movers)
            else:
                mark(masks[index], form, actions[index], counts[index], 0)
                counts[index] = 0
                games.movers[index] = -1
                observe(state, int(viewers[index]), games.seen[index])


@njit
def seat_learner(games: Games, learner: int, index: int) -> None:
    """Where the learner sits in a new game, and the chance of its bots: the seed tells both."""
    if learner == EVERY_SEAT:
        return
    chance = games.chances[index]
    seed_generator(chance, int(games.seeds[index]) ^ ANSWERING)
    if learner == ANY_SEAT:
        games.learners[index] = below(chance, int(games.states[index].players))
    games.viewers[index] = games.learners[index]


@njit
def next_seed(seed: int, stride: int) -> int:
    return (int(seed) + stride) % (MAX_SEED + 1)


@entry
def first_illegal(chosen: Any, where: Any, actions: Any, counts: Any) -> int:
    """The first marked game whose chosen action is not among its legal ones, or -1."""
    for index in range(chosen.shape[0]):
        found = not where[index]
        for number in range(counts[index]):
            if actions[index, number] == chosen[index]:
                found = True
                break
        if not found:
            return index
    return -1


@entry
def choose_any(actions: Any, counts: Any, rngs: Any, chosen: Any) -> None:
    """A legal action for every game that runs, at random."""
    for index in range(chosen.shape[0]):
        if counts[index] > 0:
            chosen[index] = actions[index, below(rngs[index], counts[index])]
