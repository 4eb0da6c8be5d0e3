"""The simple ways to choose a move: any, the best-looking, the best in flat playouts."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.contract import MAX_SEATS, legal, play, rate, record_type, redeal
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING, entry, plain
from moonlit.core.rng import generator
from moonlit.search.tree import playout, shares


@entry
def rate_all(states: Any, actions: Any, found: Any) -> int:
    """Write the legal actions and how good each looks; how many there are."""
    count = legal(states[0], actions)
    for index in range(count):
        found[index] = rate(states[0], actions[index])
    return count


@entry
def flat_playouts(
    worlds: Any,
    seat: int,
    actions: Any,
    scratch: Any,
    sums: Any,
    rounds: int,
    settings: Any,
    rng: Any,
) -> int:
    """Give every legal action as many playouts, each in a world of its own; how many actions."""
    places = np.zeros(MAX_SEATS, dtype=np.int64)
    merits = np.zeros(MAX_SEATS)
    got = np.zeros(MAX_SEATS)
    count = legal(worlds[0], actions)
    for index in range(count):
        sums[index] = 0.0
    for _ in range(rounds):
        for index in range(count):
            worlds[1] = worlds[0]
            redeal(worlds[1], seat, rng)
            play(worlds[1], actions[index])
            playout(worlds[1], scratch, settings, rng)
            shares(worlds[1], settings, places, merits, got)
            sums[index] += got[seat]
    return count


def hunches(game: Game, states: Any) -> list[tuple[float, int]]:
    """Every legal action behind its hunch, the best-looking first."""
    actions = np.empty(game.max_actions, dtype=np.int32)
    found = np.empty(game.max_actions)
    count = _run(rate_all, states)(actions, found)
    pairs = zip(found[:count].tolist(), actions[:count].tolist(), strict=True)
    return sorted(pairs, key=lambda pair: (-pair[0], pair[1]))


def flat(game: Game, states: Any, seat: int, rounds: int, settings: Any, seed: int) -> int:
    """The action whose playouts went best."""
    worlds = np.zeros(2, dtype=game.state)
    worlds[0] = states[0]
    actions, scratch = (np.empty(game.max_actions, dtype=np.int32) for _ in range(2))
    sums = np.zeros(game.max_actions)
    count = _run(flat_playouts, worlds, seat)(
        actions, scratch, sums, rounds, settings, generator(seed)
    )
    return int(actions[int(np.argmax(sums[:count]))])


def _run(function: Any, states: Any, *first: Any) -> Any:
    """The compiled function, or the plain one on records, with its first arguments in place."""
    if not COMPILING:
        states, function = states.view(record_type(states.dtype)), plain(function)
    return lambda *rest: function(states, *first, *rest)
