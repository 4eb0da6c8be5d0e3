"""Setting the table, as moves."""

from __future__ import annotations

import pytest

import moonlit
from games.nomads.tools import THREE, lay, new, play, stack, stacks, table
from moonlit.games.nomads.components import ADVENTURERS


def test_the_frog_is_placed_before_the_nomads_by_nostromos_player() -> None:
    match = table("ulrich nostromo", start=0)
    assert match.to_move == 1
    assert match.moves() == [f"frog@{space}" for space in range(1, 9)]
    assert stacks(match) == "- - - - - - - -"
    play(match, "frog@3")
    assert stacks(match) == "o o Fo o o o o o", "the nomad lies on the frog"


def test_without_nostromo_the_nomads_are_there_at_once_and_no_frog() -> None:
    match = table("ulrich siana")
    assert stacks(match) == "o o o o o o o o"
    assert not any(move.startswith("frog") for move in match.moves())


def test_the_last_player_places_the_unplayed_discs_in_any_order() -> None:
    match = table("ulrich siana red", start=1)
    assert match.to_move == 0, "to the right of the start player"
    places = {f"{name}@{space}" for name in ("moon", "nostromo") for space in range(1, 9)}
    assert set(match.moves()) == places
    play(match, "nostromo@1, moon@1, nostromo@2")
    assert set(match.moves()) == {f"moon@{space}" for space in range(1, 9)}
    play(match, "moon@2")
    assert match.to_move == 1, "the start player goes on"


def test_discs_are_placed_twice_round_from_the_start_player_and_lys_by_the_last() -> None:
    match = new(5, adventurers=list(ADVENTURERS))
    order = []
    play(match, "frog@8")
    first = match.to_move
    assert first is not None
    while match.view()["asks"] == "disc":
        order.append(match.to_move)
        match.play(match.moves()[-1])
    assert order == [(first + step) % 5 for step in range(5)] * 2
    assert match.to_move == (first + 4) % 5
    assert match.moves() == [f"lys@{space}" for space in range(1, 9)]
    play(match, "lys@5")
    assert (match.to_move, match.view()["lys"], match.view()["turn"]) == (first, 5, 1)


def test_no_space_holds_more_than_four_discs_in_the_setup() -> None:
    match = table("ulrich siana")
    play(match, "red@1, red@1, moon@1")
    assert stack(match, 1) == "oRRM"
    assert not any(move.endswith("@1") for move in match.moves())
    with pytest.raises(moonlit.IllegalMove, match="Space 1 holds 4 discs"):
        match.play("moon@1")


def test_unplayed_nostromo_has_two_discs_and_no_frog() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=1)
    assert "F" not in stacks(match)
    assert stacks(match).count("N") == 2
