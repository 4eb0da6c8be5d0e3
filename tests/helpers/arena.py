"""Small tournaments, and the lines that they write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from helpers.packages import FIRST
from moonlit.arena import Setup

GAME = FIRST


def small(*bots: str, games: int = 4, **more: Any) -> Setup:
    return Setup(GAME, bots or ("random", "greedy"), games=games, **more)


def lines_of(path: Path) -> list[dict[str, Any]]:
    whole = path.read_bytes().split(b"\n")[:-1]
    return [line for line in map(json.loads, whole) if "id" in line]
