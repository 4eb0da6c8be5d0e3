"""Why a move cannot be played."""

from __future__ import annotations

import pytest

import moonlit
from games.nomads.tools import (
    THREE,
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
from moonlit.core.words import LANGUAGES


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
