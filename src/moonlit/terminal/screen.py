"""The terminal as Moonlit uses it: a screen to draw on and a line to ask for."""

from __future__ import annotations

import importlib
import shutil
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.text import Text

from moonlit.core.game import Game
from moonlit.core.words import say

TOPIC = "terminal"


def board(game: Game) -> ModuleType:
    """The game's own drawing: `draw` a board, `describe` what a move would do."""
    return importlib.import_module(f"moonlit.games.{game.name.replace('-', '_')}.terminal")


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
            self.console.print(part, markup=False, overflow="fold", soft_wrap=False)

    def ask(self, question: str) -> str:
        """A line from the person. EOFError when there are no more."""
        return self.console.input(Text(f"{question}> ", style="bold #f3d58a")).strip()

    def page(self, *parts: str | Text) -> None:
        """Show something longer and wait."""
        self.clear()
        self.show(*parts)
        self.ask(self.say("press_enter"))
