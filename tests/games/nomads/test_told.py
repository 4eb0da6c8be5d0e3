"""What a game tells: views, previews, logs, refusals, and the board on a terminal."""

from __future__ import annotations

import random
from typing import Any

import pytest

import moonlit
from games.nomads.tools import (
    THREE,
    all_piles,
    gather,
    go_round,
    lay,
    play,
    quiet_moves,
    stack,
    stacks,
    table,
)
from moonlit.core.conformance import random_match
from moonlit.core.words import LANGUAGES, say
from moonlit.games.nomads import logs, notation
from moonlit.games.nomads.state import LEGEND, MOVE
from moonlit.games.nomads.terminal import describe, draw

# ---- the view ------------------------------------------------------------------------------------


def test_the_view_counts_what_is_still_to_come() -> None:
    match = lay(table("ulrich siana red", {3: "p r"}), THREE, lys=8)
    view = match.view()
    tops = [space["tile"] for space in view["spaces"]]
    assert view["to_come"]["moon"] == 12
    assert view["to_come"]["pearl"] == 14 - tops.count("pearl")
    assert sum(view["to_come"].values()) == 8 * 13
    assert view["unplayed"] == [
        {"adventurer": "moon", "to_place": 0},
        {"adventurer": "nostromo", "to_place": 0},
    ]


def test_the_rack_says_what_each_card_lacks() -> None:
    match = gather("ulrich siana red", "a a wild c")
    rack = match.view()["seats"][0]["rack"]
    assert rack["amber"] == [
        {"value": 2, "cost": 2, "lacks": 0},
        {"value": 3, "cost": 3, "lacks": 0},
        {"value": 4, "cost": 4, "lacks": 1},
        {"value": 5, "cost": 5, "lacks": 2},
    ]
    assert rack["song"][0] == {"value": 4, "cost": 4, "lacks": 1}
    play(match, "legend a2")
    go_round(match)
    assert match.view()["seats"][0]["rack"]["amber"][0]["cost"] == 1


def test_nothing_hidden_is_in_a_view() -> None:
    for match in random_match("nomads", 3, 5):
        other = match.redeal(None, 9)
        assert other.view() == match.view()


# ---- previews ------------------------------------------------------------------------------------


def test_a_preview_shows_who_would_take_what() -> None:
    match = lay(table("ulrich siana red", {3: "p", 4: "moon", 7: "o"}), THREE, lys=8)
    seen = match.preview("1>")
    assert seen["dropped"] == [
        {"space": 2, "discs": ["nomad"]},
        {"space": 3, "discs": ["ulrich"]},
    ]
    assert (seen["then"], seen["next"]) == (None, 1)
    takes = {take["space"]: take for take in seen["takes"]}
    assert takes[3] == {"space": 3, "seat": 0, "by": "ulrich", "tile": "pearl"}
    assert takes[4] == {"space": 4, "seat": 1, "by": "siana", "tile": "moon"}
    assert takes[7] == {"space": 7, "seat": None, "by": "moon", "tile": "onyx"}
    assert seen["scoring"] == {"follows": False, "moons": [0, 0, 0]}


def test_a_preview_says_that_lys_would_move_and_leaves_the_scoring_open() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=3)
    seen = match.preview("1>")
    assert (seen["then"], seen["next"]) == ("lys", 0)
    assert seen["scoring"] == {"follows": None, "moons": None}


def test_the_second_tile_of_a_pile_is_unknown() -> None:
    match = lay(table("ulrich siana red", {4: "p moon"}), THREE, lys=3)
    play(match, "1>")
    there = [take for take in match.preview("lys@4")["takes"] if take["space"] == 4]
    assert there == [
        {"space": 4, "seat": 0, "by": "lys", "tile": "pearl"},
        {"space": 4, "seat": 1, "by": "siana", "tile": None},
    ]
    assert match.preview("lys@4")["scoring"]["follows"] is False, "one moon would not be enough"
    assert "?" in "".join(describe(match.preview("lys@4"), match.players, "en"))


