"""Nomads on a terminal: the spaces with their piles and stacks, the cards and the seats."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from moonlit.core.canvas import GOLD, MUTED, SEAT_STYLES, Canvas
from moonlit.core.words import player_name, say
from moonlit.games.nomads.components import LEGENDS, LETTERS, TILE_WORDS, TOPIC
from moonlit.games.nomads.state import SCORING

LETTER = dict(zip(TILE_WORDS, (*LETTERS, "*", "☾"), strict=True))
FIELD = {
    "amber": "bold #2b1a00 on #f0a83c",
    "coral": "bold #2b0a05 on #f2856d",
    "indigo": "bold #ffffff on #4a4fc4",
    "jade": "bold #04231a on #3fbf8a",
    "onyx": "bold #ffffff on #4a4a52",
    "pearl": "bold #22242e on #e6e3da",
    "rose": "bold #ffffff on #c43d7a",
    "wild": "bold #14204a on #8fd3e8",
    "moon": "bold #2b2000 on #f3d58a",
}
NOMAD = "bold #6f9cf5"
SMALL = "¹²³⁴⁵"

SPACES_LEFT, STACK_LEFT, CARDS_LEFT = 1, 14, 48
SEATS_TOP = 11
VALUE_LEFT = CARDS_LEFT + 16

REST_OF_TURN = {"lys": "board.ask_lys", "top": "board.ask_top"}


def draw(view: dict[str, Any], focus: int, language: str, width: int, height: int) -> Text:
    canvas = Canvas(width, height)
    draw_status(canvas, view, language)
    draw_spaces(canvas, view, 1, language)
    draw_cards(canvas, view, focus, 1, language)
    draw_to_come(canvas, view, 10, language)
    blank = height > SEATS_TOP + len(view["seats"])
    draw_seats(canvas, view, focus, SEATS_TOP + blank, language)
    return canvas.text()


def draw_status(canvas: Canvas, view: dict[str, Any], language: str) -> None:
    """What is going on, and the moon chart."""
    if view["over"]:
        text = say(TOPIC, "board.over", language)
    elif view["last_writing"]:
        text = say(TOPIC, "board.last_writing", language)
    elif view["lys"] is None:
        left = [f" {row['adventurer'].capitalize()} {row['to_place']}" for row in view["unplayed"]]
        text = say(TOPIC, "board.setting", language)
        text += "".join(left) if view["asks"] == "unplayed" else ""
    else:
        text = say(TOPIC, "board.turn", language, turn=view["turn"])
        if view["asks"] in REST_OF_TURN:
            text += " · " + say(TOPIC, REST_OF_TURN[view["asks"]], language)
    canvas.put(0, 1, text, MUTED)
    label = say(TOPIC, "board.chart", language)
    canvas.put(0, CARDS_LEFT, label, MUTED)
    for number in range(SCORING):
        at = CARDS_LEFT + 1 + len(label) + 2 * number
        there = number < view["chart"]
        canvas.put(0, at, "☾" if there else "·", GOLD if there else MUTED)


# ---- the fire ----------------------------------------------------------------------------------


def draw_spaces(canvas: Canvas, view: dict[str, Any], top: int, language: str) -> None:
    """A line a space, clockwise downwards: Lys, the pile, and the stack with its top last."""
    canvas.put(top, SPACES_LEFT + 4, say(TOPIC, "board.pile", language), MUTED)
    canvas.put(top, STACK_LEFT, say(TOPIC, "board.stack", language), MUTED)
    owners = {row["adventurer"]: row["seat"] for row in view["seats"]}
    owners["frog"] = owners.get("nostromo")
    for row, space in enumerate(view["spaces"], top + 1):
        canvas.put(row, SPACES_LEFT, str(space["space"]), GOLD)
        if space["lys"]:
            canvas.put(row, SPACES_LEFT + 2, "L", GOLD + " reverse")
        if space["tile"] is None:
            canvas.put(row, SPACES_LEFT + 4, " · ", MUTED)
        else:
            canvas.put(row, SPACES_LEFT + 4, f" {LETTER[space['tile']]} ", FIELD[space["tile"]])
            canvas.put(row, SPACES_LEFT + 8, f"{space['pile']:>2}", MUTED)
        draw_stack(canvas, space["stack"], owners, row)


def draw_stack(canvas: Canvas, stack: list[str], owners: dict[str, Any], row: int) -> None:
    """Two columns a disc, or one where the stack is very tall."""
    step = 2 if len(stack) * 2 < CARDS_LEFT - STACK_LEFT else 1
    for height, disc in enumerate(stack):
        seat = owners.get(disc)
        letter = "o" if disc == "nomad" else disc[0].upper() if seat is not None else disc[0]
        style = NOMAD if disc == "nomad" else MUTED if seat is None else SEAT_STYLES[seat]
        if height == len(stack) - 1:
            style += " reverse"
        canvas.put(row, STACK_LEFT + height * step, letter, style)


# ---- the cards ---------------------------------------------------------------------------------


def draw_cards(canvas: Canvas, view: dict[str, Any], focus: int, top: int, language: str) -> None:
    """For each legend what the seat in focus holds, and the cards: gold ones it can write."""
    mine = view["seats"][focus]
    title = say(TOPIC, "board.cards_of", language, view["players"], seat=focus)
    canvas.put(top, CARDS_LEFT, title, SEAT_STYLES[focus])
    rows = [*LEGENDS, "song", "wild"]
    for row, kind in enumerate(rows, top + 1):
        sign = "♪" if kind == "song" else LETTER[kind]
        canvas.put(row, CARDS_LEFT, f" {sign} ", FIELD.get(kind, "bold reverse"))
        canvas.put(row, CARDS_LEFT + 4, say(TOPIC, f"board.{kind}", language)[:8], MUTED)
        if kind != "song":
            held = mine["tiles"][kind]
            canvas.put(row, CARDS_LEFT + 12, f"{held:>2}", "bold" if held else MUTED)
        if kind != "wild":
            cards = view["songs"] if kind == "song" else view["legends"][kind]
            near = {card["value"] for card in mine["rack"][kind] if not card["lacks"]}
            draw_values(canvas, cards, near, row)


def draw_values(canvas: Canvas, cards: list[dict[str, Any]], near: set[int], row: int) -> None:
    for number, card in enumerate(cards):
        at = VALUE_LEFT + 4 * number
        value, seat = f"{card['value']:>2}", card["seat"]
        if seat is None:
            canvas.put(row, at, value, GOLD + " underline" if card["value"] in near else MUTED)
        else:
            canvas.put(row, at, value + SMALL[seat], SEAT_STYLES[seat])


def draw_to_come(canvas: Canvas, view: dict[str, Any], row: int, language: str) -> None:
    """How many tiles of each kind lie under the tops."""
    label = say(TOPIC, "board.to_come", language)
    canvas.put(row, 1, label, MUTED)
    at = len(label) + 2
    for kind, count in view["to_come"].items():
        canvas.put(row, at, LETTER[kind], FIELD[kind])
        canvas.put(row, at + 1, str(count), MUTED)
        at += 4


# ---- the seats ---------------------------------------------------------------------------------


def draw_seats(canvas: Canvas, view: dict[str, Any], focus: int, top: int, language: str) -> None:
    """A line a seat: adventurer, score, moons won, tiles, cards."""
    for row, seat in enumerate(view["seats"], top):
        number = seat["seat"]
        style = SEAT_STYLES[number] + (" underline" if number == focus else "")
        if view["to_move"] == number:
            canvas.put(row, 0, "▶", GOLD)
        name = player_name(number, view["players"], language)
        canvas.put(row, 1, f"{number + 1} {name[:14]}", style)
        canvas.put(row, 18, seat["adventurer"].capitalize(), SEAT_STYLES[number])
        if seat["to_place"]:
            text = say(TOPIC, "board.to_place", language, count=seat["to_place"])
            canvas.put(row, 28, text, MUTED)
            continue
        canvas.put(row, 28, say(TOPIC, "board.score", language, score=seat["score"])[:10], MUTED)
        canvas.put(row, 39, f"☾{seat['moons']}", GOLD if seat["moons"] else MUTED)
        draw_holding(canvas, seat, row, 43)


def draw_holding(canvas: Canvas, seat: dict[str, Any], row: int, at: int) -> None:
    """Tiles as letters with their count, then cards."""
    for kind, count in seat["tiles"].items():
        if count:
            canvas.put(row, at, LETTER[kind], FIELD[kind])
            canvas.put(row, at + 1, str(count) if count > 1 else " ")
            at += 2 + (count > 9)
    at = max(at + 1, 62)
    for kind, value in [*seat["legends"].items(), ("song", seat["song"])]:
        if value:
            text = f"{'♪' if kind == 'song' else LETTER[kind]}{value}"
            canvas.put(row, at, text, FIELD.get(kind, "bold reverse"))
            at += len(text)
