"""The simple ways to choose a move: any, the best-looking, the best in flat playouts."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.contract import legal, play, rate, record_type, redeal
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING, entry, plain
from moonlit.core.rng import generator
from moonlit.search.playouts import playout, shares
from moonlit.search.tree import NOTES


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
    notes: Any,
    seat: int,
    actions: Any,
    scratch: Any,
    sums: Any,
    rounds: int,
    settings: Any,
    rng: Any,
) -> int:
    """Give every legal action as many playouts, each in a world of its own; how many actions.

    `worlds` are two: the position and room for another. `scratch` is as long as `actions`.
    """
    noted = notes[0]
    count = legal(worlds[0], actions)
    for index in range(count):
        sums[index] = 0.0
    for _ in range(rounds):
        for index in range(count):
            worlds[1] = worlds[0]
            redeal(worlds[1], seat, rng)
            play(worlds[1], actions[index])
            playout(worlds[1], scratch, settings, rng)
            shares(worlds[1], settings, noted.places, noted.merits, noted.shares)
            sums[index] += noted.shares[seat]
    return count


def ranked(game: Game, states: Any) -> list[tuple[float, int]]:
    """Every legal action behind how good it looks at a glance, the best-looking first."""
    actions = np.empty(game.max_actions, dtype=np.int32)
    found = np.empty(game.max_actions)
    seen = states if COMPILING else states.view(record_type(states.dtype))
    count = compiled(rate_all)(seen, actions, found)
    pairs = zip(found[:count].tolist(), actions[:count].tolist(), strict=True)
    return sorted(pairs, key=lambda pair: (-pair[0], pair[1]))


def flat(game: Game, states: Any, seat: int, rounds: int, settings: Any, seed: int) -> int:
    """The action whose playouts went best."""
    worlds, notes = records(2, game.state), records(1, NOTES)
    worlds[0] = states[0]
    actions, scratch = (np.empty(game.max_actions, dtype=np.int32) for _ in range(2))
    sums = np.zeros(game.max_actions)
    count = compiled(flat_playouts)(
        worlds, notes, seat, actions, scratch, sums, rounds, settings, generator(seed)
    )
    return int(actions[int(np.argmax(sums[:count]))])


# ---- compiled or plain -------------------------------------------------------------------------


def compiled(function: Any) -> Any:
    """The function as it is run here: in plain-Python mode its ordinary twin."""
    return function if COMPILING else plain(function)


def records(count: int, dtype: Any) -> Any:
    """An array of records, which plain Python can read by attribute."""
    return np.zeros(count, dtype=dtype if COMPILING else record_type(dtype))
