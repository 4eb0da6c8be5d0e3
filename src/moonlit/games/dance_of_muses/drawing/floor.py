"""The dance floor: marble slabs within a meander, the Muses in the middle of it."""

from __future__ import annotations

import math
import re
from typing import Any

from moonlit.core.picture import Last
from moonlit.core.sheet import Sheet, number
from moonlit.games.dance_of_muses.drawing.medallion import draw_medallion

BAND = 15.0
LARGEST = 104.0  # a cell's side
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
# Four cuts of marble; turned, they make sixteen slabs that do not look alike.
CUTS = (
    (
        "M-5 72C18 60 26 40 48 38S80 18 105 22M48 38C56 52 70 56 76 78S88 96 90 105",
        "M10 -5C14 14 30 20 30 48M76 78C64 84 60 96 52 105M70 24C78 36 92 40 105 40",
    ),
    (
        "M22 -5C26 18 14 34 34 52S50 84 44 105M34 52C52 50 66 62 105 58",
        "M-5 30C6 34 12 30 20 36M66 60C70 74 84 80 86 105M60 -5C56 12 66 20 62 34",
    ),
    (
        "M-5 20C22 26 30 14 54 24S84 50 105 46",
        "M54 24C50 44 60 56 52 74S40 92 44 105M-5 62C10 58 22 70 38 64M80 42C84 60 78 70 84 84",
    ),
    (
        "M84 -5C76 22 88 36 68 56S22 70 -5 98M68 56C74 72 90 78 105 82",
        "M20 -5C18 10 30 22 26 40S14 56 10 66M40 68C46 80 42 92 50 105",
    ),
)
KEY = "M0 10.5H9.5V2.5H3V7H6.2M9.5 10.5H12.1"


def draw_floor(
    sheet: Sheet, view: dict[str, Any], last: Last | None, width: float, height: float
) -> None:
    spots = [(piece["x"], piece["y"]) for piece in view["table"]]
    spots += [(x, y) for x, y in view["free"]]
    moved, _, way = read(last, view["over"])
    for piece in view["table"]:
        if piece["name"] == moved and way is not None:  # where she came from is seen as well
            spots.append((piece["x"] - STEPS[way][0], piece["y"] - STEPS[way][1]))
    left, right = min(x for x, _ in spots) - 0.5, max(x for x, _ in spots) + 0.5
    low, high = min(y for _, y in spots) - 0.5, max(y for _, y in spots) + 0.5
    edge = 2 * BAND + 16
    cell = min(LARGEST, (width - edge) / (right - left), (height - edge) / (high - low))
    middle = (left + right) / 2, (low + high) / 2
    inside = f'<rect x="0" y="0" width="{number(width)}" height="{number(height)}" rx="12"/>'
    clip = sheet.define("clipPath", inside)
    with sheet.group(clip_path=f"url(#{clip})"):
        with sheet.group(width / 2, height / 2, cell / 100):
            shift = -middle[0] * 100, middle[1] * 100
            with sheet.group(*shift):
                reach = width / cell / 2 + 1, height / cell / 2 + 1
                draw_marble(sheet, middle, reach)
                draw_pieces(sheet, view, last, cell)
        draw_frame(sheet, width, height)


def draw_marble(sheet: Sheet, middle: tuple[float, float], reach: tuple[float, float]) -> None:
    columns = range(math.floor(middle[0] - reach[0]), math.ceil(middle[0] + reach[0]) + 1)
    rows = range(math.floor(-middle[1] - reach[1]), math.ceil(-middle[1] + reach[1]) + 1)
    for row in rows:
        for column in columns:
            a, b = row % 4, column % 4
            cut = CUTS[(a * 3 + b * 2 + (a >> 1)) % 4]
            turn = (a * 5 + b * 3) % 4 * 90
            slab = slab_drawn(sheet, cut, (row + column) % 2 == 1)
            sheet.stamp(slab, column * 100, row * 100, turn=turn)
    joint = sheet.theme.choose("#10142f", "#b9b2a0")
    for row in rows:
        for column in columns:
            inlay = (
                f'<path d="M-8 0L0 -8L8 0L0 8Z" fill="{sheet.theme.choose("#121736", "#4d5570")}" '
                f'stroke="{joint}"/>'
            )
            sheet.stamp(inlay, column * 100 - 50, row * 100 - 50)


