"""Goals of Nova Luna beyond the rulebooks' examples."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import moonlit
from games.nova_luna.tools import goals, lay, played


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
