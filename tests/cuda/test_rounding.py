"""Floats come out on the device as they do on a CPU, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.envs import TABLES
from moonlit.core.match import new
from moonlit.cuda import Engine
from moonlit.cuda.device import SIMULATED, cuda, grid, kernel, to_device, to_host, zeros
from moonlit.search.simple import ranked

MOVES = 10 if SIMULATED else 60


@kernel
def multiply_and_add(numbers: Any, found: Any) -> None:
    index = cuda.grid(1)
    if index < found.shape[0]:
        scaled = numbers[index, 0]
        scaled *= numbers[index, 1]
        found[index] = numbers[index, 0] * numbers[index, 1] - numbers[index, 2] + scaled


def test_a_product_is_rounded_before_it_is_added_to_something() -> None:
    numbers = np.random.default_rng(1).random((100, 3))
    product = numbers[:, 0] * numbers[:, 1]
    found = zeros(len(numbers), np.float64)
    multiply_and_add[grid(len(numbers))](to_device(numbers), found)
    assert to_host(found).tolist() == (product - numbers[:, 2] + product).tolist()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_moves_look_as_good_as_on_the_cpu(game: str, players: int) -> None:
    match, engine = new(game, players, seed=3), Engine(game, players)
    for number in range(MOVES):
        if match.over:
            break
        pairs = ranked(match.game, match.states)[:MOVES]
        states = np.repeat(match.states, len(pairs))
        found = engine.rate(states, [action for _, action in pairs])
        assert to_host(found).tolist() == [worth for worth, _ in pairs]
        match.play_action(match.legal_actions()[number % len(match.legal_actions())])
