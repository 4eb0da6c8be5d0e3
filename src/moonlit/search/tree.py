"""Monte-Carlo tree search over redealt worlds, for any game of the contract.

Every iteration deals the hidden things anew as the searching seat could imagine them, walks down
the tree with the moves that are legal in that world, adds one node, plays the game out and
remembers what every seat got. Each node looks at its own mover's share (max^n).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from moonlit.core.contract import MAX_SEATS, legal, play, rate, redeal, result
from moonlit.core.jit import entry, njit
from moonlit.core.rng import below

NONE = -1
MAX_DEPTH = 64  # of the tree; playouts go on to the end of the game

NODE = np.dtype(
    [
        ("value", np.float64, MAX_SEATS),  # sum of what each seat got below this node
        ("hunch", np.float64),  # how good the move looked at a glance
        ("action", np.int32),
        ("first", np.int32),  # child
        ("next", np.int32),  # sibling
        ("visits", np.int32),
        ("seen", np.int32),  # how often the move was legal when its parent was visited
    ],
    align=True,
)

# Settings are numbers in one array, so that all games share one compiled search.
(
    EXPLORE,  # how much UCB looks at moves that were tried little
    BIAS,  # how much the hunch counts while a move has few visits
    WIDE,  # children that a node may have at once …
    WIDER,  # … and how fast that number grows with its visits (an exponent)
    LOOK,  # untried moves among which the best-looking is added
    GUIDE,  # moves among which a playout takes the best-looking; 1: any move
    CHANCE,  # how often a playout moves at random all the same
    WIN,  # what a share of the win is worth,
    PLACE,  # … a good place,
    MARGIN,  # … and a good margin; the three add up to 1
    SCALE,  # the margin that counts as clear
    MIDDLE,  # with one seat: the merit that is worth one half
    SETTINGS,
) = range(13)


@njit
def unit(rng: Any) -> float:
    return below(rng, 1 << 24) / (1 << 24)


@njit
def playout(state: Any, actions: Any, settings: Any, rng: Any) -> None:
    """Play on to the end, mostly with the better-looking of a few moves."""
    guide = int(settings[GUIDE])
    while state.to_move >= 0:
        count = legal(state, actions)
        chosen = actions[below(rng, count)]
        if guide > 1 and count > 1 and unit(rng) >= settings[CHANCE]:
            best = rate(state, chosen)
            for _ in range(min(guide, count) - 1):
                other = actions[below(rng, count)]
                if other != chosen:
                    hunch = rate(state, other)
                    if hunch > best:
                        best = hunch
                        chosen = other
        play(state, chosen)


@njit
def shares(state: Any, settings: Any, places: Any, merits: Any, out: Any) -> None:
    """What each seat got out of a finished game, from 0 to 1."""
    result(state, places, merits)
    players = int(state.players)
    if players == 1:
        out[0] = 1.0 / (1.0 + math.exp((settings[MIDDLE] - merits[0]) / settings[SCALE]))
        return
    winners = 0
    for seat in range(players):
        winners += places[seat] == 1
    for seat in range(players):
        rival = -1e300  # the best of those who are not level: partners always are
        behind = 0.0
        for other in range(players):
            if places[other] == places[seat]:
                behind += 0.5 * (other != seat)
            else:
                behind += places[other] > places[seat]
                rival = max(rival, merits[other])
        won = 1.0 / winners if places[seat] == 1 else 0.0
        margin = 0.5
        if rival > -1e300:
            margin += 0.5 * math.tanh((merits[seat] - rival) / settings[SCALE])
        out[seat] = (
            settings[WIN] * won
            + settings[PLACE] * behind / (players - 1)
            + settings[MARGIN] * margin
        )


@njit
def untried(
    state: Any, actions: Any, count: int, marks: Any, mark: int, look: int, rng: Any
) -> int:
    """The best-looking of some moves that the node has no child for."""
    chosen = NONE
    best = -1e300
    start = below(rng, count)
    looked = 0
    for offset in range(count):
        action = actions[(start + offset) % count]
        if marks[action] != mark:
            continue
        hunch = rate(state, action)
        if hunch > best:
            best = hunch
            chosen = action
        looked += 1
        if looked >= look:
            break
    return chosen


@entry
def grow(
    worlds: Any,
    seat: int,
    tree: Any,
    used: int,
    iterations: int,
    settings: Any,
    actions: Any,
    marks: Any,
    totals: Any,
    rng: Any,
) -> int:
    """Add iterations to a tree whose root is worlds[0]; how many nodes it has then.

    `marks` remembers, by action, the last visit at which it was legal; marks[-1] counts visits.
    `totals` sums up, for each seat: share, win, place, merit.
    """
    places = np.zeros(MAX_SEATS, dtype=np.int64)
    merits = np.zeros(MAX_SEATS)
    got = np.zeros(MAX_SEATS)
    path = np.zeros(MAX_DEPTH, dtype=np.int32)
    for _ in range(iterations):
        worlds[1] = worlds[0]
        redeal(worlds[1], seat, rng)
        depth = 1
        path[0] = 0
        node = 0
        while worlds[1].to_move >= 0 and depth < MAX_DEPTH:
            mover = int(worlds[1].to_move)
            count = legal(worlds[1], actions)
            marks[-1] += 1
            mark = marks[-1]
            for index in range(count):
                marks[actions[index]] = mark
            best = NONE
            best_score = -1e300
            known = 0
            child = int(tree[node].first)
            while child != NONE:
                if marks[tree[child].action] == mark:
                    marks[tree[child].action] = 0
                    known += 1
                    tree[child].seen += 1
                    visits = tree[child].visits
                    score = (
                        tree[child].value[mover] / visits
                        + settings[EXPLORE] * math.sqrt(math.log(tree[child].seen) / visits)
                        + settings[BIAS] * tree[child].hunch / (1 + visits)
                    )
                    if score > best_score:
                        best_score = score
                        best = child
                child = int(tree[child].next)
            room = settings[WIDE] + tree[node].visits ** settings[WIDER]
            if known < count and known < room and used < tree.shape[0]:
                look = int(settings[LOOK])
                action = untried(worlds[1], actions, count, marks, mark, look, rng)
                tree[used].action = action
                tree[used].hunch = rate(worlds[1], action)
                tree[used].first = NONE
                tree[used].next = tree[node].first
                tree[used].visits = 0
                tree[used].seen = 1
                for other in range(MAX_SEATS):
                    tree[used].value[other] = 0.0
                tree[node].first = used
                path[depth] = used
                depth += 1
                used += 1
                play(worlds[1], action)
                break
            if best == NONE:
                break
            play(worlds[1], tree[best].action)
            node = best
            path[depth] = node
            depth += 1
        playout(worlds[1], actions, settings, rng)
        shares(worlds[1], settings, places, merits, got)
        winners = 0
        for other in range(worlds[1].players):
            winners += places[other] == 1
        for other in range(worlds[1].players):
            totals[other, 0] += got[other]
            totals[other, 1] += (places[other] == 1) / winners
            totals[other, 2] += places[other]
            totals[other, 3] += merits[other]
        for step in range(depth):
            tree[path[step]].visits += 1
            for other in range(worlds[1].players):
                tree[path[step]].value[other] += got[other]
    return used


@entry
def child_of(tree: Any, node: int, action: int) -> int:
    """The node behind an action, or NONE."""
    child = int(tree[node].first)
    while child != NONE and tree[child].action != action:
        child = int(tree[child].next)
    return child


@entry
def transplant(tree: Any, root: int, other: Any) -> int:
    """Copy what grew below a node into an empty tree, of which it becomes the root; how many nodes.

    Copied nodes first name their old first child, until their children are copied in turn.
    """
    other[0] = tree[root]
    other[0].next = NONE
    used = 1
    node = 0
    while node < used:
        old = int(other[node].first)
        other[node].first = NONE
        last = NONE
        while old != NONE and used < other.shape[0]:
            other[used] = tree[old]
            other[used].next = NONE
            if last == NONE:
                other[node].first = used
            else:
                other[last].next = used
            last = used
            used += 1
            old = int(tree[old].next)
        node += 1
    return used
