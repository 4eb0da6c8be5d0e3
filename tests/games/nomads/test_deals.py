"""Deals as records hold them."""

from __future__ import annotations

from typing import Any

import pytest

import moonlit
from games.nomads.tools import LUMATHON, all_piles, new


def test_a_deal_holds_all_112_tiles() -> None:
    piles = new(2).record()["deal"]["piles"]
    assert [len(pile) for pile in piles] == [14] * 8
    names = [name for pile in piles for name in pile]
    assert {name: names.count(name) for name in names} == {
        **dict.fromkeys("acijopr", 14),
        "moon": 12,
        "wild": 2,
    }


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"start": 2}, "deal_start"),
        ({"start": True}, "deal_start"),
        ({"start": None}, "deal_start"),
        ({"adventurers": ["red"]}, "bad_adventurers"),
        ({"adventurers": ["red", "red"]}, "bad_adventurers"),
        ({"adventurers": {"red": 1}}, "bad_adventurers"),
        ({"piles": []}, "deal_piles"),
        ({"piles": [["a"] * 14] * 8}, "deal_tile_count"),
        ({"piles": [["x"] * 14] * 8}, "deal_unknown_tile"),
        ({"piles": [[["a"]] * 14] * 8}, "deal_unknown_tile"),
        ({"piles": [["a"] * 13] * 8}, "deal_piles"),
        ({"lys": 3}, "deal_fields"),
    ],
)
def test_a_deal_that_is_none_is_refused(change: dict[str, Any], key: str) -> None:
    record = new(2).record()
    record["deal"] = {**record["deal"], **change}
    with pytest.raises(moonlit.BadRecord) as error:
        moonlit.load(record)
    assert error.value.key == key


def test_a_deal_must_agree_with_the_options() -> None:
    record = new(3, lumathon=LUMATHON).record()
    record["deal"]["start"] = 1
    with pytest.raises(moonlit.BadRecord, match="captain starts"):
        moonlit.load(record)
    record = new(2, adventurers=["red", "moon"]).record()
    record["deal"]["adventurers"] = ["moon", "red"]
    with pytest.raises(moonlit.BadRecord, match="red, moon"):
        moonlit.load(record)


def test_the_deal_decides_and_not_the_seed() -> None:
    record = new(2).record()
    record["deal"] = {"start": 1, "adventurers": ["moon", "siana"], "piles": all_piles({4: "moon"})}
    match = moonlit.load(record)
    assert match.view()["first"] == 1
    assert match.view()["spaces"][3]["tile"] == "moon"


def test_all_piles_are_a_deal() -> None:
    assert sum(map(len, all_piles({1: "moon"}))) == 112
