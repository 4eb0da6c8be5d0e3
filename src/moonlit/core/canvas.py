"""A grid of styled characters on which a game draws its board for the terminal."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

# Seats, apart from every game's own colors; each goes with its number wherever it is shown.
SEAT_STYLES = (
    "bold #f4ecd8",
    "bold #b892ff",
    "bold #ff9a4d",
    "bold #b7e05a",
    "bold #ff8fb1",
)
MUTED = "#8a92bd"
GOLD = "bold #f3d58a"  # what is yours to do


class Canvas:
    """Text put at a row and a column; whatever falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._letters = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        if not 0 <= row < self.height:
            return
        for offset, letter in enumerate(text):
            if 0 <= column + offset < self.width:
                self._letters[row][column + offset] = letter
                self._styles[row][column + offset] = style

    def fill(self, row: int, column: int, width: int, style: str) -> None:
        self.put(row, column, " " * width, style)

    def text(self) -> Text:
        """The drawing, without the blank lines at its end and the blanks at line ends."""
        lines = []
        for letters, styles in zip(self._letters, self._styles, strict=True):
            end = max(
                (n + 1 for n in range(self.width) if letters[n] != " " or styles[n]), default=0
            )
            line = Text()
            for style, run in groupby(range(end), key=styles.__getitem__):
                line.append("".join(letters[n] for n in run), style)
            lines.append(line)
        while lines and not lines[-1].plain:
            lines.pop()
        return Text("\n").join(lines)
