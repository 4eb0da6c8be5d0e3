"""Moon scorings and their ties, the last writing, and the end."""

from __future__ import annotations

import pytest

import moonlit
from games.nomads.tools import THREE, game, keys, lay, moons, play, points, table, tiles

GAMES = (
    "five-players",
    "four-players-lumathon",
    "other-cards",
    "shared-first-place",
    "tie-by-legend-cards",
    "two-hundred-turns",
    "two-players-tied",
)

# With THREE, after 1>d1 the tops are: 2 Ulrich, 3 and 4 Siana, 5 and 6 Red, 7 and 8 unplayed.


def scored(tops: dict[int, str], move: str = "1>d1") -> moonlit.Match:
    return play(lay(table("ulrich siana red", tops), THREE, lys=8), move)


def test_the_highest_takes_three_and_the_second_one() -> None:
    match = scored({2: "moon", 3: "moon", 4: "a", 5: "a", 6: "c", 7: "moon", 8: "moon"})
    assert points(match) == [0, -1, -2]
    assert moons(match) == [3, 1, 0]
    assert match.view()["chart"] == 0
    assert keys(match)[-3:] == ["scoring", "won", "won"]


def test_three_moons_are_no_scoring() -> None:
    match = scored({2: "moon", 3: "moon", 7: "moon"})
    assert (moons(match), match.view()["chart"]) == ([0, 0, 0], 3)


def test_two_tied_for_the_highest_share_all_four_and_nobody_is_second() -> None:
    match = scored({2: "moon", 3: "moon", 4: "moon", 5: "a", 6: "a", 7: "moon", 8: "a"})
    assert points(match) == [0, 0, -2]
    assert moons(match) == [2, 2, 0]


def test_three_tied_for_the_highest_have_one_each_and_one_goes_to_the_box() -> None:
    match = scored({2: "c", 3: "moon", 4: "c", 5: "moon", 6: "c", 7: "moon", 8: "moon"})
    assert points(match) == [-1, -1, -1]
    assert moons(match) == [1, 1, 1]
    assert match.log()[-1][-1] == {"key": "log.boxed", "args": {"count": 1}}


def test_two_tied_for_the_second_get_nothing() -> None:
    match = scored({2: "moon", 3: "moon", 4: "c", 5: "moon", 6: "c", 7: "moon", 8: "a"})
    assert points(match) == [0, -1, -1]
    assert moons(match) == [3, 0, 0]
    assert match.log()[-1][-1] == {"key": "log.boxed", "args": {"count": 1}}


PAIRS = {1: "ulrich ulrich", 2: "siana siana", 3: "red red", 4: "moon moon"}


@pytest.mark.parametrize(
    ("players", "stacks", "tops", "won", "left"),
    [
        (2, {5: "nostromo nostromo"}, (2, 3, 4, 7), [2, 2], 0),
        (4, {5: "nostromo nostromo"}, (2, 3, 4, 7), [1, 1, 1, 1], 0),
        (5, {5: "frog nostromo nostromo"}, (2, 3, 4, 5, 7), [0, 0, 0, 0, 0], 1),
    ],
)
def test_all_tied(
    players: int, stacks: dict[int, str], tops: tuple[int, ...], won: list[int], left: int
) -> None:
    """Two share four, four have one each, and of five nobody has any."""
    names = ["ulrich", "siana", "red", "moon", "nostromo"][:players]
    match = table(" ".join(names), dict.fromkeys(tops, "moon"))
    lay(match, PAIRS | stacks, lys=6)
    play(match, "1<d2")
    assert points(match) == [0] * players
    assert (moons(match), match.view()["chart"]) == (won, left)
    boxed = [e["args"]["count"] for e in match.log()[-1] if e["key"] == "log.boxed"]
    assert boxed == ([4 - sum(won)] if sum(won) < 4 else [])


def test_moons_beyond_four_stay_on_the_chart() -> None:
    match = scored({2: "moon", 3: "moon", 4: "moon", 5: "moon", 6: "moon", 7: "a", 8: "a"})
    assert match.view()["chart"] == 1
    assert moons(match) == [1, 1, 1]


def test_eight_moons_at_once_are_two_scorings() -> None:
    tops = dict.fromkeys(range(1, 9), "moon")
    match = lay(table("ulrich siana red", tops), THREE, lys=2)
    play(match, "1>d1")
    assert match.preview("lys@1")["scoring"] == {"follows": True, "moons": [2, 2, 2]}
    play(match, "lys@1")
    assert match.view()["chart"] == 0
    assert moons(match) == [2, 2, 2], "each scoring gives one to each of the three tied"
    assert {"key": "log.scoring", "args": {"count": 2}} in match.log()[-1]
    assert {"key": "log.boxed", "args": {"count": 2}} in match.log()[-1]


