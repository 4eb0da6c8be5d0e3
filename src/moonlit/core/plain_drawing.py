"""The picture of a game that brings no drawing: its view, laid out as the page's plain board does.

Things are chips behind their names, a hidden one is the back of a card, and whatever belongs to a
seat stands in a panel of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moonlit.core.picture import INNER, Last
from moonlit.core.plain_board import FRAME, NOTHING, Writer, is_simple
from moonlit.core.sheet import Sheet, text_width
from moonlit.core.words import say

LINE, CHIP, SIZE = 36.0, 28.0, 14.0
PAD, GAP = 14.0, 12.0
BACK = (
    '<rect width="22" height="28" rx="5" fill="#3a4380" stroke="#8f98cf"/>'
    '<path d="M13 7A8 8 0 1 0 17 19A7 7 0 0 1 13 7Z" fill="#8f98cf"/>'
)


def draw(sheet: Sheet, view: dict[str, Any], last: Last | None) -> float:
    layout = Layout(sheet, Writer(view, sheet.language, 80))
    own = {key: value for key, value in view.items() if key not in FRAME}
    y = 0.0
    if not any(map(is_of_seats, own.values())):
        y = layout.parts({"players": [{"seat": s} for s in range(len(view["players"]))]}, 0, y)
    y = layout.parts(own, 0, y)
    return max(y - GAP, LINE)


def is_of_seats(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(row, dict) and "seat" in row for row in value)


@dataclass
class Layout:
    """Each method draws from y on, and returns how far down it came."""

    sheet: Sheet
    words: Writer

    def parts(self, parts: dict[str, Any], x: float, y: float) -> float:
        """What is simple in one panel, a row a name; then what holds more."""
        simple = {key: value for key, value in parts.items() if is_simple(value) and key != "seat"}
        if simple:
            y = self.panel(simple, None, x, y) + GAP
        for key, value in parts.items():
            if not is_simple(value):
                y = self.below(self.words.title(key), value, x, y)
        return y

    def below(self, title: str, value: Any, x: float, y: float) -> float:
        """Something that holds more, under its title."""
        self.sheet.text(title, x + 2, y + 10, 15, color=self.sheet.theme.muted, width=INNER - x)
        y += 26
        rows = value if isinstance(value, list) else [value]
        for number, row in enumerate(rows, 1):
            inner = row if isinstance(row, dict) else {str(number): row}
            simple = {k: v for k, v in inner.items() if is_simple(v) and k != "seat"}
            seat = inner.get("seat")
            if simple or seat is not None:
                y = self.panel(simple, seat if type(seat) is int else None, x, y) + GAP
            rest = {k: v for k, v in inner.items() if not is_simple(v)}
            y = self.parts(rest, x + 2 * PAD, y)
        return y

    def panel(self, parts: dict[str, Any], seat: int | None, x: float, y: float) -> float:
        """Names with their chips; the panel is drawn behind them once their height is known."""
        sheet, width = self.sheet, INNER - x
        drawn = sheet.taken()
        at = y + PAD + CHIP / 2
        if seat is not None:
            self.head(seat, x + PAD, at, width - 2 * PAD)
            at += LINE
        left = x + PAD
        for key, value in parts.items():
            title = self.words.title(key)
            used = text_width(title, SIZE) + 10
            if left > x + PAD and left + used + self.wide(value) > x + width - PAD:
                left, at = x + PAD, at + LINE
            sheet.text(title, left, at, SIZE, width=width / 2, color=sheet.theme.muted)
            left, at = self.chips(value, left + min(used, width / 2), at, x + width - PAD)
            left += 2 * PAD
        at += LINE
        foot = at - LINE + CHIP / 2 + PAD
        inside = sheet.taken()
        sheet.add(drawn)
        active = seat is not None and sheet.view["to_move"] == seat
        sheet.panel(x, y, width, foot - y, active=active)
        sheet.add(inside)
        return foot

    def head(self, seat: int, x: float, y: float, width: float) -> None:
        told, more = "", ""
        if self.sheet.view["over"]:
            row = self.sheet.view["standings"][seat]
            told = "" if row["score"] is None else str(row["score"])
            more = say("core", "picture.place", self.sheet.language, place=row["place"])
        self.sheet.seat_head(seat, x, y, width, told, more)

    def wide(self, value: Any) -> float:
        """How much room the chips of a value would like to have."""
        values = value if isinstance(value, list) else [value]
        return sum(self.width_of(each) + 6 for each in values)

    def width_of(self, value: Any) -> float:
        if value is None:
            return 22.0
        return max(CHIP, text_width(self.words.simple(value), SIZE, bold=True) + 14)

    def chips(self, value: Any, start: float, y: float, right: float) -> tuple[float, float]:
        """One for each value, in as many lines as it takes; where the next thing may stand."""
        values = value if isinstance(value, list) else [value]
        if not values:
            return start + self.sheet.text(NOTHING, start, y, SIZE), y
        x = start
        for each in values:
            width = min(self.width_of(each), right - start)
            if x > start and x + width > right:
                x, y = start, y + LINE
            self.chip(each, self.words.simple(each), x, y, width)
            x += width + 6
        return x, y

    def chip(self, value: Any, told: str, x: float, y: float, width: float) -> None:
        theme = self.sheet.theme
        if value is None:
            self.sheet.stamp(BACK, x, y - CHIP / 2)
            return
        self.sheet.rect(
            x, y - CHIP / 2, width, CHIP, rx=8, fill=theme.raised,
            stroke=theme.gold if value is True else theme.line,
        )  # fmt: skip
        middle = x + width / 2
        self.sheet.text(told, middle, y, SIZE, width=width - 8, anchor="middle", bold=True)
