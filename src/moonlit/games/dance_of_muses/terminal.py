"""Dance of Muses on a terminal: the floor, the nine Muses and a hand, from a view alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from moonlit.core.canvas import GOLD, MUTED, SEAT_STYLES, Canvas
from moonlit.core.words import player_name, say

TOPIC = "dance-of-muses"
POWER_SIGN = {"raise": "▲", "lower": "▼", "swap": "⇄"}
AREA_SIGN = {"orthogonal": "+", "diagonal": "×", "all": "*"}
SUN = "☼"
NEUTRAL_STYLE = "bold #10142e on #8a92bd"
PANEL = 32  # columns on the right, for the Muses and what the seat in focus holds


def draw(view: dict[str, Any], focus: int, language: str, width: int, height: int) -> Text:
    canvas = Canvas(width, height)
    left = width - PANEL
    draw_seats(canvas, view, focus, language)
    draw_floor(canvas, view, top=2, width=left - 1, height=height - 4)
    draw_muses(canvas, view, top=2, left=left)
    if view["scoring"]:
        draw_scoring(canvas, view, 12, left, language)
    else:
        draw_secrets(canvas, view, focus, 12, left, language)
    canvas.put(height - 1, 0, legend(language), MUTED)
    return canvas.text()


def legend(language: str) -> str:
    """What the signs mean."""
    words = [f"{sign} {say(TOPIC, f'board.{name}', language)}" for name, sign in POWER_SIGN.items()]
    words += [f"{sign} {say(TOPIC, f'board.{name}', language)}" for name, sign in AREA_SIGN.items()]
    return " · ".join([*words, f"{SUN} {say(TOPIC, 'board.sun', language)}"])


def initials(name: str) -> str:
    """Two letters tell the nine apart; face-down ones have two signs anyway."""
    return name[:2].capitalize()


# ---- seats -----------------------------------------------------------------------------------


def draw_seats(canvas: Canvas, view: dict[str, Any], focus: int, language: str) -> None:
    """One line: who plays, with whom, a bar for each Muse in hand; the focus is underlined."""
    share = canvas.width // len(view["hands"])
    for seat, hand in enumerate(view["hands"]):
        column = seat * share
        name = player_name(seat, view["players"], language)
        company = next(seats for seats in view["companies"] if seat in seats)
        partners = "".join(f"+{other + 1} " for other in company if other != seat)
        note = (partners + "▮" * hand["count"]).rstrip()
        label = f"{seat + 1} {name[: max(0, share - len(note) - 6)]}"
        style = SEAT_STYLES[seat] + (" underline" if seat == focus else "")
        canvas.put(0, column, "▶" if view["to_move"] == seat else " ", GOLD)
        canvas.put(0, column + 1, label, style)
        canvas.put(0, column + 2 + len(label), note, MUTED)


# ---- the floor -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Zoom:
    """How large a cell is drawn; one column stays free between cells."""

    width: int
    height: int


ZOOMS = (Zoom(6, 2), Zoom(4, 1), Zoom(3, 1))
LABEL = 4  # columns for the y axis


class Grid:
    """Where each column and row of the floor is drawn, at the largest zoom that fits."""

    def __init__(self, view: dict[str, Any], width: int, height: int) -> None:
        cells = [(piece["x"], piece["y"]) for piece in view["table"]]
        cells += [(x, y) for x, y in view["free"]]
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        self.xs = range(min(xs), max(xs) + 1)
        self.ys = range(max(ys), min(ys) - 1, -1)
        for zoom in ZOOMS:
            self.zoom = zoom
            wide = LABEL + len(self.xs) * (zoom.width + 1) <= width
            if wide and 1 + len(self.ys) * zoom.height <= height:
                break

    def row(self, y: int) -> int:
        return 1 + (self.ys[0] - y) * self.zoom.height

    def column(self, x: int) -> int:
        return LABEL + (x - self.xs[0]) * (self.zoom.width + 1)


def draw_floor(canvas: Canvas, view: dict[str, Any], top: int, width: int, height: int) -> None:
    grid = Grid(view, width, height)
    zoom = grid.zoom
    for x in grid.xs:
        canvas.put(top, grid.column(x), str(x).center(zoom.width), MUTED)
    for y in grid.ys:
        canvas.put(top + grid.row(y), 0, f"{y:>3}", MUTED)
    for x, y in view["free"]:
        canvas.put(top + grid.row(y), grid.column(x), "·".center(zoom.width), GOLD)
    muses = {muse["name"]: muse for muse in view["muses"]}
    for piece in view["table"]:
        row, column = top + grid.row(piece["y"]), grid.column(piece["x"])
        draw_piece(canvas, piece, muses, row, column, zoom)


def draw_piece(
    canvas: Canvas, piece: dict[str, Any], muses: Any, row: int, column: int, zoom: Zoom
) -> None:
    """Her letters and her die; where there is room, below them her owner and what she can do."""
    style = NEUTRAL_STYLE if piece["owner"] is None else SEAT_STYLES[piece["owner"]] + " reverse"
    name, die = initials(piece["name"]), str(piece["die"])
    canvas.put(row, column, name + die.rjust(zoom.width - len(name)), style)
    if zoom.height > 1:
        owner = "-" if piece["owner"] is None else str(piece["owner"] + 1)
        known = muses.get(piece["muse"])
        what = ""
        if known and piece["face_down"]:
            what = f" {initials(known['name'])} "
        elif known:
            what = POWER_SIGN[known["power"]] + AREA_SIGN[known["area"]] + SUN * known["suns"]
        canvas.put(row + 1, column, (owner + what).ljust(zoom.width), style)


# ---- the panel -------------------------------------------------------------------------------


def draw_muses(canvas: Canvas, view: dict[str, Any], top: int, left: int) -> None:
    """All nine: what they can do and, as far as the view knows, whose they are and their die."""
    known = {piece["muse"]: piece for piece in view["table"] if piece["muse"]}
    held = {muse: hand["seat"] for hand in view["hands"] for muse in hand["muses"] or []}
    for offset, muse in enumerate(view["muses"]):
        name, piece = muse["name"], known.get(muse["name"])
        seat = piece["owner"] if piece else held.get(name)
        style = SEAT_STYLES[seat] if seat is not None else MUTED
        row = top + offset
        canvas.put(row, left, initials(name), style)
        canvas.put(row, left + 3, name.capitalize(), style)
        canvas.put(row, left + 15, POWER_SIGN[muse["power"]] + " " + AREA_SIGN[muse["area"]], style)
        canvas.put(row, left + 19, SUN * muse["suns"], GOLD)
        if piece:
            owner = "-" if seat is None else str(seat + 1)
            canvas.put(row, left + 23, f"{owner}:{piece['die']}", style)
            if piece["face_down"]:
                canvas.put(row, left + 27, piece["name"], style)


def draw_secrets(
    canvas: Canvas, view: dict[str, Any], focus: int, top: int, left: int, language: str
) -> None:
    """What the seat in focus holds, as far as the view knows it, and the turn."""

    def phrase(key: str, **arguments: Any) -> str:
        return say(TOPIC, f"board.{key}", language, **arguments)

    hand = view["hands"][focus]
    lines = []
    if view["phase"] == "dancing":
        lines.append(phrase("turn", number=view["turns"] + 1, most=view["most_turns"]))
    elif hand["muses"]:
        names = [muse.capitalize() for muse in hand["muses"]]
        lines.append(phrase("hand", muses=names[:2]) + ("," if len(names) > 2 else ""))
        if len(names) > 2:
            lines.append("  " + ", ".join(names[2:]))
    elif hand["count"]:
        lines.append(phrase("hand_hidden", count=hand["count"]))
    else:
        lines.append(phrase("hand_empty"))
    if hand["mystery"]:
        lines.append(phrase("mystery", muse=hand["mystery"].capitalize()))
    else:
        lines.append(phrase("mystery_hidden" if hand["mystery_placed"] else "mystery_to_come"))
    for offset, line in enumerate(lines):
        canvas.put(top + offset, left, line, SEAT_STYLES[focus])


def draw_scoring(canvas: Canvas, view: dict[str, Any], top: int, left: int, language: str) -> None:
    """A row of dice a company; a Sun behind each die that has won one, silver for the first."""
    sheet = view["scoring"]
    for company, seats in enumerate(view["companies"]):
        row, style = top + company, SEAT_STYLES[seats[0]]
        canvas.put(row, left, "+".join(str(seat + 1) for seat in seats), style)
        for column, value in enumerate(sheet["dice"][company]):
            won = sheet["columns"][column] == company
            canvas.put(row, left + 4 + column * 3, str(value), style)
            canvas.put(row, left + 5 + column * 3, SUN if won else " ", GOLD)
        suns = say(TOPIC, "board.suns", language, count=sheet["suns"][company])
        canvas.put(row, left + 17, suns, style)
        if sheet["silver"] == company:
            at = left + 18 + len(suns)
            canvas.put(row, at, say(TOPIC, "board.silver", language), GOLD)
