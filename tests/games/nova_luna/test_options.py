"""What a table of Nova Luna may choose."""

from __future__ import annotations

import pytest

import moonlit
from moonlit.games.nova_luna.options import OPTIONS


@pytest.mark.parametrize(("players", "discs"), [(3, 17), (4, 15)])
def test_beginners_have_fewer_discs(players: int, discs: int) -> None:
    match = moonlit.new("nova-luna", players=players, seed=1, options={"beginner": True})
    assert [display["discs"] for display in match.view()["displays"]] == [discs] * players


@pytest.mark.parametrize("players", [1, 2])
def test_discs_for_beginners_are_for_three_or_four(players: int) -> None:
    with pytest.raises(moonlit.BadTable, match="for 3 or 4 players"):
        moonlit.new("nova-luna", players=players, options={"beginner": True})
    assert not any(option.fits(players) for option in OPTIONS)


def test_what_is_left_out_is_the_default() -> None:
    (option,) = OPTIONS
    match = moonlit.new("nova-luna", players=3, seed=1, options={option.name: option.default})
    assert match.record() == moonlit.new("nova-luna", players=3, seed=1).record()
