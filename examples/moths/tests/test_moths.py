"""The rules of Moths, position by position, and the promises that every game makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import moonlit
from moonlit.core.conformance import CHECKS, check_roles
from moonlit.core.errors import BadRecord, BadTable, IllegalMove
from moonlit.core.match import Match
from moonlit.core.words import LANGUAGES

DEALS = {
    2: {"lamp": 5, "hands": [9, 4], "wall": [1, 2, 3, 6, 7, 8]},
    3: {"lamp": 5, "hands": [9, 4, 7], "wall": [1, 2, 3, 6, 8]},
    4: {"lamp": 5, "hands": [9, 4, 7, 2], "wall": [1, 3, 6, 8]},
}


def table(*moves: str, players: int = 2, moonlight: bool = False) -> Match:
    """A game from a deal that we know, after some moves."""
    options = {"moonlight": True} if moonlight else {}
    return moonlit.load(record(players, options, DEALS[players], list(moves)))


def record(players: int, options: Any, deal: Any, moves: list[str]) -> dict[str, Any]:
    return {
        "format": 1,
        "game": "moths",
        "rules": 1,
        "players": [""] * players,
        "options": options,
        "seed": None,
        "deal": deal,
        "moves": moves,
        "result": None,
    }


# ---- what every game promises ----------------------------------------------------------------


def test_every_role_is_there() -> None:
    check_roles("moths")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("moonlight", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_contract(players: int, moonlight: bool, check: Callable[..., None]) -> None:
    for seed in range(3):
        check("moths", players, seed, {"moonlight": moonlight})


# ---- the rules -------------------------------------------------------------------------------


def test_luring_shows_a_moth_and_brings_a_match() -> None:
    match = table("lure")
    for seat in (0, 1, None):
        view = match.view(seat)
        assert (view["wall"], view["light"]) == (5, [1])
        assert [hands["matches"] for hands in view["hands"]] == [2, 1]
    assert match.to_move == 1


def test_a_right_guess_catches_the_moth() -> None:
    match = table("guess 2 4")
    hands = match.view()["hands"]
    assert [each["matches"] for each in hands] == [0, 1]
    assert [each["caught"] for each in hands] == [4, 0]
    assert [each["moth"] for each in hands] == [None, 4]
    assert "guess 1 4" not in match.moves(), "it lies open"


def test_a_wrong_guess_rules_a_moth_out() -> None:
    match = table("guess 2 7", "lure")
    assert match.view(0)["hands"][1]["could_be"] == [2, 3, 4, 5, 6, 8]
    assert match.view(0)["lamp"]["could_be"] == [2, 3, 4, 5, 6, 7, 8]
    assert "guess 2 7" not in match.moves()


@pytest.mark.parametrize(
    ("guess", "left"), [("guess 2 7", [1, 2, 3, 4, 5, 6]), ("guess 2 2", [3, 4, 5, 6, 7, 8])]
)
def test_by_moonlight_a_wrong_guess_tells_more(guess: str, left: list[int]) -> None:
    match = table(guess, moonlight=True)
    assert match.view(0)["hands"][1]["could_be"] == left
    said = match.log()[0][1]["key"]
    assert said == ("log.smaller_seat" if guess.endswith("7") else "log.larger_seat")


def test_one_may_bluff_but_not_guess_at_oneself() -> None:
    match = table()
    assert "guess 2 9" in match.moves(), "the 9 is one's own"
    assert not [move for move in match.moves() if move.startswith("guess 1 ")]
    assert match.preview("guess 2 9")["entries"][0]["key"] == "board.would_bluff"


def test_the_lamp_is_guessed_when_the_wall_is_bare_and_ends_the_night() -> None:
    match = table(*["lure"] * 5)
    assert not [move for move in match.moves() if move.startswith("guess lamp")]
    match.play("lure")
    assert [move for move in match.moves() if move.startswith("guess lamp")]
    match.play("guess 2 4")
    match.play("guess lamp 5")
    assert match.over
    told = [(row["place"], row["score"], row["caught"], row["kept"]) for row in match.standings()]
    assert told == [(1, 13, 4, 9), (2, 5, 5, 0)]
    assert match.view()["lamp"]["moth"] == 5
    assert [hands["moth"] for hands in match.view()["hands"]] == [9, 4]


def test_the_night_ends_with_the_last_match() -> None:
    match = table(*["lure"] * 6, "guess 2 5", "guess 1 5", "guess 2 9", "guess lamp 4")
    assert match.moves() == ["guess lamp 5", "guess lamp 9", "guess 2 4"]
    while not match.over:
        match.play(next(move for move in match.moves() if move != "guess lamp 5"))
    assert match.log()[-1][-1]["key"] == "log.burnt_out"


def test_who_can_do_nothing_is_passed_over() -> None:
    moves = ["lure", "guess 1 8", "lure", "lure", "lure", "guess 1 7", "lure", "lure"]
    match = table(*moves, "guess 2 5", "guess 1 5", "guess 2 9")
    assert [hands["matches"] for hands in match.view()["hands"]] == [3, 0]
    assert match.to_move == 0


# ---- what stays hidden -----------------------------------------------------------------------


def test_views_differ_by_seat() -> None:
    match = table(players=3)
    for seat in (0, 1, 2, None):
        moths = [hands["moth"] for hands in match.view(seat)["hands"]]
        assert moths == [moth if seat == n else None for n, moth in enumerate((9, 4, 7))]
        assert match.view(seat)["lamp"]["moth"] is None


def test_every_deal_that_fits_is_as_likely() -> None:
    """All that seat 1 can imagine of lamp and hands, counted."""
    match = table("lure", "guess 1 6", "guess 2 7", "lure", moonlight=True)
    lamp, hands = match.view(0)["lamp"]["could_be"], match.view(0)["hands"][1]["could_be"]
    fits = {pair for pair in product(lamp, hands) if pair[0] != pair[1]}
    games = 4000
    found: Counter[tuple[int, int]] = Counter()
    for seed in range(games):
        deal = match.redeal(0, seed).record()["deal"]
        found[deal["lamp"], deal["hands"][1]] += 1
    assert set(found) == fits
    expected = games / len(fits)
    deviation = sum((count - expected) ** 2 / expected for count in found.values())
    assert deviation < 2 * len(fits), found


# ---- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "wrong", "key"),
    [
        ([], "sing", "no_move"),
        ([], "guess 2 0", "no_move"),
        ([], "guess 3 4", "no_seat"),
        ([], "guess 1 4", "own_moth"),
        (["guess 2 6", "lure"], "guess 2 7", "no_match"),
        (["lure", "lure"], "guess 2 1", "seen_elsewhere"),
        (["lure", "lure"], "guess lamp 5", "lamp_too_soon"),
        (["guess 2 6", "lure", "lure", "lure"], "guess 2 6", "ruled_out"),
        (["lure", "guess 1 9", "guess 2 4"], "lure ", "no_move"),
        (["lure", "lure", "guess 2 4", "lure"], "guess 2 4", "caught_before"),
        (["lure"] * 6, "lure", "bare_wall"),
    ],
)
def test_a_refusal_says_why(moves: list[str], wrong: str, key: str) -> None:
    match = table(*moves)
    with pytest.raises(IllegalMove) as refused:
        match.play(wrong)
    assert refused.value.key == key
    assert len({refused.value.text(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_a_bad_option() -> None:
    with pytest.raises(BadTable, match="moonlight is true or false"):
        moonlit.new("moths", players=2, options={"moonlight": 1})


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        ({}, "deal_fields"),
        ({"lamp": 1, "hands": [2], "wall": [3, 4, 5, 6, 7, 8, 9]}, "deal_lists"),
        ({"lamp": 1, "hands": [2, 3], "wall": [3, 4, 5, 6, 7, 8]}, "deal_moths"),
        ({"lamp": True, "hands": [2, 3], "wall": [4, 5, 6, 7, 8, 9]}, "deal_moths"),
    ],
)
def test_a_bad_deal(deal: Any, key: str) -> None:
    with pytest.raises(BadRecord) as refused:
        moonlit.load(record(2, {}, deal, []))
    assert refused.value.key == key
