"""A policy that learns Nomads against random players, in minutes, on one core.

    pip install 'moonlit[learn]'
    python examples/learn.py --plot learning.svg

MaskablePPO of sb3-contrib trains on the Gymnasium environment; how strong it is by then is found
out with a batch of games that all run at once.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from moonlit.envs.batch import Batch
from moonlit.envs.gymnasium import SeatEnv

GAME, PLAYERS = "nomads", 2
SEED = 1
TABLES = 8  # games that are played at once for training


def new_model(seed: int = SEED, steps: int = 256) -> MaskablePPO:
    """A small policy at the start, and the tables it learns at, its seat a matter of chance."""
    torch.set_num_threads(1)
    tables = DummyVecEnv([lambda: SeatEnv(GAME, PLAYERS, seat=None, scaled=True)] * TABLES)
    return MaskablePPO(
        "MlpPolicy",
        tables,
        seed=seed,
        n_steps=steps,
        batch_size=512,
        n_epochs=4,
        gamma=0.999,
        learning_rate=5e-4,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]},
    )


def win_share(model: Any, games: int, seed: int = 10**6) -> float:
    """The model's share of wins against random players; a shared first place counts its part.

    Game n of the batch is played by the model at seat n, counted around the table.
    """
    batch = Batch(GAME, PLAYERS, games, seeds=seed, masks="bool")
    seats = np.arange(games) % PLAYERS
    shares = np.full(games, np.nan)
    while np.isnan(shares).any():
        chosen = batch.sample()
        own = np.flatnonzero((batch.to_move == seats) & np.isnan(shares))
        if len(own):
            seen = batch.observations[own] * batch.layout.scale
            chosen[own], _ = model.predict(seen, action_masks=batch.masks[own], deterministic=True)
        batch.step(chosen)
        for game in np.flatnonzero(batch.dones & np.isnan(shares)):
            first = batch.places[game] == 1
            shares[game] = first[seats[game]] / first.sum()
    return float(shares.mean())


def learn(model: Any, steps: int, rounds: int, games: int) -> list[tuple[int, float]]:
    """Train in rounds; after each, and before the first, how much the model wins."""
    curve = [(0, win_share(model, games))]
    for number in range(rounds):
        model.learn(steps // rounds, reset_num_timesteps=number == 0)
        curve.append((int(model.num_timesteps), win_share(model, games)))
        print(f"{curve[-1][0]:>8,} steps: wins {curve[-1][1]:.1%} of {games} games", flush=True)
    return curve


def plot(curve: list[tuple[int, float]], games: int, path: Path) -> None:
    """The learning curve, with the 95 % interval of each point."""
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.hashsalt"] = "moonlit"
    steps, shares = np.array(curve).T
    spread = 1.96 * np.sqrt(shares * (1 - shares) / games)
    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.subplots()
    axes.fill_between(steps, shares - spread, shares + spread, color="#7f9cc9", alpha=0.35, lw=0)
    axes.plot(steps, shares, "o-", color="#23395d", markersize=4)
    axes.axhline(1 / PLAYERS, color="#b23f3a", linestyle="--", linewidth=1)
    axes.annotate(
        "random", (steps[-1], 1 / PLAYERS), (0, 4), textcoords="offset points", ha="right"
    )
    axes.set_ylim(0.3, 1.02)
    axes.set_xlabel("steps of training")
    axes.set_ylabel("share of wins against random")
    axes.set_title(f"MaskablePPO learns {GAME.capitalize()}, {PLAYERS} players", loc="left")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="#dddddd")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200_000, help="of training")
    parser.add_argument("--rounds", type=int, default=10, help="points of the curve")
    parser.add_argument("--games", type=int, default=400, help="to measure each point with")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--plot", type=Path, help="draw the curve: FILE.svg or .png")
    parser.add_argument("--save", type=Path, help="keep the model: FILE.zip")
    given = parser.parse_args()
    model = new_model(given.seed)
    curve = learn(model, given.steps, given.rounds, given.games)
    if given.plot:
        plot(curve, given.games, given.plot)
    if given.save:
        model.save(given.save)


if __name__ == "__main__":
    main()
