"""The rules of Nomads, over the record in state.py.

The table is set in setup.py, legal.py says what may be done and turn.py does it; stacks of discs
are handled in stacks.py, cards in writing.py.
"""

from moonlit.games.nomads.rules.legal import legal
from moonlit.games.nomads.rules.setup import setup
from moonlit.games.nomads.rules.turn import play

__all__ = ["legal", "play", "setup"]
