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
    """Why it is refused, as a key."""
    before = match.view()
    with pytest.raises(moonlit.IllegalMove) as error:
        match.play(move)
    assert match.view() == before
    for language in LANGUAGES:
        assert error.value.text(language)
    return error.value.key


def refuses(match: moonlit.Match, moves: str) -> None:
    """Moves with the keys of why they are refused, written behind each other, commas between."""
    for told in moves.split(", "):
        move, _, key = told.partition(": ")
        assert refused(match, move) == key, move


def test_refusals_in_the_setup() -> None:
    match = table("nostromo ulrich")
    refuses(match, "nostromo@1: other_disc, frog@9: no_space, frog@0: no_notation, 3>: asks_frog")
    play(match, "frog@1")
    refuses(match, "frog@1: other_disc, lys@1: asks_unplayed")
    play(match, "red@1, red@2, moon@3, moon@4, siana@5, siana@6")
    refuses(match, "red@1: other_disc, stay: asks_disc")
    play(match, "nostromo@7, ulrich@7, nostromo@8, ulrich@8")
    refuses(match, "3>: asks_first_lys, lys@9: no_space")


def test_refusals_of_moves() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=3)
    refuses(
        match,
        "9>: no_space, 5>: not_yours, 1>s1: not_siana, 1>d2: bad_double, 01>: no_notation, "
        "lys+: not_moon, ulrich@1: asks_turn",
    )
    play(match, "1>")
    refuses(match, "lys@3: lys_there, stay: asks_lys")
    play(match, "lys@1")
    refuses(match, "4>s3: bad_skip, 4>d1: not_ulrich")
    play(match, "4>, 5>")
    assert match.view()["asks"] == "top"
    refuses(match, "pass: asks_top, top@9.1: no_space, top@1.1: no_height, top@6.1: not_red")
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
    refuses(
        match,
        "legend a7: no_card, legend a3***: few_wilds, legend a2***: too_many_stars, "
        "legend a4*: few_tiles, legend x4: no_notation, song 8 aci*: no_card, "
        "song 4 aaci: letter_twice, song 4 acij: not_held, song 4 aci: wrong_count, "
        "song 4 ac**: few_wilds, song 4 iac*: other_spelling",
    )
    play(match, "song 4 aci*")
    refuses(match, "song 4 acij: card_taken")
    go_round(match)
    refuses(match, "song 5 acijo: one_song")


def test_refusals_in_the_last_writing() -> None:
    for match in random_match("nomads", 2, 4):
        if match.view()["asks"] == "last":
            refuses(match, "1>: asks_last, lys+: asks_last")
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
