"""A position as a picture: `moonlit.svg(match, seat)`. A game's module `drawing` draws the board.

All it is told is the seat's view and the last move as that seat may read it, so nothing hidden can
be in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from moonlit.core.errors import BadTable
from moonlit.core.game import Entry
from moonlit.core.sheet import Sheet, number, shortened
from moonlit.core.themes import THEMES
from moonlit.core.words import LANGUAGES, phrases, say

if TYPE_CHECKING:
    from moonlit.core.match import Match

WIDTH = 800.0  # in units of the drawing, which are pixels unless another width is asked for
MARGIN = 20.0
INNER = WIDTH - 2 * MARGIN  # what a board has from left to right
HEAD = 84.0
SAID, NAME_ROOM = 16.0, 170.0  # the size of whose turn it is, and a name's room in it
NARROWEST, WIDEST = 200, 4000  # pixels


@dataclass(frozen=True)
class Last:
    """The move that led here, as the reader may know it."""

    seat: int
    move: str


def svg(
    match: Match,
    seat: int | None = None,
    *,
    language: str = "en",
    theme: str = "night",
    width: int = int(WIDTH),
    names: Sequence[str] | None = None,
    standings: list[dict[str, Any]] | None = None,
) -> str:
    """The position as a seat sees it, None: a spectator; a whole SVG file.

    theme: "night" or "day". width: in pixels. names: other names for the seats. standings: the
    places where a game has ended otherwise than by its rules.
    """
    check(language, theme, width)
    view = match.view(seat)
    if names is not None:
        view["players"] = list(names)
    if standings is not None:
        view |= {"standings": standings, "over": True, "to_move": None}
    sheet = Sheet(view, language, THEMES[theme])
    drawing = match.game.role("drawing")
    last, entries = last_move(match, seat)
    with sheet.group(MARGIN, HEAD):
        high = drawing.draw(sheet, view, last)
    board = sheet.taken()
    height = HEAD + high + MARGIN
    draw_ground(sheet, height)
    readable = getattr(drawing, "readable", None)
    told = " ".join(sentence(sheet, entry, readable) for entry in entries)
    draw_head(sheet, match.game.has_secrets, told)
    sheet.add(board)
    return sheet.svg(WIDTH, height, width, title(sheet))


def last_move(match: Match, seat: int | None) -> tuple[Last | None, list[Entry]]:
    """The move that led here and what came of it, as a seat may know them."""
    if not match.number:
        return None, []
    since = match.number - 1
    mover = int(match.states_at(since)["to_move"][0])
    return Last(mover, match.history(seat, since)[0]), match.log(seat, since)[0]


def check(language: str, theme: str, width: int) -> None:
    if language not in LANGUAGES:
        raise BadTable("bad_language", given=language, languages=LANGUAGES)
    if theme not in THEMES:
        raise BadTable("bad_theme", given=theme, themes=tuple(THEMES))
    if type(width) is not int or not NARROWEST <= width <= WIDEST:
        raise BadTable("bad_width", given=width, least=NARROWEST, most=WIDEST)


def sentence(sheet: Sheet, entry: Entry, readable: Any) -> str:
    """A log entry in words; where there is a sentence for those who see the board, that one."""
    key, arguments = entry["key"], entry["args"]
    shown = f"shown.{key}"
    if shown in phrases(sheet.view["game"], sheet.language):
        key = shown
    if readable is not None:
        arguments = readable(sheet, arguments)
    game, language = sheet.view["game"], sheet.language
    return say(game, key, language, short_names(sheet), **arguments)


def short_names(sheet: Sheet) -> list[str]:
    """So that a sentence is more than a name."""
    return [
        shortened(sheet.name(seat), NAME_ROOM, SAID) for seat in range(len(sheet.view["players"]))
    ]


def title(sheet: Sheet) -> str:
    """What is read aloud: the game, the players, where it stands."""
    names = [sheet.name(seat) for seat in range(len(sheet.view["players"]))]
    return f"{sheet.say('name')} · {', '.join(names)} · {where(sheet)} · {state(sheet, names)}"


def where(sheet: Sheet) -> str:
    return say("core", "picture.move", sheet.language, number=sheet.view["number"])


def state(sheet: Sheet, names: Sequence[str]) -> str:
    """Whose turn it is, or who has won."""
    view, language = sheet.view, sheet.language
    if not view["over"]:
        return say("core", "picture.to_move", language, names, seat=view["to_move"])
    winners = [row["seat"] for row in view["standings"] if row["place"] == 1]
    if len(view["players"]) == 1:
        return say("core", "picture.over", language)
    told = [names[seat] for seat in winners]
    return say("core", "picture.won", language, count=len(winners), names=told)


def draw_ground(sheet: Sheet, height: float) -> None:
    above, below = sheet.theme.ground
    stops = f'<stop stop-color="{above}"/><stop offset="1" stop-color="{below}"/>'
    sky = sheet.define("linearGradient", stops, x1=0, y1=0, x2=0, y2=1)
    sheet.rect(0, 0, WIDTH, height, fill=f"url(#{sky})")


def draw_head(sheet: Sheet, has_secrets: bool, told: str) -> None:
    """The game, whose turn it is, what just happened."""
    view, theme, right = sheet.view, sheet.theme, WIDTH - MARGIN
    told_where = where(sheet)
    if has_secrets and view["seat"] is not None:
        seen = say("core", "picture.seen", sheet.language, short_names(sheet), seat=view["seat"])
        told_where = f"{seen} · {told_where}"
    used = sheet.text(told_where, right, 28, 14, width=430, color=theme.muted, anchor="end")
    sheet.text(sheet.say("name"), MARGIN, 28, 26, width=INNER - used - 16, display=True)
    left = MARGIN
    if not view["over"]:
        sheet.seat_disc(view["to_move"], left + 11, 61, 11)
        left += 30
    told_state = state(sheet, short_names(sheet))
    left += sheet.text(told_state, left, 61, SAID, width=400, color=theme.gold, bold=True) + 14
    sheet.text(told, left, 61, 14, width=right - left, color=theme.muted)


def on_card(drawn: str, theme: str, width: int = 1200, height: int = 630) -> str:
    """A picture in the middle of a card, as those who show links want it."""
    head = re.match(r'<svg ([^>]*?)width="(\d+)" height="(\d+)" ', drawn)
    assert head is not None
    wide, high = int(head[2]), int(head[3])
    scale = min(width / wide, height / high)
    place = (
        f'x="{number((width - wide * scale) / 2)}" y="{number((height - high * scale) / 2)}" '
        f'width="{number(wide * scale)}" height="{number(high * scale)}" '
    )
    above, below = THEMES[theme].ground
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><linearGradient id="sky" x2="0" y2="1">'
        f'<stop stop-color="{above}"/><stop offset="1" stop-color="{below}"/></linearGradient>'
        f'<rect width="{width}" height="{height}" fill="url(#sky)"/>'
        f"<svg {head[1]}{place}{drawn[head.end() :].strip()}</svg>\n"
    )
