"""Thousands of games as one array: a call plays a move in each, and a finished one is followed by
the next at once. What there is to see is written into arrays that stay the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from moonlit.core.checks import check_options
from moonlit.core.contract import record_type
from moonlit.core.errors import BadTable, IllegalMove
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING, plain
from moonlit.core.layout import Layout, find_layout
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED, generator
from moonlit.envs import steps
from moonlit.envs.play import TOPIC, reward_terms

MASKS = (None, "bytes", "bits")  # in the order of steps.NO_MASKS …
MAX_GAMES = 1_000_000
MAX_THREADS = 256
SAMPLING = 0x5EED  # what sampling makes of the seed of a game


class Batch:
    """Games of one table, all stepped together.

    The arrays, one row a game: `observations` of the seat to move, `masks`, `actions` with
    `counts` (the legal ones, as a list), `to_move`, and of the last step `rewards` (a number a
    seat), `dones`, and where a game has ended `places` and `merits`. `seeds` are those of the
    games that are running: `moonlit.new` deals the same game from the same seed. A game that is
    over is followed by one with a seed higher by `count`.
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
        threads: int = 1,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = find_game(game)
        self.options, self._config = self.game.configure(players, check_options(options))
        self.players = players
        self.layout = find_layout(self.game, players)
        self.count = whole(count, "bad_count", MAX_GAMES)
        if masks not in MASKS:
            raise BadTable("bad_masks", TOPIC, given=masks)
        self._form = MASKS.index(masks)
        self._sizes = np.array(self.game.deals.sizes(self._config), dtype=np.int64)
        self._terms = reward_terms(self.game, players)
        self._slices = slices(self.count, whole(threads, "bad_threads", MAX_THREADS))
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self._states = np.zeros(self.count, dtype=self.game.state)
        self._rngs = np.zeros((self.count, 4), dtype=np.int64)
        self._arrays = take_buffers(shapes(self), buffers or {})
        self.observations = self._arrays["observations"]
        self.masks = self._arrays["masks"] if masks else None
        self.actions = self._arrays["actions"]
        self.counts = self._arrays["counts"]
        self.to_move = self._arrays["to_move"]
        self.rewards = self._arrays["rewards"]
        self.dones = self._arrays["dones"]
        self.places = self._arrays["places"]
        self.merits = self._arrays["merits"]
        self.seeds = self._arrays["seeds"]
        self.reset(seeds)

    # ---- playing

    def reset(self, seeds: int | Sequence[int] = 0) -> None:
        """Deal all games anew: from a seed each, or from so many numbers beginning with one."""
        self.seeds[:] = read_seeds(seeds, self.count)
        for index, seed in enumerate(self.seeds.tolist()):
            self._rngs[index] = generator(seed ^ SAMPLING)
        for name in ("masks", "counts", "rewards", "dones", "places", "merits"):
            self._arrays[name][:] = 0
        self._step(np.zeros(0, dtype=np.int32))

    def step(self, actions: Any) -> None:
        """Play a legal action in every game; if one is illegal, none is played."""
        chosen = self._read(actions)
        wrong = self._call(steps.first_illegal)(chosen, self.actions, self.counts)
        if wrong >= 0:
            raise IllegalMove("illegal_in_batch", TOPIC, action=int(chosen[wrong]), game=int(wrong))
        self._step(chosen)

    def sample(self) -> Any:
        """A legal action for every game, at random; the same ones after the same seeds."""
        chosen = np.zeros(self.count, dtype=np.int32)
        self._call(steps.choose_any)(self.actions, self.counts, self._rngs, chosen)
        return chosen

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _read(self, actions: Any) -> Any:
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BadTable(
                "bad_actions",
                TOPIC,
                count=self.count,
                shape=str(given.shape),
                kind=str(given.dtype),
            )
        outside = (given < 0) | (given >= self.game.action_space)
        if outside.any():
            index = int(np.argmax(outside))
            raise IllegalMove("illegal_in_batch", TOPIC, action=int(given[index]), game=index)
        return np.ascontiguousarray(given, dtype=np.int32)

    def _call(self, function: Any) -> Any:
        return function if COMPILING else plain(function)

    def _step(self, chosen: Any) -> None:
        """Step all games, a slice of them in each thread; without actions deal them anew."""
        states = self._states if COMPILING else self._states.view(record_type(self.game.state))
        run = self._call(steps.step_games)

        def work(part: slice) -> None:
            own = {name: array[part] for name, array in self._arrays.items()}
            run(
                states[part],
                self._config,
                self._sizes,
                own["seeds"],
                self.count,
                chosen[part],
                own["actions"],
                own["counts"],
                own["masks"].view(np.uint8),
                self._form,
                own["observations"],
                own["to_move"],
                self._terms,
                own["rewards"],
                own["dones"].view(np.uint8),
                own["places"],
                own["merits"],
            )

        if self._pool is None:
            work(self._slices[0])
        else:
            list(self._pool.map(work, self._slices))


class Shaped(Protocol):
    """What the shapes of a batch's arrays follow from."""

    game: Game
    layout: Layout
    players: int
    count: int
    _form: int


def shapes(batch: Shaped) -> dict[str, tuple[tuple[int, ...], type]]:
    """The arrays: their shapes and what they hold."""
    count, space = batch.count, batch.game.action_space
    width = (0, space, (space + 7) // 8)[batch._form]
    return {
        "observations": ((count, batch.layout.size), np.int8),
        "masks": ((count, width), np.bool_ if batch._form == steps.BYTES else np.uint8),
        "actions": ((count, batch.game.max_actions), np.int32),
        "counts": ((count,), np.int32),
        "to_move": ((count,), np.int8),
        "rewards": ((count, batch.players), np.float32),
        "dones": ((count,), np.bool_),
        "places": ((count, batch.players), np.int8),
        "merits": ((count, batch.players), np.float32),
        "seeds": ((count,), np.int64),
    }


# ---- reading what was given --------------------------------------------------------------------


def whole(value: Any, key: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadTable(key, TOPIC, given=value, most=most)
    return value


def slices(count: int, threads: int) -> list[slice]:
    """As equal parts as can be, none of them empty."""
    threads = min(threads, count)
    cuts = [count * number // threads for number in range(threads + 1)]
    return [slice(start, stop) for start, stop in pairwise(cuts)]


def read_seeds(seeds: Any, count: int) -> Any:
    if isinstance(seeds, int) and not isinstance(seeds, bool):
        seeds = range(seeds, seeds + count)
    given = np.asarray(seeds)
    if (
        given.shape != (count,)
        or given.dtype.kind not in "iu"
        or int(given.min()) < 0
        or int(given.max()) > MAX_SEED
    ):
        raise BadTable("bad_seeds", TOPIC, count=count, most=MAX_SEED)
    return given.astype(np.int64)


def take_buffers(
    shapes: Mapping[str, tuple[tuple[int, ...], type]], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The caller's arrays where there are any, and new ones for the rest."""
    for name in given:
        if name not in shapes:
            raise BadTable("unknown_buffer", TOPIC, name=name, names=tuple(shapes))
    found = {}
    for name, (shape, kind) in shapes.items():
        array = given.get(name)
        if array is None:
            array = np.zeros(shape, dtype=kind)
        elif (
            not isinstance(array, np.ndarray)
            or (array.shape, array.dtype) != (shape, np.dtype(kind))
            or not array.flags.c_contiguous
            or not array.flags.writeable
        ):
            raise BadTable(
                "bad_buffer", TOPIC, name=name, shape=str(shape), kind=np.dtype(kind).name
            )
        found[name] = array
    return found
