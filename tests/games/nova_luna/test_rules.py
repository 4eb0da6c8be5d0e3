"""How Nova Luna is played beyond the rulebooks' examples: turns, the wheel, placing."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import moonlit
from games.nova_luna.tools import played, table
from moonlit.games.nova_luna.components import NAMES, TILES

# ---- whose turn ------------------------------------------------------------------------------


def test_the_disc_on_top_of_the_first_stack_begins() -> None:
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        assert table([], order=order).to_move == order[-1]


def test_a_player_furthest_back_plays_several_times_in_a_row() -> None:
    match = table(["b7[rt,ty,ry]", "r1[]", "t1[]", "y1[]", "b1[]"], order=[1, 0])
    match.play("1@0,0")
    for place in ("0,0", "1,0", "2,0", "3,0"):
        assert match.to_move == 1
        match.play(f"1@{place}")
    assert match.to_move == 1, "4 is still behind 7"


def test_a_lap_of_the_track_changes_nothing() -> None:
    *_, view = (match.view() for match in played(4, 3))
    for disc in view["track"]:
        assert disc["space"] == disc["progress"] % 24
    assert max(disc["progress"] for disc in view["track"]) > 48


# ---- the wheel -------------------------------------------------------------------------------


def test_no_refill_with_three_tiles_or_more() -> None:
    match = table([], order=[0, 1])
    assert "refill" not in match.moves()
    with pytest.raises(moonlit.IllegalMove, match="when 1 or 2 tiles are left on it; 11"):
        match.play("refill")


def test_an_empty_wheel_is_refilled_by_itself() -> None:
    match = table([], order=[0, 1])
    tiles = match.record()["deal"]["tiles"]
    for _ in range(11):
        match.play(next(move for move in match.moves() if move.startswith("1@")))
    view = match.view()
    assert view["marker"] == 11
    assert view["wheel"][11] is None
    assert [view["wheel"][(11 + step) % 12]["name"] for step in range(1, 12)] == tiles[11:22]
    assert [entry["key"] for entry in match.log()[-1]][-1] == "log.wheel_refilled"


def test_a_short_supply_fills_as_many_spaces_as_there_are_tiles_and_then_offers_no_refill() -> None:
    match = table([], order=[0, 1])
    for _ in range(66):
        match.play(next(move for move in match.moves() if move.startswith("1@")))
    view = match.view()
    assert view["supply"] == 0
    assert sum(tile is not None for tile in view["wheel"]) == 2, "66 = 6 × 11; 2 of 68 are left"
    assert "refill" not in match.moves()
    with pytest.raises(moonlit.IllegalMove, match="supply is empty"):
        match.play("refill")
    assert {move.partition("@")[0] for move in match.moves()} == {"1", "2"}


# ---- placing ---------------------------------------------------------------------------------


def test_the_first_tile_lies_at_0_0() -> None:
    match = table([], order=[0, 1])
    assert match.moves() == ["1@0,0", "2@0,0", "3@0,0"]
    with pytest.raises(moonlit.IllegalMove, match="lies at 0,0"):
        match.play("1@1,0")


def test_a_straight_line_of_40_tiles_is_accepted() -> None:
    match = frugal_game()
    frugal = max(match.view()["displays"], key=lambda display: len(display["tiles"]))
    assert len(frugal["tiles"]) >= 40
    assert sorted(tile["x"] for tile in frugal["tiles"]) == list(range(len(frugal["tiles"])))
    assert {tile["y"] for tile in frugal["tiles"]} == {0}
    assert len(frugal["free"]) == 2 * len(frugal["tiles"]) + 2


def frugal_game() -> moonlit.Match:
    """Seat 0 gets the cheapest tiles and lays them in a line; seat 1 gets the dearest."""
    cheap = sorted(TILES, key=lambda tile: (tile.cost, tile.name))
    order, spent, mover = [], [0, 0], 0
    while cheap:
        tile = cheap.pop(0 if mover == 0 else -1)
        order.append(tile.name)
        spent[mover] += tile.cost
        # on a shared space the disc that has just arrived lies on top and plays on
        mover = mover if spent[mover] <= spent[1 - mover] else 1 - mover
    match = table(order, order=[1, 0])
    chance = random.Random(1)
    while not match.over:
        count = len(match.view()["displays"][0]["tiles"])
        if match.to_move == 0:
            match.play(f"1@{count},0")
        else:
            choices = [move for move in match.moves() if move.startswith("1@")]
            match.play(
                min(choices, key=lambda m: (len(match.preview(m)["goals"]), chance.random()))
            )
    return match


# ---- the whole -------------------------------------------------------------------------------


def test_no_tile_is_lost() -> None:
    for match in played(3, 2):
        view = match.view()
        tiles = [tile["name"] for tile in view["wheel"] if tile] + view["unseen"]
        tiles += [tile["name"] for display in view["displays"] for tile in display["tiles"]]
        assert Counter(tiles) == Counter(NAMES)


def test_a_seed_means_the_same_deal_for_ever() -> None:
    deal = moonlit.new("nova-luna", players=3, seed=7).record()["deal"]
    assert deal["order"] == [2, 0, 1]
    assert deal["tiles"][:4] == ["y5[tt,r]", "y4[ttt,rrr,bb]", "r3[brt]", "t4[ttt,by]"]
