"""Reading what a person typed: options of a game, files of components and of weights."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadTable
from moonlit.terminal.screen import TOPIC


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


def use_weights(path: Path | None) -> None:
    """Have bots judge by weights of one's own, here and in processes that are started from here."""
    if path is not None:
        from moonlit.search.weights import OWN_WEIGHTS, load_weights

        load_weights(path)  # or say what is wrong with it
        os.environ[OWN_WEIGHTS] = str(path.resolve())
