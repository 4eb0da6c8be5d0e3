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

from moonlit.core import rng as generators
from moonlit.core.contract import MAX_SEATS, features, play, setup
from moonlit.core.features import find_features
from moonlit.core.game import Game
from moonlit.core.jit import entry
from moonlit.learn import rows
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
        self.config, self.sizes = self.array(config), self.array(sizes)
        self.states, self.worlds = self.records(count), self.records(count)
        self.deals = self.zeros((count, int(sizes.sum())), torch.int16)
        self.rngs = self.zeros((count, 4), torch.int64)
        self.actions = self.zeros((count, game.max_actions), torch.int32)
        self.ratings = self.zeros((count, candidates), torch.float64)
        self.candidates = self.zeros((count, candidates), torch.int32)
        self.counts = self.zeros((count,), torch.int32)
        # features, and behind them the room that they are computed in
        wide = found.size + found.scratch
        self.seen_room = self.rows(count * candidates, wide)
        self.views_room = self.rows(count, wide)
        self.seen = self.seen_room[:, : self.size]
        self.views = self.views_room[:, : self.size]
        self.over = self.zeros((count * candidates,), torch.int8)
        self.finals = self.zeros((count * candidates, HEADS * players), torch.float32)
        self.ends = self.zeros((count, HEADS * players), torch.float32)
        self.movers = self.zeros((count,), torch.int8)
        self.parts = self.array(part_settings(game, players))

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
    def run(self, name: str, count: int, *arguments: Any) -> None:
        """Do one of the functions below to the first so many rows."""

    # ---- what self-play asks for

    def start(self, seed: int) -> None:
        self.run("deal", self.count, self.states, self.config, self.sizes, self.deals, self.rngs,
                 seed, self.movers)  # fmt: skip

    def list_moves(self, live: Any, ranked: bool) -> None:
        """The candidates of each live game, in a world that its mover could be in."""
        self.run("list", len(live), live, self.states, self.worlds, self.actions, self.ratings,
                 self.candidates, self.counts, int(ranked), self.rngs)  # fmt: skip

    def look(self, live: Any) -> None:
        """What the mover sees after each candidate, or how the game then has ended."""
        self.run("look", len(live) * self.width, self.worlds, self.candidates, self.counts,
                 self.seen_room, self.over, self.finals, self.parts)  # fmt: skip

    def view(self, live: Any, seats: Any) -> None:
        """What some seat sees before the move."""
        self.run("view", len(live), live, seats, self.states, self.views_room)

    def play(self, live: Any, chosen: Any) -> None:
        """Make the chosen candidates' moves."""
        self.run("play", len(live), live, self.states, self.candidates, chosen, self.movers)

    def finish(self) -> Any:
        """How all games have ended, from the first seat's side."""
        self.run("end", self.count, self.states, self.ends, self.parts)
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

    def run(self, name: str, count: int, *arguments: Any) -> None:
        given = [each.numpy() if torch.is_tensor(each) else each for each in arguments]
        LOOPS[name](count, *given)


@entry
def deal_loop(
    count: int, states: Any, config: Any, sizes: Any, deals: Any, rngs: Any, seed: int, movers: Any
) -> None:
    for at in range(count):
        generators.seed_generator(rngs[at], seed + at)
        generators.draw_deal(sizes, deals[at], rngs[at])
        setup(states[at], config, deals[at])
        movers[at] = states[at].to_move


@entry
def list_loop(
    count: int,
    live: Any,
    states: Any,
    worlds: Any,
    actions: Any,
    ratings: Any,
    candidates: Any,
    counts: Any,
    ranked: int,
    rngs: Any,
) -> None:
    for row in range(count):
        at = live[row]
        rows.imagine(states, at, worlds, row, rngs[at])
        counts[row] = rows.list_candidates(
            worlds[row], actions[row], ratings[row], candidates[row], ranked, rngs[at]
        )


@entry
def look_loop(
    count: int,
    worlds: Any,
    candidates: Any,
    counts: Any,
    seen: Any,
    over: Any,
    finals: Any,
    parts: Any,
) -> None:
    world = worlds[:1].copy()
    places, merits = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS)
    got = np.zeros(MAX_SEATS)
    width = candidates.shape[1]
    for index in range(count):
        row, which = index // width, index % width
        if which < counts[row]:
            world[0] = worlds[row]
            over[index] = rows.look_after(
                world[0],
                candidates[row, which],
                seen[index],
                finals[index],
                parts,
                places,
                merits,
                got,
            )


@entry
def view_loop(count: int, live: Any, seats: Any, states: Any, views: Any) -> None:
    for row in range(count):
        features(states[live[row]], int(seats[row]), views[row])


@entry
def play_loop(
    count: int, live: Any, states: Any, candidates: Any, chosen: Any, movers: Any
) -> None:
    for row in range(count):
        play(states[live[row]], int(candidates[row, chosen[row]]))
        movers[live[row]] = states[live[row]].to_move


@entry
def end_loop(count: int, states: Any, ends: Any, parts: Any) -> None:
    places, merits = np.zeros(MAX_SEATS, dtype=np.int64), np.zeros(MAX_SEATS)
    got = np.zeros(MAX_SEATS)
    for at in range(count):
        rows.tell_end(states[at], 0, ends[at], parts, places, merits, got)


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

    def run(self, name: str, count: int, *arguments: Any) -> None:
        if count == 0:  # a kernel has at least one thread
            return
        given = [
            self._device.to_kernel(each) if torch.is_tensor(each) else each for each in arguments
        ]
        blocks, threads = self._device.grid(count, 64)
        self._kernels[name][blocks, threads](count, *given)


@cache
def games_class() -> type[Any]:
    """Where games are played here: on a GPU if there is one."""
    return GpuGames if torch.cuda.is_available() else CpuGames
