"""Tables of Nova Luna set up by writing a deal, and whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import moonlit
from moonlit.games.nova_luna.components import NAMES

Laid = list[tuple[str, int, int]]


def all_tiles(first: list[str]) -> list[str]:
    """All 68 tiles, those named first in front."""
    rest = Counter(NAMES) - Counter(first)
    assert len(first) + rest.total() == 68, "a tile that is not in the box"
    return first + sorted(rest.elements())


def table(tiles: list[str], order: list[int] | None = None, **options: Any) -> moonlit.Match:
    """A match whose tiles come in this order; the solo game without an order of discs."""
    order = order or []
    return moonlit.load(
        {
            "format": 1,
            "game": "nova-luna",
            "rules": 1,
            "players": [""] * max(1, len(order)),
            "options": options,
            "seed": None,
            "deal": {"order": order, "tiles": all_tiles(tiles)},
            "moves": [],
            "result": None,
        }
    )


def lay(laid: Laid) -> moonlit.Match:
    """A solo game in which these tiles were taken and placed, one after the other.

    The first choice is always the next tile of the deal, over the refill too.
    """
    match = table([name for name, _, _ in laid])
    for _, x, y in laid:
        match.play(f"1@{x},{y}")
    return match


def goals(match: moonlit.Match, x: int, y: int, seat: int = 0) -> dict[str, bool]:
    """The goals of the tile at a place: which are met."""
    for tile in match.view()["displays"][seat]["tiles"]:
        if (tile["x"], tile["y"]) == (x, y):
            return {goal["need"]: goal["met"] for goal in tile["goals"]}
    raise AssertionError(f"no tile at {x},{y}")


def greedy(match: moonlit.Match) -> None:
    """Play on, always with the move that meets most goals."""
    while not match.over:
        moves = match.moves()
        best = max(moves, key=lambda move: (len(match.preview(move)["goals"]), move != "refill"))
        match.play(best)


def played(players: int, seed: int) -> Iterator[moonlit.Match]:
    """A random game: the same match after every move."""
    match = moonlit.new("nova-luna", players=players, seed=seed)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.moves()))
        yield match


def played_out(players: int, seed: int) -> moonlit.Match:
    *_, match = played(players, seed)
    return match
