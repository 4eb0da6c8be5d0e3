"""Thinking about a position: a budget in, the best moves and what they promise out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from moonlit.core.engine import engine, new_deal
from moonlit.core.game import Game
from moonlit.core.rng import generator
from moonlit.search import tree as t
from moonlit.search.learned import grow_learned
from moonlit.search.simple import compiled, flat, ranked, records
from moonlit.search.weights import Weights, find_weights

CHUNK = 256  # iterations between two looks at the clock
MAX_NODES = 200_000  # of a tree that grows by the clock


@dataclass(frozen=True)
class Settings:
    """What a search looks at: playouts.py says what each number means, in the same order."""

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
    mix: float = 0.0

    def numbers(self) -> Any:
        return np.array(tuple(vars(self).values()), dtype=np.float64)


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


class GrowingTree:
    """One search tree and the memory it works in. Without weights it plays games out."""

    def __init__(self, game: Game, capacity: int, weights: Weights | None = None) -> None:
        self.game = game
        self.weights = weights
        self.network = weights.network() if weights else None
        self.tree = new_tree(game, capacity)
        self.iterations = 0  # by this tree itself; its totals sum up just these
        self.rng = generator(0)

    @property
    def visits(self) -> int:
        """Iterations that went through the root, those of an earlier tree included."""
        return int(self.tree.nodes[0]["visits"])

    def grow(self, states: Any, seat: int, iterations: int, settings: Any) -> None:
        self.tree.root[0] = states[0]
        self.iterations += iterations
        if self.network is None:
            compiled(t.grow)(self.tree, seat, iterations, settings, self.rng)
        else:
            own = self.game.has_secrets and seat >= 0  # an onlooker has none
            given = self.tree, self.network, seat, own, iterations, settings, self.rng
            compiled(grow_learned)(*given)

    def after(self, actions: Iterable[int]) -> GrowingTree | None:
        """A tree with what this one knows of the position after some actions, if it does."""
        node = 0
        for action in actions:
            node = compiled(t.find_child)(self.tree, node, action)
            if node == t.NONE:
                return None
        capacity = len(self.tree.nodes)
        other = GrowingTree(self.game, capacity, self.weights)
        compiled(t.copy_subtree)(self.tree, node, other.tree)
        return other if other.tree.notes[0]["used"] < capacity // 2 else None

    def candidates(self, players: int) -> list[Candidate]:
        found = []
        child = int(self.tree.nodes[0]["first"])
        while child != t.NONE:
            node = self.tree.nodes[child]
            visits = int(node["visits"])
            shares = [float(value) / visits for value in node["value"][:players]]
            found.append(Candidate(int(node["action"]), visits, shares))
            child = int(node["next"])
        return found


def new_tree(game: Game, capacity: int) -> t.Tree:
    """A tree of nothing but its root, with room for so many nodes."""
    tree = t.Tree(
        root=records(1, game.state),
        world=records(1, game.state),
        nodes=records(capacity, t.NODE),
        notes=records(1, t.NOTES),
        actions=np.empty(game.max_actions, dtype=np.int32),
        marks=np.zeros(game.action_space, dtype=np.int32),
    )
    tree.nodes[0]["first"] = t.NONE  # as tree.plant does it
    tree.notes[0]["used"] = 1
    return tree


class Trees:
    """The trees of one thought, one a thread; `after` carries them on to a later position."""

    def __init__(self, trees: list[GrowingTree]) -> None:
        self.trees = trees

    @classmethod
    def planted(
        cls, game: Game, iterations: int | None, threads: int, weights: Weights | None = None
    ) -> Trees:
        capacity = 2 * (iterations // threads if iterations else MAX_NODES) + 2
        return cls([GrowingTree(game, capacity, weights) for _ in range(threads)])

    def after(self, actions: Iterable[int]) -> Trees | None:
        """What these trees know of the position after some actions, if all of them do."""
        actions = list(actions)
        followed = [tree.after(actions) for tree in self.trees]
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
    weights: Weights | None = None,
) -> Thought:
    """Search from a state for a seat, on top of what `trees` of this position know already.

    With weights positions are judged by a network, without they are played out. The same seed,
    iterations and trees give the same thought.
    """
    if (iterations is None) == (seconds is None):
        raise ValueError("a budget is either iterations or seconds")
    numbers = settings.numbers()
    grown = (trees or Trees.planted(game, iterations, threads, weights)).trees
    for number, tree in enumerate(grown):
        tree.rng = generator(seed + 7919 * number)

    def work(tree: GrowingTree) -> None:
        if iterations is not None:
            tree.grow(states, seat, max(1, iterations // len(grown)), numbers)
            return
        end = time.perf_counter() + (seconds or 0.0)
        while True:
            tree.grow(states, seat, CHUNK, numbers)
            if time.perf_counter() >= end:
                return

    run_each(work, grown)
    # a tree that was carried on knows moves of worlds that turned out not to be this one
    legal = set(engine(game).legal(states).tolist())
    return merge(grown, int(states[0]["players"]), legal)


def run_each(work: Callable[[GrowingTree], None], trees: list[GrowingTree]) -> None:
    if len(trees) == 1:
        work(trees[0])
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(work, trees))


def merge(trees: list[GrowingTree], players: int, legal: set[int]) -> Thought:
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
    total = sum(tree.visits for tree in trees)
    iterations = sum(tree.iterations for tree in trees)
    sums = sum(tree.tree.notes[0]["totals"][:players] for tree in trees) / iterations
    return Thought(
        candidates,
        total,
        wins=[float(value) for value in sums[:, t.WIN]],
        places=[float(value) for value in sums[:, t.PLACE]],
        merits=[float(value) for value in sums[:, t.MERIT]],
    )


def warm(game: Game) -> None:
    """Compile the search for a game, with playouts and, where it has weights, with its network."""
    players = game.seats[-1]
    config = game.configure(players, {})[1]
    states = engine(game).setup(config, new_deal(game, config, 1))
    settings = Settings()
    seat = int(states[0]["to_move"])
    learned = find_weights(game, players)
    for weights in (None,) if learned is None else (None, learned):
        trees = Trees.planted(game, 8, 1, weights)
        thought = think(game, states, seat, settings, 1, iterations=8, trees=trees)
        trees.after([thought.action])  # as a bot's next thought does
    ranked(game, states)
    flat(game, states, seat, 1, settings.numbers(), 1)
