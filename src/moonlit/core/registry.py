"""The games there are: those of our own folder, and those that other packages bring."""

from __future__ import annotations

import importlib
import warnings
from functools import cache
from typing import Any

from moonlit.core.discovery import origins
from moonlit.core.errors import BrokenGame, UnknownGame
from moonlit.core.game import Game


def game_names() -> tuple[str, ...]:
    return tuple(sorted(origins()))


def find_game(name: Any) -> Game:
    """A game by its name; only that game is loaded."""
    if not isinstance(name, str) or name not in origins():
        raise UnknownGame("unknown_game", name=name, games=game_names())
    return _load(name)


@cache
def games() -> tuple[Game, ...]:
    """All games, in the order in which they are shown. One that cannot be loaded is left out."""
    found = []
    for name in game_names():
        try:
            found.append(find_game(name))
        except BrokenGame as error:
            warnings.warn(str(error), stacklevel=2)
    return tuple(sorted(found, key=lambda game: (game.order, game.name)))


@cache
def _load(name: str) -> Game:
    origin = origins()[name]
    try:
        game = getattr(importlib.import_module(origin.package), "GAME", None)
    except BrokenGame:
        raise
    except Exception as error:
        if origin.bundled:
            raise
        reason = f"{type(error).__name__}: {error}"
        raise BrokenGame("game_fails", name=name, package=origin.package, reason=reason) from error
    if not isinstance(game, Game) or game.name != name:
        raise BrokenGame("game_missing", name=name, package=origin.package)
    return game