def test_a_scoring_that_hangs_on_an_unknown_tile_is_unknown() -> None:
    tops = {1: "a", 4: "p moon", 5: "moon", 6: "moon", 7: "moon"}
    match = play(lay(table("ulrich siana red", tops), THREE, lys=3), "1>")
    assert match.preview("lys@4")["scoring"] == {"follows": None, "moons": None}
    assert match.preview("lys@1")["scoring"] == {"follows": False, "moons": [0, 0, 0]}
    assert "cannot be known" in " ".join(describe(match.preview("lys@4"), match.players, "en"))
    tops = {4: "moon p", 5: "moon", 6: "moon", 7: "moon"}
    match = play(lay(table("ulrich siana red", tops), THREE, lys=3), "1>")
    seen = match.preview("lys@4")
    assert seen["scoring"] == {"follows": True, "moons": None}, "who wins hangs on Siana's tile"
    assert "Who would win" in " ".join(describe(seen, match.players, "en"))


def test_a_preview_of_a_card() -> None:
    match = gather("ulrich siana red", "a a a wild")
    assert match.preview("legend a3*")["written"] == {
        "card": "a3",
        "returned": None,
        "paid": "aa*",
        "points": 3 - 1,
    }
    play(match, "legend a2")
    go_round(match)
    assert match.preview("legend a3")["written"]["returned"] == "a2"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_previews_leak_nothing_and_come_true(players: int) -> None:
    """Over whole games: the same for every redeal, and what they say for sure happens."""
    for seed in (players, players + 10):
        chance = random.Random(seed)
        match = moonlit.new("nomads", players, seed)
        while not match.over:
            moves = match.moves()
            if match.view()["asks"] in ("lys", "top") or chance.random() < 0.1:
                other = match.redeal(match.to_move, seed)
                for move in moves:
                    assert other.preview(move) == match.preview(move)
            move = chance.choice(moves)
            check_truth(match, move)


def check_truth(match: moonlit.Match, move: str) -> None:
    seen, before = match.preview(move), match.view()
    match.play(move)
    after = match.view()
    assert seen["stacks"] == [space["stack"] for space in after["spaces"]]
    assert seen["lys"] == after["lys"]
    if seen["next"] is not None:
        assert seen["next"] == match.to_move
    if seen["over"] is not None:
        assert seen["over"] == match.over
    assert seen["last_writing"] == after["last_writing"]
    if seen["then"] is not None:
        return
    gone = [a["pile"] - b["pile"] for a, b in zip(before["spaces"], after["spaces"], strict=True)]
    assert gone == [sum(take["space"] == space for take in seen["takes"]) for space in range(1, 9)]
    won = [b["moons"] - a["moons"] for a, b in zip(before["seats"], after["seats"], strict=True)]
    if seen["scoring"]["moons"] is not None:
        assert seen["scoring"]["moons"] == won
    if all(take["tile"] for take in seen["takes"]) and seen["written"] is None:
        for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            mine = [take["tile"] for take in seen["takes"] if take["seat"] == seat]
            for kind, count in new["tiles"].items():
                assert count - old["tiles"][kind] == mine.count(kind)


# ---- the log -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_the_log_can_be_said_in_every_language(players: int) -> None:
    *_, match = random_match("nomads", players, 8)
    for entries in match.log():
        assert entries, "every move is told"
        for entry in entries:
            for language in LANGUAGES:
                text = say("nomads", entry["key"], language, match.players, **entry["args"])
                assert "{" not in text


def test_a_sowing_is_told_in_words() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=8)
    assert said(match.describe("1<")) == "Move the 2 discs of space 1 counterclockwise."
    doubled = "Two discs fall on space 2."
    assert said(match.describe("1>d1")) == f"Move the 2 discs of space 1 clockwise. {doubled}"
    play(match, "1>d1")
    told = said(match.log()[-1])
    assert told.startswith(f"Seat 1 moves the 2 discs of space 1 clockwise. {doubled}")
    assert said(match.describe("3<s2")).endswith("Space 1 is skipped.")


