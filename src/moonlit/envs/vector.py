"""A batch of games as a Gymnasium `VectorEnv`, against bots or in self-play.

    import moonlit.envs
    env = moonlit.envs.make_vec("some-game", 256, players=2, opponents="greedy")

Against bots a game is a learner's: its observation, its reward when the game is over. In self-play
(`opponents=None`) one learner plays all seats: an observation is that of the seat to move, the
reward that of the seat that has just moved. What all seats got is in the info.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from moonlit.core.errors import BadTable
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.envs.batch import Batch
from moonlit.envs.opponents import Opponents
from moonlit.envs.play import TOPIC
from moonlit.envs.table import need

need("gymnasium", "envs")

from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

Observations = npt.NDArray[np.int8]
Info = dict[str, Any]
RESET_OPTIONS = ("reset_mask", "positions")


class BatchVectorEnv(VectorEnv[Any, Any, Any]):
    """The arguments are those of `Batch`, which is there as `batch`.

    autoreset_mode: what follows a game that is over, in Gymnasium's words. With "SAME_STEP" the
    next one in the same step, and the last observation is in the info as `final_obs`; with
    "NEXT_STEP" the next one in the next step, whose action does not count; with "DISABLED"
    `reset(options={"reset_mask": …})` begins it.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        num_envs: int = 1,
        *,
        opponents: Opponents | None = None,
        seat: int | None = 0,
        options: Options | None = None,
        masks: str | None = "bool",
        threads: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
    ) -> None:
        self.mode = read_mode(autoreset_mode)
        self.batch = Batch(
            game,
            max(2, find_game(game).seats[0]) if players is None else players,
            num_envs,
            options=options,
            masks=masks,
            threads=threads,
            opponents=opponents,
            seat=seat,
            autoreset=False,
        )
        self.metadata = {**self.metadata, "autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.masks = masks
        layout = self.batch.layout
        self.single_observation_space = spaces.Box(layout.low, layout.high, dtype=np.int8)
        self.single_action_space = spaces.Discrete(self.batch.game.action_space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.self_play = opponents is None
        self._dealt = 0  # games up to which a series without a seed has come
        self._over = np.zeros(num_envs, dtype=np.bool_)  # games that the next step begins anew

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """With a seed, the games of that number and those behind it; else the next of a series.

        Options: `reset_mask`, a bool for each game, leaves the others as they are; `positions` are
        matches or states to go on from, one for each game that is reset.
        """
        super().reset(seed=seed)
        given = options or {}
        if not set(given) <= set(RESET_OPTIONS):
            raise BadTable("unknown_reset_options", TOPIC, given=tuple(given), known=RESET_OPTIONS)
        games = np.flatnonzero(read_reset_mask(given.get("reset_mask"), self.num_envs))
        self.batch.reset(self._dealt if seed is None else seed, games)
        if given.get("positions") is not None:
            self.batch.put(given["positions"], games)
        self._count_dealt()
        self._over[games] = False
        return self.batch.observations.copy(), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        Observations,
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        Info,
    ]:
        """Play an action in every game: rewards, which games are over, and what is seen now."""
        batch, again = self.batch, self._over
        moved = batch.to_move.copy() if self.self_play else batch.seats.copy()
        batch.step(actions, None if not again.any() else ~again)
        ended = batch.dones.copy()
        rewards = batch.rewards[np.arange(self.num_envs), moved]
        results: Info = {"rewards": batch.rewards.copy()}
        if again.any():
            batch.deal(again)
        info: Info = {}
        if self.mode == AutoresetMode.SAME_STEP:
            if ended.any():
                info = self._final(ended)
                batch.deal(ended)
        else:
            self._over = ended if self.mode == AutoresetMode.NEXT_STEP else again
        self._count_dealt()
        info = {**self._info(), **results, **info}
        return batch.observations.copy(), rewards, ended, np.zeros_like(ended), info

    def _final(self, ended: npt.NDArray[np.bool_]) -> Info:
        """The ends of games, as Gymnasium's own vector environments tell them."""
        batch = self.batch
        last = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(ended).tolist():
            last[index] = batch.observations[index].copy()
        final: Info = {}
        for name in ("rewards", "places", "merits", "seeds", "seats"):
            rows: npt.NDArray[Any] = getattr(batch, name).copy()
            rows[~ended] = 0
            final |= {name: rows, f"_{name}": ended.copy()}
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": final,
            "_final_info": ended.copy(),
        }

    def _info(self) -> Info:
        batch = self.batch
        info: Info = {"to_move": batch.to_move.copy(), "seeds": batch.seeds.copy()}
        if not self.self_play:
            info["seats"] = batch.seats.copy()
        if batch.masks is not None:
            info["action_mask"] = batch.masks.copy()
        elif self.masks == "list":
            most = int(batch.counts.max())
            info |= {"actions": batch.actions[:, :most].copy(), "counts": batch.counts.copy()}
        return info

    def _count_dealt(self) -> None:
        self._dealt = max(self._dealt, int(self.batch.seeds.max()) + 1)

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, at random."""
        return self.batch.sample()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """A bool for each action of each game, whatever the form of `masks`."""
        batch = self.batch
        marks = np.zeros((self.num_envs, batch.game.action_space), dtype=np.bool_)
        for row, actions, count in zip(marks, batch.actions, batch.counts, strict=True):
            row[actions[:count]] = True
        return marks

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


def seat_envs(
    num_envs: int,
    game: str,
    players: int | None = None,
    *,
    level: Opponents = "random",
    **settings: Any,
) -> BatchVectorEnv:
    """What `gymnasium.make_vec` makes of an id: as gymnasium.py's environment, many at once."""
    opponents = None if players == 1 else level
    return BatchVectorEnv(game, players, num_envs, opponents=opponents, **settings)


def read_mode(given: Any) -> AutoresetMode:
    modes = {mode.name: mode for mode in AutoresetMode}
    found = given if isinstance(given, AutoresetMode) else modes.get(str(given).upper())
    if found is None:
        raise BadTable("bad_autoreset", TOPIC, given=given, modes=tuple(modes))
    return found


def read_reset_mask(given: Any, count: int) -> npt.NDArray[np.bool_]:
    if given is None:
        return np.ones(count, dtype=np.bool_)
    mask = np.asarray(given)
    if mask.shape != (count,) or mask.dtype != np.bool_ or not mask.any():
        raise BadTable("bad_reset_mask", TOPIC, count=count)
    return mask
