"""Many games of one table, side by side, as self-play moves them on.

`GpuGames` runs rows.py in kernels, `CpuGames` in a loop. Both keep what PyTorch sees in its own
tensors, so nothing is copied. In each step the games in `live` are looked at, a row each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import Any

import numpy as np
import torch

from moonlit.core.contract import MAX_SEATS
from moonlit.core.features import find_features
from moonlit.core.game import Game
from moonlit.core.jit import entry
from moonlit.learn import rows
from moonlit.learn.rows import Memory
from moonlit.search.network import HEADS
from moonlit.search.playouts import MARGIN, PLACE, WIN
from moonlit.search.think import Settings


class Games(ABC):
    """The memory, and what is the same wherever the games are played."""

    def __init__(self, game: Game, players: int, count: int, candidates: int, place: str) -> None:
        self.game, self.players, self.count, self.width = game, players, count, candidates
        found = find_features(game, players)
        self.size = found.size
        config = game.configure(players, {})[1]
        sizes = np.array(game.deals.sizes(config), dtype=np.int64)
        self.place = place
        # features, and behind them the room that they are computed in
        wide = found.size + found.scratch
        heads = HEADS * players
        self.own = Memory(
            config=self.array(config),
            sizes=self.array(sizes),
            parts=self.array(part_settings(game, players)),
            states=self.records(count),
            deals=self.zeros((count, int(sizes.sum())), torch.int16),
            rngs=self.zeros((count, 4), torch.int64),
            movers=self.zeros((count,), torch.int8),
            ends=self.zeros((count, heads), torch.float32),
            worlds=self.records(count),
            actions=self.zeros((count, game.max_actions), torch.int32),
            ratings=self.zeros((count, candidates), torch.float64),
            candidates=self.zeros((count, candidates), torch.int32),
            counts=self.zeros((count,), torch.int32),
            views=self.rows(count, wide),
            seen=self.rows(count * candidates, wide),
            over=self.zeros((count * candidates,), torch.int8),
            finals=self.zeros((count * candidates, heads), torch.float32),
        )
        self._own = Memory(*map(self.given, self.own))
        self.movers, self.ends, self.counts = self.own.movers, self.own.ends, self.own.counts
        self.over, self.finals = self.own.over, self.own.finals
        self.seen, self.views = self.own.seen[:, : self.size], self.own.views[:, : self.size]

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return torch.zeros(shape, dtype=dtype, device=self.place)

    def rows(self, count: int, wide: int) -> Any:
        """A row of numbers a thread; on a GPU, threads that run together write side by side."""
        if self.place == "cpu":
            return self.zeros((count, wide), torch.float32)
        return self.zeros((wide, count), torch.float32).T

    def array(self, values: Any) -> Any:
        return torch.as_tensor(values, device=self.place)

    @abstractmethod
    def records(self, count: int) -> Any:
        """So many states, where the games are played."""

    @abstractmethod
    def given(self, value: Any) -> Any:
        """A tensor as the functions below take it, and anything else as it is."""

    @abstractmethod
    def run(self, name: str, count: int, *arguments: Any) -> None:
        """Do one of the functions below to the first so many rows."""

    # ---- what self-play asks for

    def start(self, seed: int) -> None:
        self.run("deal", self.count, seed)

    def list_moves(self, live: Any, ranked: bool) -> None:
        """The candidates of each live game, in a world that its mover could be in."""
        self.run("list", len(live), live, int(ranked))

    def look(self, live: Any) -> None:
        """What the mover sees after each candidate, or how the game then has ended."""
        self.run("look", len(live) * self.width)

    def view(self, live: Any, seats: Any) -> None:
        """What some seat sees before the move."""
        self.run("view", len(live), live, seats)

    def play(self, live: Any, chosen: Any) -> None:
        """Make the chosen candidates' moves."""
        self.run("play", len(live), live, chosen)

    def finish(self) -> Any:
        """How all games have ended, from the first seat's side."""
        self.run("end", self.count)
        return self.ends


def part_settings(game: Game, players: int) -> Any:
    """The search's settings three times: winning alone, the place alone, the margin alone."""
    numbers = Settings(**game.search_settings(players)).numbers()
    found = np.tile(numbers, (3, 1))
    for row, part in enumerate((WIN, PLACE, MARGIN)):
        found[row, [WIN, PLACE, MARGIN]] = 0.0
        found[row, part] = 1.0
    return found


# ---- on this computer ----------------------------------------------------------------------------


class CpuGames(Games):
    def __init__(self, game: Game, players: int, count: int, candidates: int) -> None:
        self._game = game
        super().__init__(game, players, count, candidates, "cpu")

    def records(self, count: int) -> Any:
        return np.zeros(count, dtype=self._game.state)

    def given(self, value: Any) -> Any:
        return value.numpy() if torch.is_tensor(value) else value

    def run(self, name: str, count: int, *arguments: Any) -> None:
        LOOPS[name](count, self._own, *map(self.given, arguments))


@entry
def deal_loop(count: int, own: Memory, seed: int) -> None:
    for at in range(count):
        rows.deal(own, at, seed)


@entry
def list_loop(count: int, own: Memory, live: Any, ranked: int) -> None:
    for row in range(count):
        rows.list_moves(own, row, live, ranked)


@entry
def look_loop(count: int, own: Memory) -> None:
    world = own.worlds[:1].copy()
    places, merits = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS)
    got = np.zeros(MAX_SEATS)
    for index in range(count):
        rows.look(own, index, world, places, merits, got)


@entry
def end_loop(count: int, own: Memory) -> None:
    places, merits = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS)
    got = np.zeros(MAX_SEATS)
    for at in range(count):
        rows.end(own, at, places, merits, got)


@entry
def view_loop(count: int, own: Memory, live: Any, seats: Any) -> None:
    for row in range(count):
        rows.see(own, row, live, seats)


@entry
def play_loop(count: int, own: Memory, live: Any, chosen: Any) -> None:
    for row in range(count):
        rows.make_move(own, row, live, chosen)


LOOPS: dict[str, Any] = {
    "deal": deal_loop,
    "list": list_loop,
    "look": look_loop,
    "view": view_loop,
    "play": play_loop,
    "end": end_loop,
}


# ---- on a GPU ------------------------------------------------------------------------------------


class GpuGames(Games):
    def __init__(self, game: Game, players: int, count: int, candidates: int) -> None:
        from moonlit.cuda import device
        from moonlit.learn.kernels import kernels_for

        device.need_device()
        self._game, self._device = game, device
        self._kernels = kernels_for(game.state)
        super().__init__(game, players, count, candidates, "cuda")

    def records(self, count: int) -> Any:
        return self._device.to_device(np.zeros(count, dtype=self._game.state))

    def given(self, value: Any) -> Any:
        return self._device.to_kernel(value) if torch.is_tensor(value) else value

    def run(self, name: str, count: int, *arguments: Any) -> None:
        if count == 0:  # a kernel has at least one thread
            return
        blocks, threads = self._device.grid(count, 64)
        more = [tuple(map(self.given, arguments))] if arguments else []
        self._kernels[name][blocks, threads](count, self._own, *more)


@cache
def games_class() -> type[Any]:
    """Where games are played here: on a GPU if there is one."""
    return GpuGames if torch.cuda.is_available() else CpuGames
