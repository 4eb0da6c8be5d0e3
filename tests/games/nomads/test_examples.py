"""The rulebook's examples."""

from __future__ import annotations

import moonlit
from games.nomads.tools import THREE, keys, lay, moons, play, points, stack, stacks, table, tiles

TWO = {1: "red ulrich", 2: "moon", 3: "nostromo nostromo", 5: "red moon ulrich", 6: "siana siana"}


def is_move(move: str) -> bool:
    return move[0].isdigit() or move.startswith(("lys@", "stay"))


def calls_lys(match: moonlit.Match) -> list[str]:
    moves = [move for move in match.moves() if move[0].isdigit()]
    return [move for move in moves if match.preview(move)["then"] == "lys"]


def hears_at(match: moonlit.Match, move: str, space: int) -> bool:
    return any(take["space"] == space for take in match.preview(move)["takes"])


def test_the_sowing_of_a_stack() -> None:
    match = lay(table("ulrich siana"), TWO, lys=8)
    assert stacks(match) == "oRU oM oNN o oRMU oSS o o"
    play(match, "1>")
    assert stacks(match) == "- oMo oNNR oU oRMU oSS o o", "from the bottom, one on each space"


def test_the_sowing_of_a_stack_the_other_way() -> None:
    match = lay(table("ulrich siana"), TWO, lys=3)
    play(match, "1<")
    assert stacks(match) == "- oM oNN o oRMU oSSU oR oo", "from space 1 the next one is 8"


def test_lys_is_triggered_and_takes_the_tile_of_another_pile() -> None:
    match = table("ulrich siana red", {6: "p a", 4: "c"})
    lay(match, THREE, lys=3)
    play(match, "1>")
    assert stack(match, 3) == "oSU", "the last disc fell where Lys points"
    assert match.to_move == 0, "the same player decides where she goes"
    assert match.moves() == [f"lys@{space}" for space in (1, 2, 4, 5, 6, 7, 8)]
    assert keys(match) == ["moved", "lys_called"], "nobody has listened yet"
    play(match, "lys@6")
    assert match.view()["lys"] == 6
    assert "p" in tiles(match, 0), "Lys gave the top tile of pile 6"
    assert "a" in tiles(match, 2), "Red listens there afterwards and takes the next one"
    assert match.to_move == 1


def test_lys_is_triggered_by_a_last_disc_of_any_color() -> None:
    match = table("ulrich siana red")
    lay(match, {**THREE, 1: "ulrich red", 6: ""}, lys=4)
    assert stack(match, 1) == "oUR"
    play(match, "1>")
    assert stack(match, 4).endswith("R")
    assert match.view()["asks"] == "lys"


def test_lys_may_be_moved_to_a_pile_with_a_moon_on_top() -> None:
    match = lay(table("ulrich siana red", {1: "moon"}), THREE, lys=3)
    play(match, "1>, lys@1")
    assert match.view()["chart"] == 1
    assert tiles(match, 0) == "a", "only what Ulrich hears himself"
    assert "lys_moon" in keys(match)


def test_lys_triggered_and_moved_to_an_empty_pile() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=8)
    while match.view()["spaces"][6]["pile"] or not calls_lys(match):
        quiet = [move for move in match.moves() if is_move(move)]
        match.play(max(quiet, key=lambda move: hears_at(match, move, 7)))
    play(match, calls_lys(match)[0])
    before = [tiles(match, seat) for seat in range(3)]
    active = match.to_move
    assert active is not None
    assert match.preview("lys@7")["takes"] == [
        take for take in match.preview("lys@7")["takes"] if take["by"] != "lys"
    ]
    play(match, "lys@7")
    assert match.view()["lys"] == 7
    assert "lys_empty" in keys(match)
    heard = [entry["args"] for entry in match.log()[-1] if entry["key"] == "log.heard"]
    mine = "".join(args["tiles"] for args in heard if args["seat"] == active)
    assert sorted(tiles(match, active)) == sorted(before[active] + mine), "Lys gave nothing"


def test_listening_with_a_played_an_unplayed_and_a_nomad_disc_on_top() -> None:
    match = table(
        "ulrich siana red nostromo",
        {1: "a", 2: "c", 4: "i", 5: "j", 6: "moon", 7: "o", 8: "p"},
        start=1,
    )
    lay(
        match,
        {
            1: "nostromo ulrich",
            2: "nostromo ulrich",
            3: "siana",
            4: "siana",
            5: "red",
            6: "red",
            7: "moon moon",
            8: "frog",
        },
        lys=3,
    )
    play(match, "3>")
    assert stacks(match) == "oNU oNU - oSo oRS oR oMM Fo"
    assert tiles(match, 0) == "ac", "Ulrich takes the story tiles where he is on top"
    assert tiles(match, 1) == "j", "and so does Siana"
    assert (tiles(match, 2), match.view()["chart"]) == ("", 1), "Red's moon goes to the chart"
    assert tiles(match, 3) == "", "Nostromo is on top nowhere"
    spaces = match.view()["spaces"]
    assert spaces[6]["pile"] == 13, "Moon, whom nobody plays, discards a tile"
    assert sum(len(tiles(match, seat)) for seat in range(4)) == 3
    assert [spaces[n]["tile"] for n in (3, 7)] == ["indigo", "pearl"], "nomads leave theirs"
    assert [spaces[n]["pile"] for n in (2, 3, 7)] == [14, 14, 14]


def test_the_moon_scoring_with_5_2_and_minus_7_points() -> None:
    match = table(
        "ulrich red siana",
        {
            1: "o o i",
            2: "j",
            3: "o c c p",
            4: "r r i j moon",
            5: "a j p",
            6: "a c c",
            7: "moon a a i moon",
            8: "moon a r",
        },
    )
    lay(match, THREE, lys=8)
    play(match, "2>d1, 5>, stay, 3<s4, legend o3, legend a4, 1>s3, legend c4, 6>")
    assert match.view()["chart"] == 2
    assert match.preview("top@7.4")["scoring"] == {"follows": True, "moons": [3, 1, 0]}
    play(match, "top@7.4")
    assert points(match) == [3 + 4 - 2, 4 - 2, -7]
    assert moons(match) == [3, 1, 0]
    assert match.view()["chart"] == 0
