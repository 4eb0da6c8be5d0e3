"""Moving and listening, Lys, and the adventurers' abilities."""

from __future__ import annotations

import pytest

import moonlit
from games.nomads.tools import THREE, game, keys, lay, play, ring, stack, stacks, table, tiles


def spaces_to_move(match: moonlit.Match) -> set[str]:
    return {move[0] for move in match.moves() if move[0].isdigit()}


def test_only_a_stack_with_a_disc_of_ones_own_can_be_moved() -> None:
    match = lay(table("ulrich siana red"), {**THREE, 1: "ulrich siana", 3: ""}, lys=8)
    assert spaces_to_move(match) == {"1", "2"}
    with pytest.raises(moonlit.IllegalMove, match="You can move the stacks of 1, 2"):
        match.play("4>")
    play(match, "2>")
    assert stack(match, 1) == "oUS"
    assert "1" in spaces_to_move(match), "Siana's disc is there too"


def test_there_is_no_passing() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=8)
    assert "pass" not in match.moves()
    with pytest.raises(moonlit.IllegalMove, match="Move a stack"):
        match.play("pass")


def test_a_long_stack_comes_round_to_the_space_it_left() -> None:
    match = game("other-cards", 46)
    before = match.view()["spaces"]
    tower = before[0]["stack"]
    assert len(tower) == 9
    play(match, "1>")
    after = match.view()["spaces"]
    assert after[0]["stack"] == [tower[7]], "the eighth disc falls on the space the stack left"
    for space in range(2, 8):
        assert after[space]["stack"] == [*before[space]["stack"], tower[space - 1]]
    assert after[1]["stack"] == [*before[1]["stack"], tower[0], tower[8]]


def test_lys_and_listening_take_two_tiles_of_one_pile() -> None:
    match = lay(table("ulrich siana red", {4: "p r"}), THREE, lys=3)
    play(match, "1>, lys@4")
    assert tiles(match, 0) == "ap", "what Lys gave and what Ulrich hears"
    assert "r" in tiles(match, 1), "Siana is on top of space 4"
    assert match.view()["spaces"][3]["pile"] == 12


def test_undo_goes_back_one_decision() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=3)
    before = match.view()
    play(match, "1>")
    between = match.view()
    play(match, "lys@6")
    assert match.undo() == "lys@6"
    assert match.view() == between
    assert match.undo() == "1>"
    assert match.view() == before


# ---- Ulrich --------------------------------------------------------------------------------------

FOUR_HIGH = {4: "red", 5: "red", 7: "nostromo nostromo", 8: ""}
ULRICH = {1: "moon moon ulrich", 2: "siana", 3: "siana", 6: "ulrich"} | FOUR_HIGH
SIANA = {1: "moon moon siana", 2: "ulrich", 3: "ulrich", 6: "siana"} | FOUR_HIGH


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("1>", "- oSo oSM oRM oRU oU oNN o"),
        ("1>d1", "- oSoM oSM oRU oR oU oNN o"),
        ("1>d2", "- oSo oSMM oRU oR oU oNN o"),
        ("1>d3", "- oSo oSM oRMU oR oU oNN o"),
        ("1<d2", "- oS oS oR oR oUU oNNMM oo"),
    ],
)
def test_ulrich_drops_two_discs_on_one_space(move: str, expected: str) -> None:
    match = lay(table("ulrich siana red"), ULRICH, lys=1)
    assert stacks(match) == "oMMU oS oS oR oR oU oNN o"
    play(match, move)
    assert stacks(match) == expected


def test_ulrich_may_choose_any_space_but_once() -> None:
    match = lay(table("ulrich siana red"), ULRICH, lys=8)
    ways = [move for move in match.moves() if move.startswith("1>")]
    assert ways == ["1>", "1>d1", "1>d2", "1>d3"], "four discs on three spaces at least"
    play(match, "1>, 2>")
    assert not any("d" in move for move in match.moves()), "nobody else may"


def test_ulrichs_two_discs_can_call_lys() -> None:
    match = lay(table("ulrich siana red"), ULRICH, lys=4)
    assert match.preview("1>")["then"] is None
    play(match, "1>d2")
    assert match.view()["asks"] == "lys"


# ---- Siana ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("1>", "- oUo oUM oRM oRS oS oNN o"),
        ("1>s1", "- oU oUo oRM oRM oSS oNN o"),
        ("1>s2", "- oUo oU oRM oRM oSS oNN o"),
        ("1>s4", "- oUo oUM oRM oR oSS oNN o"),
        ("1<s1", "- oU oU oRS oRM oSM oNNo o"),
    ],
)
def test_siana_skips_a_space(move: str, expected: str) -> None:
    match = lay(table("siana ulrich red"), SIANA, lys=1)
    play(match, move)
    assert stacks(match) == expected


def test_siana_may_skip_any_space_but_once() -> None:
    match = lay(table("siana ulrich red"), SIANA, lys=8)
    ways = [move for move in match.moves() if move.startswith("1>")]
    assert ways == ["1>", "1>s1", "1>s2", "1>s3", "1>s4"]
    play(match, "1>, 2>")
    assert not any("s" in move for move in match.moves() if move[0].isdigit())


