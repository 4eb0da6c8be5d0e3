"""Bots of one's own, as somebody would write them."""

from __future__ import annotations

from typing import Any


class LastMove:
    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return moves[-1]


class Nonsense:
    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return "nonsense"


class NoBot:
    pass


class Needy:
    """Cannot be made: nobody tells it the depth."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
