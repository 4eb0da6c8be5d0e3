"""What a game is to the rest of Moonlit: one record and six functions.

The six below are found by the type of the state they are given. In compiled code Numba picks
the game's own function when it compiles; in plain Python the table is looked up at each call.
Whatever is written against them (search, playouts, environments) serves every game.

`observe`, `features` and `write` are further ones, for learning and for servers: a game's own are
registered when somebody asks for them, so that play does not wait for them.

Every state has the fields `players` (how many) and `to_move` (a seat, or -1 when it is over).
Rules allocate nothing, raise nothing, know no strings and no random numbers but their caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from struct import Struct
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.extending import overload

from moonlit.core.jit import plain

MAX_SEATS = 5


@dataclass(frozen=True)
class Rules:
    """A game's functions. Argument names are part of the contract."""

    setup: Callable[..., Any]
    legal: Callable[..., Any]
    play: Callable[..., Any]
    result: Callable[..., Any]
    redeal: Callable[..., Any]
    rate: Callable[..., Any]


_compiled: dict[Any, Rules] = {}
_plain: dict[Any, Rules] = {}
_compiled_observers: dict[Any, Callable[..., Any]] = {}
_plain_observers: dict[Any, Callable[..., Any]] = {}
_compiled_features: dict[Any, Callable[..., Any]] = {}
_plain_features: dict[Any, Callable[..., Any]] = {}
_compiled_writers: dict[Any, Callable[..., Any]] = {}
_plain_writers: dict[Any, Callable[..., Any]] = {}


def setup(state: Any, config: Any, deal: Any) -> None:
    """Fill `state` for the table in `config` (players first) from a deal's permutations."""
    _plain[state.dtype].setup(state, config, deal)


def legal(state: Any, actions: Any) -> int:
    """Write the legal actions of the seat to move and return how many there are.

    `actions` is written to and never read: who only wants their number gives something that
    forgets them.
    """
    return int(_plain[state.dtype].legal(state, actions))


def play(state: Any, action: int) -> None:
    """Apply one legal action."""
    _plain[state.dtype].play(state, int(action))


def result(state: Any, places: Any, merits: Any) -> None:
    """Write each seat's place (1 is first) and merit (a score of which more is better)."""
    _plain[state.dtype].result(state, places, merits)


def redeal(state: Any, seat: int, rng: Any) -> None:
    """Deal anew what `seat` cannot see; -1 is a spectator."""
    _plain[state.dtype].redeal(state, seat, rng)


def rate(state: Any, action: int) -> float:
    """How good a legal action looks at a glance to the seat to move; more is better.

    A heuristic, not a rule: greedy bots and guided playouts follow it.
    """
    return float(_plain[state.dtype].rate(state, int(action)))


def observe(state: Any, seat: int, out: Any) -> None:
    """Write what `seat` knows into `out`, all of it, as the game's layout says (core/layout.py)."""
    _plain_observers[state.dtype](state, seat, out)


def features(state: Any, seat: int, out: Any) -> None:
    """Write what a learned evaluator sees of a position into `out`: what `seat` knows, no more."""
    _plain_features[state.dtype](state, seat, out)


def write(state: Any, seat: int, out: Any) -> int:
    """Write the view of `seat` as JSON into `out`, without its braces; how many bytes that is."""
    return int(_plain_writers[state.dtype](state, seat, out))


def register(dtype: np.dtype[Any], rules: Rules) -> None:
    """Make a game's rules the meaning of the five functions for its states."""
    names = Rules.__dataclass_fields__
    _plain[record_type(dtype)] = Rules(**{name: plain(getattr(rules, name)) for name in names})
    _compiled[numba.from_dtype(dtype)] = rules


def register_like(dtype: np.dtype[Any], other: np.dtype[Any]) -> None:
    """Give another layout of a registered state's fields the same rules."""
    register(dtype, _compiled[numba.from_dtype(other)])


def register_observer(dtype: np.dtype[Any], observer: Callable[..., Any]) -> None:
    """Make a game's function the meaning of `observe` for its states."""
    _plain_observers[record_type(dtype)] = plain(observer)
    _compiled_observers[numba.from_dtype(dtype)] = observer


def register_features(dtype: np.dtype[Any], function: Callable[..., Any]) -> None:
    """Make a game's function the meaning of `features` for its states."""
    _plain_features[record_type(dtype)] = plain(function)
    _compiled_features[numba.from_dtype(dtype)] = function


def register_writer(dtype: np.dtype[Any], function: Callable[..., Any]) -> None:
    """Make a game's function the meaning of `write` for its states."""
    _plain_writers[record_type(dtype)] = plain(function)
    _compiled_writers[numba.from_dtype(dtype)] = function