def test_a_skipped_space_does_not_call_lys() -> None:
    match = lay(table("siana ulrich red"), SIANA, lys=5)
    assert match.preview("1>")["then"] == "lys"
    assert match.preview("1>s4")["then"] is None


# ---- Red -----------------------------------------------------------------------------------------

RED = ring("red ulrich, red siana, ulrich, siana, , , moon moon, nostromo nostromo")


def test_red_puts_a_disc_on_top_before_anyone_listens() -> None:
    match = lay(table("red ulrich siana", {2: "p"}), RED, lys=8)
    play(match, "1>")
    assert stacks(match) == "- oRSo oUR oSU o o oMM oNN"
    assert (match.to_move, match.moves()) == (0, ["top@2.2", "stay"])
    assert tiles(match, 0) == "", "nobody has listened yet"
    play(match, "top@2.2")
    assert stack(match, 2) == "oSoR"
    assert "p" in tiles(match, 0)


def test_red_may_leave_his_discs() -> None:
    match = lay(table("red ulrich siana", {2: "p"}), RED, lys=8)
    play(match, "1>, stay")
    assert stack(match, 2) == "oRSo"
    assert "p" not in tiles(match, 0)
    assert match.to_move == 1


def test_red_is_not_asked_when_his_discs_are_on_top() -> None:
    match = lay(table("red ulrich siana"), THREE, lys=1)
    play(match, "6>")
    assert stacks(match).split()[4:] == ["oR", "-", "oMMo", "oNNR"]
    assert match.to_move == 1


def test_red_is_asked_for_a_disc_under_another_of_his_own() -> None:
    match = lay(table("red ulrich siana"), {**THREE, 6: "moon moon", 7: "red"}, lys=1)
    play(match, "5>")
    assert stack(match, 7) == "oRR"
    assert match.moves() == ["top@7.2", "stay"]


def test_red_puts_his_disc_on_top_after_lys() -> None:
    match = lay(table("red ulrich siana", {6: "p"}), RED, lys=4)
    play(match, "1>")
    assert match.view()["asks"] == "lys"
    play(match, "lys@6")
    assert (match.to_move, match.view()["asks"]) == (0, "top")
    assert tiles(match, 0) == "p", "Lys's tile, and nobody has listened yet"
    assert keys(match) == ["lys", "lys_tile"]


def test_red_is_not_asked_in_the_turn_of_another() -> None:
    match = lay(table("ulrich red siana"), {**THREE, 1: "ulrich red", 5: ""}, lys=8)
    play(match, "2>")
    assert match.to_move == 1


# ---- Moon ----------------------------------------------------------------------------------------

MOON = ring("moon, moon, ulrich, ulrich, siana, siana, red red, nostromo nostromo")


@pytest.mark.parametrize(
    ("lys", "step", "arrives"), [(4, "lys+", 5), (4, "lys-", 3), (8, "lys+", 1), (1, "lys-", 8)]
)
def test_moon_moves_lys_a_step_before_her_action(lys: int, step: str, arrives: int) -> None:
    match = lay(table("moon ulrich siana"), MOON, lys)
    assert {"lys+", "lys-"} <= set(match.moves())
    piles = [space["pile"] for space in match.view()["spaces"]]
    play(match, step)
    assert match.view()["lys"] == arrives
    assert [space["pile"] for space in match.view()["spaces"]] == piles, "no tile is taken"
    assert match.to_move == 0
    assert not {"lys+", "lys-"} & set(match.moves()), "once a turn"
    with pytest.raises(moonlit.IllegalMove, match="has taken her step"):
        match.play("lys+")


def test_moon_may_do_without_her_step_and_has_it_again_in_her_next_turn() -> None:
    match = lay(table("moon ulrich siana"), MOON, lys=4)
    play(match, "lys+, 1<")
    assert match.to_move == 1
    with pytest.raises(moonlit.IllegalMove, match="Moon alone"):
        match.play("lys+")
    play(match, "4>, 6>")
    assert match.to_move == 0
    assert {"lys+", "lys-"} <= set(match.moves())
    play(match, "2<")
    assert match.to_move == 1


def test_moons_step_decides_whether_lys_is_called() -> None:
    match = lay(table("moon ulrich siana"), MOON, lys=2)
    assert match.preview("1>")["then"] is None
    play(match, "lys+")
    assert match.preview("1>")["then"] == "lys"


# ---- Nostromo ------------------------------------------------------------------------------------

NOSTROMO = ring("nostromo, nostromo, ulrich, frog ulrich, siana, siana, red red, moon moon")


def test_the_frog_is_nostromos_third_disc() -> None:
    match = lay(table("nostromo ulrich siana", {5: "p"}), NOSTROMO, lys=8)
    assert stack(match, 4) == "FoU"
    assert spaces_to_move(match) == {"1", "2", "4"}
    play(match, "4>")
    assert stacks(match).split()[4:7] == ["oSF", "oSo", "oRRU"]
    assert "p" in tiles(match, 0), "on top it listens for him"
