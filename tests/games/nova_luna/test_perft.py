"""How many ways a game of Nova Luna can go: a slip in the rules changes these numbers.

They were counted twice, by compiled rules and by plain ones.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import moonlit
from moonlit.core.jit import COMPILING
from moonlit.core.perft import perft

RECORDS = Path(__file__).parent / "records"
PLAIN = 20_000  # leaves that plain Python counts in a moment


@pytest.mark.parametrize(
    ("players", "leaves"),
    [
        (1, [1, 3, 36, 648, 14256]),
        (2, [1, 3, 9, 108, 1416, 23568]),
        (3, [1, 3, 9, 27, 324, 4008, 52032]),
        (4, [1, 3, 9, 27, 81, 972, 12792]),
    ],
)
def test_from_the_deal(players: int, leaves: list[int]) -> None:
    match = moonlit.new("nova-luna", players=players, seed=1)
    for depth, count in enumerate(leaves):
        if COMPILING or count <= PLAIN:
            assert perft(match, depth) == count


@pytest.mark.parametrize(
    ("record", "leaves"),
    [
        ("solo", [1, 48, 1868, 62897]),
        ("two", [1, 51, 2224, 118882]),
        ("three-beginners", [1, 16, 588, 27235]),
        ("four", [1, 48, 1328, 23688]),
    ],
)
def test_before_the_last_disc(record: str, leaves: list[int]) -> None:
    """Some of these moves meet the last goal and end the game, or empty the wheel."""
    match = moonlit.load(json.loads((RECORDS / f"{record}.json").read_text(encoding="utf-8")))
    match.undo()
    for depth, count in enumerate(leaves):
        if COMPILING or count <= PLAIN:
            assert perft(match, depth) == count
