"""A match as environments play it: by action numbers, seen through a layout."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.contract import record_type
from moonlit.core.engine import engine
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING, plain
from moonlit.core.layout import find_layout
from moonlit.core.match import Match
from moonlit.envs import steps

TOPIC = "envs"


def reward_terms(game: Game, players: int) -> Any:
    """A game's reward as steps.write_rewards reads it."""
    own = game.company(players, 0)
    rivals = sum(game.company(players, seat) != own for seat in range(players))
    reward = find_layout(game, players).reward
    return np.array([rivals, reward.par, reward.unit])


def _run(function: Any, states: Any, *arguments: Any) -> None:
    if COMPILING:
        function(states, *arguments)
    else:
        plain(function)(states.view(record_type(states.dtype)), *arguments)


def observation(match: Match, seat: int) -> Any:
    """What a seat knows, as the layout says."""
    out = np.empty(find_layout(match.game, len(match.players)).size, dtype=np.int8)
    _run(steps.observe_first, match._states, seat, out)
    return out


def legal_actions(match: Match) -> Any:
    """The numbers of the legal actions of the seat to move."""
    if match.over:
        return np.empty(0, dtype=np.int32)
    return engine(match.game).legal(match._states)


def play_action(match: Match, action: int) -> None:
    """Play an action that is known to be legal."""
    engine(match.game).play(match._states, action)
    match._actions.append(int(action))
    match._changed()


def action_mask(match: Match, seat: int) -> Any:
    """1 for each legal action of a seat, if it is to move."""
    mask = np.zeros(match.game.action_space, dtype=np.int8)
    if match.to_move == seat:
        mask[legal_actions(match)] = 1
    return mask


def rewards(match: Match) -> Any:
    """What each seat got, once the match is over."""
    out = np.zeros(len(match.players), dtype=np.float32)
    if match.over:
        _run(steps.rewards_first, match._states, reward_terms(match.game, len(match.players)), out)
    return out
