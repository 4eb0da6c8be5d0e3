"""Steps a second of the environments, beside those of a game that everybody has.

A batch counts a step for each of its games, observations and masks included; against bots a step is
the learner's move with all answers to it. The interfaces of
PettingZoo and OpenSpiel are driven by the same loops for our games and for connect four. What runs
on one core is measured by its processor time, so that others on the machine hardly matter; two
threads are measured by the wall clock, which tells nothing on a machine that is busy.
"""

from __future__ import annotations

import os
import random
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from moonlit.bots.levels import level
from moonlit.core.registry import find_game, game_names
from moonlit.envs import make_vec
from moonlit.envs.batch import Batch
from moonlit.envs.gymnasium import SeatEnv
from moonlit.envs.pettingzoo import env

GAMES = 1024
ROUNDS = 5
EPISODES = 3  # of each game in a round: late moves cost more to observe than early ones
SECONDS = 0.4  # a round of single games, the last of them to its end
GOAL = 300_000
GOAL_GAME = "nova-luna"
OPPONENTS = ("casual", "net:8", "greedy", "random")
AGAINST = 32  # games at once against bots
AGAINST_GOAL = 5_000  # against casual


def best_of(work: Callable[[], float]) -> tuple[float, float]:
    """The best and the median of some rounds: others on the machine only ever slow one down."""
    work()
    found = [work() for _ in range(ROUNDS)]
    return max(found), statistics.median(found)


def batched(game: str, players: int, masks: str, threads: int) -> tuple[float, float]:
    """Whole games. Random legal actions are chosen between the steps, and not counted."""
    batch = Batch(game, players, GAMES, masks=masks, threads=threads)
    clock = time.thread_time if threads == 1 else time.perf_counter

    def work() -> float:
        spent, steps, ended = 0.0, 0, 0
        while ended < EPISODES * GAMES:
            chosen = batch.sample()
            start = clock()
            batch.step(chosen)
            spent += clock() - start
            steps += GAMES
            ended += int(batch.dones.sum())
        return steps / spent

    found = best_of(work)
    batch.close()
    return found


def against(game: str, opponents: str) -> Callable[[], float]:
    """The vector environment: random legal actions, observations, masks as lists; whole games."""
    made = make_vec(game, AGAINST, opponents=opponents, masks="list")

    def work() -> float:
        made.reset(seed=1)
        steps, ended, start = 0, 0, time.thread_time()
        while ended < AGAINST or time.thread_time() - start < SECONDS:
            ended += int(made.step(made.sample())[2].sum())
            steps += AGAINST
        return steps / (time.thread_time() - start)

    return work


def alone(game: str, name: str) -> Callable[[], float]:
    """The environment of one game, with the same opponent and random legal actions."""
    made = SeatEnv(game, 2, level=name)
    chance = np.random.default_rng(1)

    def work() -> float:
        steps, start = 0, time.thread_time()
        over, info = True, {}
        while time.thread_time() - start < SECONDS:
            if over:
                info = made.reset(seed=int(chance.integers(1 << 30)))[1]
            action = chance.choice(np.flatnonzero(info["action_mask"]))
            _, _, over, _, info = made.step(action)
            steps += 1
        return steps / (time.thread_time() - start)

    return work


def show_opponents(game: str) -> None:
    """Bots inside the batch beside the same in the environment of one game, and where time goes."""
    single = best_of(alone(game, "casual"))
    show(f"Gymnasium, {game}, one game against casual", single)
    found = {name: best_of(against(game, name)) for name in OPPONENTS}
    for name, speeds in found.items():
        goal = f" (goal {AGAINST_GOAL:,}: {'met' if speeds[0] >= AGAINST_GOAL else 'missed'})"
        times = f", {speeds[0] / single[0]:.1f} × the one game against casual"
        told = f"  {AGAINST} games at once against {name}"
        show(told, speeds, (goal if name == "casual" else "") + times)
    step, rest = 1e6 / found["casual"][0], 1e6 / found["random"][0]
    iterations = level("casual", find_game(game), 2).iterations
    print(
        f"  a step against casual: {step:,.0f} µs, of these {step - rest:,.0f} its search "
        f"({iterations} iterations a move, {(step - rest) / iterations:.1f} µs each), "
        f"{rest:.1f} everything else",
        flush=True,
    )


def turns(made: Any) -> Callable[[], float]:
    """PettingZoo: random legal actions, from the masks."""
    chance = np.random.default_rng(1)

    def work() -> float:
        steps, start = 0, time.thread_time()
        while time.thread_time() - start < SECONDS:
            made.reset(seed=int(chance.integers(1 << 30)))
            for _ in made.agent_iter():
                seen, _, ended, cut, _ = made.last()
                over = ended or cut
                made.step(None if over else chance.choice(np.flatnonzero(seen["action_mask"])))
                steps += not over
        return steps / (time.thread_time() - start)

    return work


def spiel(game: Any) -> Callable[[], float]:
    """OpenSpiel: random legal actions and the observation of the player to move."""
    chance = random.Random(1)

    def work() -> float:
        steps, start = 0, time.thread_time()
        while time.thread_time() - start < SECONDS:
            state = game.new_initial_state()
            if state.is_chance_node():
                state.apply_action(chance.randrange(game.max_chance_outcomes()))
            while not state.is_terminal():
                state.observation_tensor(state.current_player())
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        return steps / (time.thread_time() - start)

    return work


def show(what: str, found: tuple[float, float], more: str = "") -> None:
    print(f"{what}: {found[0]:,.0f} steps/s (median {found[1]:,.0f}){more}", flush=True)


def main() -> None:
    warnings.simplefilter("ignore")
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"load of the machine before this: {load:.1f} on {cores} cores")
    for game in game_names():
        for players in (2, find_game(game).seats[-1]):
            for masks in ("bits", "bool"):
                one, two = (batched(game, players, masks, threads) for threads in (1, 2))
                goal = game == GOAL_GAME and players == 2
                show(
                    f"{game}, {players} players, batch of {GAMES}, masks as {masks}, 1 core",
                    one,
                    f" (goal {GOAL:,}: {'met' if one[0] >= GOAL else 'missed'})" if goal else "",
                )
                show("  the same on 2 threads", two, f", {two[0] / one[0]:.2f} ×")
    for game in game_names():
        show_opponents(game)
    for game in game_names():
        show(f"PettingZoo, {game}, 2 players", best_of(turns(env(game, 2))))
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        print("PettingZoo, connect_four: needs pip install 'pettingzoo[classic]' (pygame)")
    else:
        show("for comparison: PettingZoo, connect_four", best_of(turns(connect_four_v3.env())))
    try:
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers itself

        from moonlit.envs.openspiel import short_name
    except ImportError:
        print("OpenSpiel: needs pip install 'moonlit[openspiel]'")
        return
    for game in game_names():
        made = pyspiel.load_game(short_name(game), {"players": 2})
        show(f"OpenSpiel, {game}, 2 players", best_of(spiel(made)))
    for name in ("connect_four", "python_tic_tac_toe"):
        language = "in Python" if name.startswith("python") else "in C++"
        told = f"for comparison: OpenSpiel, {name} ({language})"
        show(told, best_of(spiel(pyspiel.load_game(name))))


if __name__ == "__main__":
    main()
