"""The five functions as Python calls them: on an array that holds one state.

Compiled code is used where it is at hand. `quick_start` lets a program show its first board
before anything is compiled: it runs on plain Python until another process has filled the cache.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from moonlit.core import contract
from moonlit.core.contract import MAX_SEATS, legal, play, redeal, result, setup
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING, cache_folder, entry, plain
from moonlit.core.rng import below, draw_deal, generator

try:
    import fcntl
except ImportError:  # Windows: there two may do the same work
    fcntl = None  # type: ignore[assignment]


@entry
def setup_first(states: Any, config: Any, deal: Any) -> None:
    setup(states[0], config, deal)


@entry
def legal_first(states: Any, actions: Any) -> int:
    return legal(states[0], actions)


@entry
def play_first(states: Any, action: int) -> None:
    play(states[0], action)


@entry
def result_first(states: Any, places: Any, merits: Any) -> None:
    result(states[0], places, merits)


@entry
def redeal_first(states: Any, seat: int, rng: Any) -> None:
    redeal(states[0], seat, rng)


@entry
def random_games(
    states: Any, config: Any, sizes: Any, deal: Any, actions: Any, rng: Any, games: int
) -> int:
    """Play whole games at random, one after the other; how many moves that took."""
    moves = 0
    for _ in range(games):
        draw_deal(sizes, deal, rng)
        setup(states[0], config, deal)
        while states[0].to_move >= 0:
            count = legal(states[0], actions)
            play(states[0], actions[below(rng, count)])
            moves += 1
    return moves


@dataclass(frozen=True)
class Engine:
    """The functions above for one game, compiled or plain."""

    game: Game
    compiled: bool

    def _call(self, function: Callable[..., Any], states: Any, *arguments: Any) -> Any:
        if self.compiled:
            return function(states, *arguments)
        return plain(function)(states.view(contract.record_type(states.dtype)), *arguments)

    def setup(self, config: Any, deal: Any) -> Any:
        states = np.zeros(1, dtype=self.game.state)
        self._call(setup_first, states, config, deal)
        return states

    def legal(self, states: Any) -> Any:
        actions = np.empty(self.game.max_actions, dtype=np.int32)
        return actions[: self._call(legal_first, states, actions)]

    def play(self, states: Any, action: int) -> None:
        self._call(play_first, states, int(action))

    def result(self, states: Any) -> tuple[Any, Any]:
        places, merits = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS)
        self._call(result_first, states, places, merits)
        return places, merits

    def redeal(self, states: Any, seat: int, rng: Any) -> None:
        self._call(redeal_first, states, int(seat), rng)

    def random_games(self, config: Any, games: int, seed: int) -> int:
        states = np.zeros(1, dtype=self.game.state)
        sizes = np.array(self.game.deals.sizes(config), dtype=np.int64)
        deal = np.zeros(sizes.sum(), dtype=np.int16)
        actions = np.empty(self.game.max_actions, dtype=np.int32)
        played = self._call(
            random_games, states, config, sizes, deal, actions, generator(seed), games
        )
        return int(played)


def new_deal(game: Game, config: Any, seed: int) -> Any:
    """The deal that a seed stands for."""
    sizes = game.deals.sizes(config)
    deal = np.zeros(sum(sizes), dtype=np.int16)
    plain(draw_deal)(sizes, deal, generator(seed))
    return deal


# ---- which of the two -------------------------------------------------------------------------

_quick = False
_compiled: dict[str, Engine] = {}  # by package: earlier rules have one of their own
_plain: dict[str, Engine] = {}


def engine(game: Game) -> Engine:
    """The best engine at hand for a game."""
    if game.package in _compiled:
        return _compiled[game.package]
    if COMPILING and (not _quick or is_warm(game)):
        return _compiled.setdefault(game.package, Engine(game, compiled=True))
    return plain_engine(game)


def plain_engine(game: Game) -> Engine:
    return _plain.setdefault(game.package, Engine(game, compiled=False))


def is_warm(game: Game) -> bool:
    """Whether this version's compiled code for the game is in the cache, all of it."""
    folder = cache_folder()
    return folder is not None and (folder / f"{game.package}.ready").exists()


def warm(game: Game) -> None:
    """Compile everything that Match and servers use of a game."""
    from moonlit.core import writing  # which needs all that is here

    config = game.configure(game.seats[0], {})[1]
    compiled = Engine(game, compiled=COMPILING)
    compiled.random_games(config, 1, seed=1)
    states = compiled.setup(config, new_deal(game, config, 1))
    compiled.play(states, compiled.legal(states)[0])
    compiled.redeal(states, -1, generator(1))
    compiled.result(states)
    if COMPILING:
        writing.warm(game, states)


def mark_warm(game: Game) -> None:
    folder = cache_folder()
    if folder is not None:
        (folder / f"{game.package}.ready").touch()


@contextmanager
def alone_at(game: Game) -> Iterator[bool]:
    """Whether nobody else is filling the cache for a game; then nobody else begins meanwhile.

    A program that is started ten times in a minute must not compile everything ten times.
    """
    folder = cache_folder()
    if folder is None or fcntl is None:
        yield True
        return
    with (folder / f"{game.package}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True  # closing the file, or dying, ends it


def wait_until_warm(game: Game, seconds: float = 120.0) -> None:
    """Until another process has filled the cache; if none does, compiling here is as good."""
    end = time.monotonic() + seconds
    while not is_warm(game) and cache_folder() is not None and time.monotonic() < end:
        time.sleep(0.1)


def hurry() -> None:
    """From now on never wait for the compiler: what is not in the cache runs in plain Python."""
    global _quick
    _quick = True


def quick_start(game: Game) -> None:
    """Hurry, and let another process fill the cache meanwhile."""
    hurry()
    if COMPILING and cache_folder() is not None and not is_warm(game):
        subprocess.Popen(
            [sys.executable, "-m", "moonlit", "warm", game.name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
