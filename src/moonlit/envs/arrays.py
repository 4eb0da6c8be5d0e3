"""The arrays of a batch: their shapes, and what a caller may hand in for them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from moonlit.core.errors import BadTable
from moonlit.core.game import Game
from moonlit.core.layout import Layout
from moonlit.core.rng import MAX_SEED
from moonlit.envs import steps
from moonlit.envs.play import TOPIC

# "list" is `actions` and `counts`, which are always there; "bytes" is another name of "bool"
MASKS: dict[str | None, int] = {
    None: steps.NO_MASKS,
    "list": steps.NO_MASKS,
    "bool": steps.BYTES,
    "bytes": steps.BYTES,
    "bits": steps.BITS,
}
MAX_GAMES = 1_000_000
MAX_THREADS = 256


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


def mask_form(masks: Any) -> int:
    if masks is not None and (not isinstance(masks, str) or masks not in MASKS):
        raise BadTable("bad_masks", TOPIC, given=masks)
    return MASKS[masks]


def whole(value: Any, key: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadTable(key, TOPIC, given=value, most=most)
    return value


def slices(count: int, threads: int) -> list[slice]:
    """As equal parts as can be, none of them empty."""
    threads = min(threads, count)
    cuts = [count * number // threads for number in range(threads + 1)]
    return [slice(start, stop) for start, stop in pairwise(cuts)]


def read_seeds(seeds: Any, count: int) -> npt.NDArray[np.int64]:
    if isinstance(seeds, int) and not isinstance(seeds, bool):
        seeds = range(seeds, seeds + count)
    given = np.asarray(seeds)
    if (
        given.shape != (count,)
        or given.dtype.kind not in "iu"
        or (count and (int(given.min()) < 0 or int(given.max()) > MAX_SEED))
    ):
        raise BadTable("bad_seeds", TOPIC, count=count, most=MAX_SEED)
    return given.astype(np.int64)


def read_games(games: Any, count: int) -> npt.NDArray[np.int64]:
    """The numbers of the games that are meant: by numbers, by a mask, or all with None."""
    if games is None:
        return np.arange(count)
    given = np.asarray(games)
    if given.dtype == np.bool_ and given.shape == (count,):
        return np.flatnonzero(given)
    if given.size == 0 and given.ndim == 1:
        return np.zeros(0, dtype=np.int64)
    if (
        given.ndim != 1
        or given.dtype.kind not in "iu"
        or int(given.min()) < 0
        or int(given.max()) >= count
    ):
        raise BadTable("bad_games", TOPIC, count=count, last=count - 1)
    return given.astype(np.int64)


def take_buffers(
    shapes: Mapping[str, tuple[tuple[int, ...], type]], given: Mapping[str, Any]
) -> dict[str, npt.NDArray[Any]]:
    """The caller's arrays where there are any, and new ones for the rest."""
    for name in given:
        if name not in shapes:
            raise BadTable("unknown_buffer", TOPIC, name=name, names=tuple(shapes))
    found: dict[str, npt.NDArray[Any]] = {}
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
