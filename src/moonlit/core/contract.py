"""What a game is to the rest of Moonlit: one record and six functions.

The six below are found by the type of the state they are given. In compiled code Numba picks
the game's own function when it compiles; in plain Python the table is looked up at each call.
Whatever is written against them (search, playouts, environments) serves every game.

`observe` and `features` are further ones, for learning: a game's own are registered when somebody
asks for them, so that play does not wait for them.

Every state has the fields `players` (how many) and `to_move` (a seat, or -1 when it is over).
Rules allocate nothing, raise nothing, know no strings and no random numbers but their caller's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from struct import Struct
from typing import Any

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


def record_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with fields as attributes, as plain Python needs it."""
    return np.dtype((np.record, dtype))


class Grid(list[Any]):
    """Rows of numbers, indexed as rules do it: `grid[row, column]`, or `grid[row][column]`."""

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not tuple:
            return list.__getitem__(self, index)
        found: Any = self
        for part in index:
            found = list.__getitem__(found, part)
        return found


@cache
def numbers_of(dtype: np.dtype[Any]) -> dict[str, tuple[Callable[..., tuple[Any, ...]], int]]:
    """What unpacks each field of a state that is one number, and where it lies."""
    found = {}
    for name, (kind, start, *_) in (dtype.fields or {}).items():
        if not kind.shape:
            found[name] = Struct(kind.char).unpack_from, start
    return found


class Reading:
    """A state for Python to read: plain numbers, and lists of them, which are quicker to go
    through than arrays. Fields are fetched when they are asked for, so a reading is good until
    its state changes.
    """

    def __init__(self, states: Any) -> None:
        self._row = states[0]
        self._numbers = numbers_of(states.dtype)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        number = self._numbers.get(name)
        if number is not None:  # ten times as quick as by NumPy
            unpack, start = number
            found = unpack(self._row, start)[0]
        else:
            value = self._row[name]
            found = Grid(value.tolist()) if value.ndim > 1 else value.tolist()
        self.__dict__[name] = found
        return found

    def release(self) -> None:
        """Give back the memory of what was fetched; it is fetched again when asked for."""
        kept = {"_row": self._row, "_numbers": self._numbers}
        self.__dict__.clear()
        self.__dict__.update(kept)

    def __reduce__(self) -> Any:
        return Reading, (np.array([self._row], dtype=self._row.dtype),)


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
