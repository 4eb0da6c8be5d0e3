"""A tile: its color and shape, its cost as a moon and a number, its goals as rows of shapes."""

from __future__ import annotations

import math
from typing import Any

from moonlit.core.sheet import Sheet, number
from moonlit.core.themes import DEEP

NAME = {"b": "blue", "r": "red", "t": "turquoise", "y": "yellow"}
FIELD = {"blue": "#5b8aea", "red": "#e76b64", "turquoise": "#35bdab", "yellow": "#efc455"}
EDGE = {"blue": "#2c55ac", "red": "#a3332e", "turquoise": "#127265", "yellow": "#a97a12"}
TINT = {"blue": "#78a2ff", "red": "#ff7f78", "turquoise": "#45dcc7", "yellow": "#ffd469"}
# Centered, in a box of 20: drop, diamond, leaf, star.
SHAPES = {
    "blue": "M0 -9.6C2.6 -5.4 7 -1.6 7 2.9A7 7 0 0 1 -7 2.9C-7 -1.6 -2.6 -5.4 0 -9.6Z",
    "red": "M0 -9.8L7.6 0L0 9.8L-7.6 0Z",
    "turquoise": "M-7.8 8.4C-10.6 -2.6 -4 -9.4 8.6 -8.6C9.4 3.6 3.4 10.4 -7.8 8.4Z",
    "yellow": "M0 -9.6L2.8 -3.4L9.5 -2.7L4.5 1.8L5.9 8.4L0 5L-5.9 8.4L-4.5 1.8L-9.5 -2.7L-2.8 -3.4"
    "Z",
}
VEIN = "M-7.6 8.2L3 -3"
PLATE = "#141a40"
SMALL = 34.0  # smaller tiles show their color and a dot for every goal
# By the number of goals: how large a shape is, and where the middle of the rows is.
SIDE, CENTER = (0.0, 19.5, 18.0, 15.2), (0.0, 65.0, 66.0, 65.6)


def shape(color: str, kind: str) -> str:
    """full and open on dark, ink on its own color, dark on something pale."""
    tint = TINT[color]
    vein, opacity, width = DEEP, ".55", "1.4"
    if kind == "open":
        given = f'fill="{tint}" fill-opacity=".14" stroke="{tint}" stroke-width="2.1"'
        vein, opacity = tint, ".8"
    elif kind == "ink":
        given = f'fill="{DEEP}"'
        vein = "#fff"
    elif kind == "dark":
        given = f'fill="{tint}" stroke="#12173a" stroke-width="1.8"'
        opacity = "1"
    else:
        given = f'fill="{tint}"'
    drawn = f'<path d="{SHAPES[color]}" stroke-linejoin="round" {given}/>'
    if color == "turquoise":
        drawn += (
            f'<path d="{VEIN}" fill="none" stroke="{vein}" stroke-opacity="{opacity}" '
            f'stroke-width="{width}" stroke-linecap="round"/>'
        )
    return drawn


def draw_shape(
    sheet: Sheet, color: str, x: float, y: float, size: float, kind: str = "full"
) -> None:
    sheet.stamp(shape(color, kind), x, y, size / 20)


def moon(phase: float, r: float) -> str:
    """A small moon: phase 0 is new, 0.5 full, 1 new again."""
    waning = phase > 0.5
    edge = math.cos((1 - phase if waning else phase) * 2 * math.pi) * r
    side = 0 if waning else 1
    back = 1 - side if edge > 0 else side
    arc, told = f"A{number(r)} {number(r)} 0 0 {side} 0 {number(r)}", number(abs(edge))
    lit = f"M0 {number(-r)}{arc}A{told} {number(r)} 0 0 {back} 0 {number(-r)}Z"
    return (
        f'<circle r="{number(r)}" fill="#161c44"/><path d="{lit}" fill="#f7f2df"/>'
        f'<circle r="{number(r)}" fill="none" stroke="#f7f2df" stroke-opacity=".75" '
        f'stroke-width="{number(r / 9)}"/>'
    )


def cost_moon(cost: int) -> str:
    """A cost of 1 to 7 on the way to the full moon."""
    return moon(math.acos(1 - 2 * min(cost, 7) / 7) / (2 * math.pi), 11.5)


