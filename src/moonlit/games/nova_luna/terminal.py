"""Nova Luna on a terminal: the moon track, the wheel and a display, from a view alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from moonlit.core.canvas import GOLD, MUTED, SEAT_STYLES, Canvas
from moonlit.core.words import player_name, say
from moonlit.games.nova_luna.state import TRACK

TOPIC = "nova-luna"
INK = {"b": "#6f9cf5", "r": "#f07a74", "t": "#45cfbc", "y": "#edbf4b"}
FIELD = {
    "blue": "bold #ffffff on #2f5bb8",
    "red": "bold #ffffff on #b23f3a",
    "turquoise": "bold #04231f on #2fb8a6",
    "yellow": "bold #2b2000 on #edbf4b",
}
# The wheel's twelve spaces, clockwise from the top left, on the border of a 4 × 4 square.
RING = [(0, c) for c in range(4)] + [(1, 3), (2, 3)]
RING += [(3, c) for c in (3, 2, 1, 0)] + [(2, 0), (1, 0)]
WHEEL_WIDTH = 23


def draw(view: dict[str, Any], focus: int, language: str, width: int, height: int) -> Text:
    canvas = Canvas(width, height)
    top = draw_seats(canvas, view, focus, language)
    if view["track"]:
        draw_track(canvas, view, top)
        top += 1
    top += 1
    draw_wheel(canvas, view, top, language)
    draw_display(canvas, view["displays"][focus], top, WHEEL_WIDTH + 1)
    return canvas.text()


# ---- seats and the moon track ----------------------------------------------------------------


def draw_seats(canvas: Canvas, view: dict[str, Any], focus: int, language: str) -> int:
    """One line: who has how many discs left, the seat in focus underlined."""
    column = 0
    share = canvas.width // len(view["displays"])
    labels, counts = [], []
    for display in view["displays"]:
        name = player_name(display["seat"], view["players"], language)
        labels.append(f"{display['seat'] + 1} {name}" if view["players"][display["seat"]] else name)
        counts.append(say(TOPIC, "board.discs", language, count=display["discs"]))
    if any(len(label + count) + 4 > share for label, count in zip(labels, counts, strict=True)):
        counts = [f"●{display['discs']}" for display in view["displays"]]
    for display, name, discs in zip(view["displays"], labels, counts, strict=True):
        seat = display["seat"]
        turn = "▶" if view["to_move"] == seat else " "
        label = name[: share - len(discs) - 4]
        style = SEAT_STYLES[seat] + (" underline" if seat == focus else "")
        canvas.put(0, column, turn, GOLD)
        canvas.put(0, column + 1, label, style)
        canvas.put(0, column + 2 + len(label), discs, MUTED)
        column += share
    if view["solo"]:
        canvas.put(1, 1, solo_line(view["solo"], language), MUTED)
        return 2
    return 1


def solo_line(solo: dict[str, Any], language: str) -> str:
    line = say(TOPIC, "board.solo", language, phase=solo["phase"], cost=solo["cost"])
    if solo["note1"] is not None:
        line += " · " + say(TOPIC, "board.note", language, number=1, note=solo["note1"])
    if solo["note2"] is not None:
        line += " · " + say(TOPIC, "board.note", language, number=2, note=solo["note2"])
    return line


def draw_track(canvas: Canvas, view: dict[str, Any], row: int) -> None:
    """24 spaces from the new moon; discs that share one are written bottom first."""
    column, gap = 1, 2 if canvas.width >= 3 * TRACK + len(view["track"]) else 1
    for space in range(TRACK):
        here = sorted(
            (disc for disc in view["track"] if disc["space"] == space),
            key=lambda disc: int(disc["height"]),
        )
        if not here:
            canvas.put(row, column, "●" if space == 0 else "·", MUTED)
        for disc in here:
            canvas.put(row, column, str(disc["seat"] + 1), SEAT_STYLES[disc["seat"]] + " reverse")
            column += 1
        column += gap if here else gap + 1


# ---- the wheel -------------------------------------------------------------------------------


def draw_wheel(canvas: Canvas, view: dict[str, Any], top: int, language: str) -> None:
    available = view["available"]
    for space, (row, column) in enumerate(RING):
        tile, at = view["wheel"][space], 1 + column * 5
        if space == view["marker"]:
            canvas.put(top + row, at, " ☾ ", GOLD)
        elif tile is None:
            canvas.put(top + row, at, " · ", MUTED)
        else:
            canvas.put(top + row, at, f" {tile['name'][:2]} ", FIELD[tile["color"]])
        if space in available:
            canvas.put(top + row, at - 1, str(available.index(space) + 1), GOLD)
    canvas.put(top + 1, 6, f"{view['supply']:>3}", MUTED)
    canvas.put(top + 2, 6, say(TOPIC, "board.supply", language)[:9], MUTED)
    row = top + (5 if top + 5 + sum(map(bool, view["wheel"])) <= canvas.height else 4)
    for step in range(1, len(RING)):
        space = (view["marker"] + step) % len(RING)
        tile = view["wheel"][space]
        if tile is None:
            continue
        if space in available:
            canvas.put(row, 0, str(available.index(space) + 1), GOLD)
        canvas.put(row, 2, f" {tile['name'][:2]} ", FIELD[tile["color"]])
        column = 7
        for goal in tile["goals"]:
            for letter in goal:
                canvas.put(row, column, letter, INK[letter])
                column += 1
            column += 1
        row += 1
    if view["may_refill"]:
        canvas.put(row, 0, "refill", GOLD)


# ---- a display -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Zoom:
    """How large a tile is drawn; a column or row with free places only is drawn narrow."""

    width: int
    height: int
    narrow: int = 3


ZOOMS = (Zoom(8, 3), Zoom(5, 2), Zoom(3, 1))
LABEL = 4  # columns for the y axis


class Grid:
    """Where each column and row of a display is drawn, at the largest zoom that fits."""

    def __init__(self, display: dict[str, Any], width: int, height: int) -> None:
        places = [(tile["x"], tile["y"]) for tile in display["tiles"]]
        free = [tuple(place) for place in display["free"]]
        self.tile_columns = {x for x, _ in places}
        self.tile_rows = {y for _, y in places}
        everywhere = places + free
        self.xs = list(range(min(x for x, _ in everywhere), max(x for x, _ in everywhere) + 1))
        self.ys = list(range(max(y for _, y in everywhere), min(y for _, y in everywhere) - 1, -1))
        for zoom in ZOOMS:
            self.zoom = zoom
            if self._width() <= width - LABEL and self._height() <= height - 1:
                break
        else:
            self._crop(places[-1] if places else (0, 0), width - LABEL, height - 1)
        self.column = self._starts(self.xs, self.column_width, gap=1)
        self.row = self._starts(self.ys, self.row_height, gap=0)

    def column_width(self, x: int) -> int:
        return self.zoom.width if x in self.tile_columns else self.zoom.narrow

    def row_height(self, y: int) -> int:
        return self.zoom.height if y in self.tile_rows else 1

    def _width(self) -> int:
        return sum(self.column_width(x) + 1 for x in self.xs)

    def _height(self) -> int:
        return sum(self.row_height(y) for y in self.ys)

    def _crop(self, last: tuple[int, int], width: int, height: int) -> None:
        """Keep what fits around the newest tile."""
        while self._width() > width:
            self.xs.pop(0 if last[0] - self.xs[0] > self.xs[-1] - last[0] else -1)
        while self._height() > height:
            self.ys.pop(0 if self.ys[0] - last[1] > last[1] - self.ys[-1] else -1)

    @staticmethod
    def _starts(values: list[int], size: Any, gap: int) -> dict[int, int]:
        starts, at = {}, 0
        for value in values:
            starts[value] = at
            at += size(value) + gap
        return starts


def draw_display(canvas: Canvas, display: dict[str, Any], top: int, left: int) -> None:
    grid = Grid(display, canvas.width - left, canvas.height - top)
    for x in grid.xs:
        label = str(x).center(grid.column_width(x))
        canvas.put(top, left + LABEL + grid.column[x], label, MUTED)
    for y in grid.ys:
        middle = (grid.row_height(y) - 1) // 2
        canvas.put(top + 1 + grid.row[y] + middle, left, f"{y:>3}", MUTED)
    for x, y in display["free"]:
        if x in grid.column and y in grid.row:
            row = top + 1 + grid.row[y] + (grid.row_height(y) - 1) // 2
            column = left + LABEL + grid.column[x] + (grid.column_width(x) - 1) // 2
            canvas.put(row, column, "·", GOLD)
    for tile in display["tiles"]:
        if tile["x"] in grid.column and tile["y"] in grid.row:
            row = top + 1 + grid.row[tile["y"]]
            column = left + LABEL + grid.column[tile["x"]]
            draw_tile(canvas, tile, row, column, grid.zoom)


def draw_tile(canvas: Canvas, tile: dict[str, Any], row: int, column: int, zoom: Zoom) -> None:
    """A field with letter and cost; below it the goals, or their number where room is short."""
    head = f" {tile['name'][:2]}".ljust(zoom.width)[: zoom.width]
    canvas.put(row, column, head, FIELD[tile["color"]])
    if zoom.height == 3:
        at = 0
        for number, goal in enumerate(tile["goals"]):
            if number == 2 and at + len(goal["need"]) > zoom.width:
                row, at = row + 1, 0
            at = draw_goal(canvas, goal, row + 1, column, at) + 1
    elif zoom.height == 2:
        draw_lacks(canvas, tile["goals"], row + 1, column, zoom.width)
    else:
        left = sum(not goal["met"] for goal in tile["goals"])
        if left:
            canvas.put(row, column, str(left), FIELD[tile["color"]])


def draw_lacks(
    canvas: Canvas, goals: list[dict[str, Any]], row: int, column: int, width: int
) -> None:
    """A disc for each met goal, then what the others lack, the nearest first, while it fits."""
    at = sum(goal["met"] for goal in goals)
    canvas.put(row, column, "●" * at, GOLD)
    for goal in sorted((goal for goal in goals if not goal["met"]), key=lambda g: len(g["lacks"])):
        at += at > 0
        if at + len(goal["lacks"]) > width:
            break
        for letter in goal["lacks"]:
            canvas.put(row, column + at, letter.upper(), INK[letter] + " bold")
            at += 1


def draw_goal(canvas: Canvas, goal: dict[str, Any], row: int, column: int, at: int) -> int:
    """A met goal is a disc; else small letters are there already and capital ones are missing."""
    if goal["met"]:
        canvas.put(row, column + at, "●", GOLD)
        return at + 1
    lacks = goal["lacks"]
    for letter in "brty":
        missing = lacks.count(letter)
        there = goal["need"].count(letter) - missing
        for _ in range(there):
            canvas.put(row, column + at, letter, INK[letter] + " dim")
            at += 1
        for _ in range(missing):
            canvas.put(row, column + at, letter.upper(), INK[letter] + " bold")
            at += 1
    return at
