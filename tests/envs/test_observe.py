"""Observations: only what a seat may know, all of what its view says, the same in both modes."""

from __future__ import annotations

from typing import Any

import numba
import pytest

import moonlit
from helpers.envs import TABLES, both, moments
from moonlit.core import contract
from moonlit.core.jit import COMPILING
from moonlit.core.layout import find_layout
from moonlit.core.match import Match
from moonlit.core.observing import observation
from moonlit.core.registry import find_game, game_names
from moonlit.games.nova_luna.components import TILES as NOVA_LUNA_TILES

SEEDS = (1, 2, 3) if COMPILING else (1,)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_an_observation_changes_only_with_what_the_seat_may_know(game: str, players: int) -> None:
    """Whatever the seat cannot see is dealt anew: its array stays as it is."""
    changed = False
    for seed in SEEDS:
        for match in moments(game, players, seed, 6):
            for seat in range(players):
                seen = both(match, seat)
                for number in range(3):
                    other = match.redeal(seat, seed + number)
                    assert observation(other, seat).tolist() == seen.tolist()
                    changed |= bool((other.states != match.states).any())
    assert changed


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_observations_stay_within_their_bounds(game: str, players: int) -> None:
    layout = find_layout(find_game(game), players)
    assert layout.size == sum(section.size for section in layout.sections)
    assert len(layout.slices) == len(layout.sections)
    for seed in SEEDS:
        for match in moments(game, players, seed + 10, 12):
            for seat in range(players):
                seen = observation(match, seat)
                assert (layout.low <= seen).all()
                assert (seen <= layout.high).all()
                parts = layout.split(seen)
                for section in layout.sections:
                    assert parts[section.name].shape == section.shape
                movers = [(match.to_move - seat) % players] if match.to_move is not None else []
                assert parts["to_move"].nonzero()[0].tolist() == movers
                assert abs(seen * layout.scale).max() <= 1.0001
            assert match.number <= layout.longest


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_an_observation_says_what_the_view_says(game: str, players: int) -> None:
    """Read back section by section and compared with the view, which is written apart from it."""
    options = {"beginner": True} if (game, players) == ("nova-luna", 3) else None
    for seed in SEEDS:
        for match in moments(game, players, seed + 20, 12, options):
            for seat in range(players):
                layout = find_layout(match.game, players)
                parts = {
                    name: part.tolist() for name, part in layout.split(both(match, seat)).items()
                }
                COMPARE[game](match, seat, parts)


def order(players: int, seat: int) -> list[int]:
    return [(seat + near) % players for near in range(players)]


def hot(index: int | None, size: int) -> list[int]:
    return [int(number == index) for number in range(size)]


# ---- Nova Luna -------------------------------------------------------------------------------

COLORS = ["blue", "red", "turquoise", "yellow"]


def counts(bag: str) -> list[int]:
    return [bag.count(letter) for letter in "brty"]


def compare_nova_luna(match: Match, seat: int, parts: dict[str, Any]) -> None:
    view = match.view(seat)
    seats = order(len(match.players), seat)
    displays = [view["displays"][other] for other in seats]
    assert parts["discs"] == [display["discs"] for display in displays]
    assert parts["count"] == [len(display["tiles"]) for display in displays]
    if view["track"]:
        assert parts["order"] == [view["track"][other]["turn"] for other in seats]
        progress = [view["track"][other]["progress"] for other in seats]
        assert parts["ahead"] == [distance - min(progress) for distance in progress]
        assert (parts["phase"], parts["cost"]) == ([0, 0], [0])
    else:
        assert parts["phase"] == hot(view["solo"]["phase"] - 1, 2)
        assert parts["cost"] == [view["solo"]["cost"]]
    assert parts["may_refill"] == [int(view["may_refill"])]
    assert parts["supply"] == [view["supply"]] == [sum(parts["unseen"])]
    names = [tile.name for tile in NOVA_LUNA_TILES]
    for number, count in enumerate(parts["unseen"]):
        first = names.index(names[number]) == number
        assert count == (view["unseen"].count(names[number]) if first else 0)
    compare_wheel(view, parts)
    for near, display in enumerate(displays):
        compare_display(display, {name: parts[name][near] for name in
                                  ("window", "outside", "place", "color", "lacks")})  # fmt: skip