def test_moons_won_do_not_count_in_a_scoring() -> None:
    match = scored({2: "moon", 3: "moon", 4: "a", 5: "a", 6: "c", 7: "moon", 8: "moon"})
    assert points(match) == [0, -1, -2]
    assert [seat["score"] for seat in match.view()["seats"]] == [3, 0, -2]


def test_a_wild_held_costs_a_point_too() -> None:
    match = scored({2: "wild", 3: "wild"})
    assert tiles(match, 0) == "*"
    assert points(match)[0] == -1


# ---- the last writing ----------------------------------------------------------------------------


def positions(name: str) -> list[moonlit.Match]:
    whole = game(name)
    match = game(name, 0)
    found = [match.copy()]
    for move in whole.record()["moves"]:
        match.play(move)
        found.append(match.copy())
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_last_writing(name: str) -> None:
    """It begins when it must; each seat has one moment from there clockwise; no moons, no Moon."""
    games = positions(name)
    last = [match for match in games if match.view()["asks"] == "last"]
    for match in games:
        view = match.view()
        late = view["piles"] <= 2 or view["turn"] > 200
        if view["asks"] == "turn" and not view["stepped"]:
            assert not late
        if view["last_writing"]:
            assert late
    assert last, "somebody could write"
    seats = [match.to_move for match in last]
    assert len(seats) == len(set(seats)), "one card each"
    before = games[games.index(last[0]) - 1]
    players = len(before.players)
    active = (last_mover(before) + 1) % players
    turns = [(seat - active) % players for seat in seats if seat is not None]
    assert turns == sorted(turns), "clockwise from the player whose turn it would be"
    for match in last:
        assert match.moves()[-1] == "pass"
        assert all(move == "pass" or move.startswith(("song", "legend")) for move in match.moves())
        assert len(match.moves()) > 1
    assert {tuple(moons(match)) for match in last} == {tuple(moons(games[-1]))}


def last_mover(match: moonlit.Match) -> int:
    assert match.to_move is not None
    return match.to_move


@pytest.mark.parametrize("name", GAMES)
def test_who_can_write_nothing_is_passed_over(name: str) -> None:
    match = game(name)
    told = [entry for entries in match.log() for entry in entries]
    over = [e["args"]["seat"] for e in told if e["key"] == "log.passed_over"]
    asked = [m.to_move for m in positions(name) if m.view()["asks"] == "last"]
    assert sorted(over + asked) == list(range(len(match.players))), "a moment for each"


def test_after_two_hundred_turns_the_last_writing_begins() -> None:
    match = game("two-hundred-turns")
    told = [entry for entries in match.log() for entry in entries]
    assert {"key": "log.last_turns", "args": {"count": 200}} in told
    assert match.view()["piles"] > 2


def test_passing_in_the_last_writing_writes_nothing() -> None:
    found = 0
    for name in GAMES:
        for match in positions(name):
            if match.view()["asks"] == "last":
                seat = match.to_move
                assert seat is not None
                before = match.view()["seats"][seat]
                play(match, "pass")
                assert match.view()["seats"][seat] == before
                found += 1
    assert found > len(GAMES)


# ---- the end -------------------------------------------------------------------------------------


def test_the_final_score_is_cards_and_moons_less_tiles() -> None:
    for name in GAMES:
        for row in game(name).standings() or []:
            assert row["score"] == row["cards"] + row["moons"] - row["tiles"]


def test_a_tie_goes_to_more_legend_cards() -> None:
    rows = game("tie-by-legend-cards").standings() or []
    assert [row["score"] for row in rows] == [6, 16, 6]
    assert [row["legends"] for row in rows] == [2, 4, 3]
    assert [row["place"] for row in rows] == [3, 1, 2]


def test_still_tied_share_the_place_and_numbers_skip() -> None:
    rows = game("shared-first-place").standings() or []
    assert [(row["score"], row["legends"]) for row in rows] == [(14, 4), (14, 4), (8, 3)]
    assert [row["place"] for row in rows] == [1, 1, 3]
    rows = game("two-players-tied").standings() or []
    assert [row["place"] for row in rows] == [1, 1]
    rows = game("five-players").standings() or []
    assert [row["place"] for row in rows] == [4, 3, 1, 1, 5], "4 and 5 by legend cards"
    assert [rows[seat]["legends"] for seat in (0, 4)] == [2, 0]
