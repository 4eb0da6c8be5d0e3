"""The rules of Dance of Muses: how a table is set, which moves are legal, what a move does.

state.py has the record, actions.py the numbers of the moves. Where the Muses lie and whom they
push is in floor.py. How it is scored is in scoring.py, what a seat cannot see in hidden.py.
"""

from moonlit.games.dance_of_muses.rules.legal import legal
from moonlit.games.dance_of_muses.rules.play import play
from moonlit.games.dance_of_muses.rules.setup import setup

__all__ = ["legal", "play", "setup"]
