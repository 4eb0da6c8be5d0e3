"""Nomads as a picture: the ring around the fire, everybody's tiles, the cards to write."""

from __future__ import annotations

import re
from typing import Any

from moonlit.core.picture import INNER, Last
from moonlit.core.sheet import Sheet
from moonlit.games.nomads.components import LEGENDS
from moonlit.games.nomads.drawing.art import CRESCENT, EMBLEMS, GEMS, PHASES, draw_stone
from moonlit.games.nomads.drawing.ring import HEIGHT, WIDTH, draw_ring

GAP = 12.0
RING = 452.0
TALL = RING * HEIGHT / WIDTH
RACK, FOOT = 76.0, 44.0
MAX_HEIGHT = 136.0  # how high a seat's panel grows


def draw(sheet: Sheet, view: dict[str, Any], last: Last | None) -> float:
    owner = {seat["adventurer"]: seat["seat"] for seat in view["seats"]}
    with sheet.group(0, 0, RING / WIDTH):
        draw_ring(sheet, view, owner, last)
    count = len(view["seats"])
    high = min(MAX_HEIGHT, (TALL - GAP * (count - 1)) / count)
    start = (TALL - count * high - (count - 1) * GAP) / 2
    for seat in view["seats"]:
        top = start + seat["seat"] * (high + GAP)
        draw_seat(sheet, view, seat, RING + GAP, top, INNER - RING - GAP, high)
    draw_rack(sheet, view, last, TALL + GAP)
    draw_foot(sheet, view, TALL + 2 * GAP + RACK)
    return TALL + 2 * GAP + RACK + FOOT


# ---- the seats -------------------------------------------------------------------------------


def draw_seat(
    sheet: Sheet,
    view: dict[str, Any],
    seat: dict[str, Any],
    x: float,
    y: float,
    width: float,
    height: float,
) -> None:
    """A seat's adventurer and points; below them its tiles, then its cards and moons."""
    number = seat["seat"]
    sheet.panel(x, y, width, height, active=view["to_move"] == number)
    told = sheet.say("board.score", score=seat["score"])
    if seat["to_place"]:
        told = sheet.say("board.to_place", count=seat["to_place"])
    if view["over"]:
        row = view["standings"][number]
        told = sheet.say("board.score", score=row["score"])
    room = height / 3.15
    line = y + min(19.0, room * 0.62)
    sheet.seat_head(number, x + 10, line, width - 20, told.replace("-", "−"))
    left = x + 20
    theme = sheet.theme
    sheet.path(
        EMBLEMS[seat["adventurer"]], fill=theme.muted,
        transform=f"translate({left} {line + room:.2f})",
    )  # fmt: skip
    name = seat["adventurer"].capitalize()
    used = sheet.text(name, left + 14, line + room, 13, color=theme.muted)
    draw_tiles(sheet, seat["tiles"], left + 24 + used, line + room, x + width - 10)
    draw_cards(sheet, view, seat, x + 12, line + 2 * room, x + width - 10)


def draw_tiles(sheet: Sheet, tiles: dict[str, int], left: float, y: float, right: float) -> None:
    held = [(tile, count) for tile, count in tiles.items() if count]
    step = min(34.0, (right - left) / max(1, len(held)))
    for index, (tile, count) in enumerate(held):
        at = left + index * step + 8
        draw_stone(sheet, tile, at, y, 15)
        if count > 1:
            sheet.text(str(count), at + 9, y, 12, bold=True)


def draw_cards(
    sheet: Sheet, view: dict[str, Any], seat: dict[str, Any], x: float, y: float, right: float
) -> None:
    """What a seat has written, and the moons it has won."""
    moons = seat["moons"]
    if moons:
        fill = sheet.theme.choose("#eaf2ff", "#8fa0dd")
        place = f"translate({right - 34} {y:.2f})"
        sheet.path(CRESCENT, fill=fill, stroke="#7f8fc9", stroke_width=0.8, transform=place)
        sheet.text(str(moons), right, y, 14, anchor="end", bold=True)
        right -= 46
    written = [(name, value) for name, value in seat["legends"].items() if value]
    if seat["song"]:
        written.append(("song", seat["song"]))
    step = min(33.0, (right - x) / max(1, len(written)))
    for index, (name, value) in enumerate(written):
        draw_card(sheet, name, value, x + index * step, y - 10, 29, 20)


def draw_card(
    sheet: Sheet, name: str, value: int, x: float, y: float, width: float, height: float
) -> None:
    """A card that somebody has written: its stone's color and rune, its value."""
    color, deep, ink = GEMS[name]
    sheet.rect(x, y, width, height, rx=4, fill=color, stroke=deep, stroke_width=1.5)
    draw_stone(sheet, name, x + 9, y + height / 2, 13)
    sheet.text(str(value), x + width - 4, y + height / 2, 13, color=ink, anchor="end", bold=True)


# ---- the cards -------------------------------------------------------------------------------


