"""Reasons why a move is better than another: they can be said, and a test has met all of them."""

from __future__ import annotations

from collections import Counter

from moonlit.core.game import Entry
from moonlit.core.words import LANGUAGES, phrases, say


def check_words(game: str, told: list[Entry], players: int) -> None:
    """Every reason is a sentence in every language."""
    names = [f"Player {seat}" for seat in range(players)]
    for each in told:
        for language in LANGUAGES:
            assert say(game, each["key"], language, names, **each["args"])


def check_all_met(game: str, met: Counter[str], times: int) -> None:
    """Each reason that the game has words for was met so often, and no other."""
    keys = [key for key in phrases(game, "en") if key.startswith("why.")]
    assert {key: met[key] for key in keys if met[key] < times} == {}
    assert set(met) <= set(keys)
