"""How a reader's fingers find a move on each game's board."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helpers.browser import Reader

LEGENDS = {name[0]: name for name in ("amber", "coral", "indigo", "jade", "onyx", "pearl", "rose")}

Press = Callable[["Reader", str], None]


def is_set(reader: Reader, selector: str) -> bool:
    return reader.find(selector).get_attribute("aria-pressed") == "true"


# where a place lies, beside the frame of a display that is too large for it: [the frame's middle,
# how far to draw at once]; null: in sight
OUT_OF_SIGHT = """place => {
  const frame = place.closest('.grab')?.getBoundingClientRect();
  if (!frame) return null;
  const own = place.getBoundingClientRect();
  const x = own.x + own.width / 2, y = own.y + own.height / 2;
  if (x > frame.left && x < frame.right && y > frame.top && y < frame.bottom) return null;
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  const most = (by, size) => Math.max(-0.4 * size, Math.min(0.4 * size, by));
  return [middle.x, middle.y, most(middle.x - x, frame.width), most(middle.y - y, frame.height)];
}"""


def bring_into_sight(reader: Reader, selector: str) -> None:
    """A display that is larger than its frame is drawn along, as with a finger."""
    mouse = reader.page.mouse
    for _ in range(12):
        place = reader.find(selector)
        if place.evaluate(OUT_OF_SIGHT) is None:
            return
        place.evaluate("place => place.closest('.frame').scrollIntoView({ block: 'center' })")
        x, y, right, down = place.evaluate(OUT_OF_SIGHT)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + right, y + down, steps=4)
        mouse.up()
    raise AssertionError(f"{selector} does not come into sight")


def hand_of_nova_luna(reader: Reader, move: str, press: Press) -> None:
    choice, at, _ = move.partition("@")
    if at and not reader.sees(f'[data-move="{move}"]'):
        press(reader, f'[data-choice="{choice}"][aria-pressed]')  # when it may be taken
    if at:
        bring_into_sight(reader, f'[data-move="{move}"]')
    press(reader, f'[data-move="{move}"]')


def hand_of_muses(reader: Reader, move: str, press: Press) -> None:
    if "@" in move:
        side = "[data-testid=face-down]" if move[0] == "?" else "[data-testid=face-up]"
        if not is_set(reader, side):
            press(reader, side)
        muse = move.lstrip("?").partition("@")[0]
        if not is_set(reader, f'button[data-muse="{muse}"]'):  # the last one is held already
            press(reader, f'button[data-muse="{muse}"]')
        press(reader, f'[data-move="{move}"]')
        return
    first, _, then = move.partition(":")
    muse, before, target = first.partition("*")
    way, after, later = then.partition("*")
    press(reader, f'[data-spot="{muse}"]')
    if before:
        press(reader, f'[data-spot="{target}"]')
    number = reader.number
    press(reader, f'svg [data-way="{way}"]')
    if after:
        press(reader, f'[data-spot="{later}"]')
        return
    finish = f'button[data-move="{move}"]:not([data-way])'

    def done() -> bool:
        return reader.number > number or reader.over or reader.sees("[data-answered]")

    reader.until(lambda: done() or reader.sees(finish), f"{move}, or a power that could follow")
    if not done():
        press(reader, finish)


def give(reader: Reader, tile: str, wanted: bool, press: Press) -> None:
    if reader.sees(tile) and is_set(reader, tile) != wanted:
        press(reader, tile)


def hand_of_nomads(reader: Reader, move: str, press: Press) -> None:
    whole = f'[data-move="{move}"]'
    if found := re.fullmatch(r"(\w+)@\d", move):
        if reader.sees(disc := f'label:has([data-disc="{found[1]}"]:not(:checked))'):
            press(reader, disc)
    elif found := re.fullmatch(r"(\d)[<>](\w*)", move):
        if not reader.sees(whole):
            press(reader, f'[data-space="{found[1]}"]')
        if found[2] and not reader.sees(whole):
            side = "clockwise" if ">" in move else "counter"
            if not reader.sees(f'label:has([data-way="{move}"])'):
                press(reader, f'[data-side="{side}"]')
            press(reader, f'label:has([data-way="{move}"])')
    elif found := re.fullmatch(r"top@(\d)\.\d", move):
        if not reader.sees(whole):
            press(reader, f'[data-space="{found[1]}"]')
    elif found := re.fullmatch(r"legend (\w)(\d+)\**", move):
        if not reader.sees(whole):
            press(reader, f'[data-card="{LEGENDS[found[1]]}{found[2]}"]')
    elif (found := re.fullmatch(r"song (\d+) (\w*)(\**)", move)) and not reader.sees(whole):
        press(reader, f'[data-card="song{found[1]}"]')
        # what is not wanted goes first: where more than the value is given, something is let go
        for wanted in (False, True):
            for letter, legend in LEGENDS.items():
                if (letter in found[2]) is wanted:
                    give(reader, f'[data-give="{legend}"]', wanted, press)
            counts = (1, 2, 3, 4) if wanted else (4, 3, 2, 1)
            for count in counts:
                if (count <= len(found[3])) is wanted:
                    give(reader, f'[data-give="wild{count}"]', wanted, press)
    press(reader, whole)


def hand_on_the_plain_board(reader: Reader, move: str, press: Press) -> None:
    """Moves are buttons; where there are many, one first chooses how the move begins."""
    whole = f'[data-move="{move}"]'
    starts = reader.page.locator("[data-start]:visible").evaluate_all(
        "(all) => all.map((one) => one.dataset.start)"
    )
    for start in sorted(filter(move.__contains__, starts), key=len, reverse=True):
        if not reader.sees(whole):
            press(reader, f'[data-start="{start}"]')
    press(reader, whole)


Hand = Callable[["Reader", str, Press], None]
HANDS: dict[str, Hand] = {
    "nova-luna": hand_of_nova_luna,
    "dance-of-muses": hand_of_muses,
    "nomads": hand_of_nomads,
}


def hand(game: str) -> Hand:
    return HANDS.get(game, hand_on_the_plain_board)


# how many moves of our own a game has at least: four Muses are placed, and a dance may be short
FEWEST = {"nova-luna": 6, "dance-of-muses": 4, "nomads": 6}


def pick(state: dict[str, Any], chance: random.Random) -> str:
    """A move of a game that is to end soon: Muses with high dice step, cards are written."""
    moves: list[str] = state["moves"]
    view = state["view"]
    if view["game"] == "dance-of-muses" and view["phase"] == "dancing":
        highest = max(view["table"], key=lambda piece: int(piece["die"]))
        moves = [move for move in moves if re.match(re.escape(highest["name"]) + r"[:*]", move)]
    if view["game"] == "nomads":
        moves = [move for move in moves if move.startswith(("song", "legend"))] or moves
    return chance.choice(moves or state["moves"])