def test_a_long_sowing_says_which_round_it_means() -> None:
    (entry,) = logs.ability(notation_of("3>s9"))
    assert entry == {"key": "move.skip", "args": {"space": 4, "lap": 2}}
    assert said([entry]) == "Space 4 is skipped, on a later round."


def said(entries: list[Any]) -> str:
    return " ".join(say("nomads", entry["key"], "en", **entry["args"]) for entry in entries)


def notation_of(move: str) -> int:
    return next(action for action in range(MOVE, LEGEND) if notation.spell(action) == move)


def test_the_log_tells_who_hears_from_the_active_player_on() -> None:
    match = lay(table("red ulrich siana", start=2), THREE, lys=8)
    play(match, "4<s1")
    heard = [e["args"]["seat"] for e in match.log()[-1] if e["key"] == "log.heard"]
    assert heard[0] == 2
    assert heard == sorted(heard, key=lambda seat: (seat - 2) % 3)


def test_what_an_unplayed_adventurer_discards_is_told_at_once() -> None:
    two = {**THREE, 7: "moon", 8: "nostromo nostromo moon"}
    match = lay(table("ulrich siana red", {7: "o", 8: "a"}), two, lys=5)
    play(match, "1>")
    told = [e["args"] for e in match.log()[-1] if e["key"] == "log.discarded"]
    assert told == [{"adventurer": "Moon", "tiles": "ao", "count": 2}]


# ---- refusals ------------------------------------------------------------------------------------


def refused(match: moonlit.Match, move: str) -> str:
    before = match.view()
    with pytest.raises(moonlit.IllegalMove) as error:
        match.play(move)
    assert match.view() == before
    for language in LANGUAGES:
        assert error.value.text(language)
    return error.value.key


def test_refusals_in_the_setup() -> None:
    match = table("nostromo ulrich")
    assert refused(match, "nostromo@1") == "other_disc"
    assert refused(match, "frog@9") == "no_space"
    assert refused(match, "frog@0") == "no_notation"
    assert refused(match, "3>") == "asks_frog"
    play(match, "frog@1")
    assert refused(match, "frog@1") == "other_disc"
    assert refused(match, "lys@1") == "asks_unplayed"
    play(match, "red@1, red@2, moon@3, moon@4, siana@5, siana@6")
    assert refused(match, "red@1") == "other_disc"
    assert refused(match, "stay") == "asks_disc"
    play(match, "nostromo@7, ulrich@7, nostromo@8, ulrich@8")
    assert refused(match, "3>") == "asks_first_lys"
    assert refused(match, "lys@9") == "no_space"


def test_refusals_of_moves() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=3)
    assert refused(match, "9>") == "no_space"
    assert refused(match, "5>") == "not_yours"
    assert refused(match, "1>s1") == "not_siana"
    assert refused(match, "1>d2") == "bad_double"
    assert refused(match, "01>") == "no_notation"
    assert refused(match, "lys+") == "not_moon"
    assert refused(match, "ulrich@1") == "asks_turn"
    play(match, "1>")
    assert refused(match, "lys@3") == "lys_there"
    assert refused(match, "stay") == "asks_lys"
    play(match, "lys@1")
    assert refused(match, "4>s3") == "bad_skip"
    assert refused(match, "4>d1") == "not_ulrich"
    play(match, "4>, 5>")
    assert match.view()["asks"] == "top"
    assert refused(match, "pass") == "asks_top"
    assert refused(match, "top@9.1") == "no_space"
    assert refused(match, "top@1.1") == "no_height"
    assert refused(match, "top@6.1") == "not_red"
    height = len(match.view()["spaces"][6]["stack"])
    assert refused(match, f"top@7.{height}") == "top_already"