def compare_wheel(view: dict[str, Any], parts: dict[str, Any]) -> None:
    found = 0
    for step in range(1, 12):
        tile = view["wheel"][(view["marker"] + step) % 12]
        if tile is None:
            continue
        assert parts["wheel"][found] == [step, tile["cost"]]
        assert parts["wheel_color"][found] == hot(COLORS.index(tile["color"]), 4)
        goals = [counts(goal) for goal in tile["goals"]]
        assert parts["wheel_goals"][found] == goals + [[0] * 4] * (3 - len(goals))
        found += 1
    assert parts["wheel"][found:] == [[0, 0]] * (11 - found)
    assert not any(sum(color) for color in parts["wheel_color"][found:])


def compare_display(display: dict[str, Any], parts: dict[str, Any]) -> None:
    window = [[[0] * 15 for _ in range(15)] for _ in range(5)]
    outside = 0
    for index, tile in enumerate(display["tiles"]):
        assert parts["place"][index] == [tile["x"], tile["y"]]
        assert parts["color"][index] == hot(COLORS.index(tile["color"]), 4)
        lacks = [counts(goal["lacks"]) for goal in tile["goals"]]
        assert parts["lacks"][index] == lacks + [[0] * 4] * (3 - len(lacks))
        if max(abs(tile["x"]), abs(tile["y"])) <= 7:
            window[COLORS.index(tile["color"])][tile["y"] + 7][tile["x"] + 7] = 1
        else:
            outside += 1
    for x, y in display["free"]:
        if max(abs(x), abs(y)) <= 7:
            window[4][y + 7][x + 7] = 1
    assert parts["window"] == window
    assert parts["outside"] == outside
    assert not any(sum(color) for color in parts["color"][len(display["tiles"]) :])


# ---- Dance of Muses --------------------------------------------------------------------------


def compare_muses(match: Match, seat: int, parts: dict[str, Any]) -> None:
    view = match.view(seat)
    players = len(match.players)
    seats = order(players, seat)
    muses = [muse["name"] for muse in view["muses"]]
    names = [*muses, "?0", "?1", "?2", "?3", "?4"]
    assert parts["start"] == hot((view["start"] - seat) % players, players)
    assert parts["seat"] == hot(seat, players)
    assert parts["in_hand"] == [view["hands"][other]["count"] for other in seats]
    assert parts["mystery"] == [int(view["hands"][other]["mystery_placed"]) for other in seats]
    assert parts["phase"] == hot(["placing", "dancing", "over"].index(view["phase"]), 3)
    assert parts["turns_left"] == [min(127, 200 - view["turns"])]
    assert parts["unseen"] == [int(name in view["unseen"]) for name in muses]
    assert parts["hand"] == [int(name in (view["hands"][seat]["muses"] or [])) for name in muses]
    left = min((piece["x"] for piece in view["table"]), default=0)
    low = min((piece["y"] for piece in view["table"]), default=0)
    assert parts["corner"] == [left, low]
    dice, whose = ([[0] * 9 for _ in range(9)] for _ in range(2))
    place, owner = [[0] * 3 for _ in names], [[0] * (1 + players) for _ in names]
    secrets = [[0] * 9 for _ in range(5)]
    mine = match.game.company(players, seat)
    for piece in view["table"]:
        x, y, name = piece["x"] - left, piece["y"] - low, names.index(piece["name"])
        dice[y][x] = piece["die"]
        if piece["company"] is not None:
            whose[y][x] = 1 if piece["company"] == mine else -1
        place[name] = [x, y, piece["die"]]
        rival = None if piece["owner"] is None else (piece["owner"] - seat) % players
        owner[name] = [1, *hot(rival, players)]
        if piece["face_down"] and piece["muse"]:
            secrets[name - 9] = hot(muses.index(piece["muse"]), 9)
    assert (parts["dice"], parts["whose"]) == (dice, whose)
    assert (parts["place"], parts["owner"]) == (place, owner)
    assert parts["secrets"] == secrets
    for row, muse in zip(parts["muses"], view["muses"], strict=True):
        assert row[:3] == hot(["raise", "lower", "swap"].index(muse["power"]), 3)
        assert row[3:6] == hot(["orthogonal", "diagonal", "all"].index(muse["area"]), 3)
        assert row[6] == muse["suns"]


