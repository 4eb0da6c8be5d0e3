"""Bots inside a batch: they play the seats that are not the learner's, in compiled code.

They are the bots of moonlit.bots and see what these see: a world in which everything that their
seat cannot know is dealt anew. A search begins anew with every move; it keeps no tree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from moonlit.core.contract import legal, play, rate, redeal
from moonlit.core.jit import entry, njit
from moonlit.core.rng import below, seed_generator
from moonlit.envs.steps import Games
from moonlit.search.learned import grow_learned
from moonlit.search.playouts import unit
from moonlit.search.simple import flat_playouts
from moonlit.search.tree import NONE, Tree, grow, plant

RANDOM, GREEDY, FLAT, SEARCH, LEARNED = range(5)
SEEDS = 1 << 30  # a move's seed lies below
LEVEL = 1e-9  # moves that differ by less look alike
SECONDS = 8  # a slip goes to one of so many most visited moves
MAX_LOOKS = 1 << 30  # then marks are cleared: they would run out of numbers

BOT = np.dtype(
    [
        ("kind", np.int32),
        ("budget", np.int32),  # iterations, or playouts a move
        ("slip", np.float64),
        ("loose", np.float64),
    ],
    align=True,
)


class Bots(NamedTuple):
    """The bots of the other seats, clockwise from the learner, and the memory they think in."""

    each: Any  # a BOT a seat
    settings: Any  # of each
    tree: Tree
    actions: Any
    sums: Any
    rng: Any
    own: bool  # whether the game has secrets: then leaves are judged as the bot's seat sees them


@entry
def answer(games: Games, where: Any, bots: Bots, flats: Any, searches: Any, network: Any) -> None:
    """Let bots move in the marked games, until the learner is to move or nobody.

    flats, searches: whether some bot does; None if not, and then that is not even compiled.
    network: what some bot asks, or None.
    """
    for index in range(games.states.shape[0]):
        if where[index]:
            state = games.states[index]
            learner = int(games.learners[index])
            while state.to_move >= 0 and state.to_move != learner:
                number = (int(state.to_move) - learner) % int(state.players) - 1
                chance = games.chances[index]
                play(state, choose_move(state, number, bots, flats, searches, network, chance))


@njit
def choose_move(
    state: Any, number: int, bots: Bots, flats: Any, searches: Any, network: Any, chance: Any
) -> int:
    bot = bots.each[number]
    count = legal(state, bots.actions)
    if count == 1:
        return int(bots.actions[0])
    if bot.kind == RANDOM:
        return int(bots.actions[below(chance, count)])
    seed = below(chance, SEEDS)
    seat = int(np.int64(state.to_move))
    root = bots.tree.root
    root[0] = state
    seed_generator(bots.rng, seed)
    redeal(root[0], seat, bots.rng)
    seed_generator(bots.rng, seed)
    budget, settings = int(np.int64(bot.budget)), bots.settings[number]
    if flats is not None and bot.kind == FLAT:
        return best_in_playouts(bots, seat, budget, settings)
    if searches is not None and bot.kind == SEARCH:
        plant_again(bots.tree)
        grow(bots.tree, seat, budget, settings, bots.rng)
        return pick(bots.tree, seat, bot, chance)
    if network is not None and bot.kind == LEARNED:
        plant_again(bots.tree)
        grow_learned(bots.tree, network, seat, bots.own, budget, settings, bots.rng)
        return pick(bots.tree, seat, bot, chance)
    return best_looking(root[0], bots, count, chance)


@njit
def best_looking(world: Any, bots: Bots, count: int, chance: Any) -> int:
    """The move that looks best at a glance; any of those that look alike."""
    best = rate(world, bots.actions[0])
    bots.sums[0] = best
    for index in range(1, count):
        bots.sums[index] = rate(world, bots.actions[index])
        best = max(best, bots.sums[index])
    alike = 0
    for index in range(count):
        if bots.sums[index] > best - LEVEL:
            bots.actions[alike] = bots.actions[index]
            alike += 1
    return int(bots.actions[below(chance, alike)])


@njit
def best_in_playouts(bots: Bots, seat: int, rounds: int, settings: Any) -> int:
    tree = bots.tree
    count = flat_playouts(
        tree.root,
        tree.world,
        tree.notes,
        seat,
        bots.actions,
        tree.actions,
        bots.sums,
        rounds,
        settings,
        bots.rng,
    )
    best = 0
    for index in range(1, count):
        if bots.sums[index] > bots.sums[best]:
            best = index
    return int(bots.actions[best])


@njit
def plant_again(tree: Tree) -> None:
    """An empty tree, whose marks of earlier looks stay in the past."""
    looks = tree.notes[0].looks
    if looks > MAX_LOOKS:
        tree.marks[:] = 0
        looks = 0
    plant(tree)
    tree.notes[0].looks = looks


@njit
def pick(tree: Tree, seat: int, bot: Any, chance: Any) -> int:
    """The most visited move, or now and then another that looks nearly as good."""
    best = follower(tree, NONE)
    chosen = tree.nodes[best]
    if unit(chance) >= bot.slip:
        return int(chosen.action)
    least = chosen.value[seat] / chosen.visits - bot.loose
    action = int(chosen.action)
    found, child = 0, follower(tree, best)
    for _ in range(SECONDS - 1):
        if child == NONE:
            break
        other = tree.nodes[child]
        if other.value[seat] / other.visits > least:
            found += 1
            if below(chance, found) == 0:  # in the end each of them as likely
                action = int(other.action)
        child = follower(tree, child)
    return action


@njit
def follower(tree: Tree, before: int) -> int:
    """The move behind another in the order of visits, of equals the lower action first."""
    best = NONE
    child = int(tree.nodes[0].first)
    while child != NONE:
        if (before == NONE or precedes(tree, before, child)) and (
            best == NONE or precedes(tree, child, best)
        ):
            best = child
        child = int(tree.nodes[child].next)
    return best


@njit
def precedes(tree: Tree, one: int, other: int) -> bool:
    first, second = tree.nodes[one], tree.nodes[other]
    if first.visits != second.visits:
        return bool(first.visits > second.visits)
    return bool(first.action < second.action)
