"""A Muse: a mosaic medallion with her figure, power, suns and die; or a closed curtain."""

from __future__ import annotations

import math
from typing import Any

from moonlit.core.sheet import Sheet, number
from moonlit.games.dance_of_muses.drawing.figures import figure

EDGE = "#0e1230"
# A power's ground, its rows of stones, and the ink of figures on it.
TONES = {
    "raise": ("#9c4631", "#b85c43", "#863824", "#7b3829"),
    "lower": ("#24578a", "#3670a8", "#1c466f", "#1d456f"),
    "swap": ("#55692c", "#6d8439", "#435421", "#435325"),
    "unknown": ("#2a1420", "#2a1420", "#2a1420", "#22111c"),
}
LIT = {"raise": "#f0a27e", "lower": "#86bdf0", "swap": "#bcd483"}
SIGNS = {
    "raise": "M0 -4.6V4.6M-4.6 0H4.6",
    "lower": "M-4.8 0H4.8",
    "swap": "M-5 -2.2H4.4M1.8 -4.8L4.6 -2.2L1.8 0M5 2.4H-4.4M-1.8 .2L-4.6 2.4L-1.8 5",
}
# What tells companies apart without color: stones of the rim, and the line along a die's edge.
RIMS: dict[int | None, str] = {
    0: 'stroke-opacity=".42" stroke-width="8.2" stroke-dasharray="1.1 5.5"',
    1: 'stroke-opacity=".5" stroke-width="8.2" stroke-dasharray="7.2 7.47"',
    2: 'stroke-opacity=".6" stroke-width="4.6" stroke-dasharray=".1 8.7" stroke-linecap="round"',
    None: 'stroke-opacity=".15" stroke-width="8.2" stroke-dasharray="1.1 5.5"',
}
DICE: dict[int | None, str] = {
    0: 'stroke-opacity=".4" stroke-width="1.2"',
    1: 'stroke-opacity=".65" stroke-width="1.2" stroke-dasharray="5 3"',
    2: 'stroke-opacity=".65" stroke-width="2" stroke-dasharray=".1 3.6" stroke-linecap="round"',
    None: 'stroke-opacity="0"',
}
FAR = 10.5
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SUN = "L".join(
    f"{number((6.6 if i % 2 else 10) * math.sin(i * math.pi / 8))} "
    f"{number(-(6.6 if i % 2 else 10) * math.cos(i * math.pi / 8))}"
    for i in range(16)
)
SUNS = {
    "gold": ("#f6cf62", "#fff3c4"),
    "dim": ("#dcb862", "#6d5120"),
    "silver": ("#cfd8e6", "#fff"),
}
# A half curtain from the rail to its inner edge: at the top, at the waist, at the hem.
CLOSED, PARTED, OPEN = (0, 0, 0), (-3, -19, -11), (-14, -31, -27)
VALANCE = (
    "M-38 -38H38V-25C33 -18 27 -18 22.8 -25C19 -18 11 -18 7.6 -25C4 -18 -4 -18 -7.6 -25"
    "C-11 -18 -19 -18 -22.8 -25C-27 -18 -33 -18 -38 -25Z"
)


def pip_color(sheet: Sheet) -> str:
    return sheet.theme.choose("#12163a", "#ffffff")


def company_color(sheet: Sheet, company: int | None) -> str:
    """A company's; the Neutral's is that of stone."""
    return (
        sheet.theme.choose("#9aa3b8", "#626b80") if company is None else sheet.theme.seats[company]
    )


def sun(kind: str) -> str:
    rays, core = SUNS[kind]
    return (
        f'<path d="M{SUN}Z" fill="{rays}" stroke="#1a1430" stroke-width=".8" '
        f'stroke-linejoin="round"/><circle r="4.6" fill="{core}"/>'
    )


def draw_die(
    sheet: Sheet, value: int, company: int | None, x: float, y: float, size: float
) -> None:
    """42 units across, with big pips."""
    pip = pip_color(sheet)
    dots = "".join(f'<circle cx="{a * FAR}" cy="{b * FAR}" r="4.9"/>' for a, b in PIPS[value])
    content = (
        f'<rect x="-21" y="-21" width="42" height="42" rx="10" '
        f'fill="{company_color(sheet, company)}" stroke="{pip}" stroke-width="2"/>'
        f'<rect x="-18.5" y="-18.5" width="37" height="37" rx="8" fill="none" stroke="{pip}" '
        f'{DICE[company]}/><g fill="{pip}">{dots}</g>'
    )
    sheet.stamp(content, x, y, size / 42)


