"""The rules on the device: the same deals, the same moves, the same states, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import moonlit
from helpers.envs import TABLES
from moonlit.core.contract import copied, rate, record_type
from moonlit.core.engine import engine as on_cpu
from moonlit.core.engine import new_deal
from moonlit.core.jit import plain
from moonlit.core.layout import find_layout
from moonlit.core.observing import observe_first
from moonlit.core.registry import find_game
from moonlit.core.rng import below, generator
from moonlit.cuda import Engine
from moonlit.cuda.device import SIMULATED

COUNT = 2 if SIMULATED else 64
CHECKED = 10 if SIMULATED else 1  # every so manieth move is looked at closely


def cpu_states(game: str, players: int, seeds: range) -> Any:
    """The states that the CPU deals."""
    found = find_game(game)
    config = found.configure(players, {})[1]
    deals = [new_deal(found, config, seed) for seed in seeds]
    made = [on_cpu(found).setup(config, deal).view(np.uint8) for deal in deals]
    return np.concatenate(made).view(found.state)


def expect_same(engine: Engine, states: Any, expected: Any) -> None:
    assert engine.to_host(states).tobytes() == expected.tobytes()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_whole_game_is_the_same_byte_for_byte(game: str, players: int) -> None:
    engine, cpu = Engine(game, players), on_cpu(find_game(game))
    states = engine.setup(range(7, 7 + COUNT))
    expected = cpu_states(game, players, range(7, 7 + COUNT))
    chance = [generator(seed) for seed in range(COUNT)]
    draw = plain(below)
    expect_same(engine, states, expected)
    move = 0
    while (expected["to_move"] >= 0).any():
        legal = [cpu.legal(row) if row["to_move"][0] >= 0 else [] for row in rows(expected)]
        if move % CHECKED == 0:
            expect_legal(engine, states, legal)
            expect_shown(engine, states, expected, legal)
        chosen = np.zeros(COUNT, dtype=np.int32)
        for index, actions in enumerate(legal):
            if len(actions):
                chosen[index] = actions[draw(chance[index], len(actions))]
                cpu.play(expected[index : index + 1], int(chosen[index]))
        engine.play(states, chosen)
        move += 1
        if move % CHECKED == 0:
            expect_same(engine, states, expected)
    expect_same(engine, states, expected)
    expect_results(engine, states, expected)


def rows(states: Any) -> list[Any]:
    return [states[index : index + 1] for index in range(len(states))]


def expect_legal(engine: Engine, states: Any, legal: list[Any]) -> None:
    actions, counts = (engine.to_host(found) for found in engine.legal(states))
    for index, expected in enumerate(legal):
        assert actions[index, : counts[index]].tolist() == list(expected)


def expect_shown(engine: Engine, states: Any, expected: Any, legal: list[Any]) -> None:
    """What is redealt, rated and observed."""
    cpu = on_cpu(engine.game)
    seat = int(expected["to_move"].max())
    seen = engine.to_host(engine.observe(states, seat))
    out = np.zeros(find_layout(engine.game, engine.players).size, dtype=np.int8)
    for index, row in enumerate(rows(expected)):
        observe_first(row, seat, out)
        assert seen[index].tolist() == out.tolist()
    hidden = engine.upload(expected)
    rngs = engine.generators(range(COUNT))
    engine.redeal(hidden, seat, rngs)
    for index, row in enumerate(rows(copied(expected))):
        rng = generator(index)
        cpu.redeal(row, seat, rng)
        assert engine.to_host(hidden)[index].tobytes() == row[0].tobytes()
        assert engine.to_host(rngs)[index].tolist() == rng.tolist()


def expect_results(engine: Engine, states: Any, expected: Any) -> None:
    places, merits = (engine.to_host(found) for found in engine.result(states))
    for index, row in enumerate(rows(expected)):
        own_places, own_merits = on_cpu(engine.game).result(row)
        assert places[index].tolist() == own_places.tolist()
        assert merits[index].tolist() == own_merits.tolist()


@pytest.mark.parametrize("game", moonlit.game_names())
def test_ratings_are_those_of_the_cpu(game: str) -> None:
    """A GPU may round the last digit of a product and a sum together."""
    engine = Engine(game, 2)
    states = engine.setup(range(COUNT))
    actions, counts = (engine.to_host(found) for found in engine.legal(states))
    for number in (0, 1):
        chosen = actions[np.arange(COUNT), np.minimum(number, counts - 1)]
        found = engine.to_host(engine.rate(states, chosen))
        plainly = engine.to_host(states).view(record_type(engine.game.state))
        expected = [rate(row, action) for row, action in zip(plainly, chosen, strict=True)]
        assert found == pytest.approx(expected)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_random_games_are_those_of_the_cpu(game: str, players: int) -> None:
    engine = Engine(game, players)
    places, _, moves = engine.random_games([5, 2**53 - 1])
    assert (engine.to_host(places)[:, :players].min(axis=1) == 1).all()
    cpu = on_cpu(engine.game)
    config = engine.to_host(engine.config)
    expected = [cpu.random_games(config, 1, seed) for seed in (5, 2**53 - 1)]
    assert engine.to_host(moves).tolist() == expected


def test_bad_input_is_refused_in_words() -> None:
    engine = Engine("nomads", 2)
    states = engine.setup([1, 2])
    for seeds in ([], [-1], [0.5], 3, [2**53]):
        with pytest.raises(moonlit.BadTable, match="whole numbers from 0 to"):
            engine.setup(seeds)
    with pytest.raises(moonlit.BadTable, match="2 whole numbers"):
        engine.play(states, [1])
    with pytest.raises(moonlit.BadTable, match="2 whole numbers"):
        engine.play(states, [0.5, 1.5])
    with pytest.raises(moonlit.BadSeat, match="from 0 to 1"):
        engine.observe(states, 2)
    with pytest.raises(moonlit.BadSeat, match="from -1 to 1"):
        engine.redeal(states, -2, engine.generators([1, 2]))
    with pytest.raises(moonlit.BadTable, match="the shape is"):
        engine.redeal(states, 0, engine.generators([1]))
    with pytest.raises(moonlit.BadTable, match="no states of nomads"):
        engine.legal(np.zeros(3))
    with pytest.raises(moonlit.BadTable, match="no states of nomads"):
        engine.play(engine.to_host(states), [1, 2])
    with pytest.raises(moonlit.BadTable, match="2 to 5"):
        Engine("nomads", 9)