def test_two_discs_of_one_cannot_be_dropped() -> None:
    match = lay(
        table("ulrich siana red"),
        {**THREE, 1: "ulrich ulrich", 2: "nostromo", 8: "nostromo"},
        lys=4,
    )
    play(match, "1>")
    assert stack(match, 4) == "oSU"
    play(match, "lys@8")
    while match.to_move != 0 or "U" not in stacks(match).split():
        match.play(quiet_moves(match)[-1])
    space = stacks(match).split().index("U") + 1
    assert refused(match, f"{space}>d1") == "single_disc"


def test_refusals_of_cards() -> None:
    match = gather("ulrich siana red", "a a c i wild")
    assert refused(match, "legend a7") == "no_card"
    assert refused(match, "legend a3***") == "few_wilds"
    assert refused(match, "legend a2***") == "too_many_stars"
    assert refused(match, "legend a4*") == "few_tiles"
    assert refused(match, "legend x4") == "no_notation"
    assert refused(match, "song 8 aci*") == "no_card"
    assert refused(match, "song 4 aaci") == "letter_twice"
    assert refused(match, "song 4 acij") == "not_held"
    assert refused(match, "song 4 aci") == "wrong_count"
    assert refused(match, "song 4 ac**") == "few_wilds"
    assert refused(match, "song 4 iac*") == "other_spelling"
    play(match, "song 4 aci*")
    assert refused(match, "song 4 acij") == "card_taken"
    go_round(match)
    assert refused(match, "song 5 acijo") == "one_song"


def test_refusals_in_the_last_writing() -> None:
    for match in random_match("nomads", 2, 4):
        if match.view()["asks"] == "last":
            assert refused(match, "1>") == "asks_last"
            assert refused(match, "lys+") == "asks_last"
            return
    raise AssertionError("nobody could write")


def test_refusals_reveal_nothing_hidden() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=3)
    other = match.redeal(None, 4)
    for move in ("9>", "5>", "1>d2", "legend a3", "song 4 acij", "lys@4", "top@1.1"):
        with pytest.raises(moonlit.IllegalMove) as one:
            match.play(move)
        with pytest.raises(moonlit.IllegalMove) as two:
            other.play(move)
        assert one.value.text() == two.value.text()


# ---- the board on a terminal -------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_fits_the_terminal(players: int, language: str) -> None:
    names = ["A player with a rather long name here", *[f"P{n}" for n in range(2, players + 1)]]
    match = moonlit.new("nomads", names, 3)
    chance = random.Random(3)
    while not match.over:
        lines = draw(match.view(), match.to_move or 0, language, 80, 19).plain.split("\n")
        assert len(lines) <= 19
        assert max(map(len, lines)) <= 80
        move = chance.choice(match.moves())
        for line in describe(match.preview(move), names, language):
            assert "{" not in line
        match.play(move)
    last = draw(match.view(), 0, language, 80, 16).plain.split("\n")
    assert [line[1] for line in last[-players:]] == [str(n + 1) for n in range(players)]


def test_the_board_shows_stacks_piles_and_lys() -> None:
    match = lay(table("ulrich siana red", {3: "moon", 4: "wild"}), THREE, lys=3)
    text = draw(match.view(), 0, "en", 80, 19).plain.split("\n")
    assert text[4].split()[:5] == ["3", "L", "☾", "14", "o"]
    assert "o S" in text[4]
    assert text[5].split()[:3] == ["4", "*", "14"]
    assert "o m m" in text[8], "unplayed adventurers are small letters"


def test_a_tower_of_nineteen_fits() -> None:
    view: dict[str, Any] = lay(table("ulrich siana red"), THREE, lys=3).view()
    view["spaces"][0]["stack"] = ["nomad"] * 18 + ["ulrich"]
    line = draw(view, 0, "en", 80, 19).plain.split("\n")[2]
    assert "o" * 18 + "U" in line


def test_all_piles_are_a_deal() -> None:
    assert sum(map(len, all_piles({1: "moon"}))) == 112
