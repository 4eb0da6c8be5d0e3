"""Reading what a person typed: a choice from a menu, options of a game, a file of components."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadTable
from moonlit.core.registry import game_names
from moonlit.core.words import say
from moonlit.terminal.screen import TOPIC, Screen


def choose_game(shown: Screen) -> str:
    names = game_names()
    for number, name in enumerate(names, 1):
        shown.show(f"{number}  {say(name, 'name', shown.language)}")
        shown.show(f"   {say(name, 'summary', shown.language)}")
    return names[
        choose(shown, "choose_game", range(1, len(names) + 1), names.index("nova-luna") + 1) - 1
    ]


def choose_players(shown: Screen, seats: range) -> int:
    return choose(shown, "choose_players", seats, max(2, seats[0]))


def choose(shown: Screen, question: str, numbers: range, default: int) -> int:
    """A number of a range; Enter takes the default."""
    while True:
        given = shown.ask(f"{shown.say(question)} [{default}]")
        if not given:
            return default
        if given.isdecimal() and int(given[:6]) in numbers:
            return int(given[:6])
        shown.show(shown.say("choose_number", low=numbers[0], high=numbers[-1]))


def read_options(given: list[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        try:
            options[name] = json.loads(value) if equals else True
        except (ValueError, RecursionError):  # no JSON, a number too long, lists too deep
            raise BadTable("bad_option", TOPIC, given=text) from None
    return options


def read_components(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadTable("no_such_file", TOPIC, path=str(path)) from None
    except OSError as reason:
        raise BadTable("unreadable", TOPIC, path=str(path), reason=reason.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as reason:
        raise BadTable("bad_components", TOPIC, path=str(path), reason=str(reason)) from None
