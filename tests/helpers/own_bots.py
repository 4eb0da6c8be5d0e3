"""Bots of one's own, as somebody would write them."""

from __future__ import annotations

from typing import Any


class LastMove:
    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return moves[-1]


class Nonsense:
    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return "nonsense"


def last_move(view: dict[str, Any], moves: list[str]) -> str:
    return moves[-1]


def first_action(observation: Any, mask: Any) -> Any:
    """A policy as a function; what it answers is an array of one number, as networks' are."""
    assert observation.dtype == "int8"
    return mask.argmax(keepdims=True)


class ScaledPolicy:
    """A policy as a class, trained on scaled observations."""

    scaled = True

    def choose_action(self, observation: Any, mask: Any) -> int:
        assert observation.dtype == "float32"
        assert abs(observation).max() <= 1
        return int(mask.argmax())


class WrongPolicy:
    def choose_action(self, observation: Any, mask: Any) -> Any:
        return int(mask.argmin())


class Raising:
    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        raise RuntimeError("no idea")


class NoBot:
    pass


class Needy:
    """Cannot be made: nobody tells it the depth."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
