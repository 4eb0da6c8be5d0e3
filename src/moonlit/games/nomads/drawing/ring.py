"""The fire, eight spaces with their towers and piles around it, and Lys."""

from __future__ import annotations

import math
import re
from typing import Any

from moonlit.core.picture import Last
from moonlit.core.sheet import Sheet, number
from moonlit.core.themes import DEEP
from moonlit.games.nomads.drawing.art import FIRE, LYS, THICK, draw_disc, draw_stone

WIDTH, HEIGHT = 390.0, 372.0  # its units
CENTER = (195.0, 196.0)
TALLEST = 72.0
RIGHT = ((47, -96, 100, -126), (113, -33, 166, -48), (113, 56, 166, 62), (47, 120, 100, 143))
# Spaces 1 to 8 clockwise from the top right: the tower's foot and the pile's middle.
SPOTS = tuple(
    (CENTER[0] + side * x, CENTER[1] + y, CENTER[0] + side * px, CENTER[1] + py)
    for side, half in ((1, RIGHT), (-1, RIGHT[::-1]))
    for x, y, px, py in half
)


def draw_ring(sheet: Sheet, view: dict[str, Any], owner: dict[str, int], last: Last | None) -> None:
    draw_ground(sheet)
    kind, place, way = read(last)
    if kind in ("sow", "place"):
        draw_mark(sheet, place, way)
    sheet.stamp(FIRE, CENTER[0], CENTER[1] - 8 + 16)
    for space in view["spaces"]:
        draw_pile(sheet, space, marked=kind == "lys" and place == space["space"])
    for space in sorted(view["spaces"], key=lambda space: SPOTS[space["space"] - 1][1]):
        draw_tower(sheet, space, owner)
    if view["lys"] is not None:
        _, _, x, y = SPOTS[view["lys"] - 1]
        sheet.stamp(LYS, x + (14 if x > CENTER[0] else -14), y - 22, 26 / 28)


def draw_ground(sheet: Sheet) -> None:
    choose = sheet.theme.choose
    near, far = choose("#8a4a25", "#f3b76a"), choose("#453052", "#e9d3a4")
    way, shade = choose("#6a4630", "#d9b67f"), choose("#2c2b49", "#8d826c")
    ink = choose("#cfc9e6", "#4a4028")
    stops = (
        f'<stop stop-color="{near}"/><stop offset=".45" stop-color="{far}" stop-opacity=".85"/>'
        f'<stop offset="1" stop-color="{far}" stop-opacity="0"/>'
    )
    light = sheet.define("radialGradient", stops)
    sheet.element("ellipse", cx=CENTER[0], cy=CENTER[1] + 4, rx=195, ry=172, fill=f"url(#{light})")
    path = round_path()
    sheet.path(path, fill="none", stroke=way, stroke_width=30, stroke_opacity=0.45)
    sheet.path(
        path, fill="none", stroke=ink, stroke_width=1.2, stroke_opacity=0.9,
        stroke_dasharray="1 6", stroke_linecap="round",
    )  # fmt: skip
    for index in sorted(range(14), key=lambda index: math.sin(index / 7 * math.pi)):
        turn = index / 7 * math.pi
        sheet.element(
            "ellipse", cx=CENTER[0] + math.cos(turn) * 35, cy=CENTER[1] + 12 + math.sin(turn) * 15,
            rx=6.5, ry=4.6, fill=choose("#7b7590", "#9b917e"), stroke=shade,
        )  # fmt: skip
    for index, (x, y, _, _) in enumerate(SPOTS):
        plate = choose("#5b5878", "#b8ad97")
        sheet.element("ellipse", cx=x, cy=y + 4, rx=28, ry=13.5, fill=shade, stroke=shade)
        sheet.element("ellipse", cx=x, cy=y, rx=28, ry=13.5, fill=plate, stroke=shade)
        sheet.text(str(index + 1), x, y + 23, 11, color=ink, anchor="middle", bold=True)


