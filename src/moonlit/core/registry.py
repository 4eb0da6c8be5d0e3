"""The games there are: every folder under games/ that has a `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

import moonlit.games
from moonlit.core.errors import UnknownGame
from moonlit.core.game import Game


@cache
def game_names() -> tuple[str, ...]:
    found = pkgutil.iter_modules(moonlit.games.__path__)
    return tuple(sorted(module.name.replace("_", "-") for module in found))


def find_game(name: Any) -> Game:
    """A game by its name; only that game is loaded."""
    if not isinstance(name, str) or name not in game_names():
        raise UnknownGame("unknown_game", name=name, games=game_names())
    return _load(name)


@cache
def _load(name: str) -> Game:
    module = importlib.import_module(f"moonlit.games.{name.replace('-', '_')}")
    game: Game = module.GAME
    return game
