"""Iterations a second of the tree search, with light and guided playouts, beside plain Python.

Also how long the strongest level thinks about a move on one core, and how late an asyncio loop
wakes up while as many bots think as the pool admits.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import moonlit
from moonlit.bots import ask, level
from moonlit.bots.levels import LEVELS, settings_for
from moonlit.bots.pool import think_aside
from moonlit.core.jit import COMPILING
from moonlit.core.registry import find_game
from moonlit.search.think import Settings, think

ROUNDS = 3


def rate(match: moonlit.Match, settings: Settings, seconds: float) -> float:
    """Iterations a second at a position, the best of a few rounds."""
    seat = match.to_move or 0
    iterations = 3 if not COMPILING else 500
    best = 0.0
    end = time.perf_counter() + seconds
    think(match.game, match.states, seat, settings, 1, iterations=1)
    while True:
        start = time.perf_counter()
        think(match.game, match.states, seat, settings, 1, iterations=iterations)
        spent = time.perf_counter() - start
        best = max(best, iterations / spent)
        if time.perf_counter() > end:
            return best
        if spent < seconds / ROUNDS / 2:
            iterations *= 2


def start_of(game: str) -> moonlit.Match:
    return moonlit.new(game, players=2, seed=1)


def rates(game: str, seconds: float) -> tuple[float, float]:
    match = start_of(game)
    guided = settings_for(match.game, 2)
    return rate(match, replace(guided, guide=1), seconds), rate(match, guided, seconds)


def plain_rates(game: str) -> tuple[float, float]:
    """The same in a process of its own that compiles nothing."""
    code = f"import search; print(*search.rates({game!r}, 0.5))"
    folder = Path(__file__).resolve().parent
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder)},
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    light, guided = done.stdout.split()
    return float(light), float(guided)


def slowest_move(game: str, players: int) -> tuple[float, float]:
    """Mean and slowest time of the strongest level over a game, all seats at that level."""
    match = moonlit.new(game, players=players, seed=2)
    bots = [level(LEVELS[-1], match.game, players) for _ in range(players)]
    times = []
    chance = random.Random(2)
    while not match.over and len(times) < 12:
        start = time.perf_counter()
        match.play(ask(bots[match.to_move or 0], match, chance.getrandbits(40)))
        times.append(time.perf_counter() - start)
    return sum(times) / len(times), max(times)


async def lateness(seconds: float, busy: bool) -> tuple[float, float]:
    """How late the loop wakes from short sleeps, in ms: 99 % of the time, and at worst."""
    thinking = []
    if busy:
        match = start_of("nova-luna")
        bot_of = [level(LEVELS[-1], match.game, 2) for _ in range(64)]
        thinking = [asyncio.ensure_future(think_aside(bot, match, 1)) for bot in bot_of]
    late = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        await asyncio.sleep(0.005)
        late.append((time.perf_counter() - start - 0.005) * 1000)
    for task in thinking:
        task.cancel()
    late.sort()
    return late[int(len(late) * 0.99)], late[-1]


def main() -> None:
    for game in moonlit.game_names():
        light, guided = rates(game, 2.0)
        plain_light, plain_guided = plain_rates(game)
        print(
            f"{game}, start of a two-player game: light {light:,.0f} iterations/s"
            f" (plain Python {plain_light:,.0f}: {light / plain_light:,.0f} ×),"
            f" guided {guided:,.0f} (plain {plain_guided:,.0f}: {guided / plain_guided:,.0f} ×)"
        )
    print("goal: nova-luna light at least 15,000")
    for game in moonlit.game_names():
        for players in find_game(game).seats:
            mean, worst = slowest_move(game, players)
            print(
                f"{game}, {players} players, {LEVELS[-1]}:"
                f" {mean:.2f} s a move, slowest {worst:.2f} s (goal 2 s)"
            )
    for busy in (False, True):
        usual, worst = asyncio.run(lateness(5.0, busy))
        what = "while bots think" if busy else "with nothing else to do"
        print(
            f"asyncio loop {what}: 99 % of wake-ups late by less than {usual:.1f} ms"
            f" (goal 20 ms), worst {worst:.1f} ms"
        )


if __name__ == "__main__":
    main()
