"""A match as environments play it: by action numbers, seen through a layout."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from moonlit.core.engine import engine
from moonlit.core.errors import BrokenGame
from moonlit.core.game import Game
from moonlit.core.jit import plain
from moonlit.core.layout import find_layout
from moonlit.core.match import Match
from moonlit.core.registry import games
from moonlit.envs import steps

TOPIC = "envs"


def learnable() -> list[Game]:
    """The games that can be learnt; a package that brings half of one must not end the others."""
    found = []
    for game in games():
        try:
            find_layout(game, game.seats[0])
            found.append(game)
        except BrokenGame as error:
            warnings.warn(str(error), stacklevel=2)
    return found


def reward_terms(game: Game, players: int) -> Any:
    """A game's reward as steps.write_rewards reads it."""
    own = game.company(players, 0)
    rivals = sum(game.company(players, seat) != own for seat in range(players))
    reward = find_layout(game, players).reward
    return np.array([rivals, reward.par, reward.unit])


def rewards(match: Match) -> list[float]:
    """What each seat got, once the match is over."""
    players = len(match.players)
    out = [0.0] * players
    if match.over:
        places, merits = engine(match.game).result(match.states)
        terms = reward_terms(match.game, players)
        plain(steps.write_rewards)(players, terms, places, merits, out)
    return [float(reward) for reward in out]
