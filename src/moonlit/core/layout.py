"""How what a seat knows becomes an array: named sections, one behind the other.

A game's `observation.py` has the sections and the compiled function that fills them. Numbers are
small and whole (int8). Seats are told from the seat that looks: itself first, then the others in
the order of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import Any

import numpy as np

from moonlit.core.contract import register_observer
from moonlit.core.game import Game
from moonlit.core.jit import njit

MAX_VALUE = 127  # what an int8 can hold: counts that could be higher stop here


@dataclass(frozen=True)
class Section:
    """Numbers that belong together. `shape` reads them, `low` and `high` bound them."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: int = 0
    high: int = 1

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True)
class Reward:
    """What a finished game is worth. With several seats it is the place, from 1 for the first to
    -1 for the last; alone it is how far the merit is above `par`, in units of `unit`.
    """

    par: float = 0.0
    unit: float = 1.0
    lowest: float = -1.0
    highest: float = 1.0


@dataclass(frozen=True)
class Layout:
    """What the numbers of an observation mean, for a game and a player count."""

    game: str
    players: int
    version: int
    sections: tuple[Section, ...]
    longest: int  # moves that a game can take, at most
    reward: Reward

    @cached_property
    def size(self) -> int:
        return sum(section.size for section in self.sections)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each section lies."""
        found, start = {}, 0
        for section in self.sections:
            found[section.name] = slice(start, start + section.size)
            start += section.size
        return found

    def split(self, observation: Any) -> dict[str, Any]:
        """The sections of an observation, or of an array of them, each in its shape."""
        return {
            section.name: observation[..., self.slices[section.name]].reshape(
                *observation.shape[:-1], *section.shape
            )
            for section in self.sections
        }

    def _each(self, value: str) -> Any:
        return np.concatenate(
            [np.full(section.size, getattr(section, value)) for section in self.sections]
        )

    @cached_property
    def low(self) -> Any:
        return self._each("low").astype(np.int8)

    @cached_property
    def high(self) -> Any:
        return self._each("high").astype(np.int8)

    @cached_property
    def scale(self) -> Any:
        """What an observation is multiplied by to lie between -1 and 1."""
        return (1 / np.maximum(-self._each("low"), self._each("high"))).astype(np.float32)


@njit
def observe_mover(state: Any, seat: int, out: Any) -> None:
    """Blank an observation but for its first section: 1 for the seat to move, if there is one."""
    players = int(state.players)
    out[:] = 0
    if state.to_move >= 0:
        out[(int(state.to_move) - seat + players) % players] = 1


@cache
def find_layout(game: Game, players: int) -> Layout:
    """A game's layout; from then on its `observe` can be called."""
    module = game.role("observation")
    register_observer(game.state, module.observe)
    return Layout(
        game.name,
        players,
        module.VERSION,
        tuple(module.sections(players)),
        module.longest(players),
        module.reward(players) if hasattr(module, "reward") else Reward(),
    )
