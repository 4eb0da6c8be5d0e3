"""What a position is worth to every seat: its share of the win, or alone at the table its score.

Worth is counted so that more is better: where a low score wins, it is counted negative.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from moonlit.bots.levels import learned_settings, settings_for
from moonlit.core.contract import copied, reading
from moonlit.core.engine import engine
from moonlit.core.game import Game
from moonlit.core.rng import generator
from moonlit.search.learned import judge_first
from moonlit.search.network import MARGIN
from moonlit.search.simple import compiled
from moonlit.search.think import Settings, think
from moonlit.search.weights import checksum, find_weights

Worth = Any  # an array of one number a seat
ONLOOKER = -1
VERSION = 3  # of how positions are judged; a higher one judges otherwise
STRETCH = 100.0  # alone, with playouts: so flat is the curve of worth that it is a straight line
SURE = 1e-9  # how near to 0 or 1 a share may come before it is taken back to a score


class Asked(NamedTuple):
    """What a position is worth, as a seat can know it: a question to an evaluator."""

    states: Any
    seat: int
    iterations: int
    seed: int


@dataclass(frozen=True)
class Found:
    """A move that was looked at, how often, and what it is worth to each seat."""

    action: int
    visits: int
    worth: Worth


class Evaluator:
    """Judges positions of one table: by search with the game's network, or with playouts."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.solo = players == 1
        self.weights = find_weights(game, players)
        self.own = settings_for(game, players)
        self.settings = self._settings()
        self._networks = threading.local()

    def _settings(self) -> Settings:
        own = self.own
        if self.weights is not None:
            found = learned_settings(self.game, self.players)
            if self.solo:  # the network has learnt scores on this curve
                return replace(found, scale=own.scale, middle=own.middle)
        elif self.solo:  # as a search of the game is set, on a straight line instead
            return replace(
                own,
                scale=STRETCH * own.scale,
                explore=own.explore / STRETCH,
                bias=own.bias / STRETCH,
            )
        else:
            found = own
        return replace(found, win=1.0, place=0.0, margin=0.0)

    @property
    def version(self) -> str:
        """Which evaluator this is: reviews by another one may differ."""
        rules = f"{self.game.name}.{self.game.rules_version}"
        judge = checksum(self.weights.layers)[:12] if self.weights else "playouts"
        return f"{VERSION}/{rules}/{judge}"

    @property
    def point(self) -> float:
        """What one unit of worth is as a share of the win, to mark moves by."""
        return 1.0 / (4.0 * self.own.scale) if self.solo else 1.0

    # ---- positions

    def result(self, states: Any) -> Worth:
        """What each seat got out of a finished game."""
        places, merits = engine(self.game).result(states)
        if self.solo:
            return merits[:1].astype(float)
        first = places[: self.players] == 1
        return first / first.sum()

    def search(self, states: Any, seat: int, iterations: int, seed: int) -> list[Found]:
        """The moves of a position with their worth, as a seat can know it; the best first."""
        thought = think(
            self.game,
            states,
            seat,
            self.settings,
            seed,
            iterations=iterations,
            weights=self.weights,
        )
        return [
            Found(found.action, found.visits, self.worth_of(found.shares))
            for found in thought.candidates
        ]

    def worth_of(self, shares: list[float]) -> Worth:
        """What a search's shares are worth to each seat."""
        return self._score(np.array(shares)) if self.solo else np.array(shares)

    def _score(self, share: Any) -> Worth:
        """Alone at the table: the score that a share stands for (playouts.shares)."""
        share = np.clip(share, SURE, 1.0 - SURE)
        return self.own.middle + self.settings.scale * np.log(share / (1.0 - share))

    def worth(self, states: Any, seat: int, iterations: int, seed: int) -> Worth:
        """What a position is worth, as a seat can know it; a finished one is what it is."""
        if is_over(states):
            return self.result(states)
        return self.search(states, seat, iterations, seed)[0].worth

    def worth_each(self, asked: Sequence[Asked]) -> list[Worth]:
        """The same of several positions, searched equally deep."""
        return [self.worth(*each) for each in asked]

    def glance(self, states: Any, viewer: int) -> Worth:
        """What the network says of a position at once, as one of the seats sees it."""
        if is_over(states):
            return self.result(states)
        network = getattr(self._networks, "own", None)
        if network is None:
            assert self.weights is not None
            network = self._networks.own = self.weights.network()
        compiled(judge_first)(states, network, viewer)
        if self.solo:
            return self._score(np.array([float(network.outputs[MARGIN])]))
        return np.roll(np.array(network.outputs[: self.players], dtype=float), viewer)

    # ---- worlds

    def redealt(self, states: Any, seat: int, rng: Any) -> Any:
        """Another world that a seat cannot tell from this one."""
        world = copied(states)
        engine(self.game).redeal(world, seat, rng)
        return world

    def after(self, states: Any, action: int) -> Any:
        """The position after a move."""
        world = copied(states)
        engine(self.game).play(world, action)
        return world

    def allows(self, states: Any, action: int) -> bool:
        return bool((engine(self.game).legal(states) == action).any())

    def spell(self, states: Any, action: int) -> str:
        """A move as its own player spells it."""
        return self.game.spell(reading(states), action, mover_of(states))

    def seen(self, states: Any, seat: int) -> bytes:
        """What a seat sees of a position: two are the same just when it cannot tell them apart."""
        world = self.redealt(states, seat, generator(0))
        return b"".join(world[name].tobytes() for name in world.dtype.names)


def is_over(states: Any) -> bool:
    return int(states["to_move"][0]) < 0


def mover_of(states: Any) -> int:
    return int(states["to_move"][0])
