"""What a learned evaluator sees of a game: how many numbers, of which version."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from moonlit.core.contract import register_features
from moonlit.core.game import Game
from moonlit.core.layout import find_layout


@dataclass(frozen=True)
class FeatureSet:
    version: int
    size: int
    scratch: int  # numbers behind them that `features` computes in


@cache
def find_features(game: Game, players: int) -> FeatureSet:
    """A game's features; from then on its `features` can be called.

    A game without a file of its own for them shows its observation.
    """
    role = game.role("features")
    size = role.size(players) if hasattr(role, "size") else find_layout(game, players).size
    scratch = role.scratch(players) if hasattr(role, "scratch") else 0
    register_features(game.state, role.features)
    return FeatureSet(role.VERSION, size, scratch)
