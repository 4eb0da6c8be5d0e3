"""The terminal as Moonlit uses it: a screen to draw on and a line to ask for."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from typing import Any

from rich.console import Console
from rich.text import Text

from moonlit.core.game import Game
from moonlit.core.words import say

TOPIC = "terminal"
WORD = re.compile(r" *(\S+( \S+)*?  +|· )?")  # in front of a meaning: a word, or a bullet
FRENCH = re.compile(r" (?=[:;?!»](\s|$))")  # no line begins with these
BOUND = "\N{NO-BREAK SPACE}"


def board(game: Game) -> Any:
    """The game's own drawing, or a plain one for a game that brings none."""
    return game.role("terminal")


class Screen:
    """Where things are shown. On a real terminal each page replaces the one before."""

    def __init__(self, language: str, console: Console | None = None) -> None:
        self.language = language
        self.console = console or Console(highlight=False)

    @property
    def size(self) -> tuple[int, int]:
        columns, lines = shutil.get_terminal_size((80, 24))
        return max(60, columns), max(20, lines)

    def say(self, key: str, names: list[str] | None = None, /, **arguments: Any) -> str:
        return say(TOPIC, key, self.language, names, **arguments)

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.clear()

    def show(self, *parts: str | Text) -> None:
        for part in parts:
            told = "\n".join(wrapped(part, self.size[0])) if isinstance(part, str) else part
            self.console.print(told, markup=False, overflow="fold", soft_wrap=False)

    def ask(self, question: str) -> str:
        """A line from the person. EOFError when there are no more."""
        if sys.stdin is None:  # there never were any
            raise EOFError
        return self.console.input(Text(f"{question}> ", style="bold #f3d58a")).strip()

    def page(self, text: str) -> None:
        """Show something longer, a screen at a time, and wait."""
        width, height = self.size
        lines = wrapped(text, width)
        most = height - 1 if self.console.is_terminal else len(lines)
        for start in range(0, len(lines), most):
            self.clear()
            self.show("\n".join(lines[start : start + most]))
            last = start + most >= len(lines)
            if self.ask(self.say("press_enter" if last else "more")):
                return


def wrapped(text: str, width: int) -> list[str]:
    """Lines of a width. Where a line is a word and its meaning, the meaning keeps its column."""
    lines: list[str] = []
    for line in text.split("\n"):
        word = WORD.match(line)
        indent = " " * (word.end() if word else 0)
        bound = FRENCH.sub(BOUND, line)
        lines += textwrap.wrap(bound, width, subsequent_indent=indent, break_on_hyphens=False) or [
            ""
        ]
    return [line.replace(BOUND, " ") for line in lines]


def in_columns(words: list[str], width: int) -> str:
    """Words of one kind, below each other."""
    wide = max((len(word) for word in words), default=0) + 2
    count = max(1, (width + 2) // wide)
    rows = [words[start : start + count] for start in range(0, len(words), count)]
    return "\n".join("".join(word.ljust(wide) for word in row).rstrip() for row in rows)
