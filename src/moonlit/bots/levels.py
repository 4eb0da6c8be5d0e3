"""Five levels for each game and player count, as settings of the search.

Levels are budgets of iterations, not of time, so that they are as strong on any machine. How the
numbers were chosen is told in docs/bots.md.
"""

from __future__ import annotations

from dataclasses import replace

from moonlit.bots.bot import Bot, SearchBot
from moonlit.core.game import Game
from moonlit.search.think import Settings

LEVELS = ("novice", "casual", "club", "expert", "master")

# How each level thinks: iterations, how often it slips, playouts guided or not.
BUDGETS: dict[str, int] = {"novice": 30, "casual": 120, "club": 500, "expert": 2000, "master": 8000}
SLIPS: dict[str, float] = {
    "novice": 0.3,
    "casual": 0.15,
    "club": 0.05,
    "expert": 0.0,
    "master": 0.0,
}


def settings_for(game: Game, players: int) -> Settings:
    """What the search looks at in a game."""
    return replace(Settings(), **game.search_settings(players))


def level(name: str, game: Game, players: int) -> Bot:
    return SearchBot(BUDGETS[name], settings_for(game, players), slip=SLIPS[name], loose=0.15)
