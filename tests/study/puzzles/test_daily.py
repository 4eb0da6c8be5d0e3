"""The daily: the same for everybody, from the date alone, and never twice."""

from __future__ import annotations

import datetime
import hashlib
import json

import pytest

from moonlit.core.errors import BadTable
from moonlit.study.puzzles import EPOCH, Puzzle, daily
from moonlit.study.puzzles.daily import daily_of

DAYS = [EPOCH + datetime.timedelta(days=number) for number in range(400)]


def shelf(game: str, count: int) -> list[Puzzle]:
    return [
        Puzzle(f"{game}{number:03}", game, {}, 0, ["x"], [], [], "club", 1500, 12, 60)
        for number in range(count)
    ]


def test_400_days_differ() -> None:
    shelves = {"this": shelf("this", 400), "that": shelf("that", 450)}
    found = [daily_of(day, "game", shelves) for day in DAYS]
    assert len({each.solo.seed for each in found if each.solo}) == 400
    for game in shelves:
        assert len({each.puzzles[game].id for each in found}) == 400
    assert [each.number for each in found] == list(range(1, 401))


def test_the_dates_mean_the_same_for_ever() -> None:
    shelves = {"this": shelf("this", 400), "that": shelf("that", 7)}
    told = json.dumps([daily_of(day, "game", shelves).to_json() for day in DAYS])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "b64b04e25537775e"


def test_new_puzzles_behind_the_old_ones_change_no_day_that_was() -> None:
    few, more = {"this": shelf("this", 300)}, {"this": shelf("this", 500)}
    for day in DAYS[:300]:
        assert daily_of(day, None, few) == daily_of(day, None, more)


def test_few_puzzles_come_again_when_all_have_been() -> None:
    shelves = {"this": shelf("this", 7)}
    found = [daily_of(day, None, shelves).puzzles["this"].id for day in DAYS]
    assert found[:7] == found[7:14]
    assert len(set(found[:7])) == 7


def test_a_day_of_ours() -> None:
    found = daily("2026-11-16")
    assert found == daily(datetime.date(2026, 11, 16))
    assert found.solo is not None
    assert found.solo.seed == 5899714804114926
    match = found.solo.match("Ada")
    assert match.players == ["Ada"]
    assert match.seed == found.solo.seed
    for game, puzzle in found.puzzles.items():
        assert puzzle.match().game.name == game


@pytest.mark.parametrize("given", ["yesterday", "2026-13-01", ""])
def test_what_is_no_date(given: str) -> None:
    with pytest.raises(BadTable, match=r"not a date\. Write it like 2026-11-01"):
        daily(given)


def test_there_was_none_before_the_first() -> None:
    with pytest.raises(BadTable, match="The first one was on 2026-11-01"):
        daily("2026-10-31")
