"""The games where agents are trained: PettingZoo, Gymnasium, OpenSpiel, and batches of games.

`import moonlit.envs` registers the Gymnasium ids where Gymnasium is installed. What the numbers
of an observation mean: `layout(game, players)`, and docs/environments.md.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from moonlit.core.errors import BadSeat
from moonlit.core.layout import Layout, Section, find_layout
from moonlit.core.match import Match
from moonlit.core.observing import observation
from moonlit.core.registry import find_game
from moonlit.envs import play

__all__ = ["Layout", "Section", "layout", "make_vec", "observe"]


def layout(game: str, players: int) -> Layout:
    """What the numbers of an observation mean, at a table of so many players."""
    found = find_game(game)
    found.configure(players, {})
    return find_layout(found, players)


def observe(match: Match, seat: int) -> Any:
    """What a seat knows of a match, as the layout says: int8 numbers, one behind the other."""
    if type(seat) is not int or not 0 <= seat < len(match.players):
        raise BadSeat("no_such_seat", play.TOPIC, given=seat, last=len(match.players) - 1)
    return observation(match, seat)


def make_vec(game: str, num_envs: int, players: int = 2, **settings: Any) -> Any:
    """So many games at once as a Gymnasium `VectorEnv`: vector.BatchVectorEnv has the settings."""
    from moonlit.envs.vector import BatchVectorEnv

    return BatchVectorEnv(game, players, num_envs, **settings)


if find_spec("gymnasium") is not None:
    from moonlit.envs.gymnasium import register

    register()
