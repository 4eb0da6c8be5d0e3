"""Any game's view, written out for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import moonlit
from helpers.packages import NAME, copy_example, looking_into
from moonlit.core.plain_board import MORE, draw
from moonlit.core.words import LANGUAGES

GAME = moonlit.game_names()[0]


def drawn(own: dict[str, Any], width: int = 40, height: int = 18) -> list[str]:
    common = {"game": GAME, "players": ["Ana", ""], "to_move": 1, "over": False, "options": {}}
    lines = draw({**common, **own}, 0, "en", width, height).plain.split("\n")
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    return lines


def test_simple_things_stand_below_each_other() -> None:
    assert drawn({"deck": 12, "open_cards": [3, None, "x"], "last": True, "pile": []}) == [
        "Deck        12",
        "Open cards  3 ▒▒ x",
        "Last        ✓",
        "Pile        –",
    ]


def test_a_sixth_seat_is_a_seat() -> None:
    hands = [{"seat": seat, "cards": seat} for seat in range(6)]
    common = {"game": GAME, "players": [""] * 6, "to_move": 5, "over": False, "options": {}}
    text = draw({**common, "hands": hands}, 0, "en", 40, 18).plain
    assert "▸ Player 6" in text


def test_things_of_one_kind_are_a_table_and_seats_are_players() -> None:
    hands = [{"seat": 0, "cards": [1, 2], "coins": 10}, {"seat": 1, "cards": None, "coins": 3}]
    assert drawn({"hands": hands, "deck": 7}) == [
        "Deck  7",
        "",
        "Hands       Cards  Coins",
        "  Ana       1 2    10",
        "▸ Player 2  ▒▒     3",
    ]


def test_a_few_things_with_names_share_a_line() -> None:
    assert drawn({"market": {"gold": 2, "wood": None, "gone": []}}) == ["Market  Gold 2  Wood ▒▒"]


def test_whatever_holds_more_stands_below_its_title() -> None:
    grid = [[1, 2], [None, 4]]
    assert drawn({"rooms": [{"seat": 1, "doors": [{"to": 2}], "beds": 1}], "grid": grid}) == [
        "Rooms",
        "  ▸ Player 2",
        "  Beds  1",
        "  Doors",
        "  To",
        "  2",
        "",
        "Grid",
        "  1  1 2",
        "  2  ▒▒ 4",
    ]


def test_a_table_that_is_too_wide_is_written_below_its_title() -> None:
    rows = [{"name": "x" * 30, "about": "y" * 30}]
    assert drawn({"rows": rows}) == [
        "Rows",
        "  Name   " + "x" * 30,
        "  About  " + "y" * 30,
    ]


def test_long_lists_go_on_below_themselves() -> None:
    assert drawn({"deck": list(range(10, 30))}, width=26) == [
        "Deck  10 11 12 13 14 15 16",
        "      17 18 19 20 21 22 23",
        "      24 25 26 27 28 29",
    ]


def test_what_does_not_fit_is_not_hidden() -> None:
    lines = drawn({f"thing_{number}": number for number in range(9)}, height=4)
    assert lines[-1] == MORE
    assert lines[-2] == "Thing 2  2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_fits_any_terminal(language: str, tmp_path: Path) -> None:
    copy_example(tmp_path)
    with looking_into(tmp_path):
        match = moonlit.new(NAME, ["A name of exactly twenty", "", "B", "C"], seed=2)
        while not match.over:
            text = draw(match.view(match.to_move), 0, language, 80, 18).plain
            assert MORE not in text
            assert "▸" in text
            match.play(match.moves()[0])
    if language == "fr":
        assert "Dans les mains" in text
