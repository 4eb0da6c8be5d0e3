"""The games as PettingZoo environments: `env` takes turns (AEC), `parallel_env` asks everyone.

    from moonlit.envs import pettingzoo
    env = pettingzoo.env("some-game", players=3)

Agents are called `seat_0`, `seat_1`, … An observation is a dict: `observation`, as
`moonlit.envs.layout(game, players)` says, and `action_mask`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.errors import BadTable
from moonlit.core.options import Options
from moonlit.envs.play import TOPIC
from moonlit.envs.table import RENDER_MODES, Table, need
from moonlit.envs.window import FPS

need("pettingzoo", "envs")

from gymnasium import logger, spaces  # noqa: E402
from gymnasium.utils import EzPickle  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

Observation = dict[str, Any]


def env(game: str, players: int = 2, **settings: Any) -> Any:
    """Agents move in turn; `raw_env` tells the settings. An illegal action ends the game: it costs
    its agent what losing does."""
    made: Any = raw_env(game, players, **settings)
    lowest = made.table.layout.reward.lowest
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=lowest)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class _Seats(EzPickle):
    """What both kinds of environment have: settings, agents, spaces, rendering.

    `options` are those of `moonlit.new`; `scaled` makes observations float32 from -1 to 1;
    `max_cycles` ends a game, truncated, after so many moves. `reset(seed=7)` deals what
    `moonlit.new(game, players, seed=7)` deals; without a seed the next of a series follows.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        options: Options | None = None,
        scaled: bool = False,
        illegal: str,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, players, options, scaled, illegal, render_mode)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise BadTable("bad_max_cycles", TOPIC, given=max_cycles)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"{game.replace('-', '_')}_v{self.table.layout.version}",
            "is_parallelizable": False,
            "render_fps": FPS,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        low, high, kind = self.table.observation_box()
        actions = self.table.game.action_space
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=kind),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> Observation:
        seat = self._seat(agent)
        return {"observation": self.table.see(seat), "action_mask": self.table.mask(seat)}

    def render(self) -> Any:
        if self.render_mode is None:
            logger.warn("This environment was made without a render_mode, so it draws nothing.")
        return self.table.render(self.table.match.to_move)

    def close(self) -> None:
        self.table.close()

    def _show(self) -> None:
        """A window shows every position without being asked."""
        if self.render_mode == "human":
            self.render()


class raw_env(_Seats, AECEnv):  # type: ignore[misc]  # noqa: N801
    """Agents move in turn, and an illegal action raises IllegalMove. Settings as above."""

    def __init__(self, game: str, players: int = 2, **settings: Any) -> None:
        EzPickle.__init__(self, game, players, **settings)
        super().__init__(game, players, illegal="raise", **settings)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.to_move or 0]
        self._show()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.act(action)
        self._cumulative_rewards[agent] = 0.0
        seat = self.table.to_move
        if seat is None:
            for other, reward in zip(self.possible_agents, self.table.rewards(), strict=True):
                self.rewards[other] = reward
                self.terminations[other] = True
        else:
            self.agent_selection = self.possible_agents[seat]
            if self.max_cycles is not None and self.table.match.number >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._show()


def parallel_env(game: str, players: int = 2, **settings: Any) -> raw_parallel_env:
    """Every agent is asked at each step, and the action of the one to move counts."""
    return raw_parallel_env(game, players, **settings)


class raw_parallel_env(_Seats, ParallelEnv):  # type: ignore[misc]  # noqa: N801
    """For libraries that know only steps of all agents at once. An agent's info says whether it is
    `to_move`; the others' masks are empty, and what they do is not looked at. With `illegal` an
    illegal action makes its agent "lose" or is replaced by a "random" legal one.
    """

    def __init__(
        self, game: str, players: int = 2, *, illegal: str = "lose", **settings: Any
    ) -> None:
        EzPickle.__init__(self, game, players, illegal=illegal, **settings)
        super().__init__(game, players, illegal=illegal, **settings)
        self.steps = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        self.steps = 0
        self._show()
        return self._seen()

    def _seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        return (
            {agent: self.observe(agent) for agent in self.agents},
            {agent: {"to_move": self.table.to_move == self._seat(agent)} for agent in self.agents},
        )

    def step(self, actions: dict[str, Any]) -> Any:
        mover = self.possible_agents[self.table.to_move or 0]
        if mover not in actions:
            raise BadTable("no_action", TOPIC, agent=mover)
        self.table.act(actions[mover])
        self.steps += 1
        self._show()
        over = self.table.to_move is None
        cut = not over and self.max_cycles is not None and self.steps >= self.max_cycles
        rewards = self.table.rewards() if over else [0.0] * len(self.agents)
        got = dict(zip(self.agents, rewards, strict=True))
        seen, infos = self._seen()
        ended, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return seen, got, ended, truncated, infos
