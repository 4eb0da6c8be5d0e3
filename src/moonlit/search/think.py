"""Thinking about a position: a budget in, the best moves and what they promise out."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moonlit.core.contract import MAX_SEATS, record_type
from moonlit.core.engine import engine, new_deal
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING, plain
from moonlit.core.rng import generator
from moonlit.search import tree as t
from moonlit.search.simple import flat, hunches

CHUNK = 256  # iterations between two looks at the clock
MOST_NODES = 200_000  # of a tree that grows by the clock


@dataclass(frozen=True)
class Settings:
    """What a search looks at; tree.py says what each number means."""

    explore: float = 0.6
    bias: float = 0.3
    wide: float = 4.0
    wider: float = 0.5
    look: float = 24
    guide: float = 5
    chance: float = 0.1
    win: float = 0.6
    place: float = 0.2
    margin: float = 0.2
    scale: float = 5.0
    middle: float = -105.0

    def numbers(self) -> Any:
        return np.array(
            [
                self.explore,
                self.bias,
                self.wide,
                self.wider,
                self.look,
                self.guide,
                self.chance,
                self.win,
                self.place,
                self.margin,
                self.scale,
                self.middle,
            ],
            dtype=np.float64,
        )


@dataclass(frozen=True)
class Candidate:
    """A move that was thought about: how often, and what each seat may expect after it."""

    action: int
    visits: int
    shares: list[float]


@dataclass(frozen=True)
class Thought:
    """What a search found out about a position."""

    candidates: list[Candidate]  # the most visited first
    iterations: int
    wins: list[float]  # each seat's expected share of the win
    places: list[float]  # expected place
    merits: list[float]  # expected merit

    @property
    def action(self) -> int:
        return self.candidates[0].action


@dataclass
class _Tree:
    """One search tree and the memory it works in."""

    game: Game
    capacity: int
    rng: Any
    nodes: Any = field(init=False)
    used: int = field(init=False, default=0)
    totals: Any = field(init=False)

    def __post_init__(self) -> None:
        self.nodes = np.zeros(self.capacity, dtype=t.NODE)
        self.nodes[0]["first"] = t.NONE
        self.used = 1
        self.added = 0  # iterations by this tree itself; `totals` sums up just these
        self.totals = np.zeros((MAX_SEATS, 4))
        self.worlds = np.zeros(2, dtype=self.game.state)
        self.actions = np.empty(self.game.max_actions, dtype=np.int32)
        self.marks = np.zeros(self.game.action_space + 1, dtype=np.int64)

    def grow(self, states: Any, seat: int, iterations: int, settings: Any) -> None:
        self.worlds[0] = states[0]
        self.added += iterations
        worlds, nodes, function = self.worlds, self.nodes, t.grow
        if not COMPILING:
            worlds, nodes = (array.view(record_type(array.dtype)) for array in (worlds, nodes))
            function = plain(t.grow)
        self.used = function(
            worlds,
            seat,
            nodes,
            self.used,
            iterations,
            settings,
            self.actions,
            self.marks,
            self.totals,
            self.rng,
        )

    def follow(self, actions: list[int]) -> _Tree | None:
        """A tree with what this one knows of the position after some actions, if it does."""
        nodes, find, copy = self.nodes, t.child_of, t.transplant
        fresh = _Tree(self.game, self.capacity, self.rng)
        into = fresh.nodes
        if not COMPILING:
            nodes, into = (array.view(record_type(array.dtype)) for array in (nodes, into))
            find, copy = plain(find), plain(copy)
        node = 0
        for action in actions:
            node = find(nodes, node, action)
            if node == t.NONE:
                return None
        fresh.used = copy(nodes, node, into)
        return fresh if fresh.used < self.capacity // 2 else None

    def iterations(self) -> int:
        return int(self.nodes[0]["visits"])

    def candidates(self, players: int) -> list[Candidate]:
        found = []
        child = int(self.nodes[0]["first"])
        while child != t.NONE:
            node = self.nodes[child]
            visits = int(node["visits"])
            shares = [float(value) / visits for value in node["value"][:players]]
            found.append(Candidate(int(node["action"]), visits, shares))
            child = int(node["next"])
        return found


class Trees:
    """The trees of one thought, one a thread; `after` carries them on to a later position."""

    def __init__(self, trees: list[_Tree]) -> None:
        self.trees = trees

    @classmethod
    def planted(cls, game: Game, iterations: int | None, threads: int) -> Trees:
        capacity = 2 * (iterations // threads if iterations else MOST_NODES) + 2
        return cls([_Tree(game, capacity, generator(0)) for _ in range(threads)])

    def after(self, actions: list[int]) -> Trees | None:
        """What these trees know of the position after some actions, if all of them do."""
        followed = [tree.follow(actions) for tree in self.trees]
        found = [tree for tree in followed if tree is not None]
        return Trees(found) if len(found) == len(followed) else None


def think(
    game: Game,
    states: Any,
    seat: int,
    settings: Settings,
    seed: int,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    trees: Trees | None = None,
) -> Thought:
    """Search from a state for a seat, on top of what `trees` of this position know already.

    The same seed, iterations and trees give the same thought.
    """
    if (iterations is None) == (seconds is None):
        raise ValueError("a budget is either iterations or seconds")
    numbers = settings.numbers()
    grown = (trees or Trees.planted(game, iterations, threads)).trees
    for number, tree in enumerate(grown):
        tree.rng = generator(seed + 7919 * number)

    def work(tree: _Tree) -> None:
        if iterations is not None:
            tree.grow(states, seat, max(1, iterations // len(grown)), numbers)
            return
        end = time.perf_counter() + (seconds or 0.0)
        while True:
            tree.grow(states, seat, CHUNK, numbers)
            if time.perf_counter() >= end:
                return

    _each(work, grown)
    # a tree that was carried on knows moves of worlds that turned out not to be this one
    legal = set(engine(game).legal(states).tolist())
    return _together(grown, int(states[0]["players"]), legal)


def _each(work: Callable[[_Tree], None], trees: list[_Tree]) -> None:
    if len(trees) == 1:
        work(trees[0])
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(work, trees))


def _together(trees: list[_Tree], players: int, legal: set[int]) -> Thought:
    """Root parallelism: the visits of several trees add up."""
    visits: dict[int, int] = {}
    shares: dict[int, Any] = {}
    for tree in trees:
        for found in tree.candidates(players):
            if found.action not in legal:
                continue
            visits[found.action] = visits.get(found.action, 0) + found.visits
            before = shares.get(found.action, np.zeros(players))
            shares[found.action] = before + found.visits * np.array(found.shares)
    candidates = [
        Candidate(action, count, [float(value) for value in shares[action] / count])
        for action, count in visits.items()
    ]
    candidates.sort(key=lambda found: (-found.visits, found.action))
    total = sum(tree.iterations() for tree in trees)
    sums = sum(tree.totals for tree in trees)[:players] / sum(tree.added for tree in trees)
    return Thought(
        candidates,
        total,
        wins=[float(value) for value in sums[:, 1]],
        places=[float(value) for value in sums[:, 2]],
        merits=[float(value) for value in sums[:, 3]],
    )


def warm(game: Game) -> None:
    """Compile the search for a game."""
    config = game.configure(game.seats[-1], {})[1]
    states = engine(game).setup(config, new_deal(game, config, 1))
    settings = Settings()
    trees = Trees.planted(game, 8, 1)
    thought = think(game, states, int(states[0]["to_move"]), settings, 1, iterations=8, trees=trees)
    trees.after([thought.action])  # as a bot's next thought does
    hunches(game, states)
    flat(game, states, int(states[0]["to_move"]), 1, settings.numbers(), 1)
