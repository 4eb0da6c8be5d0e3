"""The terminal's board of a game that brings none: its view, written out readably.

What is simple stands in lines, rows of the same kind in a table; whatever holds more is written
below its title. What the game calls its things is under `word.<name>` among its words, as the page
has it too; what has no word there is shown as it is written. None is there and hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from moonlit.core.canvas import GOLD, MUTED, SEAT_STYLES, Canvas
from moonlit.core.words import phrases, player_name

# What every view has; the program shows these around the board.
FRAME = ("game", "seat", "players", "options", "number", "to_move", "over", "standings")
HIDDEN, NOTHING, YES, NO, MORE = "▒▒", "–", "✓", "–", "…"
GAP = 2  # between two columns

Piece = tuple[int, str, str]  # where in its line, what, in which style
Line = list[Piece]


def draw(view: dict[str, Any], focus: int, language: str, width: int, height: int) -> Text:
    own = {key: value for key, value in view.items() if key not in FRAME}
    lines = Writer(view, language, width).lines(own)
    canvas = Canvas(width, height)
    for row, line in enumerate(lines):
        for column, text, style in line:
            canvas.put(row, column, text, style)
    if len(lines) > height:  # nobody shall take this for all there is
        canvas.put(height - 1, 0, " " * width)
        canvas.put(height - 1, 0, MORE, MUTED)
    return canvas.text()


def is_simple(value: Any) -> bool:
    if isinstance(value, list):
        return not any(isinstance(each, (dict, list)) for each in value)
    return not isinstance(value, dict)


def is_short(value: Any) -> bool:
    """Simple, or a few simple ones with their names."""
    return all(map(is_simple, value.values())) if isinstance(value, dict) else is_simple(value)


def is_table(value: Any) -> bool:
    """Rows of one kind, with nothing in them that needs a line of its own."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, dict) and list(row) == list(value[0]) for row in value)
        and all(is_simple(each) for row in value for each in row.values())
    )


@dataclass
class Writer:
    """Writes the parts of a view, each as lines."""

    view: dict[str, Any]
    language: str
    width: int

    def word(self, name: str) -> str:
        found = phrases(self.view["game"], self.language).get(f"word.{name}")
        return name.replace("_", " ") if found is None else found

    def title(self, name: str) -> str:
        word = self.word(name)
        return word[:1].upper() + word[1:]

    def simple(self, value: Any) -> str:
        if value is None:
            return HIDDEN
        if isinstance(value, bool):
            return YES if value else NO
        if isinstance(value, list):
            return " ".join(self.simple(each) for each in value) or NOTHING
        return self.word(value) if isinstance(value, str) else str(value)

    def cell(self, key: str, value: Any) -> tuple[str, str]:
        """A value and its style; whoever is to move is marked."""
        if key != "seat" or type(value) is not int:
            return self.simple(value), GOLD if value is True else MUTED if value is None else ""
        mark = "▸ " if value == self.view["to_move"] else "  "
        name = player_name(value, self.view["players"], self.language)
        return mark + name, SEAT_STYLES[value % len(SEAT_STYLES)]

    def lines(self, parts: dict[str, Any], indent: int = 0) -> list[Line]:
        """What fits into a line behind its title, then what needs more."""
        short = [key for key, value in parts.items() if key != "seat" and is_short(value)]
        at = indent + max((len(self.title(key)) for key in short), default=0) + GAP
        found: list[Line] = []
        if "seat" in parts:
            found.append([(indent, *self.cell("seat", parts["seat"]))])
        for key in short:
            rows = self.behind_title(key, parts[key], at)
            rows[0].insert(0, (indent, self.title(key), MUTED))
            found += rows
        for key, value in parts.items():
            if key != "seat" and key not in short:
                if found and not indent:
                    found.append([])
                title = self.title(key)
                found += self.table(title, value, indent) or self.below(title, value, indent)
        return found

    def behind_title(self, key: str, value: Any, at: int) -> list[Line]:
        """A value, or a few with their names, in as many lines as it takes."""
        pieces = [(word, style) for text, style in [self.cell(key, value)] for word in text.split()]
        gap = 1
        if isinstance(value, dict):
            gap = GAP
            pieces = []
            for name, each in value.items():
                if each != []:
                    text, style = self.cell(name, each)
                    pieces.append((text if name == "seat" else f"{self.title(name)} {text}", style))
        rows: list[Line] = [[]]
        column = at
        for text, style in pieces:
            if rows[-1] and column + len(text) > self.width:
                rows.append([])
                column = at
            rows[-1].append((column, text, style))
            column += len(text) + gap
        return rows

    def table(self, title: str, value: Any, indent: int) -> list[Line] | None:
        """Rows of one kind below their titles; None if it is none, or too wide."""
        if not is_table(value):
            return None
        keys = sorted(value[0], key=lambda key: key != "seat")  # names first, the rest as it is
        heads = [title if key == "seat" else self.title(key) for key in keys]
        grid = [[(head, MUTED) for head in heads]]
        grid += [[self.cell(key, row[key]) for key in keys] for row in value]
        lines: list[Line] = [[] for _ in grid]
        at = indent
        for column in zip(*grid, strict=True):
            for line, (text, style) in zip(lines, column, strict=True):
                line.append((at, text, style))
            at += max(len(text) for text, _ in column) + GAP
        if at - GAP > self.width:
            return None
        return lines if "seat" in keys else [[(indent, title, MUTED)], *lines]

    def below(self, title: str, value: Any, indent: int) -> list[Line]:
        """Something that holds more, further in below its title."""
        lines: list[Line] = [[(indent, title, MUTED)]]
        for number, each in enumerate(value if isinstance(value, list) else [value], 1):
            inner = each if isinstance(each, dict) else {str(number): each}
            lines += self.lines(inner, indent + GAP)
        return lines
