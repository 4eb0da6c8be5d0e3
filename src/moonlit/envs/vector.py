"""A batch of games as a Gymnasium `VectorEnv`: one learner plays all seats of all games.

    from moonlit.envs.vector import BatchVectorEnv
    env = BatchVectorEnv("some-game", players=2, num_envs=256)

An observation is that of the seat to move, the reward that of the seat that has just moved: it is
0 until its game is over. What all seats got is in the info. A game that is over is followed by the
next in the same step, so the observation is the next game's already.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.options import Options
from moonlit.envs.batch import Batch
from moonlit.envs.table import need

need("gymnasium", "envs")

from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


class BatchVectorEnv(VectorEnv[Any, Any, Any]):
    """`masks`, `threads` and `options` are those of `Batch`, which is there as `batch`."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int,
        num_envs: int,
        *,
        options: Options | None = None,
        masks: str | None = "bytes",
        threads: int = 1,
    ) -> None:
        self.batch = Batch(game, players, num_envs, options=options, masks=masks, threads=threads)
        self.num_envs = num_envs
        layout = self.batch.layout
        self.single_observation_space = spaces.Box(layout.low, layout.high, dtype=np.int8)
        self.single_action_space = spaces.Discrete(self.batch.game.action_space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._dealt = 0  # games up to which a series without a seed has come

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """With a seed, the games of that number and those behind it; else the next of a series."""
        super().reset(seed=seed)
        self.batch.reset(self._dealt if seed is None else seed)
        self._dealt = int(self.batch.seeds.max()) + 1
        return self.batch.observations.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        moved = self.batch.to_move.copy()
        self.batch.step(actions)
        self._dealt = max(self._dealt, int(self.batch.seeds.max()) + 1)
        rewards = self.batch.rewards[np.arange(self.num_envs), moved]
        info = self._info()
        info["rewards"] = self.batch.rewards.copy()
        ended = self.batch.dones.copy()
        return self.batch.observations.copy(), rewards, ended, np.zeros_like(ended), info

    def _info(self) -> dict[str, Any]:
        info = {"to_move": self.batch.to_move.copy(), "seeds": self.batch.seeds.copy()}
        if self.batch.masks is not None:
            info["action_mask"] = self.batch.masks.copy()
        return info

    def sample(self) -> Any:
        """A legal action for every game, at random."""
        return self.batch.sample()

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
