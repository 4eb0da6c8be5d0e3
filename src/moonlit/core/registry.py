"""The games there are: those of our own folder, and those that other packages bring."""

from __future__ import annotations

import importlib
import pkgutil
import re
import warnings
from functools import cache
from typing import Any

from moonlit.core.discovery import origins
from moonlit.core.errors import BadRecord, BrokenGame, UnknownGame
from moonlit.core.game import Game


def game_names() -> tuple[str, ...]:
    """The names of all games, those of packages from elsewhere included."""
    return tuple(sorted(origins()))


NEWEST: Any = object()


def find_game(name: Any, rules: Any = NEWEST) -> Game:
    """A game by its name, and by the version of its rules; only that game is loaded."""
    if not isinstance(name, str) or name not in origins():
        raise UnknownGame("unknown_game", name=name, games=game_names())
    game = _load(name)
    if rules is NEWEST or (type(rules) is int and rules == game.rules_version):
        return game
    if type(rules) is not int or rules not in earlier_rules(name):
        raise BadRecord("record_rules", given=rules, rules=game.rules_version)
    return _load_earlier(name, rules)


@cache
def earlier_rules(name: str) -> tuple[int, ...]:
    """The versions of a game's rules that were: each is a package v1, v2, … in its folder."""
    folders = pkgutil.iter_modules([str(origins()[name].folder)])
    return tuple(sorted(int(m.name[1:]) for m in folders if re.fullmatch(r"v\d+", m.name)))


def versions(name: str) -> list[Game]:
    """A game by its rules of today, and by all that were."""
    return [find_game(name), *(find_game(name, rules) for rules in earlier_rules(name))]


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
    return _import(name, origins()[name].package)


@cache
def _load_earlier(name: str, rules: int) -> Game:
    package = f"{origins()[name].package}.v{rules}"
    game = _import(name, package)
    if game.rules_version != rules:
        raise BrokenGame("game_missing", name=name, package=package)
    return game


def _import(name: str, package: str) -> Game:
    try:
        game = getattr(importlib.import_module(package), "GAME", None)
    except BrokenGame:
        raise
    except Exception as error:
        if origins()[name].bundled:
            raise
        reason = f"{type(error).__name__}: {error}"
        raise BrokenGame("game_fails", name=name, package=package, reason=reason) from error
    if not isinstance(game, Game) or game.name != name:
        raise BrokenGame("game_missing", name=name, package=package)
    return game
