"""A sheet of SVG on which a game draws a position: shapes, words that fit, colors of a theme.

What it draws stands alone: no style sheet, no font and no script from elsewhere. An id is made of
what it names, so several pictures can stand in one page, and the same position is the same text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zlib import crc32

from moonlit.core.themes import DEEP, Theme
from moonlit.core.words import phrases, player_name, say

FONT = (
    "'Source Sans 3','Source Sans Pro','Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
)
DISPLAY = "Fraunces,Georgia,'Source Sans Pro','DejaVu Serif',serif"
MIDDLE = 0.36  # from a line's middle down to its foot, in parts of its size
NARROW, WIDE = "fijlrtI1.,:;'|!()[] ", "mwMW@%—…"
# A disc's pattern for each seat, within radius 10: a seat is never told by its color alone.
PATTERNS = (
    '<circle r="7.6"/>',
    '<path d="M-7 -5.5L7 -5.5M-7 5.5L7 5.5"/>',
    '<path d="M-6.6 -6L-6.6 6M6.6 -6L6.6 6"/>',
    '<path d="M-8.5 -2L-2 -8.5M2 8.5L8.5 2"/>',
    '<circle r="7.6" stroke-dasharray="2 2.2"/>',
)

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> str:
    """Text as XML may hold it."""
    return "".join(c if c.isprintable() else "·" for c in text).translate(_ESCAPES)


def number(value: float) -> str:
    """Short, and the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(given: dict[str, Any]) -> str:
    parts = []
    for name, value in given.items():
        if value is not None:
            told = number(value) if isinstance(value, (int, float)) else escaped(str(value))
            parts.append(f' {name.rstrip("_").replace("_", "-")}="{told}"')
    return "".join(parts)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """No face in FONT is wider than this: better a gap than two words over each other."""
    ems = 0.0
    for letter in text:
        if unicodedata.combining(letter):
            continue
        if unicodedata.east_asian_width(letter) in "WF":
            ems += 1.05
        elif letter in NARROW:
            ems += 0.42
        elif letter in WIDE:
            ems += 1.0
        else:
            ems += 0.72 if letter.isupper() else 0.64
    return ems * size * (1.1 if bold else 1.0)


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """As much of a text as fits, with an ellipsis if that is not all."""
    if text_width(text, size, bold) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", size, bold) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


