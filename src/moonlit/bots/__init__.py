"""The opponents a person picks: simple ones, six levels a game, and bots of one's own."""

from moonlit.bots.bot import Bot, ask, find_bot
from moonlit.bots.levels import LEVELS, level, searcher
from moonlit.bots.own import OwnBot, OwnBotFailed, Policy

__all__ = [
    "LEVELS",
    "Bot",
    "OwnBot",
    "OwnBotFailed",
    "Policy",
    "ask",
    "find_bot",
    "level",
    "searcher",
]