# ---- Nomads ----------------------------------------------------------------------------------

ASKS = ["frog", "unplayed", "disc", "first_lys", "turn", "lys", "top", "last", None]
TILES = ["amber", "coral", "indigo", "jade", "onyx", "pearl", "rose", "wild", "moon"]
PEOPLE = ["ulrich", "siana", "red", "moon", "nostromo"]


def compare_nomads(match: Match, seat: int, parts: dict[str, Any]) -> None:
    view = match.view(seat)
    players = len(match.players)
    rows = [view["seats"][other] for other in order(players, seat)]
    assert parts["first"] == hot((view["first"] - seat) % players, players)
    for name in ("moons", "points", "score"):
        assert parts[name] == [row[name] for row in rows]
    assert parts["song"] == [row["song"] or 0 for row in rows]
    unplayed = sum(other["to_place"] for other in view["unplayed"])
    assert parts["to_place"] == [*(row["to_place"] for row in rows), unplayed]
    assert parts["adventurer"] == [hot(PEOPLE.index(row["adventurer"]), 5) for row in rows]
    assert parts["held"] == [[row["tiles"][tile] for tile in TILES[:8]] for row in rows]
    assert parts["legends"] == [[row["legends"][tile] or 0 for tile in TILES[:7]] for row in rows]
    assert parts["asks"] == hot(ASKS.index(view["asks"]), 9)
    assert parts["turns_left"] == [min(127, 201 - view["turn"])]
    assert parts["stepped"] == [int(view["stepped"])]
    assert parts["chart"] == [view["chart"]]
    assert parts["to_come"] == [view["to_come"][tile] for tile in TILES]
    cards = [*(view["legends"][tile] for tile in TILES[:7]), view["songs"]]
    assert parts["cards"] == [
        [0 if card["seat"] is not None else card["value"] for card in row] for row in cards
    ]
    assert parts["lys"] == [int(space["lys"]) for space in view["spaces"]]
    assert parts["piles"] == [space["pile"] for space in view["spaces"]]
    assert parts["top_tile"] == [
        hot(TILES.index(space["tile"]) if space["tile"] else None, 9) for space in view["spaces"]
    ]
    owners = {row["adventurer"]: 1 + near for near, row in enumerate(rows)}
    owners |= {"nomad": 0, "frog": owners.get("nostromo", players + 1)}
    assert parts["heights"] == [len(space["stack"]) for space in view["spaces"]]
    for number, space in enumerate(view["spaces"]):
        whose = [hot(owners.get(disc, players + 1), players + 2) for disc in space["stack"]]
        empty = [0] * (players + 2)
        assert parts["stacks"][number] == whose + [empty] * (19 - len(whose))
        assert parts["top_disc"][number] == (whose[-1] if whose else empty)


COMPARE = {
    "nova-luna": compare_nova_luna,
    "dance-of-muses": compare_muses,
    "nomads": compare_nomads,
}


def test_a_straight_line_of_tiles_leaves_the_window() -> None:
    """Tiles far out are no longer in the picture, but counted, and in the list."""
    match = moonlit.new("nova-luna", players=1, seed=3)
    x = 0
    while not match.over:
        move = f"1@{x},0"
        if move not in match.moves():
            move = match.moves()[0]
        match.play(move)
        x += 1
    parts = find_layout(match.game, 1).split(both(match, 0))
    compare_nova_luna(match, 0, {name: part.tolist() for name, part in parts.items()})
    assert parts["outside"][0] > 3
    assert parts["place"][0, :, 0].max() > 7
    assert parts["window"][0, :4].sum() + parts["outside"][0] == parts["count"][0]


def test_numba_finds_the_observer_by_the_type_of_the_state() -> None:
    for name in game_names():
        game = find_game(name)
        find_layout(game, 2)
        found = contract._observe(numba.from_dtype(game.state), 0, None)
        assert (found.__name__, found.__module__.split(".")[-1]) == ("observe", "observation")
    assert contract._observe(numba.int64, 0, None) is None
