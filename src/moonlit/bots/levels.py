"""Six levels for each game and player count, as settings of the search.

Levels are budgets of iterations, not of time, so that they are as strong on any machine. Where a
game's features name budgets they search with its network, otherwise with playouts. How the numbers
were chosen is told in docs/bots.md.
"""

from __future__ import annotations

from dataclasses import replace

from moonlit.bots.bot import Bot, PlanBot, SearchBot
from moonlit.core.game import Game
from moonlit.search.think import Settings
from moonlit.search.weights import find_weights

LEVELS = ("novice", "casual", "club", "expert", "master", "grandmaster")
STAND_IN = "club"  # who plays on when nobody chose

# How often a level takes a second-best move, and how much worse that one may look to it.
SLIPS = (0.35, 0.2, 0.05, 0.0, 0.0, 0.0)
LOOSE = 0.15
MORE = 5  # times the master's budget: a grandmaster without a network

# With a network, values are clear from the first visit on.
LEARNED = Settings(explore=0.1, bias=0.1, wide=3.0, look=24, win=0.8, place=0.1, margin=0.1)


def settings_for(game: Game, players: int) -> Settings:
    """What the search looks at in a game, with playouts."""
    return replace(Settings(), **game.search_settings(players))


def learned_settings(game: Game, players: int) -> Settings:
    """What it looks at where a network judges positions."""
    role = game.role("features")
    own = role.search_settings(players) if hasattr(role, "search_settings") else {}
    return replace(LEARNED, **own)


def level(name: str, game: Game, players: int) -> Bot:
    """The bot of a level, for a game and a player count."""
    weights, widths = find_weights(game, players), plans(game, players)
    if name in widths and weights is not None:
        return PlanBot(widths[name], weights)
    return searcher(name, game, players)


def plans(game: Game, players: int) -> dict[str, int]:
    """The levels that plan, alone at the table, and how widely; none without a network."""
    role = game.role("features")
    found: dict[str, int] = role.plans(players) if hasattr(role, "plans") else {}
    return found if find_weights(game, players) is not None else {}


def searcher(name: str, game: Game, players: int) -> SearchBot:
    """The same, where it is to say what all moves promise: a tree search."""
    number = LEVELS.index(name)
    slip, weights = SLIPS[number], find_weights(game, players)
    learned = learned_budgets(game, players)
    if weights is not None and learned:
        settings = learned_settings(game, players)
        return SearchBot(learned[number], settings, slip=slip, loose=LOOSE, weights=weights)
    budgets = game.budgets(players)
    budgets = *budgets, MORE * budgets[-1]
    return SearchBot(budgets[number], settings_for(game, players), slip=slip, loose=LOOSE)


def learned_budgets(game: Game, players: int) -> tuple[int, ...]:
    """The iterations of the levels with a network; none where playouts are better."""
    role = game.role("features")
    return role.budgets(players) if hasattr(role, "budgets") else ()
