"""What a seat is shown."""

from __future__ import annotations

import pytest

from games.nomads.tools import THREE, game, gather, go_round, lay, play, table
from moonlit.core.conformance import random_match
from moonlit.core.words import LANGUAGES, phrases
from moonlit.games.nomads.views import columns


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


@pytest.mark.parametrize("name", ["five-players", "two-players-tied"])
def test_the_columns_of_the_standings_add_up(name: str) -> None:
    rows = game(name).standings() or []
    shown = columns(len(rows))
    for row in rows:
        *parts, score = [row[c.field] * (-1 if c.form == "minus" else 1) for c in shown]
        assert sum(parts) == score
    for language in LANGUAGES:
        assert {f"standings.{c.field}" for c in shown} <= set(phrases("nomads", language))
