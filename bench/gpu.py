"""The rules on a GPU: every figure beside that of a CPU core and of all cores of the same machine.

    python bench/gpu.py [--quick] [--out FOLDER]

First it is checked that CPU and GPU play the same games, byte for byte. Then random games and steps
of the batch environment are timed: compiled beforehand, in the state that a long run is in, each
three times, the median counts. Games are prepared at the same time and measured one after the
other. All cores are as many processes as there are cores. bench/gpu_search.py has the search.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from moonlit.core.contract import legal, play
from moonlit.core.engine import engine as on_cpu
from moonlit.core.registry import find_game, game_names
from moonlit.core.rng import below, seed_generator
from moonlit.envs.steps import deal_game

EQUAL_GAMES = 10_000
BATCH = 65_536
CPU_BATCH = 1024  # more do not fit a core's cache, and are slower
COMPARED = 8  # states are compared after every so many moves
GAMES_GOAL = {"nova-luna": 10e6, "dance-of-muses": 25e6, "nomads": 12e6}
STEPS_GOAL = 30e6
LAUNCHES = ((2560, 8), (4096, 4))  # threads a multiprocessor, games a thread
ROUNDS = 3


# ---- the same games ----------------------------------------------------------------------------


@numba.njit
def deal_all(states: Any, config: Any, sizes: Any, deal: Any, rngs: Any) -> None:
    """The games of the seeds from 0 on, and generators from the same seeds."""
    for index in range(states.shape[0]):
        deal_game(states[index], config, sizes, index, deal, rngs[index])
        seed_generator(rngs[index], index)


@numba.njit
def play_moves(states: Any, actions: Any, rngs: Any, moves: int) -> int:
    """So many moves at random in every game; how many games are not over."""
    running = 0
    for index in range(states.shape[0]):
        for _ in range(moves):
            if states[index].to_move >= 0:
                count = legal(states[index], actions)
                play(states[index], int(actions[below(rngs[index], count)]))
        running += states[index].to_move >= 0
    return running


def equal_games(name: str, players: int, count: int) -> dict[str, Any]:
    """Deal and play `count` games on both sides; every byte of every state must be the same."""
    from moonlit.cuda import Engine
    from moonlit.cuda.device import empty, grid
    from moonlit.cuda.steps import choose_any

    engine, game = Engine(name, players), find_game(name)
    config = engine.to_host(engine.config)
    expected = np.zeros(count, dtype=game.state)
    host_rngs = np.zeros((count, 4), dtype=np.int64)
    sizes, deal = engine.to_host(engine.sizes), np.zeros(engine.deal_size, dtype=np.int16)
    deal_all(expected, config, sizes, deal, host_rngs)
    states, rngs = engine.setup(range(count)), engine.generators(range(count))
    list_, chosen = np.empty(game.max_actions, dtype=np.int32), empty(count, np.int32)
    compared, running, moves = 0, count, 0
    while True:
        compared += count
        if engine.to_host(states).tobytes() != expected.tobytes():
            return {"players": players, "equal": False, "after_moves": moves}
        if running == 0:
            return {"players": players, "equal": True, "games": count, "states": compared}
        running = play_moves(expected, list_, host_rngs, COMPARED)
        for _ in range(COMPARED):
            actions, counts = engine.legal(states)
            choose_any[grid(count)](actions, counts, rngs, chosen)
            engine.play(states, chosen)
        moves += COMPARED


# ---- on the GPU --------------------------------------------------------------------------------


def median_rate(work: Callable[[], float]) -> float:
    """Units a second, the median of some rounds after one that does not count."""
    work()
    return statistics.median(work() for _ in range(ROUNDS))


def gpu_games(name: str, players: int, quick: bool) -> Callable[[], dict[str, Any]]:
    from moonlit.cuda import Engine
    from moonlit.cuda.device import cuda, to_device

    engine = Engine(name, players)
    engine.random_games(range(256))
    cuda.synchronize()

    def measure_launch(threads: int, games: int) -> dict[str, Any]:
        seeds = to_device(np.arange(threads, dtype=np.int64))
        made = 0

        def work() -> float:
            nonlocal made
            start = time.perf_counter()
            moves = engine.random_games(seeds, games)[2]
            cuda.synchronize()
            spent = time.perf_counter() - start
            made = int(engine.to_host(moves).sum())
            return threads * games / spent

        rate = median_rate(work)
        return {"games": rate, "moves": rate * made / (threads * games), "launch": [threads, games]}

    def measure() -> dict[str, Any]:
        """In launches of two sizes; the better one counts, and both are told."""
        cores = cuda.get_current_device().MULTIPROCESSOR_COUNT
        found = [measure_launch(cores * each, 2 if quick else games) for each, games in LAUNCHES]
        best = max(found, key=lambda one: one["games"])
        return {**best, "launches": found}

    return measure


def gpu_steps(
    name: str, players: int, masks: str | None, dtype: str, quick: bool
) -> Callable[[], float]:
    """As a training loop steps: nothing waits, and the choice of random actions counts as well."""
    import torch

    from moonlit.envs.device_batch import DeviceBatch

    DeviceBatch(name, players, 256, masks=masks, dtype=dtype).step(
        DeviceBatch(name, players, 256, masks=masks, dtype=dtype).sample()
    )

    def measure() -> float:
        batch = DeviceBatch(name, players, BATCH, masks=masks, dtype=dtype)
        for _ in range(batch.layout.longest if not quick else 8):
            batch.step(batch.sample())  # so that games are at all their moments

        def work() -> float:
            steps = 20 if quick else 100
            torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(steps):
                batch.step(batch.sample())
            torch.cuda.synchronize()
            return BATCH * steps / (time.perf_counter() - start)

        rate = median_rate(work)
        batch.expect_legal()
        return rate

    return measure


# ---- on the CPU --------------------------------------------------------------------------------


def cpu_games(name: str, players: int, seconds: float) -> float:
    game = find_game(name)
    config = game.configure(players, {})[1]
    games, start, seed = 0, time.perf_counter(), os.getpid()
    while time.perf_counter() - start < seconds:
        seed += 1
        on_cpu(game).random_games(config, 200, seed)
        games += 200
    return games / (time.perf_counter() - start)


def cpu_steps(name: str, players: int, seconds: float) -> float:
    from moonlit.envs.batch import Batch

    batch = Batch(name, players, CPU_BATCH, masks=None)
    for _ in range(min(64, batch.layout.longest)):
        batch.step(batch.sample())
    steps, spent = 0, 0.0
    while spent < seconds:
        chosen = batch.sample()
        start = time.perf_counter()
        batch.step(chosen)
        spent += time.perf_counter() - start
        steps += CPU_BATCH
    return steps / spent


def each_core(work: str, name: str, players: int, seconds: float, gate: Any, answers: Any) -> None:
    globals()[work](name, players, 0.05)  # from the cache, before the clock starts
    gate.wait()
    answers.put(globals()[work](name, players, seconds))


def all_cores(work: str, name: str, players: int, seconds: float) -> float:
    """As many processes as cores, begun together; what they do is added up."""
    context = multiprocessing.get_context("spawn")
    cores = len(os.sched_getaffinity(0))
    gate, answers = context.Barrier(cores), context.Queue()
    given = (work, name, players, seconds, gate, answers)
    workers = [context.Process(target=each_core, args=given) for _ in range(cores)]
    for worker in workers:
        worker.start()
    found = sum(answers.get() for _ in workers)
    for worker in workers:
        worker.join()
    return found


# ---- a game ------------------------------------------------------------------------------------


def work_on(name: str, quick: bool, ready: Any, turn: Any, answers: Any) -> None:
    """Compile and compare at the same time as the other games, then measure alone."""
    began = time.perf_counter()
    players = 2
    count = EQUAL_GAMES // 20 if quick else EQUAL_GAMES
    equal = [equal_games(name, seats, count) for seats in find_game(name).seats]
    games = gpu_games(name, players, quick)
    kinds = [(None, "int8"), ("bits", "int8"), (None, "float16")]
    steps = {kind: gpu_steps(name, players, *kind, quick) for kind in kinds}
    cpu_games(name, players, 0.01)
    cpu_steps(name, players, 0.01)
    prepared = time.perf_counter() - began
    ready.wait()
    with turn:
        seconds = 0.5 if quick else 1.5
        found = {
            "game": name,
            "players": players,
            "prepared_s": prepared,
            "equal": equal,
            "games_gpu": games(),
            "games_core": cpu_games(name, players, seconds),
            "games_cores": all_cores("cpu_games", name, players, seconds),
            "steps_gpu": {f"masks {m}, {d}": steps[m, d]() for m, d in kinds},
            "steps_core": cpu_steps(name, players, seconds),
            "steps_cores": all_cores("cpu_steps", name, players, seconds),
        }
    answers.put(found)


def show(found: dict[str, Any]) -> None:
    name, gpu = found["game"], found["games_gpu"]
    print(f"\n{name}, {found['players']} players (prepared in {found['prepared_s']:.0f} s)")
    for table in found["equal"]:
        told = (
            f"all {table['states']:,} states of {table['games']:,} games are byte-equal"
            if table["equal"]
            else f"NOT EQUAL after {table['after_moves']} moves"
        )
        print(f"  CPU and GPU, {table['players']} players: {told}")
    goal = GAMES_GOAL.get(name, 0.0)
    print(
        f"  random games: {gpu['games'] / 1e6:.2f} M/s ({gpu['moves'] / 1e6:.0f} M moves/s), goal "
        f"{goal / 1e6:.0f} M: {'met' if gpu['games'] >= goal else 'MISSED'} | one core "
        f"{found['games_core']:,.0f}/s (× {gpu['games'] / found['games_core']:.0f}) | all cores "
        f"{found['games_cores']:,.0f}/s (× {gpu['games'] / found['games_cores']:.0f})"
    )
    for one in gpu["launches"]:
        threads, each = one["launch"]
        print(f"    {threads:,} threads × {each} games: {one['games'] / 1e6:.2f} M/s")
    for kind, rate in found["steps_gpu"].items():
        print(
            f"  batch of {BATCH:,}, {kind}: {rate / 1e6:.1f} M steps/s, goal "
            f"{STEPS_GOAL / 1e6:.0f} M: {'met' if rate >= STEPS_GOAL else 'MISSED'} | CPU batch of "
            f"{CPU_BATCH}: one core {found['steps_core']:,.0f}/s "
            f"(× {rate / found['steps_core']:.0f}) | all cores {found['steps_cores']:,.0f}/s "
            f"(× {rate / found['steps_cores']:.0f})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games, shorter measurements")
    parser.add_argument("--out", type=Path, help="a folder for gpu.json")
    parser.add_argument("--games", nargs="*", default=list(game_names()))
    given = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    ready, turn, answers = context.Barrier(len(given.games)), context.Lock(), context.Queue()
    workers = [
        context.Process(target=work_on, args=(name, given.quick, ready, turn, answers))
        for name in given.games
    ]
    for worker in workers:
        worker.start()
    everything = {"cores": len(os.sched_getaffinity(0)), "numba": numba.__version__, "games": []}
    print(f"{everything['cores']} cores, Numba {numba.__version__}, NumPy {np.__version__}")
    while len(everything["games"]) < len(workers):
        try:
            everything["games"].append(answers.get(timeout=5))
        except Exception:
            if any(worker.exitcode for worker in workers):
                for worker in workers:
                    worker.terminate()
                sys.exit("a game has failed, see above")
            continue
        show(everything["games"][-1])
        sys.stdout.flush()
        if given.out:
            (given.out / "gpu.json").write_text(json.dumps(everything, indent=1))
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
