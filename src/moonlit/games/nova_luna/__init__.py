"""Nova Luna, by Uwe Rosenberg and Corné van Moorsel: its rules, words and pictures."""

from moonlit.core.game import Game

GAME = Game(
    __name__,
    name="nova-luna",
    seats=range(1, 5),
    low_wins=True,
    order=1,
    designers=("Uwe Rosenberg", "Corné van Moorsel"),
    publishers=("Edition Spielwiese", "Stronghold Games"),
)
