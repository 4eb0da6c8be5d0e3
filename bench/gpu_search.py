"""Tree search on a GPU beside the same search on one core: positions a second, and equal moves.

    python bench/gpu_search.py [--positions 16384] [--iterations 200] [--sample 256] [--out FOLDER]

Positions are taken from random games at all their moments. Needs a GPU; docs/gpu.md tells more.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from moonlit import game_names
from moonlit.bots.levels import settings_for
from moonlit.core.contract import legal, play, setup
from moonlit.core.game import Game
from moonlit.core.jit import entry
from moonlit.core.registry import find_game
from moonlit.core.rng import below, draw_deal, generator
from moonlit.search.think import think


@entry
def scatter(states: Any, config: Any, sizes: Any, deal: Any, actions: Any, rng: Any) -> None:
    """Fill an array with positions of random games, one after the other."""
    filled = 0
    while filled < states.shape[0]:
        draw_deal(sizes, deal, rng)
        setup(states[filled], config, deal)
        while states[filled].to_move >= 0:
            if below(rng, 8) == 0 and filled + 1 < states.shape[0]:
                states[filled + 1] = states[filled]
                filled += 1
            elif filled + 1 == states.shape[0]:
                return
            count = legal(states[filled], actions)
            play(states[filled], actions[below(rng, count)])


def positions(game: Game, players: int, count: int) -> Any:
    config = game.configure(players, {})[1]
    sizes = np.array(game.deals.sizes(config), dtype=np.int64)
    states = np.zeros(count, dtype=game.state)
    deal, actions = np.zeros(sizes.sum(), dtype=np.int16), np.empty(game.max_actions, np.int32)
    scatter(states, config, sizes, deal, actions, generator(11))
    return states


def measure(name: str, count: int, iterations: int, sample: int) -> dict[str, Any]:
    from moonlit.cuda.search import search_all

    game, players = find_game(name), 2
    settings = settings_for(game, players)
    states, seeds = positions(game, players, count), np.arange(count)
    search_all(game, states[:64], seeds[:64], settings, 4)
    start = time.perf_counter()
    found = search_all(game, states, seeds, settings, iterations)
    spent = time.perf_counter() - start
    equal = checked = 0
    start = time.perf_counter()
    for row in range(0, count, max(1, count // sample)):
        seat = int(states["to_move"][row])
        if seat < 0:
            continue
        thought = think(
            game, states[row : row + 1], seat, settings, int(seeds[row]), iterations=iterations
        )
        expected = [(each.action, each.visits) for each in thought.candidates]
        moves = range(found.counts[row])
        got = [(int(found.actions[row, n]), int(found.visits[row, n])) for n in moves]
        checked += 1
        equal += got == expected
    core = checked / (time.perf_counter() - start)
    rate = count / spent
    print(
        f"{name}, {players} players: {count:,} positions × {iterations} iterations in "
        f"{spent:.2f} s, {rate:,.0f} positions/s | one core {core:,.0f}/s "
        f"(× {rate / core:.0f}) | the same moves with the same visits in {equal} of {checked}",
        flush=True,
    )
    return {"game": name, "rate": rate, "core": core, "equal": equal, "checked": checked}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=16_384)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--sample", type=int, default=256)
    parser.add_argument("--games", nargs="*", default=list(game_names()))
    parser.add_argument("--out", type=Path, help="a folder for gpu_search.json")
    given = parser.parse_args()
    found = [measure(name, given.positions, given.iterations, given.sample) for name in given.games]
    if given.out:
        (given.out / "gpu_search.json").write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
