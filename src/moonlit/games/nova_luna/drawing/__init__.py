"""Nova Luna as a picture: the wheel around the moon, and everybody's display."""

from __future__ import annotations

from typing import Any

from moonlit.core.picture import INNER, Last
from moonlit.core.sheet import Sheet
from moonlit.core.words import say
from moonlit.games.nova_luna.components import COLORS, LETTERS
from moonlit.games.nova_luna.drawing.tiles import draw_tile
from moonlit.games.nova_luna.drawing.wheel import draw_wheel

GAP = 12.0
COLUMN = (INNER - GAP) / 2
WHEEL = COLUMN + 30  # with the line of colors to come below
TRAY = 122.0
LINE = 40.0  # a display's head
MAX_SIDE = 78.0  # a tile's side, in a display that is small yet


def draw(sheet: Sheet, view: dict[str, Any], last: Last | None) -> float:
    """The wheel at the top left, the displays around it; how high it all is."""
    players = len(view["players"])
    side = INNER - COLUMN
    draw_wheel(sheet, view, 0, 0, COLUMN, WHEEL)
    tall, low = WHEEL, WHEEL
    if players in (2, 4):
        draw_tray(sheet, view, WHEEL + GAP)
        tall = WHEEL + GAP + TRAY
        low = (tall - GAP) / 2
    places = [(side, 0.0)]
    if players in (2, 4):
        places.append((side, low + GAP))
    below = tall + GAP
    places += [(0.0, below), (side, below)]
    for display, (x, y) in zip(view["displays"], places, strict=False):
        high = low if y < tall else min(low, 330.0)
        draw_display(sheet, view, display, last, x, y, COLUMN, high)
    return tall if players < 3 else below + min(low, 330.0)


def draw_tray(sheet: Sheet, view: dict[str, Any], top: float) -> None:
    """The tiles within reach, large; at the end the places."""
    sheet.panel(0, top, COLUMN, TRAY)
    if view["over"]:
        draw_places(sheet, view, top)
        return
    sheet.text(sheet.say("page.reach"), 14, top + 18, 13, width=COLUMN, color=sheet.theme.muted)
    for choice, space in enumerate(view["available"]):
        size, x, y = 82.0, 36 + choice * 122.0, top + 33
        draw_tile(sheet, view["wheel"][space], x, y, size)
        at = x - 13, y + size / 2
        sheet.circle(*at, 11, fill=sheet.theme.gold)
        sheet.text(str(choice + 1), *at, 14, color=sheet.theme.on_gold, anchor="middle", bold=True)


def draw_places(sheet: Sheet, view: dict[str, Any], top: float) -> None:
    rows = sorted(view["standings"], key=lambda row: int(row["place"]))
    start = top + TRAY / 2 - (len(rows) - 1) * 13
    for index, row in enumerate(rows):
        y = start + index * 26
        color = sheet.theme.gold if row["place"] == 1 else sheet.theme.muted
        sheet.text(f"{row['place']}.", 34, y, 16, color=color, anchor="end", bold=True)
        told = sheet.say("page.discs_left", count=row["score"])
        sheet.seat_head(row["seat"], 42, y, COLUMN - 58, told)


def draw_display(
    sheet: Sheet,
    view: dict[str, Any],
    display: dict[str, Any],
    last: Last | None,
    x: float,
    y: float,
    width: float,
    height: float,
) -> None:
    seat = display["seat"]
    sheet.panel(x, y, width, height, active=view["to_move"] == seat)
    sheet.seat_head(seat, x + 12, y + 21, width - 24, *standing(sheet, view, display))
    tiles = display["tiles"]
    if not tiles:
        return
    left, right = min(tile["x"] for tile in tiles), max(tile["x"] for tile in tiles) + 1
    low, high = min(tile["y"] for tile in tiles), max(tile["y"] for tile in tiles) + 1
    room = height - LINE - 12
    size = min(MAX_SIDE, (width - 24) / (right - left), room / (high - low))
    start = x + width / 2 - (left + right) / 2 * size
    foot = y + LINE + room / 2 + (low + high) / 2 * size
    newest = placed(last) if last is not None and last.seat == seat else None
    for tile in sorted(tiles, key=lambda tile: (tile["x"], tile["y"]) == newest):  # it lies on top
        at = start + tile["x"] * size, foot - (tile["y"] + 1) * size
        draw_tile(sheet, tile, *at, size, seat=seat, last=newest == (tile["x"], tile["y"]))


def standing(sheet: Sheet, view: dict[str, Any], display: dict[str, Any]) -> tuple[str, str]:
    """How a seat stands, and what more there is to say of it."""
    told = sheet.say("page.discs_left", count=display["discs"])
    solo = view["solo"]
    if solo is not None:
        if view["over"]:
            told = f"{sheet.say('page.score')} {view['standings'][0]['score']}"
        return told, sheet.say("page.time", cost=solo["cost"])
    if view["over"]:
        place = view["standings"][display["seat"]]["place"]
        return told, say("core", "picture.place", sheet.language, place=place)
    return told, ""


def placed(last: Last) -> tuple[int, int] | None:
    """Where the last move put a tile."""
    _, at, place = last.move.partition("@")
    x, _, y = place.partition(",")
    return (int(x), int(y)) if at else None


def readable(sheet: Sheet, arguments: dict[str, Any]) -> dict[str, Any]:
    """A tile by its color, not in notation: whoever reads sees it."""
    if "tile" not in arguments:
        return arguments
    color = COLORS[LETTERS.index(arguments["tile"][0])]
    return {**arguments, "tile": sheet.say(f"page.a_{color}")}
