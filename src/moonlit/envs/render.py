"""A match drawn for people: the board of the terminal, as text with colors or as a picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.style import Style
from rich.text import Text

from moonlit.core.match import Match

WIDTH, HEIGHT = 80, 26  # in letters
LETTER = (9, 18)  # in pixels
FONT_SIZE = 15
PAPER, INK = "#12162b", "#e8e6df"


def board(match: Match, seat: int | None) -> Text:
    """The game's drawing on a terminal; its middle is the seat to move, or who looks."""
    focus = match.to_move if match.to_move is not None else seat or 0
    drawn: Text = match.game.role("terminal").draw(match.view(seat), focus, "en", WIDTH, HEIGHT)
    return drawn


def ansi(match: Match, seat: int | None) -> str:
    """Lines of text with the colors of a terminal."""
    console = Console(
        width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False, _environ={}
    )
    with console.capture() as shown:
        console.print(board(match, seat), soft_wrap=True)
    return shown.get()


def rgb_array(match: Match, seat: int | None) -> Any:
    """A picture, always of the same size: height, width, three colors."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH * LETTER[0], HEIGHT * LETTER[1]), PAPER)
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(board(match, seat).split("\n")):
        styles = letter_styles(line)
        for column, letter in enumerate(line.plain):
            left, top = column * LETTER[0], row * LETTER[1]
            ink, paper = colors(styles[column])
            if paper is not None:
                pen.rectangle((left, top, left + LETTER[0] - 1, top + LETTER[1] - 1), fill=paper)
            if letter != " ":
                pen.text((left, top), letter, fill=ink, font=font(bool(styles[column].bold)))
    return np.asarray(picture)


def letter_styles(line: Text) -> list[Style]:
    """The style of each letter of a line."""
    styles = [Style.null()] * len(line.plain)
    for span in line.spans:
        style = Style.parse(str(span.style))
        for column in range(span.start, min(span.end, len(styles))):
            styles[column] += style
    return styles


def colors(style: Style) -> tuple[str, str | None]:
    """What a letter is drawn with, and on; a dim one is half as bright."""
    ink = style.color.get_truecolor().hex if style.color else INK
    paper = style.bgcolor.get_truecolor().hex if style.bgcolor else None
    if style.dim:
        ink = "#" + "".join(f"{int(ink[at : at + 2], 16) // 2 + 16:02x}" for at in (1, 3, 5))
    return (paper or PAPER, ink) if style.reverse else (ink, paper)


@cache
def font(bold: bool) -> Any:
    """DejaVu Sans Mono, which Matplotlib brings along: it has the moon and the shapes we draw."""
    import matplotlib
    from PIL import ImageFont

    name = "DejaVuSansMono-Bold.ttf" if bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts/ttf" / name, FONT_SIZE)
