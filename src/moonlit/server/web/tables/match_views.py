"""A match as the page is shown it: what moves would do, and a whole game move by move."""

from __future__ import annotations

import asyncio
from typing import Any

from moonlit.core.match import Match
from moonlit.core.record import load

Reply = dict[str, Any]
SLICE = 10  # previews between two looks at what else there is to do


async def previewed(match: Match, moves: list[str]) -> Reply:
    found = {}
    for count, move in enumerate(dict.fromkeys(moves), 1):
        found[move] = match.preview(move)
        if count % SLICE == 0:
            await asyncio.sleep(0)
    return found


def replayed(record: Any) -> Reply:
    match = load(record)
    moves = match.history_of_movers()
    steps: Match = load({**record, "moves": [], "result": None})
    views = [steps.view(None)]
    for move in moves:
        steps.play(move)
        views.append(steps.view(None))
    return {
        "game": match.game.name,
        "players": match.players,
        "options": match.options,
        "moves": match.history(None),
        "views": views,
        "log": match.log(None),
        "standings": match.standings(),
        "origin": None,
    }
