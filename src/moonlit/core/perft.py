"""Perft: how many ways a game can go from a position in so many moves.

A count that other code, another machine or another program can repeat: when `legal` or `play`
changes by accident, it hardly stays the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.contract import legal, play
from moonlit.core.engine import engine
from moonlit.core.jit import entry
from moonlit.core.match import Match


@entry
def count_leaves(states: Any, actions: Any, left: Any) -> int:
    """states[0] is the position to begin with. A row of each array is a level of the tree: the
    position there, its legal actions, and how many of them are still to be tried.
    """
    last = len(states) - 1
    leaves = 0
    level = 0
    left[0] = legal(states[0], actions[0])
    while level >= 0:
        if level == last:  # every move from here leads to a leaf
            leaves += left[level]
            left[level] = 0
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        play(states[level + 1], actions[level, left[level]])
        if states[level + 1].to_move < 0:
            leaves += 1
        else:
            level += 1
            left[level] = legal(states[level], actions[level])
    return leaves


def perft(match: Match, depth: int) -> int:
    """The leaves of the game tree at a depth; a game that is over before is one leaf."""
    if depth == 0 or match.over:
        return 1
    states = np.zeros(depth, dtype=match.game.state)
    states[0] = match.states[0]
    actions = np.empty((depth, match.game.max_actions), dtype=np.int32)
    left = np.zeros(depth, dtype=np.int64)
    return int(engine(match.game)._call(count_leaves, states, actions, left))
