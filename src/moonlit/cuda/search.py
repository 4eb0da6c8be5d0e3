"""Searching thousands of positions at once on a GPU, with the very search of the CPU.

A position is a thread, and the same seed gives the same tree as `search.think` with one thread,
whether it plays games out or asks a network.
The threads of a warp soon do different things, and then they wait for each other; so where there
are fewer positions than the device has room for, each gets several threads' room (`spread`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from moonlit.core import rng as numbers
from moonlit.core.contract import MAX_SEATS
from moonlit.core.game import Game
from moonlit.cuda import device
from moonlit.cuda.device import (
    called,
    cuda,
    device_function,
    grid,
    kernel,
    record,
    to_device,
    to_host,
    zeros,
)
from moonlit.search import learned, simple, tree
from moonlit.search.network import Network
from moonlit.search.think import Settings
from moonlit.search.tree import NODE, NONE, NOTES, Tree
from moonlit.search.weights import Weights

BLOCK = 32
MAX_MEMORY = 8 << 30  # bytes of trees at once; more positions are searched one lot after the other
ROOM = 1 << 17  # threads that a device has room for

seed_generator = called(numbers.seed_generator)
plant, grow = called(tree.plant), called(tree.grow)
grow_learned = called(learned.grow_learned)
flat_playouts = called(simple.flat_playouts)


@dataclass(frozen=True)
class Found:
    """What a search found out about each position, a row each, in arrays on the host.

    Moves are sorted by their visits, the most first; `counts` says how many of a row there are.
    `values` are each seat's share after a move, `totals` its sums of share, win, place and merit.
    """

    counts: Any
    actions: Any
    visits: Any
    values: Any
    totals: Any


class Search(NamedTuple):
    """What every search of a position gets: its number and root, and room of its thread's own."""

    number: int
    root: Any
    world: Any
    notes: Any
    room: Any
    generator: Any
    settings: Any


@device_function
def own_position(count: int, spread: int) -> int:
    """Which of so many positions this thread is for: every `spread`th has one, the others none."""
    thread = cuda.grid(1)
    index = thread // spread
    return index if thread % spread == 0 and index < count else NONE


@cache
def search_kernel(search: Any, dtype: np.dtype[Any], max_actions: int) -> Any:
    """One of the searches below for each position; `given` is what is its own."""
    state_type, notes_type = record(dtype), record(NOTES)

    @kernel
    def search_each(
        states: Any, seeds: Any, settings: Any, spread: int, given: tuple[Any, ...]
    ) -> None:
        index = own_position(states.shape[0], spread)
        if index == NONE:
            return
        world = cuda.local.array(1, state_type)
        notes = cuda.local.array(1, notes_type)
        room = cuda.local.array(max_actions, np.int32)
        generator = cuda.local.array(4, np.int64)
        seed_generator(generator, seeds[index])
        root = states[index : index + 1]
        search(Search(index, root, world, notes, room, generator, settings), *given)

    return search_each


@device_function
def search_tree(
    own: Search, seats: Any, iterations: int, nodes: Any, marks: Any, totals: Any
) -> None:
    growing = planted(own, nodes, marks)
    if own.root[0].to_move >= 0:
        grow(growing, seats[own.number], iterations, own.settings, own.generator)
    keep_totals(totals[own.number], own.notes)


@device_function
def search_learned(
    own: Search,
    seats: Any,
    iterations: int,
    nodes: Any,
    marks: Any,
    totals: Any,
    secrets: bool,
    layers: tuple[Any, ...],
    memory: tuple[Any, ...],
) -> None:
    index = own.number
    seen, used, hidden, fewer, outputs = memory
    inputs = seen[index, : layers[0].shape[0]]
    kept = (seen[index], inputs, used[index], hidden[index], fewer[index], outputs[index])
    network = Network(*(layers + kept))
    growing = planted(own, nodes, marks)
    seat = seats[index]
    if own.root[0].to_move >= 0:
        knows = secrets and seat >= 0
        grow_learned(growing, network, seat, knows, iterations, own.settings, own.generator)
    keep_totals(totals[index], own.notes)


@device_function
def planted(own: Search, nodes: Any, marks: Any) -> Tree:
    index = own.number
    growing = Tree(own.root, own.world, nodes[index], own.notes, own.room, marks[index])
    plant(growing)
    return growing


@device_function
def keep_totals(totals: Any, notes: Any) -> None:
    for seat in range(MAX_SEATS):
        for kind in range(4):
            totals[seat, kind] = notes[0].totals[seat, kind]


@device_function
def search_flat(own: Search, rounds: int, counts: Any, actions: Any, sums: Any) -> None:
    index, seat = own.number, int(own.root[0].to_move)
    listed, shares = actions[index], sums[index]
    counts[index] = 0
    if seat >= 0:
        counts[index] = flat_playouts(
            own.root, own.world, own.notes, seat, listed, own.room, shares, rounds,
            own.settings, own.generator,
        )  # fmt: skip


