"""Small tournaments, and the lines that they write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from helpers.packages import FIRST
from moonlit.arena import Setup
from moonlit.arena.plan import Fixture

GAME = FIRST


def small(*bots: str, games: int = 4, **more: Any) -> Setup:
    return Setup(GAME, bots or ("random", "greedy"), games=games, **more)


def lines_of(path: Path) -> list[dict[str, Any]]:
    whole = path.read_bytes().split(b"\n")[:-1]
    return [line for line in map(json.loads, whole) if "id" in line]


def made_up_line(setup: Setup, fixture: Fixture, wins: bool, scores: Any = None) -> dict[str, Any]:
    """The result of a game that nobody has played; `wins`: the first bot of its pairing."""
    places = [1 + (wins != (seat == fixture.turn)) for seat in range(setup.players)]
    return {
        "id": fixture.id,
        "pair": list(fixture.pair),
        "deal": fixture.deal,
        "turn": fixture.turn,
        "places": places,
        "scores": scores or places,
        "moves": 40,
        "forfeit": None,
        "times": [[20, 0.5, 0.25], [20, 0.01, 0.002]][: len(fixture.pair)],
    }
