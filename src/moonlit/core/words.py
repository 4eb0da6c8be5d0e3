"""Everything Moonlit says is a key with arguments; the sentences are in text/<language>.toml.

A sentence names its arguments in braces: "{seat} takes {tile}". `{count:goal|goals}` is the first
word for one and the second for many, by the language's own rule. An argument called `seat` is a
seat's number and is shown as the player's name.
"""

from __future__ import annotations

import os
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from moonlit.core.discovery import origins

LANGUAGES = ("en", "es", "fr")
PACKAGE = Path(__file__).resolve().parent.parent


def guess_language() -> str:
    """The language of the person's environment, if we speak it; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def folder(topic: str) -> Path:
    """A topic is a game's name or one of Moonlit's own packages."""
    found = origins().get(topic)
    return (found.folder if found else PACKAGE / topic) / "text"


@cache
def phrases(topic: str, language: str) -> dict[str, str]:
    """All sentences of a topic, by dotted key."""
    path = folder(topic) / f"{language}.toml"
    origin = origins().get(topic)
    found: dict[str, str] = {}
    if origin is not None and not origin.bundled and language != "en":
        found |= phrases(topic, "en")  # for what it cannot say yet in this language
        if not path.exists():
            return found
    with path.open("rb") as file:
        return found | dict(_flat(tomllib.load(file), ""))


def _flat(table: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((prefix + key, str(value).strip()))
    return pairs


def say(
    topic: str,
    key: str,
    language: str = "en",
    names: Sequence[str] | None = None,
    /,
    **arguments: Any,
) -> str:
    """The sentence behind a key, in a language, with its arguments in place."""
    words = _Sentence(language, names)
    return words.vformat(phrases(topic, language)[key], (), arguments)


class _Sentence(string.Formatter):
    def __init__(self, language: str, names: Sequence[str] | None) -> None:
        self.language = language
        self.names = names

    def get_value(self, key: Any, args: Any, kwargs: Mapping[str, Any]) -> Any:
        value = super().get_value(key, args, kwargs)
        if key == "seat" and isinstance(value, int):
            return player_name(value, self.names, self.language)
        if hasattr(value, "text"):  # an error inside an error
            return value.text(self.language)
        if isinstance(value, (list, tuple)):
            return ", ".join(str(part) for part in value)
        return value

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if is_singular(int(value), self.language) else many
        return str(super().format_field(value, format_spec))


def is_singular(count: int, language: str) -> bool:
    return abs(count) < 2 if language == "fr" else abs(count) == 1


def player_name(seat: int, names: Sequence[str] | None, language: str) -> str:
    if names is not None and names[seat]:
        return names[seat]
    return say("core", "seat", language, number=seat + 1)