@kernel
def list_children(nodes: Any, counts: Any, actions: Any, visits: Any, values: Any) -> None:
    """The root's children: the most visited first, of equal ones that with the lowest action."""
    index = cuda.grid(1)
    if index >= nodes.shape[0]:
        return
    found = 0
    child = int(nodes[index, 0].first)
    while child != NONE:
        node = nodes[index, child]
        child = int(node.next)
        slot = found
        found += 1
        while slot > 0 and (
            visits[index, slot - 1] < node.visits
            or (visits[index, slot - 1] == node.visits and actions[index, slot - 1] > node.action)
        ):
            slot -= 1
            visits[index, slot + 1] = visits[index, slot]
            actions[index, slot + 1] = actions[index, slot]
            for seat in range(values.shape[2]):
                values[index, slot + 1, seat] = values[index, slot, seat]
        visits[index, slot] = node.visits
        actions[index, slot] = node.action
        for seat in range(values.shape[2]):
            values[index, slot, seat] = node.value[seat] / node.visits
    counts[index] = found


def search_all(
    game: Game,
    states: Any,
    seeds: Any,
    settings: Settings,
    iterations: int,
    *,
    seats: Any = None,
    weights: Weights | None = None,
    spread: int = 0,
) -> Found:
    """Tree search for the seat to move of each state, or for given seats, each with its own seed.

    States may lie on either side; a game that is over has no moves. With weights positions are
    judged by a network, without they are played out.
    """
    device.need_device()
    if seats is None:
        seats = to_host(to_device(states))["to_move"]
    states, seeds = to_device(states), to_device(np.asarray(seeds, dtype=np.int64))
    seats = to_device(np.asarray(seats, dtype=np.int64))
    players = int(to_host(states[:1])["players"][0])
    width = min(iterations, max_children(game, settings, iterations))
    each = (iterations + 2) * NODE.itemsize + 4 * game.action_space
    lot = min(len(states), max(1, MAX_MEMORY // each))
    search = search_tree if weights is None else search_learned
    run = search_kernel(search, game.state, game.max_actions)
    layers = () if weights is None else network_layers(weights)
    given = to_device(settings.numbers())
    found = []
    for start in range(0, len(states), lot):
        count = min(lot, len(states) - start)
        some = slice(start, start + count)
        nodes = device.empty((count, iterations + 2), NODE)
        marks = zeros((count, game.action_space), np.int32)
        totals = zeros((count, MAX_SEATS, 4), np.float64)
        own: tuple[Any, ...] = (seats[some], iterations, nodes, marks, totals)
        if weights is not None:
            own = (*own, game.has_secrets, layers, network_memory(weights, count))
        wide = spread or spread_for(count)
        run[grid(count * wide, BLOCK)](states[some], seeds[some], given, wide, own)
        rows = (
            zeros(count, np.int32),
            zeros((count, width), np.int32),
            zeros((count, width), np.int32),
            zeros((count, width, players), np.float64),
        )
        list_children[grid(count)](nodes, *rows)
        found.append([*map(to_host, rows), to_host(totals)[:, :players]])
    return Found(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))


def network_layers(weights: Weights) -> tuple[Any, ...]:
    """A network's weights on the device, as all positions share them."""
    return tuple(to_device(each) for each in weights.network()[: len(weights.layers) + 1])


def network_memory(weights: Weights, count: int) -> tuple[Any, ...]:
    """What judging takes, a row for each position."""
    network = weights.network()
    kept = network.seen, network.used, network.hidden, network.fewer, network.outputs
    return tuple(zeros((count, *each.shape), each.dtype) for each in kept)


def flat_all(
    game: Game, states: Any, seeds: Any, settings: Settings, rounds: int, spread: int = 0
) -> tuple[Any, Any, Any]:
    """Flat Monte Carlo for the seat to move of each state: as many playouts for every move.

    How many moves each has, the moves, and the mean share of that seat after each of them.
    """
    device.need_device()
    states, seeds = to_device(states), to_device(np.asarray(seeds, dtype=np.int64))
    count = len(states)
    counts = zeros(count, np.int32)
    actions = zeros((count, game.max_actions), np.int32)
    sums = zeros((count, game.max_actions), np.float64)
    wide = spread or spread_for(count)
    run = search_kernel(search_flat, game.state, game.max_actions)
    run[grid(count * wide, BLOCK)](
        states, seeds, to_device(settings.numbers()), wide, (rounds, counts, actions, sums)
    )
    return to_host(counts), to_host(actions), to_host(sums) / rounds


def max_children(game: Game, settings: Settings, iterations: int) -> int:
    """How many children a root can have after so many iterations (tree.room).

    Where seats have secrets each world may allow other moves, and all of them stay.
    """
    if game.has_secrets:
        return game.action_space
    return min(game.max_actions, int(settings.wide + iterations**settings.wider) + 1)


def spread_for(count: int) -> int:
    """How many threads' room a position gets: all that the device has."""
    spread = 1
    while spread < BLOCK and count * spread * 2 <= ROOM:
        spread *= 2
    return spread
