"""The rules of Nova Luna, over the record in state.py.

`turn` is how a game goes on and ends. Its parts have files of their own: the moon track, the
wheel, the displays, their goals, and the two phases of the solo game.
"""

from moonlit.games.nova_luna.rules.setup import setup
from moonlit.games.nova_luna.rules.turn import legal, play

__all__ = ["legal", "play", "setup"]
