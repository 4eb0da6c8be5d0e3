"""The colors of pictures: night and day, as the page has them."""

from __future__ import annotations

from dataclasses import dataclass

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


NIGHT = Theme(
    name="night",
    ground=("#0d1230", "#1a1f45"),
    surface="#232a57",
    raised="#2c3468",
    line="#3a4380",
    text="#eef0fb",
    muted="#a9b0d6",
    gold="#f3d58a",
    on_gold="#1d1a10",
    seats=("#f4ecd8", "#b79cf2", "#f2994a", "#b5dd5c", "#f28cb5"),
    on_seat="#0d1230",
)
DAY = Theme(
    name="day",
    ground=("#faf8f2", "#f0ecdf"),
    surface="#ffffff",
    raised="#f4f1e6",
    line="#c9c4b2",
    text="#1d2140",
    muted="#555b7d",
    gold="#8a6410",
    on_gold="#ffffff",
    seats=("#75683f", "#6b45c4", "#b85a08", "#567d0c", "#b3286b"),
    on_seat="#ffffff",
)
THEMES = {theme.name: theme for theme in (NIGHT, DAY)}
