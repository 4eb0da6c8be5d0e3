"""`moonlit draw`: a position of a record as a picture, or the whole game as an animation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from moonlit.core import raster
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.picture import check, svg
from moonlit.core.record import rewound
from moonlit.terminal.files import read_match
from moonlit.terminal.screen import TOPIC
from moonlit.terminal.sentences import bot_name, is_bot

ANIMATIONS = (".gif", ".apng")
ENDINGS = (".svg", ".png", *ANIMATIONS)


@dataclass(frozen=True)
class Wish:
    """How somebody wants it."""

    move: int | None  # after so many moves; None: as far as the record goes
    seat: int | None  # counted from 1
    theme: str
    width: int
    language: str


def draw(file: Path, out: Path, wish: Wish) -> None:
    """Write the picture; its ending says of which kind."""
    ending = out.suffix.lower()
    if ending not in ENDINGS:
        raise BadTable("bad_picture", TOPIC, given=str(out), endings=ENDINGS)
    check(wish.language, wish.theme, wish.width)
    if ending != ".svg":
        raster.need()
    match = read_match(file)
    last = match.number if wish.move is None else wish.move
    if not 0 <= last <= match.number:
        raise BadTable("bad_move_number", TOPIC, given=last, last=match.number)
    if wish.seat is not None and not 1 <= wish.seat <= len(match.players):
        raise BadTable("bad_seat_number", TOPIC, given=wish.seat, last=len(match.players))
    write(out, content(match, last, ending, wish))


def content(match: Match, last: int, ending: str, wish: Wish) -> bytes:
    if ending in ANIMATIONS:
        pictures = (picture(each, wish) for each in replayed(match, last))
        return raster.animation(pictures, wish.width, ending[1:])
    drawn = picture(rewound(match, last), wish)
    return raster.png(drawn, wish.width) if ending == ".png" else drawn.encode()


def replayed(match: Match, last: int) -> Iterator[Match]:
    """The match from its beginning on, move by move."""
    again = rewound(match, 0)
    yield again
    for action in match.actions[:last]:
        again.play_action(action)
        yield again


def picture(match: Match, wish: Wish) -> str:
    """Bots are called in the person's language."""
    names = [bot_name(name, wish.language) if is_bot(name) else name for name in match.players]
    seat = None if wish.seat is None else wish.seat - 1
    return svg(match, seat, language=wish.language, theme=wish.theme, width=wish.width, names=names)


def write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None
