"""A move in words, and what came of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.nomads.tools import THREE, lay, play, table
from moonlit.core.conformance import random_match
from moonlit.core.jit import plain
from moonlit.core.words import LANGUAGES, say
from moonlit.games.nomads import log
from moonlit.games.nomads.actions import CLOCKWISE, pack_move


def said(entries: list[Any]) -> str:
    return " ".join(say("nomads", entry["key"], "en", **entry["args"]) for entry in entries)


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
    assert told.startswith(f"Player 1 moves the 2 discs of space 1 clockwise. {doubled}")
    assert said(match.describe("3<s2")).endswith("Space 1 is skipped.")


def test_a_long_sowing_says_which_round_it_means() -> None:
    (entry,) = log.ability(plain(pack_move)(2, CLOCKWISE, 0, 9))
    assert entry == {"key": "move.skip", "args": {"space": 4, "lap": 2}}
    assert said([entry]) == "Space 4 is skipped, on a later round."


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
