"""The opponents a person picks: simple ones, five levels a game, and bots of one's own."""

from moonlit.bots.bot import Bot, OwnBot, ask, find_bot
from moonlit.bots.levels import LEVELS, level

__all__ = ["LEVELS", "Bot", "OwnBot", "ask", "find_bot", "level"]
