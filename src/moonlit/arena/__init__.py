"""Matches between bots: every deal with the seats rotated, ratings, tables and plots.

What plays games (plan, play, results, workers, run, batch) needs NumPy, Numba and platformdirs
only, so that long arenas run on bare machines; the terminal and matplotlib come in with `command`.
"""

from moonlit.arena.page import page
from moonlit.arena.plan import Setup
from moonlit.arena.report import report
from moonlit.arena.run import compete

__all__ = ["Setup", "compete", "page", "report"]