def draw_rack(sheet: Sheet, view: dict[str, Any], last: Last | None, top: float) -> None:
    """Every card by legend and value: those that lie there, and whose the others are."""
    sheet.panel(0, top, INNER, RACK)
    newest = written(last)
    names = [*LEGENDS, "song"]
    share = (INNER - 16) / len(names)
    for column, name in enumerate(names):
        cards = view["songs"] if name == "song" else view["legends"][name]
        left = 8 + column * share
        draw_stone(sheet, name, left + 11, top + 18, 20)
        word = sheet.say(f"board.{name}")
        sheet.text(word, left + 25, top + 18, 12, width=share - 26, color=sheet.theme.muted)
        for index, card in enumerate(cards):
            new = newest == (name, card["value"])
            draw_value(sheet, name, card, left + 1 + index * 22, top + 34, new)


def draw_value(
    sheet: Sheet, name: str, card: dict[str, Any], x: float, y: float, newest: bool
) -> None:
    theme = sheet.theme
    color, deep, ink = GEMS[name]
    free = card["seat"] is None
    edge = theme.text if newest else deep if free else theme.line
    sheet.rect(
        x, y, 20, 34, rx=4, fill=color if free else theme.raised, stroke=edge,
        stroke_width=2.4 if newest else 1.2,
    )  # fmt: skip
    value = str(card["value"])
    if free:
        sheet.text(value, x + 10, y + 17, 14, color=ink, anchor="middle", bold=True)
        return
    sheet.text(value, x + 10, y + 9, 12, color=theme.muted, anchor="middle", bold=True)
    sheet.seat_disc(card["seat"], x + 10, y + 24, 8.4)


def written(last: Last | None) -> tuple[str, int] | None:
    """The card that the last move wrote."""
    move = "" if last is None else last.move
    if found := re.match(r"legend (\w)(\d+)", move):
        name = next(name for name in LEGENDS if name.startswith(found[1]))
        return name, int(found[2])
    if found := re.match(r"song (\d+)", move):
        return "song", int(found[1])
    return None


def draw_foot(sheet: Sheet, view: dict[str, Any], top: float) -> None:
    """The moon chart, the turn, and the tiles to come by kind."""
    theme = sheet.theme
    sheet.panel(0, top, INNER, FOOT)
    y = top + FOOT / 2
    for index, phase in enumerate(PHASES):
        full = view["chart"] > index
        with sheet.group(24 + index * 25, y, opacity=None if full else 0.6):
            dash = None if full else "2.5 2"
            sky = "#141a3c" if full else theme.choose("#141a3c", "none")
            sheet.circle(0, 0, 9.5, fill=sky, stroke=theme.muted, stroke_dasharray=dash)
            sheet.path(phase, fill="#eaf2ff", opacity=None if full else 0.2)
    left = 120.0
    if view["chart"] > 4:
        left += sheet.text(f"+{view['chart'] - 4}", left - 4, y, 14, bold=True)
    at = INNER - 10 - 45 * len(view["to_come"])
    label = sheet.say("board.to_come")
    used = sheet.text(label, at - 4, y, 13, color=theme.muted, anchor="end", width=110)
    sheet.text(moment(sheet, view), left + 4, y, 13, width=at - used - left - 14, color=theme.muted)
    for tile, count in view["to_come"].items():
        draw_stone(sheet, tile, at + 12, y, 20)
        sheet.text(str(count), at + 25, y, 13, bold=True)
        at += 45


def moment(sheet: Sheet, view: dict[str, Any]) -> str:
    if view["over"]:
        return sheet.say("board.over")
    if view["last_writing"]:
        return sheet.say("board.last_writing")
    if view["asks"] in ("frog", "unplayed", "disc", "first_lys"):
        return sheet.say("board.setting")
    return sheet.say("board.turn", turn=view["turn"])


# ---- sentences -------------------------------------------------------------------------------

SIGNS = {"*": "wild", "☾": "moon"}


def readable(sheet: Sheet, arguments: dict[str, Any]) -> dict[str, Any]:
    """Tiles and cards by their names, not in notation."""
    told = dict(arguments)
    for key, value in arguments.items():
        if key in ("tile", "tiles", "paid"):
            told[key] = tiles_named(sheet, str(value))
        elif key in ("card", "old") and (found := re.search(r"\b([acijopr])(\d+)$", str(value))):
            told[key] = f"{tile_named(sheet, found[1])} {found[2]}"
    return told


def tiles_named(sheet: Sheet, letters: str) -> str:
    """ "aac*": amber ×2, coral, wild."""
    counts = {letter: letters.count(letter) for letter in letters}
    return ", ".join(
        tile_named(sheet, letter) + (f" ×{count}" if count > 1 else "")
        for letter, count in counts.items()
    )


def tile_named(sheet: Sheet, letter: str) -> str:
    name = next((name for name in LEGENDS if name.startswith(letter)), SIGNS.get(letter))
    if name is None:
        return letter
    return sheet.say("page.opal" if name == "moon" else f"board.{name}")
