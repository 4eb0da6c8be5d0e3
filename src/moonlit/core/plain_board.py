"""A view written out line by line: the terminal's board of a game that brings no drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from moonlit.core.canvas import GOLD, MUTED, SEAT_STYLES, Canvas
from moonlit.core.words import player_name

# What every view has; the program shows these around the board.
FRAME = ("game", "seat", "players", "options", "number", "to_move", "over", "standings")
HIDDEN = "▒▒"


def draw(view: dict[str, Any], focus: int, language: str, width: int, height: int) -> Text:
    canvas = Canvas(width, height)
    own = {key: value for key, value in view.items() if key not in FRAME}
    for row, (depth, title, text, style) in enumerate(lines(own, view["players"], language)):
        canvas.put(row, 2 * depth, title, MUTED)
        canvas.put(row, 2 * depth + len(title) + bool(title), text, style)
    return canvas.text()


def lines(
    value: dict[str, Any], names: list[str], language: str, depth: int = 0
) -> Iterator[tuple[int, str, str, str]]:
    """Depth, title, text and style of each line: what is simple first, what holds more behind."""
    held = {key: each for key, each in value.items() if has_parts(each)}
    for key, each in value.items():
        if key == "seat" and isinstance(each, int):
            yield depth, "", player_name(each, names, language), SEAT_STYLES[each]
        elif key not in held:
            yield depth, words(key), simple(each), GOLD if each is True else ""
    for key, each in held.items():
        yield depth, words(key), "", ""
        for part in each if isinstance(each, list) else [each]:
            yield from lines(part, names, language, depth + 1)


def has_parts(value: Any) -> bool:
    if isinstance(value, dict):
        return bool(value)
    return isinstance(value, list) and bool(value) and all(isinstance(e, dict) for e in value)


def words(key: str) -> str:
    return key.replace("_", " ")


def simple(value: Any) -> str:
    if value is None:
        return HIDDEN
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, list):
        return "  ".join(simple(each) for each in value)
    return str(value)
