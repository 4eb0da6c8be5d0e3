"""The rulebooks' examples, by their numbers."""

from __future__ import annotations

from games.nova_luna.tools import goals, lay, table

YELLOW_4 = "y4[ttt,rrr,bb]"
BLUE_4 = "b4[rrrr,rr]"
BLUE_3 = "b3[rrt]"


def test_example_1_two_blue_tiles_beside_the_yellow_one() -> None:
    match = lay([(YELLOW_4, 0, 0), (BLUE_4, 1, 0)])
    assert not any(goals(match, 0, 0).values())
    match = lay([(YELLOW_4, 0, 0), (BLUE_4, 1, 0), (BLUE_3, 0, -1)])
    assert goals(match, 0, 0) == {"ttt": False, "rrr": False, "bb": True}


def test_example_2_a_chain_of_two_counts_and_a_diagonal_does_not() -> None:
    tiles = [
        (YELLOW_4, 0, 0),
        ("r1[]", -1, 0),
        ("r3[brt]", -2, 0),
        (BLUE_4, 1, 0),
        ("r5[bb,y]", 1, 1),
    ]
    match = lay(tiles)
    assert not any(goals(match, 0, 0).values()), "one blue, two red, the third red is diagonal"
    match = lay([*tiles, (BLUE_3, 2, 0)])
    assert goals(match, 0, 0) == {"ttt": False, "rrr": False, "bb": True}


def test_example_3_one_tile_meets_two_goals_at_once() -> None:
    before = [
        ("r1[]", 0, 0),
        ("r3[brt]", 0, 1),
        ("r3[brr]", 0, 2),
        (BLUE_4, 1, 2),
        (BLUE_3, 2, 2),
        ("t1[]", 2, 1),
    ]
    match = lay([*before, (YELLOW_4, 1, 1)])
    assert goals(match, 1, 1) == {"ttt": False, "rrr": True, "bb": True}
    match = table([name for name, _, _ in [*before, (YELLOW_4, 1, 1)]])
    for _, x, y in before:
        match.play(f"1@{x},{y}")
    seen = match.preview("1@1,1")
    assert [(goal["need"], goal["x"], goal["y"]) for goal in seen["goals"]] == [
        ("rrr", 1, 1),
        ("bb", 1, 1),
    ]


def test_example_4_a_seven_with_three_goals_needs_three_tiles_only() -> None:
    match = lay([("y7[rt,bt,br]", 0, 0), ("r1[]", 1, 0), ("b1[]", -1, 0), ("t1[]", 0, 1)])
    assert goals(match, 0, 0) == {"rt": True, "bt": True, "br": True}


def test_example_5_two_tiles_meet_a_goal_of_each_other() -> None:
    match = lay([("t6[bb,yy,r]", 0, 0), ("r6[bb,yy,t]", 1, 0)])
    assert goals(match, 0, 0) == {"bb": False, "yy": False, "r": True}
    assert goals(match, 1, 0) == {"bb": False, "yy": False, "t": True}


def test_example_6_two_yellow_tiles_meet_a_goal_of_both() -> None:
    match = lay(
        [
            ("t6[bb,yy,r]", 0, 0),
            ("r6[bb,yy,t]", 1, 0),
            ("y1[]", 0, 1),
            ("y2[yyyy]", 1, 1),
        ]
    )
    assert goals(match, 0, 0) == {"bb": False, "yy": True, "r": True}
    assert goals(match, 1, 0) == {"bb": False, "yy": True, "t": True}


def test_example_7_a_red_two_needs_four_more_red_tiles_and_a_second_two_is_ideal() -> None:
    four = [("r2[rrrr]", 0, 0), ("r1[]", 1, 0), ("r3[brt]", 2, 0), ("r5[bb,y]", 3, 0)]
    assert goals(lay(four), 0, 0) == {"rrrr": False}, "its own color never counts"
    five = lay([*four, ("r2[rrrr]", 4, 0)])
    assert goals(five, 0, 0) == {"rrrr": True}
    assert goals(five, 4, 0) == {"rrrr": True}


def test_example_8_four_red_tiles_meet_two_goals_of_the_blue_four() -> None:
    reds = [("r3[brt]", 0, 0), ("r5[bb,y]", 0, 1), ("r2[rrrr]", 1, 1), ("r1[]", 2, 1)]
    match = lay([*reds, (BLUE_4, 0, -1)])
    assert goals(match, 0, -1) == {"rrrr": True, "rr": True}


def test_example_of_filling_the_wheel_with_nine_tiles() -> None:
    """Two tiles are left; the refill lays nine, from the space clockwise of the Marker."""
    match = table([], order=[0, 1])
    tiles = match.record()["deal"]["tiles"]
    while match.view()["may_refill"] is False:
        match.play("3@0,0" if "3@0,0" in match.moves() else match.moves()[-1])
    view = match.view()
    left = {space for space, tile in enumerate(view["wheel"]) if tile}
    assert len(left) == 2
    mover, marker = match.to_move, view["marker"]
    match.play("refill")
    after = match.view()
    assert match.to_move == mover, "the same player goes on and takes a tile"
    assert after["marker"] == marker
    assert after["wheel"][marker] is None
    new = [(marker + step) % 12 for step in range(1, 12) if (marker + step) % 12 not in left]
    assert [after["wheel"][space]["name"] for space in new] == tiles[11:20]
    assert after["supply"] == 68 - 20


def test_example_of_selecting_a_tile_and_moving_the_marker() -> None:
    match = table(["b1[]", "y4[rt,by]", "r1[]"], order=[0, 1])
    mover = match.to_move
    assert match.view()["available"] == [1, 2, 3]
    match.play("2@0,0")
    view = match.view()
    assert view["marker"] == 2
    assert view["wheel"][2] is None
    assert view["displays"][mover]["tiles"][0]["name"] == "y4[rt,by]"
    assert view["available"] == [3, 4, 5], "the empty space and what lies behind are passed over"


def test_example_of_advancing_a_disc_on_top_of_another() -> None:
    match = table(["y4[rt,by]", "b4[rrrr,rr]"], order=[1, 0])
    assert match.to_move == 0, "the disc on top of the first stack begins"
    match.play("1@0,0")
    assert [disc["progress"] for disc in match.view()["track"]] == [4, 0]
    match.play("1@0,0")
    track = match.view()["track"]
    assert [disc["height"] for disc in track] == [0, 1], "who arrives later lies on top"
    assert match.to_move == 1, "and plays first"
