"""The rules of Nova Luna beyond the rulebooks' examples."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moonlit
from games.nova_luna.tools import NAMES, goals, greedy, lay, table
from moonlit.games.nova_luna.components import TILES

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


# ---- goals -----------------------------------------------------------------------------------


def test_the_own_tile_never_counts_even_inside_its_group() -> None:
    match = lay([("r3[brr]", 0, 0), ("r1[]", 1, 0), ("b1[]", 0, 1)])
    assert goals(match, 0, 0) == {"brr": False}
    match = lay([("r3[brr]", 0, 0), ("r1[]", 1, 0), ("b1[]", 0, 1), ("r2[rrrr]", -1, 0)])
    assert goals(match, 0, 0) == {"brr": True}


def test_two_groups_of_a_color_are_added_and_one_that_touches_twice_counts_once() -> None:
    two_groups = [("b4[rrrr,rr]", 0, 0), ("r1[]", 1, 0), ("r3[brt]", -1, 0)]
    assert goals(lay(two_groups), 0, 0) == {"rrrr": False, "rr": True}
    bent = [("b4[rrrr,rr]", 0, 0), ("r1[]", 1, 0), ("r3[brt]", 1, 1), ("r3[brr]", 0, 1)]
    assert goals(lay(bent), 0, 0) == {"rrrr": False, "rr": True}, "three, though two touch"
    four = [*bent, ("r5[bb,y]", 0, 2)]
    assert goals(lay(four), 0, 0) == {"rrrr": True, "rr": True}


def test_what_a_goal_lacks() -> None:
    match = lay([("b3[brty,rrr]", 0, 0), ("r1[]", 1, 0), ("t1[]", 0, 1)])
    tile = match.view()["displays"][0]["tiles"][0]
    assert [goal["lacks"] for goal in tile["goals"]] == ["by", "rr"]


def test_goals_independent_oracle() -> None:
    """Recount every goal after every move with a flood fill that shares nothing with the rules."""
    for seed in range(4):
        for match in played(2 + seed % 3, seed):
            for display in match.view()["displays"]:
                check_display(display)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 200)), min_size=5, max_size=30))
def test_goals_of_any_display(choices: list[tuple[int, int]]) -> None:
    match = moonlit.new("nova-luna", players=1, seed=len(choices))
    met: list[Any] = []
    for choice, place in choices:
        moves = [move for move in match.moves() if move.startswith(f"{choice + 1}@")]
        if not moves:
            break
        move = moves[place % len(moves)]
        expected = match.preview(move)["goals"]
        match.play(move)
        check_display(match.view()["displays"][0])
        met += [(goal["x"], goal["y"], goal["goal"]) for goal in expected]
        have = [
            (tile["x"], tile["y"], number)
            for tile in match.view()["displays"][0]["tiles"]
            for number, goal in enumerate(tile["goals"])
            if goal["met"]
        ]
        assert sorted(met) == sorted(have), "a preview names exactly the goals that are then met"


def check_display(display: dict[str, Any]) -> None:
    colors = {(tile["x"], tile["y"]): tile["name"][0] for tile in display["tiles"]}
    for tile in display["tiles"]:
        home = (tile["x"], tile["y"])
        counted = Counter(colors[place] for place in flood(colors, home))
        for goal in tile["goals"]:
            lacking = Counter(goal["need"]) - counted
            assert goal["met"] == (not lacking)
            assert Counter(goal["lacks"]) == lacking


def flood(colors: dict[tuple[int, int], str], home: tuple[int, int]) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    waiting = [place for place in beside(home) if place in colors]
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            waiting += [other for other in beside(place) if colors.get(other) == colors[place]]
    return found - {home}


def beside(place: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = place
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


# ---- the end ---------------------------------------------------------------------------------


def test_the_last_disc_wins_at_once_and_the_count_stops_at_0() -> None:
    match = moonlit.new("nova-luna", players=2, seed=0)
    greedy(match)
    first, second = sorted(match.standings() or [], key=lambda row: int(row["place"]))
    assert first["goals"] == 21, "one more goal than discs"
    assert first["score"] == first["discs"] == 0
    assert second["score"] > 0
    assert match.log()[-1][-1] == {"key": "log.last_disc", "args": {"seat": first["seat"]}}
    assert match.view()["supply"] > 0, "there were tiles left"


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 9), (4, 9)])
def test_a_tie_for_the_first_place_goes_to_whoever_would_play_first(
    players: int, seed: int
) -> None:
    check_places(played_out(players, seed), tied_places=(1, 2))


@pytest.mark.parametrize(("players", "seed"), [(3, 4), (4, 0)])
def test_a_tie_for_a_later_place_goes_to_whoever_would_play_first(players: int, seed: int) -> None:
    check_places(played_out(players, seed), tied_places=(2, 3))


def check_places(match: moonlit.Match, tied_places: tuple[int, int]) -> None:
    standings, track = match.standings() or [], match.view()["track"]
    by_place = {row["place"]: row for row in standings}
    assert by_place[tied_places[0]]["discs"] == by_place[tied_places[1]]["discs"]
    expected = sorted(
        range(len(standings)),
        key=lambda seat: (
            standings[seat]["discs"],
            track[seat]["progress"],
            -track[seat]["height"],
        ),
    )
    assert [by_place[place]["seat"] for place in sorted(by_place)] == expected


def test_no_tile_to_take_ends_the_game_and_fewest_discs_win() -> None:
    match = played_out(4, 9)
    view = match.view()
    assert view["supply"] == 0
    assert not any(view["wheel"])
    assert match.log()[-1][-1]["key"] == "log.no_tiles"
    for row in match.standings() or []:
        assert row["discs"] == 20 - row["goals"]


@pytest.mark.parametrize(("players", "discs"), [(3, 17), (4, 15)])
def test_beginners_have_fewer_discs(players: int, discs: int) -> None:
    match = moonlit.new("nova-luna", players=players, seed=1, options={"beginner": True})
    assert [display["discs"] for display in match.view()["displays"]] == [discs] * players


# ---- solo ------------------------------------------------------------------------------------


def test_solo_has_21_discs_no_track_and_eleven_tiles() -> None:
    match = moonlit.new("nova-luna", players=1, seed=5)
    view = match.view()
    assert view["track"] == []
    assert view["displays"][0]["discs"] == 21
    assert view["solo"]["phase"] == 1
    with pytest.raises(moonlit.IllegalMove, match="once 8 discs are placed"):
        match.play("refill")


def test_solo_phase_1_ends_by_itself_and_fines_the_missing_discs() -> None:
    match = table([])
    tiles = match.record()["deal"]["tiles"]
    for number in range(11):
        assert "refill" not in match.moves(), "fewer than 8 discs: no refill, few tiles or not"
        match.play(f"1@{number},0")
    solo = match.view()["solo"]
    cost = sum(int(name[1]) for name in tiles[:11])
    assert solo["placed"] < 8
    assert solo["note1"] == cost + 10 * (8 - solo["placed"])
    assert solo["phase"] == 2
    with pytest.raises(moonlit.IllegalMove, match="once only"):
        match.play("refill")
    for number in range(11, 22):
        match.play(f"1@{number},0")
    (row,) = match.standings() or []
    total = sum(int(name[1]) for name in tiles[:22])
    assert row["note1"] == solo["note1"]
    assert row["note2"] == total + 10 * row["discs"]
    assert row["score"] == row["note1"] + row["note2"]
    assert row["place"] == 1


def test_solo_eighth_disc_allows_the_refill_at_any_time() -> None:
    match = eight_discs()
    view = match.view()
    assert view["solo"]["placed"] >= 8
    left = [tile for tile in view["wheel"] if tile]
    assert len(left) > 2, "with many tiles on the wheel too"
    cost = view["displays"][0]["cost"]
    go_on = match.copy()
    go_on.play(next(move for move in go_on.moves() if move.startswith("1@")))
    assert go_on.view()["solo"]["phase"] == 1, "one may also go on taking"
    match.play("refill")
    after = match.view()
    assert after["solo"]["note1"] == cost, "no fine: all 8 are placed"
    assert after["solo"]["phase"] == 2
    assert sum(tile is not None for tile in after["wheel"]) == 11
    for tile in left:
        assert tile in after["wheel"], "what was left stays"
    assert after["displays"][0]["discs"] == 21 - view["solo"]["placed"], "extra discs count at once"
    assert "refill" not in match.moves()


# Eleven tiles that meet 22 goals, in an order in which they can be laid.
RICH = [
    ("y6[tt,rr,b]", 0, 0),
    ("b6[yyy,ry,rr]", 0, 1),
    ("b5[tt,bb,yy]", -1, 1),
    ("y6[bbb,bt,tt]", -1, 0),
    ("t5[yyy,y]", 0, -1),
    ("t6[bb,yy,r]", -1, -1),
    ("y5[rr,bb,yy]", -2, 0),
    ("b7[rt,ty,ry]", -2, 1),
    ("r6[bb,yy,t]", -2, -1),
    ("r5[bbb,b]", -2, 2),
    ("t4[bbb,yyy,rr]", -3, 1),
]


def eight_discs() -> moonlit.Match:
    match = table([name for name, _, _ in RICH])
    for _, x, y in RICH:
        if match.view()["solo"]["placed"] < 8:
            match.play(f"1@{x},{y}")
    return match


def test_solo_refill_when_the_eighth_disc_empties_the_wheel() -> None:
    """The last tile of phase 1 ends it, whatever it brings; there is nothing left to decide."""
    for seed in range(8):
        match = moonlit.new("nova-luna", players=1, seed=seed)
        while match.view()["solo"]["phase"] == 1 and not match.over:
            takes = [move for move in match.moves() if move != "refill"]
            match.play(max(takes, key=lambda move: len(match.preview(move)["goals"])))
        view = match.view()
        assert match.number == 11
        assert view["solo"]["note1"] == view["displays"][0]["cost"] + 10 * max(
            0, 8 - view["solo"]["placed"]
        )


def test_solo_all_discs_placed_ends_at_once() -> None:
    for seed in range(40):
        match = moonlit.new("nova-luna", players=1, seed=seed)
        greedy(match)
        (row,) = match.standings() or []
        if row["discs"] == 0:
            assert any(match.view()["wheel"]), "there were tiles left"
            assert row["note2"] == match.view()["displays"][0]["cost"]
            return
    pytest.fail("no seed places all discs")


def test_solo_all_discs_placed_in_phase_1_takes_both_notes_there() -> None:
    """Eleven tiles can meet 22 goals, so the count stops at 0 here too."""
    match = lay(RICH)
    assert match.over
    (row,) = match.standings() or []
    cost = sum(int(name[1]) for name, _, _ in RICH)
    assert row == {
        "seat": 0,
        "place": 1,
        "score": 2 * cost,
        "note1": cost,
        "note2": cost,
        "discs": 0,
    }
    met = sum(sum(goals(match, x, y).values()) for _, x, y in RICH)
    assert met == 22


# ---- the whole -------------------------------------------------------------------------------


def played(players: int, seed: int) -> Any:
    match = moonlit.new("nova-luna", players=players, seed=seed)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.moves()))
        yield match


def played_out(players: int, seed: int) -> moonlit.Match:
    *_, match = played(players, seed)
    return match


def test_no_tile_is_lost() -> None:
    for match in played(3, 2):
        view = match.view()
        tiles = [tile["name"] for tile in view["wheel"] if tile] + view["unseen"]
        tiles += [tile["name"] for display in view["displays"] for tile in display["tiles"]]
        assert Counter(tiles) == Counter(NAMES)


def test_preview_tells_who_plays_next() -> None:
    for match in played(3, 5):
        for move in match.moves()[::7]:
            seen, after = match.preview(move), match.copy()
            after.play(move)
            assert seen["next"] == after.to_move
            assert seen["over"] == after.over


@pytest.mark.parametrize(("players", "depth", "nodes"), [(2, 4, 1416), (4, 5, 972)])
def test_count_of_positions(players: int, depth: int, nodes: int) -> None:
    assert perft(moonlit.new("nova-luna", players=players, seed=1), depth) == nodes


def perft(match: moonlit.Match, depth: int) -> int:
    if depth == 0 or match.over:
        return 1
    total = 0
    for move in match.moves():
        match.play(move)
        total += perft(match, depth - 1)
        match.undo()
    return total


def test_a_seed_means_the_same_deal_for_ever() -> None:
    deal = moonlit.new("nova-luna", players=3, seed=7).record()["deal"]
    assert deal["order"] == [2, 0, 1]
    assert deal["tiles"][:4] == ["y5[tt,r]", "y4[ttt,rrr,bb]", "r3[brt]", "t4[ttt,by]"]
