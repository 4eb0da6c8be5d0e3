"""Five levels for each game and player count, as settings of the search.

Levels are budgets of iterations, not of time, so that they are as strong on any machine. How the
numbers were chosen is told in docs/bots.md.
"""

from __future__ import annotations

from dataclasses import replace

from moonlit.bots.bot import SearchBot
from moonlit.core.game import Game
from moonlit.search.think import Settings

LEVELS = ("novice", "casual", "club", "expert", "master")

# How often a level takes a second-best move, and how much worse that one may look to it.
SLIPS = (0.35, 0.2, 0.05, 0.0, 0.0)
LOOSE = 0.15


def settings_for(game: Game, players: int) -> Settings:
    """What the search looks at in a game."""
    return replace(Settings(), **game.search_settings(players))


def level(name: str, game: Game, players: int) -> SearchBot:
    number = LEVELS.index(name)
    return SearchBot(
        game.budgets(players)[number], settings_for(game, players), slip=SLIPS[number], loose=LOOSE
    )
