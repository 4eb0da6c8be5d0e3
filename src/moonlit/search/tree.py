"""Monte-Carlo tree search over redealt worlds, for any game of the contract.

Every iteration deals the hidden things anew as the searching seat could imagine them, walks down
the tree with the moves that are legal in that world, adds one node, plays the game out and
remembers what every seat got. Each node looks at its own mover's share (max^n).

Nothing is allocated here: the caller brings a `Tree`, so that it runs wherever the rules run.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from moonlit.core.contract import MAX_SEATS, legal, play, rate, redeal
from moonlit.core.jit import entry, njit
from moonlit.core.rng import below
from moonlit.search.arithmetic import log
from moonlit.search.playouts import BIAS, EXPLORE, LOOK, WIDE, WIDER, playout, shares

NONE = -1
MAX_DEPTH = 64  # of the tree; playouts go on to the end of the game
WORST = -1e300

NODE = np.dtype(
    [
        ("value", np.float64, MAX_SEATS),  # sum of what each seat got below this node
        ("heuristic", np.float64),  # how good the move looked at a glance
        ("action", np.int32),
        ("first", np.int32),  # child
        ("next", np.int32),  # sibling
        ("visits", np.int32),
        ("seen", np.int32),  # how often the move was legal when its parent was visited
    ],
    align=True,
)

SHARE, WIN, PLACE, MERIT = range(4)  # what is summed up for each seat

# What an iteration notes on its way, and what all of them together came to.
NOTES = np.dtype(
    [
        ("totals", np.float64, (MAX_SEATS, 4)),
        ("shares", np.float64, MAX_SEATS),
        ("wins", np.float64, MAX_SEATS),
        ("ranks", np.float64, MAX_SEATS),  # the places, as they are or as they are expected
        ("merits", np.float64, MAX_SEATS),
        ("places", np.int64, MAX_SEATS),
        ("played", np.float64, MAX_SEATS),  # shares and merits of a playout that is mixed in
        ("got", np.float64, MAX_SEATS),
        ("path", np.int32, MAX_DEPTH),  # the nodes from the root on
        ("depth", np.int32),  # how many these are
        ("used", np.int32),  # nodes of the tree
        ("looks", np.int32),  # positions of which the legal actions were marked
        ("mover", np.int32),  # the seat that made the last move
    ],
    align=True,
)


class Tree(NamedTuple):
    """A search tree and the memory that growing it takes."""

    root: Any  # one state: the position
    world: Any  # one state: what an iteration plays in
    nodes: Any  # NODEs; the first is the root
    notes: Any  # one NOTES
    actions: Any  # room for the legal actions of a position
    marks: Any  # by action: the look at which it was legal and not yet in the tree


@njit
def plant(tree: Tree) -> None:
    """Make a tree of nothing but its root."""
    notes = tree.notes[0]
    notes.used = 1
    notes.looks = 0
    tree.nodes[0].first = NONE
    tree.nodes[0].visits = 0
    for seat in range(MAX_SEATS):
        tree.nodes[0].value[seat] = 0.0
        for kind in range(4):
            notes.totals[seat, kind] = 0.0


@entry
def grow(tree: Tree, seat: int, iterations: int, settings: Any, rng: Any) -> None:
    """Add iterations to a tree, as a seat can imagine the position."""
    for _ in range(iterations):
        tree.world[0] = tree.root[0]
        redeal(tree.world[0], seat, rng)
        descend(tree, settings, rng)
        evaluate(tree, settings, rng)
        back_up(tree)


@njit
def descend(tree: Tree, settings: Any, rng: Any) -> None:
    """Select moves down the tree, until one is added or there is nothing to select."""
    world = tree.world[0]
    notes = tree.notes[0]
    notes.path[0] = 0
    notes.depth = 1
    notes.mover = world.to_move
    node: Any = np.int64(0)  # for a plain 0 Numba would compile everything below twice
    while world.to_move >= 0 and notes.depth < MAX_DEPTH:
        count = mark_legal(tree)
        best, known = select(tree, node, settings)
        if (
            known < count
            and known < room(tree.nodes[node].visits, settings)
            and notes.used < tree.nodes.shape[0]
        ):
            expand(tree, node, count, settings, rng)
            return
        if best == NONE:
            return
        follow(tree, best)
        node = best


@njit
def mark_legal(tree: Tree) -> int:
    """Mark the actions that are legal in the world now; how many there are."""
    look = tree.notes[0].looks + 1
    tree.notes[0].looks = look
    actions, marks = tree.actions, tree.marks
    count = legal(tree.world[0], actions)
    for index in range(count):
        marks[actions[index]] = look
    return count


@njit
def select(tree: Tree, node: int, settings: Any) -> tuple[int, int]:
    """The most promising of a node's children that are legal now, and how many of them are.

    The marks of these are taken away: what stays marked is untried.
    """
    nodes, marks = tree.nodes, tree.marks
    mover = int(tree.world[0].to_move)
    look = tree.notes[0].looks
    best = NONE
    best_score = WORST
    known = 0
    child = int(nodes[node].first)
    while child != NONE:
        found = nodes[child]
        if marks[found.action] == look:
            marks[found.action] = 0
            known += 1
            found.seen += 1
            score = (
                found.value[mover] / found.visits
                + settings[EXPLORE] * math.sqrt(log(found.seen) / found.visits)
                + settings[BIAS] * found.heuristic / (1 + found.visits)
            )
            if score > best_score:
                best_score = score
                best = child
        child = int(found.next)
    return best, known


@njit
def room(visits: int, settings: Any) -> float:
    """How many children a node may have after so many visits."""
    if settings[WIDER] == 0.5:  # as it is nearly always; and a root is exact everywhere
        return float(settings[WIDE] + math.sqrt(visits))
    return float(settings[WIDE] + visits ** settings[WIDER])


@njit
def expand(tree: Tree, node: int, count: int, settings: Any, rng: Any) -> None:
    """Add the best-looking of some untried moves to a node, and follow it."""
    world, actions, marks = tree.world[0], tree.actions, tree.marks
    look = tree.notes[0].looks
    left = int(settings[LOOK])
    action = NONE
    best = WORST
    start = below(rng, count)
    for offset in range(count):
        other = actions[(start + offset) % count]
        if marks[other] != look:
            continue
        worth = rate(world, other)
        if worth > best:
            best = worth
            action = other
        left -= 1
        if left <= 0:
            break
    follow(tree, add_child(tree, node, action, best))


@njit
def add_child(tree: Tree, node: int, action: int, heuristic: float) -> int:
    new = int(np.int64(tree.notes[0].used))
    tree.notes[0].used = new + 1
    added = tree.nodes[new]
    added.action = action
    added.heuristic = heuristic
    added.first = NONE
    added.next = tree.nodes[node].first
    added.visits = 0
    added.seen = 1
    for seat in range(MAX_SEATS):
        added.value[seat] = 0.0
    tree.nodes[node].first = new
    return new


@njit
def follow(tree: Tree, node: int) -> None:
    """Make the move of a child in the world, and note it on the path."""
    notes = tree.notes[0]
    notes.mover = tree.world[0].to_move
    play(tree.world[0], tree.nodes[node].action)
    notes.path[notes.depth] = node
    notes.depth += 1


@njit
def evaluate(tree: Tree, settings: Any, rng: Any) -> None:
    """Play the world to its end, and note what each seat got."""
    playout(tree.world[0], tree.actions, settings, rng)
    note_result(tree, settings)


@njit
def note_result(tree: Tree, settings: Any) -> None:
    """Note what each seat got in a world that is over."""
    world = tree.world[0]
    notes = tree.notes[0]
    shares(world, settings, notes.places, notes.merits, notes.shares)
    winners = 0
    for seat in range(world.players):
        winners += notes.places[seat] == 1
    for seat in range(world.players):
        notes.wins[seat] = (notes.places[seat] == 1) / winners
        notes.ranks[seat] = notes.places[seat]


@njit
def back_up(tree: Tree) -> None:
    """Add what each seat got to the nodes of the path, and to the totals."""
    notes, nodes = tree.notes[0], tree.nodes
    players = int(tree.world[0].players)
    for seat in range(players):
        notes.totals[seat, SHARE] += notes.shares[seat]
        notes.totals[seat, WIN] += notes.wins[seat]
        notes.totals[seat, PLACE] += notes.ranks[seat]
        notes.totals[seat, MERIT] += notes.merits[seat]
    for step in range(notes.depth):
        node = nodes[notes.path[step]]
        node.visits += 1
        for seat in range(players):
            node.value[seat] += notes.shares[seat]


# ---- carrying a tree on ------------------------------------------------------------------------


@entry
def find_child(tree: Tree, node: int, action: int) -> int:
    """The node behind an action, or NONE."""
    child = int(tree.nodes[node].first)
    while child != NONE and tree.nodes[child].action != action:
        child = int(tree.nodes[child].next)
    return child


@entry
def copy_subtree(tree: Tree, root: int, other: Tree) -> None:
    """Copy what grew below a node into an empty tree, of which it becomes the root.

    Copied nodes first name their old first child, until their children are copied in turn.
    """
    nodes = other.nodes
    nodes[0] = tree.nodes[root]
    nodes[0].next = NONE
    used = 1
    node = 0
    while node < used:
        old = int(nodes[node].first)
        nodes[node].first = NONE
        last = NONE
        while old != NONE and used < nodes.shape[0]:
            nodes[used] = tree.nodes[old]
            nodes[used].next = NONE
            if last == NONE:
                nodes[node].first = used
            else:
                nodes[last].next = used
            last = used
            used += 1
            old = int(tree.nodes[old].next)
        node += 1
    other.notes[0].used = used
