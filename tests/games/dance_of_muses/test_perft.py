"""How many ways a Dance of Muses can go in so many moves, from fixed deals.

All numbers were counted by the compiled rules and by the reference, which shares nothing with
them; those up to three moves ahead by the rules in plain Python as well.
"""

from __future__ import annotations

import pytest

import games.dance_of_muses.reference as reference
from games.dance_of_muses.tools import open_view, reached
from moonlit.core.perft import perft

LEAVES = {
    (2, "deal"): (64, 5_632, 345_600, 24_986_880),
    (2, "last two"): (23, 572, 33_923, 2_067_733),
    (2, "dance"): (86, 6_783, 536_707),
    (2, "five"): (74, 4_647, 287_515),
    (3, "deal"): (6, 288, 19_008, 777_600),
    (3, "last two"): (23, 572, 33_539, 2_079_583),
    (3, "dance"): (85, 6_388, 474_268),
    (3, "five"): (38, 1_293, 44_888),
    (4, "deal"): (32, 1_408, 76_800, 4_935_680),
    (4, "last two"): (23, 572, 23_570, 1_031_302),
    (4, "dance"): (57, 3_164, 175_229),
    (4, "five"): (54, 1_311, 32_830),
}


@pytest.mark.parametrize(("players", "stage"), LEAVES)
def test_two_moves_ahead(players: int, stage: str) -> None:
    match = reached(players, stage)
    for depth, leaves in enumerate(LEAVES[players, stage][:2], 1):
        assert perft(match, depth) == leaves
        assert reference.leaves(open_view(match), depth) == leaves


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "stage"), LEAVES)
def test_further_ahead(players: int, stage: str) -> None:
    match = reached(players, stage)
    for depth, leaves in enumerate(LEAVES[players, stage][2:], 3):
        assert perft(match, depth) == leaves
