"""Puzzles: positions with one clearly best move; and the daily, made of the date alone."""

from moonlit.study.puzzles.daily import EPOCH, Daily, Solo, closes, daily
from moonlit.study.puzzles.model import Puzzle
from moonlit.study.puzzles.shelf import find, load, themes
from moonlit.study.puzzles.trying import Try, try_move

__all__ = [
    "EPOCH",
    "Daily",
    "Puzzle",
    "Solo",
    "Try",
    "closes",
    "daily",
    "find",
    "load",
    "themes",
    "try_move",
]
