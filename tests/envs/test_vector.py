"""The batch as a Gymnasium VectorEnv: the same games, in Gymnasium's words."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import moonlit.envs
from moonlit.core.jit import COMPILING
from moonlit.core.observing import observation
from moonlit.envs.batch import Batch
from moonlit.envs.play import rewards as rewards_of
from moonlit.envs.vector import BatchVectorEnv

STEPS = 200 if COMPILING else 12


@pytest.mark.parametrize("game", moonlit.game_names())
def test_it_plays_the_games_of_the_batch(game: str) -> None:
    env, batch = BatchVectorEnv(game, 2, 3), Batch(game, 2, 3, seeds=5, masks="bool")
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


@pytest.mark.compiled
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_end_of_a_game_is_told_as_gymnasium_says(mode: AutoresetMode) -> None:
    """The same games as matches; the last observation is that of whoever moved last."""
    env = BatchVectorEnv("nomads", 2, 3, masks="list", autoreset_mode=mode)
    seen, info = env.reset(seed=5)
    matches = [moonlit.new("nomads", players=2, seed=seed) for seed in (5, 6, 7)]
    over, ended = [False] * 3, 0
    for _ in range(200):
        if any(over) and mode == AutoresetMode.DISABLED:
            seen, info = env.reset(options={"reset_mask": np.array(over)})
        for index, match in enumerate(matches):
            if over[index] and mode != AutoresetMode.NEXT_STEP:
                matches[index] = match = new_like(match, info["seeds"][index])
                over[index] = False
            if not over[index]:
                assert (seen[index] == observation(match, match.to_move or 0)).all()
        chosen = env.sample()
        seen, rewards, terminated, _, info = env.step(chosen)
        for index, match in enumerate(matches):
            if over[index]:  # the action did not count
                matches[index] = new_like(match, info["seeds"][index])
                over[index] = False
                assert (rewards[index], terminated[index]) == (0, False)
                continue
            mover = match.to_move or 0
            match.play_action(int(chosen[index]))
            assert terminated[index] == match.over
            if match.over:
                over[index], ended = True, ended + 1
                last = info["final_obs"] if mode == AutoresetMode.SAME_STEP else seen
                assert (last[index] == observation(match, mover)).all()
                assert rewards[index] == np.float32(rewards_of(match)[mover])
    assert ended > 3


def new_like(match: moonlit.Match, seed: int) -> moonlit.Match:
    return moonlit.new(match.game.name, players=len(match.players), seed=int(seed))


@pytest.mark.compiled
def test_final_infos_look_like_those_of_gymnasium() -> None:
    """The ids make vector environments too, and Gymnasium's wrappers take them."""
    kwargs: dict[str, Any] = {"num_envs": 3, "level": "greedy", "seat": 1}
    same = {"autoreset_mode": AutoresetMode.SAME_STEP}
    theirs = gymnasium.make_vec(
        "moonlit/Nomads-v0", vectorization_mode="sync", vector_kwargs=same, **kwargs
    )
    ours = gymnasium.make_vec("moonlit/Nomads-v0", **kwargs)
    assert isinstance(ours.unwrapped, BatchVectorEnv)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.single_action_space == theirs.single_action_space
    ends = []
    for env in (theirs, RecordEpisodeStatistics(ours)):
        seen, info = env.reset(seed=1)
        ended = np.zeros(3, dtype=bool)
        while not ended.any():
            chosen = np.array([mask.nonzero()[0][0] for mask in info["action_mask"]])
            seen, rewards, ended, cut, info = env.step(chosen)
            assert env.observation_space.contains(seen)
        ends.append((info, ended))
        assert not cut.any()
        assert (np.abs(rewards[ended]) == 1).all()
    for info, ended in ends:
        assert (info["_final_obs"] == ended).all()
        assert (info["_final_info"] == ended).all()
        assert [last is not None for last in info["final_obs"]] == ended.tolist()
        assert (info["final_info"]["_places"] == ended).all()
    assert ends[1][0]["episode"]["l"][ends[1][1]].min() > 1
    theirs.close()


def test_positions_and_forms_of_masks() -> None:
    env = moonlit.envs.make_vec("nomads", 2, opponents="random", seat=1, masks="bits")
    match = moonlit.new("nomads", players=2, seed=3)
    while match.to_move != 1 or match.number < 6:
        match.play(match.moves()[0])
    seen, info = env.reset(options={"reset_mask": np.array([False, True]), "positions": [match]})
    assert (seen[1] == observation(match, 1)).all()
    size = env.single_action_space.n
    bits = np.unpackbits(info["action_mask"], axis=1, count=size, bitorder="little")
    assert (bits.astype(bool) == env.action_masks()).all()
    assert bits[1].nonzero()[0].tolist() == sorted(match.legal_actions())
    listed = moonlit.envs.make_vec("nomads", 2, masks="list")
    info = listed.reset(seed=3)[1]
    first = moonlit.new("nomads", players=2, seed=3).legal_actions()
    assert info["actions"][0, : info["counts"][0]].tolist() == list(first)
    for message, given in (
        ("2 bools", {"reset_mask": [True]}),
        ("knows the options", {"match": match}),
        ("1 positions for 2", {"positions": [match]}),
    ):
        with pytest.raises(moonlit.BadTable, match=message):
            env.reset(options=given)
    with pytest.raises(moonlit.BadTable, match="SAME_STEP"):
        BatchVectorEnv("nomads", 2, 2, autoreset_mode="never")
