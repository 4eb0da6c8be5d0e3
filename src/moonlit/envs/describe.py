"""Layouts for people: the tables and the picture of docs/environments.md.

`python -m moonlit.envs.describe docs` writes both anew.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from moonlit.core.layout import Layout, Section, find_layout
from moonlit.core.registry import find_game, game_names
from moonlit.core.words import say

FEW = 2  # players, for the tables: one more shows what grows with them

WIDE, PAD, BOX, GAP = 960, 16, 44, 6  # of the picture, in pixels
UNIT = 7  # a section is so wide for the square root of its numbers
NARROW = 74  # at least, so that its name fits
SEATS, TABLE, INK, PAPER = "#cfdcf2", "#f1e3bd", "#23395d", "#ffffff"


def shape(section: Section, other: Section) -> str:
    """A section's shape; what grows by one with every player is written with a P."""
    sizes = []
    for few, more in zip(section.shape, other.shape, strict=True):
        beyond = few - FEW
        sizes.append(str(few) if few == more else f"P + {beyond}" if beyond else "P")
    return " × ".join(sizes)


def _pairs(game: str) -> list[tuple[Section, Section]]:
    layouts = [find_layout(find_game(game), players) for players in (FEW, FEW + 1)]
    return list(zip(layouts[0].sections, layouts[1].sections, strict=True))


def table(game: str) -> str:
    """A game's layout in Markdown; `at` is where a section begins with two players."""
    starts = find_layout(find_game(game), FEW).slices
    lines = [
        "| section | at | shape | from | to | meaning |",
        "| --- | ---: | --- | ---: | ---: | --- |",
    ]
    for section, other in _pairs(game):
        lines.append(
            f"| `{section.name}` | {starts[section.name].start} | {shape(section, other)} "
            f"| {section.low} | {section.high} | {section.meaning} |"
        )
    return "\n".join(lines)


def sizes(game: str) -> str:
    """How many numbers an observation has, for each player count."""
    found = find_game(game)
    told = [f"{find_layout(found, players).size:,} with {players}" for players in found.seats]
    return f"Numbers in all: {', '.join(told)} players. Actions: {found.action_space:,}."


def picture() -> str:
    """All layouts for two players, as SVG: a box a section, in their order."""
    body: list[str] = []
    top = PAD + 24
    legend = [
        (SEATS, "one row a seat"),
        (TABLE, "the whole table"),
    ]
    for number, (fill, words) in enumerate(legend):
        left = PAD + number * 160
        body.append(
            f'<rect x="{left}" y="{PAD}" width="16" height="16" fill="{fill}" stroke="{INK}"/>'
        )
        body.append(f'<text x="{left + 22}" y="{PAD + 13}">{words}</text>')
    for game in game_names():
        layout = find_layout(find_game(game), FEW)
        top += 30
        title = f"{say(game, 'name', 'en')}, {FEW} players: {layout.size:,} numbers"
        body.append(f'<text x="{PAD}" y="{top}" font-size="16" font-weight="bold">{title}</text>')
        top = _boxes(game, layout, top + 12, body)
    height = top + PAD
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{height}" '
        f'viewBox="0 0 {WIDE} {height}" font-family="sans-serif" font-size="12" fill="{INK}">'
    )
    return "\n".join(
        [head, f'<rect width="100%" height="100%" fill="{PAPER}"/>', *body, "</svg>", ""]
    )


def _boxes(game: str, layout: Layout, top: int, body: list[str]) -> int:
    """A game's sections from left to right, in as many rows as it takes; the lower edge."""
    left = PAD
    for section, other in _pairs(game):
        width = max(NARROW, 8 + 7 * len(section.name), round(UNIT * section.size**0.5))
        if left + width > WIDE - PAD:
            left, top = PAD, top + BOX + GAP
        by_seat = section.shape[0] != other.shape[0] and section.shape[0] == FEW
        start = layout.slices[section.name].start
        body.append(
            f'<rect x="{left}" y="{top}" width="{width}" height="{BOX}" rx="4" '
            f'fill="{SEATS if by_seat else TABLE}" stroke="{INK}">'
            f"<title>{escape(section.meaning)}</title></rect>"
        )
        body.append(f'<text x="{left + 5}" y="{top + 17}" font-weight="bold">{section.name}</text>')
        told = f"{start}: {'×'.join(str(size) for size in section.shape)}"
        body.append(f'<text x="{left + 5}" y="{top + 35}" font-size="11">{told}</text>')
        left += width + GAP
    return top + BOX


def filled(page: str) -> str:
    """A page with the tables between its marks written anew."""
    return re.sub(r"<!-- layout ([\w-]+) -->.*?<!-- end -->", _marked, page, flags=re.DOTALL)


def _marked(found: re.Match[str]) -> str:
    game = found[1]
    return f"<!-- layout {game} -->\n{sizes(game)}\n\n{table(game)}\n<!-- end -->"


def main(folder: Path) -> None:
    page = folder / "environments.md"
    page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "images").mkdir(exist_ok=True)
    (folder / "images" / "layouts.svg").write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