def draw_tile(
    sheet: Sheet,
    tile: dict[str, Any],
    x: float,
    y: float,
    size: float,
    *,
    seat: int = 0,
    last: bool = False,
    faint: bool = False,
) -> None:
    """A tile of the wheel, whose goals are words, or of a display, where they know what is met."""
    color = tile["color"]
    goals = [
        {"need": goal, "met": False, "lacks": goal} if isinstance(goal, str) else goal
        for goal in tile["goals"]
    ]
    with sheet.group(x, y, size / 100, opacity=0.72 if faint else None):
        sheet.rect(1.5, 1.5, 97, 97, rx=13, fill=FIELD[color], stroke=EDGE[color], stroke_width=3)
        sheet.rect(
            3.6, 3.6, 92.8, 92.8, rx=11, fill="none", stroke="#fff", stroke_opacity=0.35,
            stroke_width=1.4,
        )  # fmt: skip
        if size < SMALL:
            draw_small(sheet, color, goals, seat)
        else:
            draw_large(sheet, color, tile["cost"], goals, seat)
        if last:
            sheet.rect(
                1, 1, 98, 98, rx=13, fill="none", stroke="#fff3c9", stroke_width=300 / size,
            )  # fmt: skip
            sheet.rect(
                1, 1, 98, 98, rx=13, fill="none", stroke=DEEP, stroke_width=300 / size,
                stroke_dasharray=f"{number(700 / size)} {number(700 / size)}",
            )  # fmt: skip


def draw_small(sheet: Sheet, color: str, goals: list[dict[str, Any]], seat: int) -> None:
    draw_shape(sheet, color, 50, 40 if goals else 50, 58, "ink")
    for index, goal in enumerate(goals):
        x = 50 + (index - (len(goals) - 1) / 2) * 28
        if goal["met"]:
            fill = sheet.theme.seats[seat]
            sheet.circle(x, 83, 10.5, fill=fill, stroke=DEEP, stroke_width=3)
        else:
            sheet.circle(x, 83, 8, fill=PLATE, stroke="#0a0e28")


def draw_large(sheet: Sheet, color: str, cost: int, goals: list[dict[str, Any]], seat: int) -> None:
    draw_shape(sheet, color, 20, 20, 25, "ink")
    if not goals:
        with sheet.group(opacity=0.22):
            draw_shape(sheet, color, 50, 64, 46, "ink")
    sheet.stamp(cost_moon(cost), 82, 19)
    sheet.text(str(cost), 57, 20, 28, color=DEEP, anchor="middle", bold=True)
    rows = len(goals)
    side = SIDE[rows]
    height = side + (3.4 if rows > 2 else 5)
    for row, goal in enumerate(goals):
        middle = CENTER[rows] + (row - (rows - 1) / 2) * (height + 1.4)
        draw_goal(sheet, goal, middle, side, height, seat)


def draw_goal(
    sheet: Sheet, goal: dict[str, Any], y: float, side: float, height: float, seat: int
) -> None:
    """What it asks for, shape by shape: full what is there, open what it lacks."""
    marks = []
    for letter in sorted(set(goal["need"])):
        lacks = goal["lacks"].count(letter)
        has = goal["need"].count(letter) - lacks
        marks += [(letter, "full")] * has + [(letter, "open")] * lacks
    step = side + 1.6
    width = len(marks) * step + 7
    sheet.rect(
        50 - width / 2, y - height / 2, width, height, rx=height / 2, fill=PLATE,
        fill_opacity=0.55 if goal["met"] else None, stroke="#0a0e28", stroke_opacity=0.4,
        stroke_width=0.8,
    )  # fmt: skip
    with sheet.group(opacity=0.5 if goal["met"] else None):
        for index, (letter, kind) in enumerate(marks):
            x = 50 + (index - (len(marks) - 1) / 2) * step
            draw_shape(sheet, NAME[letter], x, y, side - 1.5, kind)
    if goal["met"]:
        sheet.seat_disc(seat, 50, y, height / 2 + 0.6, bare=True)
