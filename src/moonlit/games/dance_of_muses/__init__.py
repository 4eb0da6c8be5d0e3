"""Dance of Muses, by Marco Baglioni and David Trambusti: its rules, words and pictures."""

from moonlit.core.game import Game

GAME = Game(
    __name__,
    name="dance-of-muses",
    seats=range(2, 5),
    has_secrets=True,
    order=2,
    designers=("Marco Baglioni", "David Trambusti"),
    publishers=("Space Otter Publishing",),
)
