"""A batch of games: the same games as single matches, whatever the masks and the threads."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import moonlit
from helpers.envs import TABLES, refusing
from moonlit.core.jit import COMPILING
from moonlit.core.observing import observation
from moonlit.envs.arrays import shapes
from moonlit.envs.batch import Batch
from moonlit.envs.play import rewards

COUNT, STEPS = (6, 260) if COMPILING else (2, 24)


def unpacked(batch: Batch) -> Any:
    """The masks as one bool an action."""
    assert batch.masks is not None
    if batch.masks.dtype == np.bool_:
        return batch.masks
    bits = np.unpackbits(batch.masks, axis=1, bitorder="little")
    assert not bits[:, batch.game.action_space :].any()
    return bits[:, : batch.game.action_space].astype(bool)


def expect_same(batch: Batch, index: int, match: moonlit.Match) -> None:
    """Everything that a batch shows of a running game, worked out anew from the match."""
    assert batch.to_move[index] == match.to_move
    legal = match.legal_actions().tolist()
    assert batch.actions[index, : batch.counts[index]].tolist() == legal
    if batch.masks is not None:
        assert np.flatnonzero(unpacked(batch)[index]).tolist() == sorted(legal)
    seen = observation(match, match.to_move or 0)
    assert (batch.observations[index] == seen).all()


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("masks", ["bits", "bool"] if COMPILING else ["bits"])
def test_a_batch_plays_the_same_games_as_matches(game: str, players: int, masks: str) -> None:
    seeds = [5, 1, 2**53 - 1, 77, 0, 123456789][:COUNT]
    batch = Batch(game, players, COUNT, seeds=seeds, masks=masks, threads=2 if COMPILING else 1)
    matches = [moonlit.new(game, players=players, seed=seed) for seed in seeds]
    chance = random.Random(players)
    ended = 0
    for step in range(STEPS):
        chosen = np.zeros(COUNT, dtype=np.int64)
        for index, match in enumerate(matches):
            if step % 7 == 0 or match.number < 2:
                expect_same(batch, index, match)
            chosen[index] = chance.choice(match.legal_actions().tolist())
        batch.step(chosen)
        for index, match in enumerate(matches):
            match.play_action(int(chosen[index]))
            assert batch.dones[index] == match.over
            assert batch.rewards[index].tolist() == np.float32(rewards(match)).tolist()
            if match.over:
                ended += 1
                assert batch.places[index].tolist() == [row["place"] for row in match.standings()]
                seed = (match.seed + COUNT) % 2**53
                assert batch.seeds[index] == seed
                matches[index] = moonlit.new(game, players=players, seed=seed)
    assert ended > 0 or not COMPILING


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), [table for table in TABLES if table[1] > 1])
def test_rewards_are_places_and_add_up_to_nothing(game: str, players: int) -> None:
    """1 for being alone at the top, -1 for being last; partners share what they get."""
    batch = Batch(game, players, 60, masks=None)
    rivals = 2 if (game, players) == ("dance-of-muses", 4) else players - 1
    ended = 0
    while ended < 100:
        batch.step(batch.sample())
        for index in np.flatnonzero(batch.dones):
            ended += 1
            places = batch.places[index].tolist()
            for place, reward in zip(places, batch.rewards[index], strict=True):
                lead = sum(other > place for other in places) - sum(o < place for o in places)
                assert reward == np.float32(lead / rivals)
            assert abs(float(batch.rewards[index].sum())) < 1e-6


def test_solo_reward_is_the_score_against_a_hundred() -> None:
    batch = Batch("nova-luna", 1, 8 if COMPILING else 1)
    for _ in range(30):
        batch.step(batch.sample())
        for index in np.flatnonzero(batch.dones):
            expected = (100 + batch.merits[index, 0]) / 100
            assert batch.rewards[index, 0] == pytest.approx(expected)
            assert batch.layout.reward.lowest <= batch.rewards[index, 0] < 1


def test_options_reach_the_games() -> None:
    batch = Batch("nova-luna", 3, 2, options={"beginner": True})
    assert batch.layout.split(batch.observations)["discs"].tolist() == [[17] * 3] * 2


@pytest.mark.compiled
def test_threads_and_forms_of_masks_change_nothing() -> None:
    """Odd counts make unequal slices; more threads than games is fine."""
    batches = [
        Batch("nomads", 3, 7, seeds=3, masks=masks, threads=threads)
        for masks in ("list", "bool", "bits")
        for threads in (1, 2, 50)
    ]
    for _ in range(400):
        chosen = [batch.sample() for batch in batches]
        for batch, actions in zip(batches, chosen, strict=True):
            assert actions.tolist() == chosen[0].tolist()
            batch.step(actions)
            for name in ("observations", "rewards", "dones", "to_move", "counts", "seeds"):
                assert (getattr(batch, name) == getattr(batches[0], name)).all()
    bytewise, bitwise = (unpacked(batch) for batch in (batches[3], batches[6]))
    assert (bytewise == bitwise).all()
    for batch in batches:
        batch.close()


def test_the_callers_own_arrays_are_filled() -> None:
    wanted = shapes(Batch("nomads", 2, 3))
    own = {name: np.full(shape, 1, dtype=kind) for name, (shape, kind) in wanted.items()}
    batch, other = Batch("nomads", 2, 3, buffers=own), Batch("nomads", 2, 3)
    for _ in range(5):
        assert batch.observations is own["observations"]
        for name in wanted:
            if name != "actions":
                assert (own[name] == getattr(other, name)).all(), name
        batch.step(batch.sample())
        other.step(other.sample())


def test_reset_deals_anew() -> None:
    batch = Batch("dance-of-muses", 2, 3, seeds=10)
    first = batch.observations.copy(), unpacked(batch).copy()
    for _ in range(12):
        batch.step(batch.sample())
    batch.reset(10)
    assert (batch.observations == first[0]).all()
    assert (unpacked(batch) == first[1]).all()
    batch.reset([4, 5, 6])
    assert batch.seeds.tolist() == [4, 5, 6]
    assert not (batch.observations == first[0]).all()


def test_bad_input_is_refused_in_words() -> None:
    refuse = refusing(Batch, game="nomads", players=2, count=2)
    refuse("no game called", game="chess")
    refuse("2 to 5", players=9)
    refuse("1 to 1000000 games, not 0", count=0)
    refuse("games, not True", count=True)
    refuse("Threads are 1 to", threads=0)
    refuse("Masks are", masks="words")
    refuse("or 2 of them", seeds=[1])
    refuse("or 2 of them", seeds=[-1, 0])
    refuse("or 2 of them", seeds=2**53 - 1)
    refuse("or 2 of them", seeds=[0.5, 1.5])
    refuse("no array obs", buffers={"obs": np.zeros(3)})
    refuse("shape \\(2, 2\\) and kind float32", buffers={"rewards": np.zeros((2, 2))})
    refuse("must be a NumPy array", buffers={"rewards": [[0, 0], [0, 0]]})
    refuse("whole and writable", buffers={"seeds": np.zeros(4, dtype=np.int64)[::2]})
    batch = Batch("nomads", 2, 2)
    before = batch.observations.copy()
    legal = int(batch.actions[0, 0])
    for wrong in ([legal], [legal, 0.5], "no"):
        with pytest.raises(moonlit.BadTable, match="A step takes 2 whole numbers"):
            batch.step(wrong)
    for illegal in (-1, 2815, 10**12):
        with pytest.raises(moonlit.IllegalMove, match="in game 1 of the batch; nothing was played"):
            batch.step(np.array([legal, illegal]))
    assert (batch.observations == before).all()
