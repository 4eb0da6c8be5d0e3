"""Planning alone: many lines of play at once, layer by layer, until chance comes or the end.

With one seat nobody answers, so that a line of moves is a plan: from a layer of positions all moves
are made, a network judges what each leads to, and the best go on as the next layer (a beam). A line
ends where the game does, and there its worth is exact; or with a move that brings something hidden
to light: what that is worth is the mean over redealt worlds, and what comes then is planned when it
lies there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from moonlit.core.contract import copied, legal, play, redeal, result
from moonlit.core.engine import engine, new_deal
from moonlit.core.game import Game
from moonlit.core.jit import entry, njit
from moonlit.core.rng import MAX_SEED, generator
from moonlit.search.network import MERIT, Network, judge
from moonlit.search.simple import compiled, records
from moonlit.search.tree import NOTES
from moonlit.search.weights import Weights, find_weights

ON, END, CHANCE = range(3)  # how a line stands after a move
REDEALS = 8  # worlds in which a move is valued that brings something to light
WORLDS = 3  # in which a line is looked at again, each round
NARROW = 4  # the beam that plans on from there
SEAT = 0


class Beam(NamedTuple):
    """A layer of positions, the moves found from it, and the memory that finding them takes."""

    layer: Any  # states
    world: Any  # two states
    memory: Any  # the bytes of each of the two
    notes: Any  # one NOTES
    actions: Any
    parents: Any  # of each move found: where in the layer it was made
    moves: Any
    values: Any  # the merit that it leads to
    kinds: Any  # ON, END or CHANCE


@entry
def widen(beam: Beam, network: Network, count: int, redeals: int, rng: Any, same: Any) -> int:
    """Find all moves from the first so many positions of the layer; how many they are."""
    found = 0
    for parent in range(count):
        moves = legal(beam.layer[parent], beam.actions)
        for index in range(moves):
            action = beam.actions[index]
            beam.world[0] = beam.layer[parent]
            play(beam.world[0], action)
            kind = ON
            if beam.world[0].to_move < 0:
                kind = END
                result(beam.world[0], beam.notes[0].places, beam.notes[0].merits)
                value = beam.notes[0].merits[SEAT]
            elif reveals(beam, parent, action, rng, same):
                kind = CHANCE
                value = mean_value(beam, network, parent, action, redeals, rng)
            else:
                value = merit_of(network, beam.world[0])
            beam.parents[found] = parent
            beam.moves[found] = action
            beam.values[found] = value
            beam.kinds[found] = kind
            found += 1
    return found


@njit
def merit_of(network: Network, state: Any) -> float:
    judge(network, state, SEAT)
    return float(network.outputs[MERIT])


@njit
def reveals(beam: Beam, parent: int, action: int, rng: Any, same: Any) -> bool:
    """Whether a move leads to something else in another world.

    Redealt alike, positions are the same just when the seat's views are.
    """
    beam.world[1] = beam.layer[parent]
    redeal(beam.world[1], SEAT, rng)
    play(beam.world[1], action)
    for each in range(2):
        same[0] = same[1]
        redeal(beam.world[each], SEAT, same[0])
    differ = 0
    for at in range(beam.memory.shape[1]):
        differ += beam.memory[0, at] != beam.memory[1, at]
    return differ > 0


@njit
def mean_value(
    beam: Beam, network: Network, parent: int, action: int, redeals: int, rng: Any
) -> float:
    """What a move is worth on average over the worlds that it may lead to."""
    total = 0.0
    for _ in range(redeals):
        beam.world[1] = beam.layer[parent]
        redeal(beam.world[1], SEAT, rng)
        play(beam.world[1], action)
        total += merit_of(network, beam.world[1])
    return total / redeals


@entry
def go_on(layer: Any, parents: Any, moves: Any, after: Any) -> None:
    """Fill the next layer."""
    for index in range(parents.shape[0]):
        after[index] = layer[parents[index]]
        play(after[index], moves[index])


@dataclass(frozen=True)
class Line:
    """Moves that lead to the end of the game, or to where chance comes, and the merit there."""

    actions: tuple[int, ...]
    value: float
    sure: bool  # the end is reached: the value is the result


def new_beam(game: Game, width: int) -> Beam:
    most = width * game.max_actions
    world = records(2, game.state)
    return Beam(
        layer=records(width, game.state),
        world=world,
        memory=world.view(np.uint8).reshape(2, -1),
        notes=records(1, NOTES),
        actions=np.empty(game.max_actions, dtype=np.int32),
        parents=np.empty(most, dtype=np.int32),
        moves=np.empty(most, dtype=np.int32),
        values=np.empty(most, dtype=np.float64),
        kinds=np.empty(most, dtype=np.int8),
    )


class Planner:
    """Plans for a game with a network, and the memory that it takes.

    width: of the beam. Half as many of the lines that end with chance are looked at again, in
    redealt worlds, by planning on with a narrow beam: a network that learnt from moves made at a
    glance does not know what a plan can make of a position. Each round sends the better half on.
    """

    def __init__(self, game: Game, weights: Weights, width: int, again: bool = True) -> None:
        self.game, self.width = game, width
        self.leaves = max(2, width // 2) if again else 1
        self.network = weights.network()
        self.beam = new_beam(game, width)
        self.after = records(width, game.state)
        self.next = Planner(game, weights, NARROW, again=False) if again else None

    def plan(self, states: Any, seed: int, known: tuple[int, ...] = ()) -> Line:
        """The best line from a position. known: one that was found before."""
        lines = sorted(self.search(states, seed), key=lambda line: -line.value)
        sure = [line for line in lines if line.sure]
        left = [line for line in lines if not line.sure]
        if self.next is not None and left:
            actions = [line.actions for line in left[: self.leaves]]
            if known and known not in actions:
                actions.append(known)
            left = [self.best_on_average(states, actions, seed)]
        return max((*sure[:1], *left[:1]), key=lambda line: line.value)

    def best_on_average(self, states: Any, lines: list[tuple[int, ...]], seed: int) -> Line:
        """Of some lines the best over more and more worlds, the same for each of them."""
        sums = dict.fromkeys(lines, 0.0)
        worlds = 0
        while True:
            for number in range(worlds, worlds + WORLDS):
                for actions in lines:
                    sums[actions] += self.look_on(states, actions, seed, number)
            worlds += WORLDS
            lines = sorted(lines, key=lambda actions: -sums[actions])
            if len(lines) <= 2:
                return Line(lines[0], sums[lines[0]] / worlds, False)
            lines = lines[: (len(lines) + 1) // 2]

    def search(self, states: Any, seed: int) -> Iterator[Line]:
        """The best lines that end at each depth."""
        beam = self.beam
        rng = generator((seed + 1) % MAX_SEED)  # the position may be dealt from the seed itself
        same = np.stack([generator(1), generator(1)])
        beam.layer[0] = states[0]
        lines: list[tuple[int, ...]] = [()]
        while lines:
            found = compiled(widen)(beam, self.network, len(lines), REDEALS, rng, same)
            values, kinds = beam.values[:found], beam.kinds[:found]
            parents, moves = beam.parents[:found], beam.moves[:found]
            for top in best_of(np.flatnonzero(kinds != ON), values, self.leaves):
                actions = (*lines[parents[top]], int(moves[top]))
                yield Line(actions, float(values[top]), bool(kinds[top] == END))
            chosen = best_of(np.flatnonzero(kinds == ON), values, self.width)
            after = self.after[: len(chosen)]
            compiled(go_on)(beam.layer, parents[chosen], moves[chosen], after)
            beam.layer[: len(chosen)] = after
            lines = [(*lines[parents[each]], int(moves[each])) for each in chosen]

    def look_on(self, states: Any, actions: tuple[int, ...], seed: int, number: int) -> float:
        """What a line leads to in one of the worlds that the position may be."""
        assert self.next is not None
        rules = engine(self.game)
        world = copied(states)
        rules.redeal(world, SEAT, generator((seed + 2 + number) % MAX_SEED))
        for action in actions:
            rules.play(world, action)
        if world["to_move"][0] < 0:
            return float(rules.result(world)[1][SEAT])
        return self.next.plan(world, seed).value


def best_of(which: Any, values: Any, width: int) -> Any:
    """The best of some; positions that are worth the same to the last bit are the same one."""
    _, first = np.unique(values[which], return_index=True)
    return which[first][::-1][:width]


def warm(game: Game) -> None:
    """Compile planning, for a game whose bots plan alone at the table."""
    learned = find_weights(game, 1) if hasattr(game.role("features"), "plans") else None
    if learned is not None:
        config = game.configure(1, {})[1]
        states = engine(game).setup(config, new_deal(game, config, 1))
        Planner(game, learned, 1).plan(states, 1)
