"""The batch on the device shows the same as the batch on the CPU, in tensors."""

from __future__ import annotations

import numpy as np
import pytest

import moonlit
from helpers.envs import refusing
from helpers.lacking import need
from moonlit.core.registry import find_game
from moonlit.cuda.device import SIMULATED
from moonlit.envs.batch import Batch

need("torch", "cuda")

import torch  # noqa: E402

from moonlit.envs.device_batch import DTYPES, DeviceBatch  # noqa: E402

COUNT, STEPS = (2, 16) if SIMULATED else (512, 300)
SHOWN = ("observations", "counts", "to_move", "rewards", "dones", "places", "merits", "seeds")
TABLES = [(name, find_game(name).seats[-1]) for name in moonlit.game_names()]


def expect_same(batch: DeviceBatch, cpu: Batch) -> None:
    for name in SHOWN:
        assert (getattr(batch, name).cpu().numpy() == getattr(cpu, name)).all(), name
    for index, count in enumerate(cpu.counts.tolist()):
        found = batch.actions[index, :count].tolist()
        assert found == cpu.actions[index, :count].tolist()
    if cpu.masks is not None:
        assert batch.masks is not None
        assert (batch.masks.cpu().numpy() == cpu.masks).all()


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("masks", ["bits", "bytes"])
def test_it_shows_what_the_batch_on_the_cpu_shows(game: str, players: int, masks: str) -> None:
    batch = DeviceBatch(game, players, COUNT, seeds=4, masks=masks)
    cpu = Batch(game, players, COUNT, seeds=4, masks=masks)
    expect_same(batch, cpu)
    for step in range(STEPS):
        chosen, same = batch.sample(), cpu.sample()
        assert chosen.tolist() == same.tolist()
        batch.step(chosen)
        cpu.step(same)
        if step % 4 == 0:
            expect_same(batch, cpu)
    expect_same(batch, cpu)


@pytest.mark.parametrize("game", moonlit.game_names())
def test_a_game_that_is_over_is_followed_by_the_next(game: str) -> None:
    players = find_game(game).seats[0]
    batch = DeviceBatch(game, players, 2, seeds=9, masks=None)
    cpu = Batch(game, players, 2, seeds=9, masks=None)
    assert batch.masks is None
    while not cpu.dones.all() and cpu.seeds.sum() < 9 + 10 + 4:
        batch.step(batch.sample())
        cpu.step(cpu.sample())
        if cpu.dones.any():
            expect_same(batch, cpu)
    assert batch.seeds.max() > 10


def test_floating_observations_are_scaled() -> None:
    whole = DeviceBatch("nomads", 2, 2)
    for dtype in DTYPES:
        batch = DeviceBatch("nomads", 2, 2, dtype=dtype)
        assert str(batch.observations.dtype) == f"torch.{dtype}"
        for _ in range(2):
            batch.step(batch.sample())
        if dtype != "int8":
            assert float(batch.observations.abs().max()) <= 1
    for _ in range(2):
        whole.step(whole.sample())
    scaled = DeviceBatch("nomads", 2, 2, dtype="float32")
    for _ in range(2):
        scaled.step(scaled.sample())
    expected = whole.observations.cpu().numpy() * whole.layout.scale
    assert (scaled.observations.cpu().numpy() == expected).all()


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = DeviceBatch("nomads", 2, 2)
    strict = DeviceBatch("nomads", 2, 2, check=True)
    before = batch.observations.clone()
    legal = int(batch.actions[0, 0])
    for wrong in (-1, 2815, 2**40):
        with pytest.raises(moonlit.IllegalMove, match="in game 1 of the batch; nothing was played"):
            strict.step(np.array([legal, wrong]))
        batch.step(torch.tensor([legal, wrong]))
        assert int(batch.refused) == 1
        with pytest.raises(moonlit.IllegalMove, match="in game 1 of the batch"):
            batch.expect_legal()
        for one in (batch, strict):
            assert (one.observations == before).all()
    batch.step(batch.sample())
    batch.expect_legal()
    assert not (batch.observations == before).all()


def test_bad_input_is_refused_in_words() -> None:
    refuse = refusing(DeviceBatch, game="nomads", players=2, count=2)
    refuse("no game called", game="chess")
    refuse("games, not 0", count=0)
    refuse("Masks are", masks="words")
    refuse("Observations are one of", dtype="int4")
    refuse("or 2 of them", seeds=[1])
    batch = DeviceBatch("nomads", 2, 2)
    for wrong in ([1], [1, 0.5], "no", torch.zeros(2)):
        with pytest.raises(moonlit.BadTable, match="A step takes 2 whole numbers"):
            batch.step(wrong)


def test_reset_deals_anew() -> None:
    batch = DeviceBatch("dance-of-muses", 2, 2, seeds=10)
    first = batch.observations.clone()
    batch.step(batch.sample())
    batch.reset([4, 5])
    assert batch.seeds.tolist() == [4, 5]
    assert not (batch.observations == first).all()
    batch.reset(10)
    assert (batch.observations == first).all()


def test_other_libraries_read_the_same_memory_by_dlpack() -> None:
    batch = DeviceBatch("nomads", 2, 2)
    shared = torch.from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert shared.data_ptr() == batch.observations.data_ptr()
    cpu = Batch("nomads", 2, 2)
    tensor = torch.from_dlpack(cpu.observations)
    cpu.step(cpu.sample())
    assert (tensor.numpy() == cpu.observations).all()
    assert (shared.cpu() == tensor).all()
