"""Thousands of games on a GPU: the batch of batch.py, with PyTorch tensors for arrays.

The tensors share their memory with the kernels, and a step copies nothing to the host and waits
for nothing. Numba's simulator runs the same without a GPU, slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from moonlit.core.errors import BadTable, IllegalMove
from moonlit.core.options import Options
from moonlit.cuda import kernels, tensors
from moonlit.cuda import steps as device_steps
from moonlit.cuda.device import grid, to_device
from moonlit.cuda.engine import Engine
from moonlit.envs import steps
from moonlit.envs.arrays import MAX_GAMES, mask_form, read_seeds, shapes, whole
from moonlit.envs.batch import SAMPLING
from moonlit.envs.play import TOPIC, reward_terms

DTYPES = ("int8", "float16", "bfloat16", "float32")  # of observations


class DeviceBatch:
    """Games of one table, all stepped together on the device.

    Names, arguments and meanings are those of `Batch`. Observations of a floating `dtype` are
    scaled to lie between -1 and 1. If an action is illegal none is played: with `check` a step
    waits for the device and says so; without, `refused` has the number of the first such game
    (or `count`), on the device, until the next step, and `expect_legal()` says it.
    """

    def __init__(
        self,
        game: str,
        players: int,
        count: int,
        *,
        seeds: int | Sequence[int] = 0,
        options: Options | None = None,
        masks: str | None = "bits",
        dtype: str = "int8",
        check: bool = False,
    ) -> None:
        tensors.need_tensors()
        self._engine = Engine(game, players, options)
        self.game, self.options = self._engine.game, self._engine.options
        self.players, self.layout = players, self._engine.layout
        self.count = whole(count, "bad_count", MAX_GAMES)
        if dtype not in DTYPES:
            raise BadTable("bad_dtype", TOPIC, given=dtype, kinds=DTYPES)
        self._form = mask_form(masks)
        self.check = check
        self._allocate(dtype)
        self.masks = self._tensors["masks"] if self._form else None
        self.actions = self._tensors["actions"]
        self.counts = self._tensors["counts"]
        self.to_move = self._tensors["to_move"]
        self.rewards = self._tensors["rewards"]
        self.dones = self._tensors["dones"]
        self.places = self._tensors["places"]
        self.merits = self._tensors["merits"]
        self.seeds = self._tensors["seeds"]
        self.reset(seeds)

    def _allocate(self, dtype: str) -> None:
        import torch

        wanted: dict[str, tuple[tuple[int, ...], Any]] = dict(shapes(self))
        wanted["masks"] = ((self.count, max(1, wanted["masks"][0][1])), wanted["masks"][1])
        wanted["rngs"] = ((self.count, 4), np.int64)
        wanted["refused"] = ((1,), np.int32)
        rows, width = wanted.pop("observations")[0]
        self._tensors = {name: tensors.zeros(*shape) for name, shape in wanted.items()}
        # Observations are cleared a word at a time, so there are whole words of them.
        words = tensors.zeros((-(-rows * width // 8),), np.int64)
        self._tensors["observations"] = words.view(torch.int8)[: rows * width].view(rows, width)
        self._memory = {name: tensors.memory(tensor) for name, tensor in self._tensors.items()}
        self._words = tensors.memory(words)
        self._states = self._engine.upload(np.zeros(self.count, dtype=self.game.state))
        self._terms = to_device(reward_terms(self.game, self.players))
        self._step = device_steps.step_kernel(steps, self._engine.deal_size)
        self._seen = self._tensors["observations"]
        self.observations, self._scale = self._seen, None
        self.refused = self._tensors["refused"]
        if dtype != "int8":
            self._scale = tensors.to_tensor(self.layout.scale).to(getattr(torch, dtype))
            self.observations = torch.empty_like(self._seen, dtype=self._scale.dtype)

    # ---- playing

    def reset(self, seeds: int | Sequence[int] = 0) -> None:
        """Deal all games anew: from a seed each, or from so many numbers beginning with one."""
        given = read_seeds(seeds, self.count)
        self.seeds.copy_(tensors.to_tensor(given))
        self._launch(kernels.seed_generators, self._memory["rngs"], to_device(given ^ SAMPLING))
        for name in ("masks", "counts", "rewards", "dones", "places", "merits"):
            self._tensors[name].zero_()
        self.refused.fill_(self.count)
        self._run(self._memory["counts"], fresh=1)

    def step(self, actions: Any) -> None:
        """Play a legal action in every game; if one is illegal, none is played."""
        chosen = self._read(actions)
        self.refused.fill_(self.count)
        own = self._memory
        self._launch(
            device_steps.find_illegal, chosen, own["actions"], own["counts"], own["refused"]
        )
        if self.check:
            self.expect_legal(actions)
        self._run(chosen, fresh=0)

    def expect_legal(self, actions: Any = None) -> None:
        """Wait for the device, and complain if the last step was refused."""
        game = int(self.refused)
        if game < self.count:
            action = "-" if actions is None else int(actions[game])
            raise IllegalMove("illegal_in_batch", TOPIC, action=action, game=game)

    def sample(self) -> Any:
        """A legal action for every game, at random; the same ones after the same seeds."""
        chosen = tensors.zeros((self.count,), np.int32)
        own = self._memory
        self._launch(
            device_steps.choose_any,
            own["actions"],
            own["counts"],
            own["rngs"],
            tensors.memory(chosen),
        )
        return chosen

    def close(self) -> None:
        """There is nothing to let go: the memory goes with the tensors."""

    def _read(self, actions: Any) -> Any:
        import torch

        try:
            given = tensors.to_tensor(actions)
        except (TypeError, ValueError, RuntimeError):
            given = torch.empty(0)
        whole_numbers = (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64)
        if tuple(given.shape) != (self.count,) or given.dtype not in whole_numbers:
            raise BadTable(
                "bad_actions",
                TOPIC,
                count=self.count,
                shape=str(tuple(given.shape)),
                kind=str(given.dtype).removeprefix("torch."),
            )
        if given.dtype not in (torch.int32, torch.int64):
            given = given.to(torch.int32)
        return tensors.memory(given.contiguous())

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        blocks, threads = grid(self.count)
        kernel[blocks, threads, tensors.stream()](*arguments)

    def _run(self, chosen: Any, fresh: int) -> None:
        """Step all games; without actions deal them anew."""
        own = self._memory
        self._launch(device_steps.clear, self._words, own["refused"], self.count)
        self._launch(
            self._step,
            self._states,
            self._engine.config,
            self._engine.sizes,
            own["seeds"],
            fresh,
            chosen,
            own["refused"],
            own["actions"],
            own["counts"],
            own["masks"],
            self._form,
            own["observations"],
            own["to_move"],
            self._terms,
            own["rewards"],
            own["dones"],
            own["places"],
            own["merits"],
        )
        if self._scale is not None:
            # One after the other: PyTorch is slower at numbers of two kinds at once.
            self.observations.copy_(self._seen)
            self.observations.mul_(self._scale)
