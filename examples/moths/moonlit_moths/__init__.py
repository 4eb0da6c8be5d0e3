"""Moths: nine moths in a summer night, and one of them sits in the lamp."""

from __future__ import annotations

from moonlit.core.game import Game

GAME = Game(
    __name__,
    name="moths",
    seats=range(2, 5),
    designers=["Moonlit"],
    publishers=["Moonlit"],
    has_secrets=True,
)
