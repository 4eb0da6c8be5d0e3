"""The colors of pictures: night and day, as the page has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DEEP = "#0d1230"  # edges of pieces, by night and by day


@dataclass(frozen=True)
class Theme:
    name: str
    ground: tuple[str, str]  # the sky, above and below
    surface: str
    raised: str  # on a surface
    line: str
    text: str
    muted: str
    gold: str  # whose turn it is
    on_gold: str
    seats: tuple[str, ...]
    on_seat: str

    def choose(self, night: str, day: str) -> str:
        """A game's own color in this theme."""
        return night if self.name == "night" else day


NAMES = ("night", "day")
COLORS: dict[str, tuple[Any, Any]] = {
    "ground": (("#0d1230", "#1a1f45"), ("#faf8f2", "#f0ecdf")),
    "surface": ("#232a57", "#ffffff"),
    "raised": ("#2c3468", "#f4f1e6"),
    "line": ("#3a4380", "#c9c4b2"),
    "text": ("#eef0fb", "#1d2140"),
    "muted": ("#a9b0d6", "#555b7d"),
    "gold": ("#f3d58a", "#8a6410"),
    "on_gold": ("#1d1a10", "#ffffff"),
    "seats": (
        ("#f4ecd8", "#b79cf2", "#f2994a", "#b5dd5c", "#f28cb5"),
        ("#75683f", "#6b45c4", "#b85a08", "#567d0c", "#b3286b"),
    ),
    "on_seat": ("#0d1230", "#ffffff"),
}
NIGHT, DAY = (
    Theme(name, **{part: colors[column] for part, colors in COLORS.items()})
    for column, name in enumerate(NAMES)
)
THEMES = {theme.name: theme for theme in (NIGHT, DAY)}