def round_path() -> str:
    """The way around the fire, from middle to middle between the spaces."""
    middles = [
        ((x + SPOTS[(i + 1) % 8][0]) / 2, (y + SPOTS[(i + 1) % 8][1]) / 2)
        for i, (x, y, _, _) in enumerate(SPOTS)
    ]
    parts = [f"M{number(middles[-1][0])} {number(middles[-1][1])}"]
    for (x, y, _, _), (mx, my) in zip(SPOTS, middles, strict=True):
        parts.append(f"Q{number(x)} {number(y)} {number(mx)} {number(my)}")
    return "".join(parts)


def draw_mark(sheet: Sheet, space: int, way: str | None) -> None:
    """Where the last move began or put a disc, and which way it went."""
    x, y, _, _ = SPOTS[space - 1]
    color = sheet.theme.text
    sheet.element(
        "ellipse", cx=x, cy=y, rx=33, ry=17.5, fill="none", stroke=color, stroke_width=2.2,
        stroke_dasharray="5 4",
    )  # fmt: skip
    if way is None:
        return
    onward = SPOTS[(space - 1 + (1 if way == ">" else 7)) % 8]
    dx, dy = onward[0] - x, onward[1] - y
    turn = math.degrees(math.atan2(dy, dx))
    # on the fire's side, where no tower hides it
    left = CENTER[0] + (x + dx * 0.62 - CENTER[0]) * 0.7
    top = CENTER[1] + (y + dy * 0.62 - CENTER[1]) * 0.7
    with sheet.group(left, top, turn=turn):
        sheet.path(
            "M-12 0H8M1 -7L9 0L1 7", fill="none", stroke=color, stroke_width=3.4,
            stroke_linecap="round", stroke_linejoin="round",
        )  # fmt: skip


def draw_pile(sheet: Sheet, space: dict[str, Any], marked: bool) -> None:
    """The top tile for all to see, as thick as there are tiles, and their number."""
    _, _, x, y = SPOTS[space["space"] - 1]
    theme = sheet.theme
    high = space["pile"] * 0.75
    if space["tile"] is None:
        sheet.rect(
            x - 17, y - 17, 34, 34, rx=7, fill="none", stroke=theme.muted, stroke_dasharray="4 3"
        )
    else:
        top = y - 17.5 + 6 - high
        sheet.rect(
            x - 17.5, top, 35, 35 + high, rx=7, fill="#b9a98c", stroke="#574a3a", stroke_width=0.8
        )
        for edge in range(space["pile"]):
            foot = y + 23.5 - 0.75 * edge
            sheet.path(
                f"M{number(x - 15)} {number(foot - 1.5)}H{number(x + 15)}", stroke="#574a3a",
                stroke_width=0.25,
            )  # fmt: skip
        draw_stone(sheet, space["tile"], x, top + 17.5, 35)
    if marked:
        sheet.rect(
            x - 22, y - 22 - high, 44, 50 + high, rx=9, fill="none", stroke=theme.text,
            stroke_width=2, stroke_dasharray="5 4",
        )  # fmt: skip
    sheet.circle(x + 15, y + 20, 9, fill=DEEP)
    sheet.text(str(space["pile"]), x + 15, y + 20, 11, color="#eef0fb", anchor="middle", bold=True)


def draw_tower(sheet: Sheet, space: dict[str, Any], owner: dict[str, int]) -> None:
    stack = space["stack"]
    x, y, _, _ = SPOTS[space["space"] - 1]
    step = min(THICK, TALLEST / (len(stack) - 1)) if len(stack) > 1 else THICK
    for height, disc in enumerate(stack):
        seat = owner.get("nostromo" if disc == "frog" else disc)
        draw_disc(sheet, disc, seat, x, y - THICK - height * step, height == len(stack) - 1)


def read(last: Last | None) -> tuple[str, int, str | None]:
    """What kind of move the last one was, at which space, which way."""
    move = "" if last is None else last.move
    if found := re.match(r"(\d)([<>])", move):
        return "sow", int(found[1]), found[2]
    if found := re.match(r"lys@(\d)", move):
        return "lys", int(found[1]), None
    if found := re.match(r"(?:\w+@|top@)(\d)", move):
        return "place", int(found[1]), None
    return "other", 0, None
