"""How many ways a game of Nomads can go: a slip in the rules changes these numbers.

They were counted three times: by compiled rules, by plain ones (the deepest not at every time), and
by the second opinion in reference.py, which here goes as deep as it does in a moment.
"""

from __future__ import annotations

from copy import deepcopy

import pytest

import moonlit
from games.nomads.reference import Model
from moonlit.core.jit import COMPILING
from moonlit.core.perft import perft

PLAIN = 20_000  # leaves that plain Python counts in a moment


def ahead(players: int, moves: int) -> moonlit.Match:
    """The same deal and the same moves at every time; negative: so many moves before the end."""
    match = moonlit.new("nomads", players, seed=1)
    while not match.over and (moves < 0 or match.number < moves):
        legal = match.moves()
        match.play(legal[match.number**2 % len(legal)])
    for _ in range(-moves):
        match.undo()
    return match


def second_opinion(match: moonlit.Match) -> Model:
    model = Model(match.record())
    for move in match.history():
        model.play(move)
    return model


def leaves_of(model: Model, depth: int) -> int:
    if depth == 0 or model.to_move is None:
        return 1
    moves = model.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(model)
        after.play(move)
        total += leaves_of(after, depth - 1)
    return total


# From the setup over the middle to the end: players, moves ahead, leaves at depth 0, 1, …
POSITIONS = [
    (2, 0, [1, 8, 192, 4608]),
    (2, 18, [1, 6, 132, 847, 18421]),
    (2, 30, [1, 6, 80, 671, 11057]),
    (2, 45, [1, 17, 358, 5784, 113570]),
    (2, -3, [1, 18, 311, 3846, 26651]),
    (3, 0, [1, 8, 128, 2048]),
    (3, 18, [1, 5, 34, 662, 6453]),
    (3, 30, [1, 4, 66, 1256, 14073]),
    (3, 45, [1, 20, 76, 1033, 13149]),
    (3, -3, [1, 7, 20, 186, 186]),  # in the last writing
    (4, 0, [1, 8, 64, 512, 4088]),
    (4, 18, [1, 2, 40, 246, 3595]),  # Red is asked
    (4, 30, [1, 19, 138, 3832, 27476]),
    (4, 45, [1, 13, 112, 751, 3544]),
    (4, -3, [1, 2, 16, 64, 64]),  # in the last writing
    (5, 0, [1, 8, 64, 512, 4088]),
    (5, 18, [1, 5, 30, 227, 4671]),
    (5, 30, [1, 18, 135, 1244, 27095]),
    (5, 45, [1, 17, 285, 5219, 70922]),
    (5, -3, [1, 9, 72, 341, 415]),  # in the last writing
]


@pytest.mark.parametrize(("players", "moves", "leaves"), POSITIONS)
def test_leaves(players: int, moves: int, leaves: list[int]) -> None:
    match = ahead(players, moves)
    for depth, count in enumerate(leaves):
        if COMPILING or count <= PLAIN:
            assert perft(match, depth) == count


@pytest.mark.parametrize(("players", "moves", "leaves"), POSITIONS)
def test_a_second_opinion_counts_as_many(players: int, moves: int, leaves: list[int]) -> None:
    model = second_opinion(ahead(players, moves))
    assert [leaves_of(model, depth) for depth in range(4)] == leaves[:4]
