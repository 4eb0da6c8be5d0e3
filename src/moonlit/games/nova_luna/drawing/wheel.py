"""The wheel: twelve spaces around the moon, and on the moon's edge the track with all discs."""

from __future__ import annotations

import math
from typing import Any

from moonlit.core.sheet import Sheet
from moonlit.core.themes import DEEP
from moonlit.games.nova_luna.components import LETTERS
from moonlit.games.nova_luna.drawing.tiles import NAME, draw_shape, draw_tile, moon
from moonlit.games.nova_luna.state import TRACK

TILE = 17.4  # a tile's side, in hundredths of the wheel
STEP = TILE * 1.06
EDGE = 48.0  # what stands out from the wheel ends here
RADIUS = math.hypot(STEP, 2 * STEP)
ROAD = 43.4  # the track's radius, in hundredths of the moon
DISC, RISE = 4.6, 7.2  # a disc's radius, and how far apart those on one space are
CRATERS = ((-14, -16, 7), (17, -19, 4), (21, 10, 6), (-20, 12, 4.6), (-5, 24, 5.4), (5, -26, 2.6))
MARKER = (
    f'<circle r="30" fill="#f1f2fa" stroke="{DEEP}" stroke-width="3"/>'
    '<circle r="25.5" fill="#1b2152"/><path fill="#f1f2fa" '
    'd="M7 -18A19 19 0 1 0 7 18A22 22 0 0 1 7 -18ZM13 -9L15.4 -3L21.4 0L15.4 3L13 9L10.6 3L4.6 0'
    'L10.6 -3Z"/>'
)


def space_at(space: int) -> tuple[float, float]:
    """A space's middle from the wheel's, clockwise from the top; tiles stay upright."""
    quarter, third = divmod(space, 3)
    x, y = ((0.0, -RADIUS), (STEP, -2 * STEP), (2 * STEP, -STEP))[third]
    for _ in range(quarter):
        x, y = -y, x
    return x, y


def draw_wheel(
    sheet: Sheet, view: dict[str, Any], x: float, y: float, width: float, height: float
) -> None:
    sheet.panel(x, y, width, height)
    unit = (width - 6) / 100
    with sheet.group(x + width / 2, y + width / 2, unit * 0.608):
        draw_moon(sheet, view)
    with sheet.group(x + width / 2, y + width / 2, unit):
        for space, tile in enumerate(view["wheel"]):
            at, up = space_at(space)
            draw_space(sheet, view, tile, space, at - TILE / 2, up - TILE / 2)
        for choice, space in enumerate(view["available"], 1):
            draw_choice(sheet, choice, space)
        sheet.stamp(MARKER, *space_at(view["marker"]), TILE / 100)
    draw_to_come(sheet, view, x + width / 2, y + height - 20)


def draw_space(
    sheet: Sheet, view: dict[str, Any], tile: Any, space: int, x: float, y: float
) -> None:
    theme = sheet.theme
    if tile is None:
        if space != view["marker"]:
            sheet.rect(
                x, y, TILE, TILE, rx=2.3, fill="none", stroke=theme.line, stroke_width=0.3,
                stroke_dasharray="1 .8",
            )  # fmt: skip
        return
    near = space in view["available"]
    if near:
        sheet.rect(
            x - 0.5, y - 0.5, TILE + 1, TILE + 1, rx=2.8, fill="none", stroke=theme.gold,
            stroke_width=0.9,
        )  # fmt: skip
    draw_tile_of_wheel(sheet, tile, x, y, near)


def draw_choice(sheet: Sheet, choice: int, space: int) -> None:
    """Which of those within reach a tile is: at its outer corner, away from the track's numbers."""
    theme = sheet.theme
    x, y = (
        max(-EDGE, min(EDGE, each + math.copysign(TILE / 2, each if abs(each) > 1 else -1)))
        for each in space_at(space)
    )
    sheet.circle(x, y, 2.6, fill=theme.gold, stroke=theme.surface, stroke_width=0.5)
    sheet.text(str(choice), x, y, 3.7, color=theme.on_gold, anchor="middle", bold=True)


def draw_tile_of_wheel(sheet: Sheet, tile: dict[str, Any], x: float, y: float, near: bool) -> None:
    """In its own hundredths, so that it does not take itself for a small one."""
    with sheet.group(x, y, TILE / 100):
        draw_tile(sheet, tile, 0, 0, 100, faint=not near)


def spot(space: float, count: float, r: float = ROAD) -> tuple[float, float]:
    turn = space / count * 2 * math.pi
    return math.sin(turn) * r, -math.cos(turn) * r


def draw_moon(sheet: Sheet, view: dict[str, Any]) -> None:
    line = sheet.theme.line
    sheet.circle(0, 0, 49.4, fill="#141a42", stroke=line, stroke_width=0.5)
    if view["solo"] is not None:
        draw_ring(sheet, view)
    else:
        sheet.circle(
            0, 0, ROAD, fill="none", stroke="#8f98cf", stroke_opacity=0.35, stroke_width=0.6
        )
        for space in range(TRACK):
            sheet.stamp(moon(space / TRACK, 4.7 if space % 6 == 0 else 3.7), *spot(space, TRACK))
    sheet.circle(0, 0, 35.5, fill="#dfe3f4", fill_opacity=0.14)
    sheet.circle(0, 0, 33, fill="#dfe2ee")
    for x, y, r in CRATERS:
        sheet.circle(x, y, r, fill="#c3c8dd")
    for disc in sorted(view["track"], key=lambda disc: int(disc["height"])):
        at = spot(disc["space"], TRACK, ROAD - disc["height"] * RISE)
        sheet.seat_disc(disc["seat"], *at, DISC)
    draw_middle(sheet, view)


def draw_ring(sheet: Sheet, view: dict[str, Any]) -> None:
    """Alone there is no track: the discs to place stand around the moon instead."""
    solo = view["solo"]
    total = solo["placed"] + view["displays"][0]["discs"]
    for disc in range(total):
        at = spot(disc + 0.5, total)
        if disc < solo["placed"]:
            sheet.seat_disc(0, *at, DISC, bare=True)
        else:
            sheet.circle(
                *at, 4.2, fill=DEEP, stroke="#8f98cf", stroke_width=0.7, stroke_dasharray="1.6 1.2"
            )
    with sheet.group(turn=solo["first_phase_discs"] / total * 360):
        sheet.path("M0 -49V-37.4", stroke="#f7f2df", stroke_width=1.3, stroke_linecap="round")


def draw_middle(sheet: Sheet, view: dict[str, Any]) -> None:
    """How many tiles are to come; alone, how many discs are placed."""
    count, solo = view["supply"], view["solo"]
    told, below = str(count), sheet.say("page.supply", count=count)
    if solo is not None:
        told = f"{solo['placed']}/{solo['placed'] + view['displays'][0]['discs']}"
        below = sheet.say("page.phase", phase=solo["phase"])
    sheet.text(told, 0, -3, 13, color="#12173a", anchor="middle", display=True)
    sheet.text(below, 0, 8, 5.2, color="#12173a", anchor="middle", width=46, least=4.2, bold=True)


def draw_to_come(sheet: Sheet, view: dict[str, Any], middle: float, y: float) -> None:
    """The tiles to come by color, which everybody can work out."""
    for index, letter in enumerate(LETTERS):
        count = sum(name.startswith(letter) for name in view["unseen"])
        x = middle + (index - 1.5) * 62
        draw_shape(sheet, NAME[letter], x - 11, y, 17, "dark")
        sheet.text(str(count), x + 3, y, 14, color=sheet.theme.muted, bold=True)
