"""Deals and records of Dance of Muses, and what is wrong with bad ones."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import moonlit
from games.dance_of_muses.tools import GAME
from moonlit import BadRecord
from moonlit.core.words import LANGUAGES

RECORD = moonlit.new(GAME, 2, seed=1).record()
RECORD3 = moonlit.new(GAME, 3, seed=1).record()


def dealt(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    record = copy.deepcopy(record)
    record["deal"].update(changes)
    return record


@pytest.mark.parametrize(
    ("record", "key"),
    [
        ({**RECORD, "deal": []}, "deal_fields"),
        ({**RECORD, "deal": {"start": 0}}, "deal_fields"),
        (dealt(RECORD, dice=1), "deal_fields"),
        (dealt(RECORD, start=2), "deal_start"),
        (dealt(RECORD, start=True), "deal_start"),
        (dealt(RECORD, start=None), "deal_start"),
        (dealt(RECORD, hands=[]), "deal_hands"),
        (dealt(RECORD, hands=[["clio"], ["thalia"]]), "deal_hands"),
        (dealt(RECORD, hands=["clio", "erato"]), "deal_hands"),
        (dealt(RECORD, neutral=None), "deal_neutral"),
        (dealt(RECORD, neutral="zeus"), "deal_unknown_muse"),
        (dealt(RECORD, neutral=3), "deal_unknown_muse"),
        (dealt(RECORD, neutral=RECORD["deal"]["hands"][0][0]), "deal_muse_twice"),
        (dealt(RECORD3, neutral="clio"), "deal_no_neutral"),
    ],
)
def test_a_bad_deal_is_refused_with_a_reason(record: dict[str, Any], key: str) -> None:
    with pytest.raises(BadRecord) as error:
        moonlit.load(record)
    assert error.value.key == key
    for language in LANGUAGES:
        assert error.value.text(language)


def test_the_order_of_a_hand_in_a_deal_means_nothing_but_is_kept() -> None:
    hands = [list(reversed(hand)) for hand in RECORD["deal"]["hands"]]
    match = moonlit.load(dealt(RECORD, hands=hands))
    assert match.record()["deal"]["hands"] == hands
    for seat in (None, 0, 1):
        assert match.view(seat) == moonlit.load(RECORD).view(seat)
    assert match.moves() == moonlit.load(RECORD).moves()


def test_a_record_with_a_move_nobody_could_make_names_it() -> None:
    record = copy.deepcopy(RECORD)
    record["moves"] = ["clio:n"]
    with pytest.raises(BadRecord, match=r"Move 1 .*clio:n"):
        moonlit.load(record)