def glyph(power: str, area: str) -> str:
    """Nine cells: the power's sign in the middle, the cells that it reaches lit."""
    cells = ""
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dx or dy:
                lit = area == "all" or (area == "diagonal") == bool(dx and dy)
                fill = f'fill="{LIT[power]}"' if lit else 'fill="#fff" fill-opacity=".09"'
                at = f'x="{dx * 11 - 4}" y="{dy * 11 - 4}"'
                cells += f'<rect {at} width="8" height="8" rx="2" {fill}/>'
    width = 1.8 if power == "swap" else 2.8
    return (
        '<rect x="-18" y="-18" width="36" height="36" rx="7" fill="#12152f" stroke="#f3e7c6" '
        f'stroke-opacity=".75" stroke-width="1.4"/>{cells}<path d="{SIGNS[power]}" fill="none" '
        f'stroke="#fff" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def curtain(half: tuple[int, int, int]) -> str:
    """Within a circle of radius 37; parted, it lets a Muse be seen."""

    def fold(part: float) -> str:
        top, waist, hem = (number(-38 + (edge + 38) * part) for edge in half)
        return f"M{top} -38C{top} -12 {waist} -2 {waist} 10C{waist} 20 {hem} 28 {hem} 38"

    top, waist, hem = half
    drape = f"M-38 -38H{top}C{top} -12 {waist} -2 {waist} 10C{waist} 20 {hem} 28 {hem} 38H-38Z"
    side = f'<path d="{drape}" fill="#7c2440" stroke="#4a1226" stroke-width="1.2"/>'
    for index, part in enumerate((0.16, 0.34, 0.52, 0.7, 0.86)):
        color = "#a23a58" if index % 2 else "#5f1930"
        side += f'<path d="{fold(part)}" fill="none" stroke="{color}" stroke-width="3.2"/>'
    if half != CLOSED:
        side += f'<path d="M-38 10H{waist + 1}" stroke="#e0b765" stroke-width="3"/>'
    return (
        f'{side}<g transform="scale(-1 1)">{side}</g>'
        f'<path d="{VALANCE}" fill="#8f2d4b" stroke="#e0b765" stroke-width="1.8"/>'
    )


def face_of(piece: dict[str, Any], faces: dict[str, Any]) -> Any:
    return None if piece["muse"] is None else faces[piece["muse"]]


def draw_medallion(
    sheet: Sheet, piece: dict[str, Any], faces: dict[str, Any], over: bool, cell: float
) -> None:
    """92 units across, centered; `cell` is how many pixels 100 units are."""
    face, company, down = face_of(piece, faces), piece["company"], piece["face_down"]
    ground, *rows, ink = TONES[face["power"] if face else "unknown"]
    color = company_color(sheet, company)
    sheet.element("ellipse", cy=6, rx=45, ry=43, fill="#04061a", fill_opacity=0.35)
    sheet.circle(0, 0, 46, fill=color, stroke=EDGE, stroke_width=1.6)
    sheet.add(f'<circle r="42" fill="none" stroke="{EDGE}" {RIMS[company]}/>')
    clip = sheet.define("clipPath", '<circle r="37.5"/>')
    with sheet.group(clip_path=f"url(#{clip})"):
        sheet.stamp(mosaic(ground, rows), 0, 0)
        if face is not None and (not down or over):
            sheet.stamp(figure(face["name"], ink), 0, -1, 0.92 if down else 1)
        elif face is not None:
            sheet.stamp(figure(face["name"], ink), 0, 3, 0.74, opacity=0.85)
        if down:
            sheet.stamp(curtain(OPEN if over else CLOSED if face is None else PARTED), 0, 0)
    sheet.circle(0, 0, 37.5, fill="none", stroke=EDGE, stroke_width=1.6)
    draw_marks(sheet, piece, face, over, cell)
    draw_die(sheet, piece["die"], company, 28, 28, 42)


def mosaic(ground: str, rows: list[str]) -> str:
    drawn = f'<circle r="38" fill="{ground}"/>'
    for index, r in enumerate((33.5, 27.5, 21.5, 15.5, 9.5)):
        drawn += (
            f'<circle r="{r}" fill="none" stroke="{rows[index % 2]}" stroke-opacity=".75" '
            'stroke-width="4.8" stroke-dasharray="4.2 1.1" '
            f'stroke-dashoffset="{number(index * 2.3)}"/>'
        )
    return drawn


def draw_marks(sheet: Sheet, piece: dict[str, Any], face: Any, over: bool, cell: float) -> None:
    """Her suns, her power, and the number of the seat that she dances for."""
    size = min(28.0, max(15.0, 1250 / cell))
    closed = piece["face_down"] and not over
    if face is not None:
        for index in range(face["suns"]):
            turn = (index - (face["suns"] - 1) / 2) * 25 * math.pi / 180
            at = 37 * math.sin(turn), -37 * math.cos(turn)
            sheet.circle(*at, 8.4, fill="#171233")
            sheet.stamp(sun("gold" if piece["die"] == face["suns"] else "dim"), *at, 0.78)
        if not closed:
            sheet.stamp(glyph(face["power"], face["area"]), -29, 29, 34 / 36)
    x, y = (27 + size * 0.4, -25 - size * 0.4)
    if closed:
        size = max(size, 17.0 if face is not None else 22.0)
        x, y = (-31, 30) if face is not None else (0, 1)
    if piece["owner"] is None and not closed:
        return
    color = company_color(sheet, piece["owner" if closed else "company"])
    pip = pip_color(sheet)
    sheet.circle(x, y, max(12.0, size * 0.68), fill=color, stroke=pip, stroke_width=1.8)
    told = "?" if piece["owner"] is None else str(piece["owner"] + 1)
    sheet.text(told, x, y, size, color=pip, anchor="middle", bold=True)
