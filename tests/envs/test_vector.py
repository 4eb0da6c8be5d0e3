"""The batch as a Gymnasium VectorEnv: the same games, in Gymnasium's words."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import moonlit
from moonlit.core.jit import COMPILING
from moonlit.envs.batch import Batch
from moonlit.envs.vector import BatchVectorEnv

STEPS = 200 if COMPILING else 12


@pytest.mark.parametrize("game", moonlit.game_names())
def test_it_plays_the_games_of_the_batch(game: str) -> None:
    env, batch = BatchVectorEnv(game, 2, 3), Batch(game, 2, 3, seeds=5, masks="bytes")
    observations, info = env.reset(seed=5)
    assert env.observation_space.contains(observations)
    ended = 0
    for _ in range(STEPS):
        assert (observations == batch.observations).all()
        assert (info["action_mask"] == batch.masks).all()
        assert info["to_move"].tolist() == batch.to_move.tolist()
        chosen = env.sample()
        assert env.action_space.contains(chosen.astype(np.int64))
        moved = batch.to_move.tolist()
        batch.step(chosen)
        observations, rewards, terminated, truncated, info = env.step(chosen)
        assert terminated.tolist() == batch.dones.tolist()
        assert not truncated.any()
        assert rewards.tolist() == [batch.rewards[i, seat] for i, seat in enumerate(moved)]
        assert (info["rewards"] == batch.rewards).all()
        ended += int(terminated.sum())
    assert ended > 0 or not COMPILING
    env.close()


def test_without_a_seed_the_next_games_follow() -> None:
    env = BatchVectorEnv("nomads", 2, 2)
    assert env.reset()[1]["seeds"].tolist() == [0, 1]
    assert env.reset()[1]["seeds"].tolist() == [2, 3]
    assert env.reset(seed=9)[1]["seeds"].tolist() == [9, 10]
    assert env.reset()[1]["seeds"].tolist() == [11, 12]
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


def test_its_arrays_go_to_other_libraries_by_dlpack() -> None:
    """JAX and PyTorch read the memory of the batch; NumPy stands in for them here."""
    batch = Batch("nomads", 2, 2)
    shared = np.from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert np.shares_memory(shared, batch.observations)
    for name in ("masks", "actions", "counts", "to_move", "rewards", "dones", "merits", "seeds"):
        assert np.shares_memory(np.from_dlpack(getattr(batch, name)), getattr(batch, name))
