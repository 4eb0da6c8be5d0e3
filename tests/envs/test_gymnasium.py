"""Gymnasium: its checker on every table, the registered ids, and games against bots."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import own_bots
import pytest
from gymnasium.utils.env_checker import check_env

import moonlit
import moonlit.envs
from helpers.envs import TABLES, refusing
from moonlit.core.jit import COMPILING
from moonlit.core.observing import observation
from moonlit.core.registry import find_game, game_names
from moonlit.envs.gymnasium import SeatEnv, env_id


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("scaled", [False, True] if COMPILING else [True])
def test_gymnasium_is_content(game: str, players: int, scaled: bool) -> None:
    made = gymnasium.make(
        env_id(game, solo=players == 1), players=players, scaled=scaled, render_mode="ansi"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


def test_the_registered_ids() -> None:
    found = {name for name in gymnasium.registry if name.startswith("moonlit/")}
    assert found == {env_id(name) for name in game_names()} | {
        env_id(name, solo=True) for name in game_names() if 1 in find_game(name).seats
    }
    assert {"moonlit/NovaLunaSolo-v0", "moonlit/DanceOfMuses-v0", "moonlit/Nomads-v0"} <= found
    solo = gymnasium.make("moonlit/NovaLunaSolo-v0").unwrapped
    assert isinstance(solo, SeatEnv)
    assert (solo.table.players, solo._bots) == (1, [])


def finish(
    env: SeatEnv, seed: int | None, chance: np.random.Generator
) -> tuple[float, dict[str, Any]]:
    """A random game from a seed: the reward and the info at its end."""
    _, info = env.reset(seed=seed)
    while True:
        legal = np.flatnonzero(info["action_mask"])
        assert (np.flatnonzero(env.action_masks()) == legal).all()
        assert env.table.match.to_move == env.seat == info["seat"]
        seen, reward, ended, cut, info = env.step(chance.choice(legal))
        assert not cut
        assert (seen == observation(env.table.match, env.seat)).all()
        if ended:
            return reward, info
        assert reward == 0


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_seat_is_played_to_the_end(game: str, players: int) -> None:
    chance = np.random.default_rng(players)
    for seat in [*range(players), None] if COMPILING else [None]:
        env = SeatEnv(game, players, seat=seat)
        reward, info = finish(env, 3, chance)
        assert len(info["places"]) == players
        assert not info["action_mask"].any()
        assert env.table.match.seed == 3
        if players == 1:
            assert reward == pytest.approx((100 - info["scores"][0]) / 100)
        elif info["places"].count(1) == 1:
            assert (reward == 1) == (info["places"][env.seat] == 1)
        with pytest.raises(moonlit.BadTable, match="Call reset"):
            env.step(0)


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["greedy", "novice", ["random", "novice"]])
def test_against_bots(level: str | list[str]) -> None:
    """The same seed and actions give the same game, whatever the bots are."""
    games = []
    for _ in range(2):
        env = SeatEnv("nova-luna", 3, seat=1, level=level)
        finish(env, 11, np.random.default_rng(4))
        games.append(env.table.match.record())
        finish(env, None, np.random.default_rng(5))
        assert env.table.match.seed != 11
    assert games[0] == games[1]
    if level == "greedy":
        assert finish(SeatEnv("nova-luna", 2, level="greedy"), 1, np.random.default_rng(1))[0] == -1


def test_own_bots_and_policies_as_opponents() -> None:
    env = SeatEnv("nova-luna", 3, level=[own_bots.first_action, "own_bots:Raising"])
    with pytest.warns(UserWarning, match="own_bots:Raising failed: RuntimeError: no idea"):
        finish(env, 11, np.random.default_rng(4))
    assert env.table.match.over


def test_seats_by_chance() -> None:
    env = SeatEnv("dance-of-muses", 4, seat=None)
    env.reset(seed=1)
    seats = set()
    for _ in range(40):
        env.reset()
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


def test_illegal_actions() -> None:
    env = SeatEnv("nova-luna", 1)
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(5)
    assert (ended, info["illegal"], reward) == (True, True, env.table.layout.reward.lowest)
    env = SeatEnv("nova-luna", 1, illegal="random")
    env.reset(seed=1)
    assert not env.step(5)[2]
    env = SeatEnv("nova-luna", 1, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(moonlit.IllegalMove, match="5 is no legal action now"):
        env.step(5)


def test_bad_settings_are_refused_in_words() -> None:
    refuse = refusing(SeatEnv)
    refuse("no game called", "chess")
    refuse("1 to 4 players", "nova-luna", 5)
    refuse("no seat 2 here. Seats in code count from 0 to 1", "nomads", 2, seat=2)
    refuse("no seat True", "nomads", 2, seat=True)
    refuse("no bot", "nomads", level="champion")
    refuse("or 2 of them for the other seats", "nomads", 3, level=["random"])
    refuse("or 1 of them", "nomads", 2, level=3)
    match = moonlit.new("nomads", players=2, seed=1)
    for seat in (2, -1, None, True):
        with pytest.raises(moonlit.BadSeat, match="count from 0 to 1"):
            moonlit.envs.observe(match, seat)
    with pytest.raises(moonlit.BadTable, match="2 to 5"):
        moonlit.envs.layout("nomads", 1)


def test_observe_is_what_environments_show() -> None:
    env = SeatEnv("nomads", 2, render_mode="ansi")
    seen, _ = env.reset(seed=5)
    match = moonlit.new("nomads", players=2, seed=5)
    while match.to_move != 0 or match.number < env.table.match.number:
        match.play_action(env.table.match.actions[match.number])
    assert (moonlit.envs.observe(match, 0) == seen).all()
    assert len(match.legal_actions()) == env.action_masks().sum()
    assert "Player 1" in env.render()
