"""What Moonlit raises: each error is a key with arguments, so it can be said in any language."""

from __future__ import annotations

from typing import Any

from moonlit.core.words import say

MAX_SHOWN = 60
MAX_NUMBER = 10**30


def shown(value: Any) -> Any:
    """What somebody gave us, short and printable enough to say back to them."""
    if isinstance(value, MoonlitError) or (isinstance(value, int) and abs(value) <= MAX_NUMBER):
        return value
    if isinstance(value, tuple):
        return tuple(shown(part) for part in value)
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # a number too long to write, a list in a list in a list
        text = type(value).__name__
    text = "".join(letter if letter.isprintable() else "·" for letter in text[: MAX_SHOWN + 1])
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


class MoonlitError(Exception):
    """Base of all errors a caller may cause. `text` says what is wrong and what would be right."""

    def __init__(self, key: str, topic: str = "core", /, **arguments: Any) -> None:
        self.key = key
        self.topic = topic
        self.arguments = {name: shown(value) for name, value in arguments.items()}
        super().__init__(key, topic, self.arguments)

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), self.key, self.topic, self.arguments)

    def text(self, language: str = "en") -> str:
        """The sentence in a language."""
        return say(self.topic, self.key, language, **self.arguments)

    def __str__(self) -> str:
        return self.text()


def _rebuild(
    kind: type[MoonlitError], key: str, topic: str, arguments: dict[str, Any]
) -> MoonlitError:
    return kind(key, topic, **arguments)


class UnknownGame(MoonlitError):
    """There is no game of that name."""


class BrokenGame(MoonlitError):
    """A game's package does not have the shape of a game, or cannot be loaded."""


class BadTable(MoonlitError):
    """A table cannot be set like that: players, options, components or seed."""


class BadSeat(MoonlitError):
    """There is no such seat at this table."""


class IllegalMove(MoonlitError):
    """The move cannot be made now."""


class NothingToUndo(MoonlitError):
    """No move has been made yet."""


class BadRecord(MoonlitError):
    """The record is not one of a game that could have been played."""
