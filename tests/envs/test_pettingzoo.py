"""PettingZoo: its own tests on every table, and what it shows is what a match shows."""

from __future__ import annotations

import pickle
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import moonlit
from helpers.envs import TABLES, refusing
from moonlit.core.jit import COMPILING
from moonlit.core.layout import find_layout
from moonlit.core.observing import observation
from moonlit.core.registry import find_game
from moonlit.envs import window
from moonlit.envs.pettingzoo import env, parallel_env, raw_env
from moonlit.envs.play import rewards

CYCLES = 120 if COMPILING else 5


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo_is_content(game: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # both are so in every environment with masks, PettingZoo's own as well
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        warnings.filterwarnings("ignore", message="Observation space for each agent")
        api_test(env(game, players), num_cycles=CYCLES)
        seed_test(partial(env, game, players), num_cycles=CYCLES)
        everyone = partial(parallel_env, game, players, illegal="random")
        parallel_api_test(everyone(), num_cycles=CYCLES)
        turns = SimpleNamespace(
            parallel_env=everyone,
            env=lambda max_cycles: parallel_to_aec(everyone(max_cycles=max_cycles)),
        )
        max_cycles_test(turns)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_an_episode_is_a_match(game: str, players: int) -> None:
    table = env(game, players)
    table.reset(seed=9)
    match = moonlit.new(game, players=players, seed=9)
    chance = np.random.default_rng(1)
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        assert not cut
        if ended:
            assert reward == rewards(match)[int(agent[-1])]
            table.step(None)
            continue
        assert reward == 0
        assert agent == f"seat_{match.to_move}"
        assert (seen["observation"] == observation(match, match.to_move or 0)).all()
        legal = np.flatnonzero(seen["action_mask"])
        assert legal.tolist() == sorted(match.legal_actions().tolist())
        for other in table.agents:
            if other != agent and match.number < 3:
                assert not table.observe(other)["action_mask"].any()
        action = chance.choice(legal)
        table.step(action)
        match.play_action(action)
    assert match.over
    assert table.agents == []


def test_seeds_make_series() -> None:
    def series(seed: int) -> list[list[int]]:
        table = raw_env("nomads")
        table.reset(seed=seed)
        found = []
        for _ in range(3):
            found.append(table.observe("seat_0")["observation"].tolist())
            table.reset()
        return found

    assert series(3) == series(3)
    assert series(3)[1:] != series(4)[1:]
    assert len({tuple(seen) for seen in series(3)}) == 3


def test_illegal_actions() -> None:
    table = env("nomads", 3)
    table.reset(seed=1)
    loser = table.agent_selection
    table.last()
    table.step(2815)
    assert table.terminations == dict.fromkeys(table.possible_agents, True)
    assert table.rewards == {agent: -1.0 * (agent == loser) for agent in table.possible_agents}
    bare = raw_env("nomads", 3)
    bare.reset(seed=1)
    with pytest.raises(moonlit.IllegalMove, match="2815 is no legal action now"):
        bare.step(2815)
    everyone = parallel_env("nomads", 3)
    everyone.reset(seed=1)
    _, got, ended, _, _ = everyone.step(dict.fromkeys(everyone.agents, 2815))
    assert got == table.rewards
    assert all(ended.values())
    assert everyone.agents == []
    careless = parallel_env("nomads", 3, illegal="random")
    careless.reset(seed=1)
    _, _, ended, _, infos = careless.step(dict.fromkeys(careless.agents, 2815))
    assert not any(ended.values())
    assert sum(info["to_move"] for info in infos.values()) == 1
    with pytest.raises(moonlit.BadTable, match="has no action for it"):
        careless.step({})


def test_settings() -> None:
    table = raw_env("nova-luna", 3, options={"beginner": True}, scaled=True, max_cycles=4)
    table.reset(seed=1)
    layout = find_layout(find_game("nova-luna"), 3)
    seen = table.observe("seat_0")["observation"]
    assert seen.dtype == np.float32
    assert layout.split(seen)["discs"] == pytest.approx([17 / 21] * 3)
    assert table.observation_space("seat_0")["observation"].contains(seen)
    for _ in range(4):
        assert not any(table.truncations.values())
        table.step(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0])
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert table.metadata["name"] == "nova_luna_v0"
    again = pickle.loads(pickle.dumps(table))
    assert (again.max_cycles, again.table.options) == (4, {"beginner": True})


def test_bad_settings_are_refused_in_words() -> None:
    refuse = refusing(parallel_env)
    refuse("no game called", "chess")
    refuse("2 to 5 players", "nomads", 1)
    refuse("no option", "nomads", options={"beginner": True})
    refuse("one of lose, random, raise, not pass", "nomads", illegal="pass")
    refuse("no render mode film", "nomads", render_mode="film")
    refuse("max_cycles is a whole number", "nomads", max_cycles=0)
    table = raw_env("nomads")
    with pytest.raises(moonlit.BadTable, match="Call reset"):
        table.observe("seat_0")
    with pytest.raises(moonlit.BadTable, match="not a seed"):
        table.reset(seed=-1)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_drawing(game: str, players: int) -> None:
    text = raw_env(game, players, render_mode="ansi")
    picture = raw_env(game, players, render_mode="rgb_array")
    for table in (text, picture):
        table.reset(seed=2)
        for _ in range(12):
            mask = table.observe(table.agent_selection)["action_mask"]
            table.step(np.flatnonzero(mask)[-1])
    assert len(text.render().splitlines()) > 8
    assert "\x1b[" in text.render()
    shown = picture.render()
    assert (shown.shape, shown.dtype) == ((26 * 18, 80 * 9, 3), np.uint8)
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 20
    assert raw_env(game, players).render_mode is None


def test_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a screen that nobody sees
    monkeypatch.setattr(window, "FPS", 1000)
    shown: list[tuple[int, ...]] = []
    show = window.Window._show_by_pygame

    def watched(self: window.Window, picture: Any) -> None:
        show(self, picture)
        shown.append(self._screen.get_size())

    monkeypatch.setattr(window.Window, "_show_by_pygame", watched)
    render_test(partial(env, "dance-of-muses", 2))
    assert len(shown) > 8  # every position, without being asked
    assert set(shown) == {(800, 604)}

    monkeypatch.setattr(window, "find_spec", lambda _: None)
    with pytest.raises(moonlit.BadTable, match="needs pygame or tkinter"):
        env("dance-of-muses", render_mode="human")


def test_a_machine_without_a_screen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    made = raw_env("dance-of-muses", render_mode="human")
    with pytest.raises(moonlit.BadTable, match="No window can be opened here"):
        made.reset(seed=1)
