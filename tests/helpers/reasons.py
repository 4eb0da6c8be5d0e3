"""Reasons why a move is better than another: each is true, can be said, and is met in a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from moonlit.core.game import Entry
from moonlit.core.words import LANGUAGES, phrases, say


class Reasons:
    """Those of a game that a test has met."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.met = Counter[str]()

    def check(
        self, told: list[Entry], players: int, is_true: Callable[[str, dict[str, Any]], None]
    ) -> None:
        """Every one is true, and a sentence in every language."""
        names = [f"Player {seat}" for seat in range(players)]
        for each in told:
            is_true(each["key"], each["args"])
            for language in LANGUAGES:
                assert say(self.game, each["key"], language, names, **each["args"])
        self.met.update(each["key"] for each in told)

    def check_all_met(self, times: int) -> None:
        """Each that the game has words for was met so often, and no other."""
        keys = [key for key in phrases(self.game, "en") if key.startswith("why.")]
        assert {key: self.met[key] for key in keys if self.met[key] < times} == {}
        assert set(self.met) <= set(keys)