class Sheet:
    """Collects what is drawn, in the order in which it covers each other."""

    def __init__(self, view: dict[str, Any], language: str, theme: Theme) -> None:
        self.view = view
        self.language = language
        self.theme = theme
        self._parts: list[str] = []
        self._defs: dict[str, str] = {}

    # ---- words

    def say(self, key: str, **arguments: Any) -> str:
        """A sentence of the game."""
        return say(self.view["game"], key, self.language, self.view["players"], **arguments)

    def knows(self, key: str) -> bool:
        return key in phrases(self.view["game"], self.language)

    def name(self, seat: int) -> str:
        return player_name(seat, self.view["players"], self.language)

    # ---- shapes

    def add(self, text: str) -> None:
        """SVG as it is written here, with nothing in it that somebody has typed."""
        self._parts.append(text)

    def element(self, tag: str, **given: Any) -> None:
        self._parts.append(f"<{tag}{attributes(given)}/>")

    def rect(self, x: float, y: float, width: float, height: float, **given: Any) -> None:
        self.element("rect", x=x, y=y, width=width, height=height, **given)

    def circle(self, x: float, y: float, r: float, **given: Any) -> None:
        self.element("circle", cx=x, cy=y, r=r, **given)

    def path(self, d: str, **given: Any) -> None:
        self.element("path", d=d, **given)

    @contextmanager
    def group(
        self, x: float = 0, y: float = 0, scale: float = 1.0, turn: float = 0.0, **given: Any
    ) -> Iterator[None]:
        moves = [f"translate({number(x)} {number(y)})"] if x or y else []
        moves += [f"rotate({number(turn)})"] if turn else []
        moves += [f"scale({scale:.4g})"] if scale != 1 else []
        self._parts.append(f"<g{attributes({'transform': ' '.join(moves) or None, **given})}>")
        yield
        self._parts.append("</g>")

    def define(self, tag: str, content: str, **given: Any) -> str:
        """Something to be used by its id, which is returned."""
        whole = f"{tag}{attributes(given)}>{content}"
        name = f"m{crc32(whole.encode()):08x}"
        self._defs[name] = f'<{tag} id="{name}"{attributes(given)}>{content}</{tag}>'
        return name

    def stamp(
        self, content: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0, **given: Any
    ) -> None:
        """A drawing that occurs again and again: it is written once."""
        name = self.define("g", content)
        moves = f"translate({number(x)} {number(y)})"
        moves += f" rotate({number(turn)})" if turn else ""
        moves += f" scale({scale:.4g})" if scale != 1 else ""
        self.element("use", href=f"#{name}", transform=moves, **given)

    # ---- text

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float = 14,
        *,
        width: float | None = None,
        least: float | None = None,
        color: str | None = None,
        anchor: str | None = None,
        bold: bool = False,
        display: bool = False,
    ) -> float:
        """A line of text with its middle at y, no wider than `width`: before it is shortened it
        gets smaller, down to `least`. How wide it may be."""
        while width is not None and size > (least or size) and text_width(text, size, bold) > width:
            size -= 0.5
        told = text if width is None else shortened(text, width, size, bold)
        if told:
            given = {
                "x": x,
                "y": y + MIDDLE * size,
                "font_size": size,
                "fill": color or self.theme.text,
                "text_anchor": anchor,
                "font_weight": (600 if display else 700) if bold or display else None,
                "font_family": DISPLAY if display else None,
            }
            self._parts.append(f"<text{attributes(given)}>{escaped(told)}</text>")
        return text_width(told, size, bold)

    # ---- what every game has

    def panel(self, x: float, y: float, width: float, height: float, active: bool = False) -> None:
        """A surface for a seat's things; the one whose turn it is has a golden edge."""
        edge = self.theme.gold if active else self.theme.line
        self.rect(
            x,
            y,
            width,
            height,
            rx=12,
            fill=self.theme.surface,
            stroke=edge,
            stroke_width=2.5 if active else 1,
        )

    def seat_disc(self, seat: int, x: float, y: float, r: float = 10, bare: bool = False) -> None:
        """A seat's disc, told apart by color, pattern and number."""
        theme = self.theme
        color, pattern = theme.seats[seat % len(theme.seats)], PATTERNS[seat % len(PATTERNS)]
        content = (
            f'<circle r="10" fill="{color}" stroke="{DEEP}" stroke-width="1.2"/>'
            f'<g fill="none" stroke="{theme.on_seat}" stroke-opacity=".55">{pattern}</g>'
        )
        self.stamp(content, x, y, r / 10)
        if not bare:
            self.text(str(seat + 1), x, y, 1.2 * r, color=theme.on_seat, anchor="middle", bold=True)

    def seat_head(
        self, seat: int, x: float, y: float, width: float, told: str, more: str = ""
    ) -> None:
        """A line with a seat's disc and name, and at its right end how it stands."""
        self.seat_disc(seat, x + 11, y, 11)
        score = self.text(told, x + width, y, 15, anchor="end", bold=True)
        left, room = x + 29, width - 29 - score - 8
        if more:
            room -= text_width(more, 13) + 6
        used = self.text(self.name(seat), left, y, 15, width=room, least=13, bold=True)
        self.text(more, left + used + 6, y, 13, color=self.theme.muted)

    # ---- all of it

    def taken(self) -> str:
        """What was drawn so far, taken off the sheet: to be put on it later."""
        parts, self._parts = self._parts, []
        return "".join(parts)

    def svg(self, width: float, height: float, shown: float, title: str) -> str:
        """The picture, `shown` pixels wide."""
        defs = "".join(text for _, text in sorted(self._defs.items()))
        high = number(round(height * shown / width))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(shown)}" height="{high}" '
            f'viewBox="0 0 {number(width)} {number(height)}" role="img" '
            f'font-family="{escaped(FONT)}">'
        )
        told = escaped(title)
        body = "".join(self._parts)
        return f"{head}<title>{told}</title><defs>{defs}</defs>{body}</svg>\n"