def record_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with fields as attributes, as plain Python needs it."""
    return np.dtype((np.record, dtype))


class Grid:
    """Rows of numbers, indexed as rules do it: `grid[row, column]`, or `grid[row][column]`. A row
    is read when it is asked for: who tells of one seat needs no other's.
    """

    __slots__ = ("_data", "_field", "_rows")

    def __init__(self, data: bytes, field: Field) -> None:
        self._data, self._field = data, field
        self._rows: list[Any] = [None] * field.shape[0]

    def _row(self, index: int) -> Any:
        found = self._rows[index]
        if found is None:
            field = self._field
            start = field.start + index % len(self._rows) * field.size
            found = nested(field.unpack(self._data, start), field.shape[1:])
            self._rows[index] = found
        return found

    def __getitem__(self, index: Any) -> Any:
        if type(index) is tuple:
            found = self._row(index[0])
            for part in index[1:]:
                found = found[part]
            return found
        if type(index) is slice:
            return [self._row(row) for row in range(*index.indices(len(self._rows)))]
        return self._row(index)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return map(self._row, range(len(self._rows)))


def nested(values: tuple[Any, ...], shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return list(values)
    size = len(values) // shape[0]
    return [
        nested(values[start : start + size], shape[1:]) for start in range(0, len(values), size)
    ]


class Field(NamedTuple):
    """How a field of a state is read: by rows where it has several."""

    unpack: Callable[..., tuple[Any, ...]]
    start: int
    size: int  # bytes of what is unpacked at once
    shape: tuple[int, ...]


@cache
def fields_of(dtype: np.dtype[Any]) -> dict[str, Field]:
    found = {}
    for name, (kind, start, *_) in (dtype.fields or {}).items():
        count = prod(kind.shape[1:] if len(kind.shape) > 1 else kind.shape)
        packed = Struct(f"{count}{kind.base.char}")
        found[name] = Field(packed.unpack_from, start, packed.size, kind.shape)
    return found


class Reading:
    """A state for Python to read, as it is now: plain numbers, and lists of them, which are quicker
    to go through than arrays. A field is unpacked when it is asked for, which is several times as
    quick as NumPy is.
    """

    def __init__(self, states: Any) -> None:
        self._data = states[:1].tobytes()
        self._dtype = states.dtype

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            field = fields_of(self._dtype)[name]
        except KeyError:
            raise AttributeError(name) from None
        if len(field.shape) > 1:
            found: Any = Grid(self._data, field)
        else:
            values = field.unpack(self._data, field.start)
            found = list(values) if field.shape else values[0]
        self.__dict__[name] = found
        return found

    def release(self) -> None:
        """Give back the memory of what was unpacked; it is unpacked again when asked for."""
        kept = {"_data": self._data, "_dtype": self._dtype}
        self.__dict__.clear()
        self.__dict__.update(kept)

    def __reduce__(self) -> Any:
        return Reading, (np.frombuffer(self._data, dtype=self._dtype),)


def copied(states: Any) -> Any:
    """A copy of an array of states, as bytes: field by field takes NumPy ten times as long."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def reading(states: Any) -> Any:
    """The first state of an array, for reading."""
    return Reading(states)


# ---- for Numba: the function behind a name for a type of state, as source to compile ---------


def _found(state: Any, name: str) -> Any:
    if state not in _compiled:
        return None
    return _source(getattr(_compiled[state], name))


def _source(function: Any) -> Any:
    return getattr(function, "py_func", function)


@overload(setup)
def _setup(state: Any, config: Any, deal: Any) -> Any:
    return _found(state, "setup")


@overload(legal)
def _legal(state: Any, actions: Any) -> Any:
    return _found(state, "legal")


@overload(play)
def _play(state: Any, action: int) -> Any:
    return _found(state, "play")


@overload(result)
def _result(state: Any, places: Any, merits: Any) -> Any:
    return _found(state, "result")


@overload(redeal)
def _redeal(state: Any, seat: int, rng: Any) -> Any:
    return _found(state, "redeal")


@overload(rate)
def _rate(state: Any, action: int) -> Any:
    return _found(state, "rate")


@overload(observe)
def _observe(state: Any, seat: int, out: Any) -> Any:
    return _source(_compiled_observers.get(state))


@overload(features)
def _features(state: Any, seat: int, out: Any) -> Any:
    return _source(_compiled_features.get(state))


@overload(write)
def _write(state: Any, seat: int, out: Any) -> Any:
    return _source(_compiled_writers.get(state))