def slab_drawn(sheet: Sheet, cut: tuple[str, str], other: bool) -> str:
    choose = sheet.theme.choose
    fill = choose("#232b5e", "#e3dfd4") if other else choose("#1c2350", "#f3f0e8")
    vein = choose("#beCAff", "#605c6e")
    opacity = choose(".17", ".21")
    lines = "".join(
        f'<path d="{d}" fill="none" stroke="{vein}" stroke-opacity="{opacity}" '
        f'stroke-width="{width}"/>'
        for d, width in zip(cut, (0.9, 0.5), strict=True)
    )
    joint = choose("#10142f", "#b9b2a0")
    return (
        f'<rect x="-50" y="-50" width="100" height="100" fill="{fill}" stroke="{joint}" '
        f'stroke-width="1.8"/><g transform="translate(-50 -50)">{lines}</g>'
    )


def draw_frame(sheet: Sheet, width: float, height: float) -> None:
    """A meander around the floor, a whole number of keys on each side."""
    choose = sheet.theme.choose
    band, key = choose("#141a3c", "#e9e2cf"), choose("#b49a5e", "#8a6a2c")
    inner = width - 2 * BAND, height - 2 * BAND
    corners = ((BAND, 0.0), (width, BAND), (width - BAND, height), (0.0, height - BAND))
    for side, (x, y) in enumerate(corners):
        length = inner[side % 2]
        count = round(length / BAND)
        content = (
            f'<rect width="12.1" height="12" fill="{band}"/>'
            f'<path d="{KEY}" fill="none" stroke="{key}" stroke-width="1.3"/>'
        )
        pattern = sheet.define(
            "pattern",
            f'<g transform="scale({length / count / 12:.5g} {BAND / 12:.5g})">{content}</g>',
            width=round(length / count, 4), height=BAND, patternUnits="userSpaceOnUse",
        )  # fmt: skip
        with sheet.group(x, y, turn=90 * side):
            sheet.rect(0, 0, length, BAND, fill=f"url(#{pattern})")
    gem = (
        f'<rect width="12" height="12" fill="{band}"/><path d="M6 2L10 6L6 10L2 6Z" fill="{key}"/>'
    )
    for x in (0.0, width - BAND):
        for y in (0.0, height - BAND):
            sheet.stamp(gem, x, y, BAND / 12)
    sheet.rect(BAND, BAND, *inner, fill="none", stroke=key, stroke_opacity=0.7, stroke_width=1.5)


def draw_pieces(sheet: Sheet, view: dict[str, Any], last: Last | None, cell: float) -> None:
    mark = sheet.theme.choose("#e6ebff", "#2a3160")
    for x, y in view["free"]:
        sheet.circle(
            x * 100, -y * 100, 38, fill=mark, fill_opacity=0.06, stroke=mark, stroke_opacity=0.4,
            stroke_width=2, stroke_dasharray="6 6",
        )  # fmt: skip
    faces = {face["name"]: face for face in view["muses"]}
    moved, target, way = read(last, view["over"])
    for piece in view["table"]:
        x, y = piece["x"] * 100, -piece["y"] * 100
        here = moved in (piece["name"], f"{piece['x']},{piece['y']}")
        if here and way is not None:
            dx, dy = STEPS[way]
            sheet.circle(x - dx * 100, y + dy * 100, 34, fill=mark, fill_opacity=0.16)
            sheet.path(
                f"M{x - dx * 100} {y + dy * 100}L{x} {y}", stroke=mark, stroke_opacity=0.6,
                stroke_width=8, stroke_linecap="round", stroke_dasharray="1 14",
            )  # fmt: skip
        if here:
            sheet.circle(x, y, 51, fill=mark, fill_opacity=0.6)
        elif piece["name"] == target:
            sheet.circle(
                x, y, 49.5, fill="none", stroke=mark, stroke_width=5, stroke_dasharray="12 7"
            )
    will = view["scoring"]["will"] if view["scoring"] else []
    for piece in view["table"]:
        with sheet.group(piece["x"] * 100, -piece["y"] * 100):
            if piece["muse"] in will:
                sheet.circle(
                    0,
                    0,
                    49.5,
                    fill="none",
                    stroke="#f6cf62",
                    stroke_width=5,
                    stroke_dasharray="2 6",
                )
            draw_medallion(sheet, piece, faces, view["scoring"] is not None, cell)


def read(last: Last | None, over: bool) -> tuple[str | None, str | None, str | None]:
    """Whom the last move moved, by name or by place, whom it aimed at, which way it went."""
    if last is None:
        return None, None, None
    if "@" in last.move:
        return last.move.partition("@")[2], None, None
    found = re.fullmatch(r"([^:*]+)(?:\*([^:]+))?:(\w)(?:\*(.+))?", last.move)
    if found is None:
        return None, None, None
    muse, before, way, after = found.groups()
    if over and before:
        return muse, before, None  # the power may have ended the game before the step
    return muse, before or after, way
