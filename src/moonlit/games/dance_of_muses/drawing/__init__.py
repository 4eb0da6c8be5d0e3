"""Dance of Muses as a picture: the floor, and beside it the companies with their dice."""

from __future__ import annotations

from typing import Any

from moonlit.core.picture import INNER, Last
from moonlit.core.sheet import Sheet, shortened
from moonlit.games.dance_of_muses.drawing.figures import figure
from moonlit.games.dance_of_muses.drawing.floor import draw_floor
from moonlit.games.dance_of_muses.drawing.medallion import (
    TONES,
    curtain,
    draw_die,
    face_of,
    sun,
)

FLOOR, HEIGHT = 472.0, 500.0
GAP = 12.0
LINE, ROW, SMALL = 28.0, 27.0, 20.0


def draw(sheet: Sheet, view: dict[str, Any], last: Last | None) -> float:
    draw_floor(sheet, view, last, FLOOR, HEIGHT)
    left, width = FLOOR + GAP, INNER - FLOOR - GAP
    blocks = len(view["companies"])
    neutral = [piece for piece in view["table"] if piece["company"] is None]
    foot = 44.0 if neutral else 0.0
    high = (HEIGHT - foot - GAP * (blocks - 1 + bool(neutral))) / blocks
    for company in range(blocks):
        draw_company(sheet, view, company, left, company * (high + GAP), width, high)
    if neutral:
        top = HEIGHT - foot
        sheet.panel(left, top, width, foot)
        draw_row(sheet, view, neutral[0], left + 12, top + foot / 2, width - 24)
    return HEIGHT


def draw_company(
    sheet: Sheet,
    view: dict[str, Any],
    company: int,
    x: float,
    y: float,
    width: float,
    height: float,
) -> None:
    """Its seats, then a line for each Muse on the floor, highest die first, then its hands."""
    seats = view["companies"][company]
    sheet.panel(x, y, width, height, active=view["to_move"] in seats)
    own = [piece for piece in view["table"] if piece["company"] == company]
    own.sort(key=lambda piece: -final(view, piece))
    left, room = x + 12, width - 24
    at = y + 20
    for index, seat in enumerate(seats):
        told = standing(sheet, view, company, own) if index == 0 else ""
        sheet.seat_head(seat, left, at, room, told)
        at += LINE
    for piece in own:
        draw_row(sheet, view, piece, left, at, room)
        at += ROW
    if not view["over"]:
        for seat in seats:
            told = hand(sheet, view["hands"][seat])
            if told:
                sheet.text(told, left, at, 13, width=room, least=12, color=sheet.theme.muted)
                at += SMALL


def standing(sheet: Sheet, view: dict[str, Any], company: int, own: list[dict[str, Any]]) -> str:
    """The Suns at the end; before it the dice as they lie, as who is face down is not told."""
    if view["scoring"]:
        return sheet.say("board.suns", count=view["scoring"]["suns"][company])
    return sheet.say("page.sum", sum=sum(piece["die"] for piece in own))


def final(view: dict[str, Any], piece: dict[str, Any]) -> int:
    """Her die, after Apollo's Will at the end."""
    counts = view["scoring"] and piece["company"] is not None
    return 6 if counts and piece["muse"] in view["scoring"]["will"] else int(piece["die"])


def draw_row(
    sheet: Sheet, view: dict[str, Any], piece: dict[str, Any], x: float, y: float, width: float
) -> None:
    """A die, a small figure or curtain, a name; a sun where Apollo's Will has set the die."""
    faces = {face["name"]: face for face in view["muses"]}
    face = face_of(piece, faces)
    value = final(view, piece)
    draw_die(sheet, value, piece["company"], x + 11, y, 22)
    ground, *_, ink = TONES[face["power"] if face else "unknown"]
    sheet.circle(x + 38, y, 12, fill=ground)
    if face is None:
        sheet.stamp(curtain((0, 0, 0)), x + 38, y, 0.24)
    else:
        sheet.stamp(figure(face["name"], ink), x + 38, y, 0.4)
    if value != piece["die"]:
        sheet.stamp(sun("gold"), x + width - 10, y, 0.9)
        width -= 24
    sheet.text(called(sheet, view, piece), x + 57, y, 14, width=width - 57, least=12)


def called(sheet: Sheet, view: dict[str, Any], piece: dict[str, Any]) -> str:
    """Her name, as far as the reader knows it."""
    name = None if piece["muse"] is None else str(piece["muse"]).capitalize()
    if piece["company"] is None:
        neutral = sheet.say("page.neutral")
        return neutral if name is None else f"{name} · {neutral}"
    if not piece["face_down"]:
        return name or ""
    if name is None:
        return sheet.say("board.mystery_hidden")
    return f"{name} ({sheet.say('page.face_down').lower()})"


def hand(sheet: Sheet, of: dict[str, Any]) -> str:
    if not of["count"]:
        return ""
    if of["muses"] is None:
        return sheet.say("board.hand_hidden", count=of["count"])
    return sheet.say("board.hand", muses=[str(muse).capitalize() for muse in of["muses"]])


def readable(sheet: Sheet, arguments: dict[str, Any]) -> dict[str, Any]:
    return {key: named(sheet, value) for key, value in arguments.items()}


def named(sheet: Sheet, value: Any) -> Any:
    """A Muse's name as it is written in a sentence."""
    if isinstance(value, list):
        return [named(sheet, each) for each in value]
    if not isinstance(value, str):
        return value
    if value.startswith("?"):
        seat = int(value[1:])
        if seat == 0:
            return sheet.say("page.the_neutral")
        return sheet.say("page.the_mystery", name=shortened(sheet.name(seat - 1), 150, 14))
    return value.capitalize()
