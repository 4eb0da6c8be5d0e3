"""Nomads, by Gary Kim: its rules, words and pictures."""

from moonlit.core.game import Game

GAME = Game(
    __name__,
    name="nomads",
    seats=range(2, 6),
    order=3,
    designers=("Gary Kim",),
    publishers=("Ludonaute",),
)
