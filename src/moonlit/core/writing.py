"""Views as JSON, written by compiled code: a server shows positions more often than anything else.

A game's `writing.py` writes what its `views.py` tells, byte for byte, from what is here. A list is
written with a comma behind each of its items, and `end` takes the last one back.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from moonlit.core.contract import record_type, register_writer, write
from moonlit.core.engine import engine
from moonlit.core.game import Game
from moonlit.core.jit import entry, njit, plain
from moonlit.core.match import Match

COMMA, MINUS, ZERO = (ord(letter) for letter in ",-0")


# ---- for games -----------------------------------------------------------------------------------


def encoded(value: Any) -> str:
    """A constant as JSON."""
    return json.dumps(value, separators=(",", ":"))


def words(texts: Sequence[str]) -> Any:
    """Texts as compiled code reads them: a row each, which says first how long it is."""
    rows = [text.encode() for text in texts]
    table = np.zeros((len(rows), 1 + max(map(len, rows))), dtype=np.uint8)
    for number, row in enumerate(rows):
        table[number, : 1 + len(row)] = len(row), *row
    return table


@njit
def put(out: Any, at: int, text: Any) -> int:
    """Write a text, as bytes, at a place; the place behind it."""
    for letter in range(len(text)):
        out[at + letter] = text[letter]
    return at + len(text)


@njit
def put_word(out: Any, at: int, table: Any, number: int) -> int:
    """One of a table of words."""
    size = int(table[number, 0])
    for letter in range(size):
        out[at + letter] = table[number, 1 + letter]
    return at + size


@njit
def put_number(out: Any, at: int, number: int) -> int:
    if number < 0:
        out[at] = MINUS
        at += 1
        number = -number
    digits, rest = 1, number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for place in range(digits):
        out[at + digits - 1 - place] = ZERO + number % 10
        number //= 10
    return at + digits


@njit
def put_field(out: Any, at: int, name: Any, number: int) -> int:
    """A number, and before it whatever leads to it."""
    return put_number(out, put(out, at, name), number)


@njit
def put_flag(out: Any, at: int, flag: bool) -> int:
    if flag:
        return put(out, at, b"true")
    return put(out, at, b"false")


@njit
def end(out: Any, at: int, text: Any) -> int:
    """Behind the last item of a list, or behind none."""
    if out[at - 1] == COMMA:
        at -= 1
    return put(out, at, text)


# ---- for servers ---------------------------------------------------------------------------------


@entry
def write_first(states: Any, seat: int, out: Any) -> int:
    return write(states[0], seat, out)


@cache
def room_for(game: Game) -> int:
    """The bytes that a view of this game needs at most; 0: nobody can write it."""
    role = game.role("writing")
    if role.MAX_BYTES:
        register_writer(game.state, role.write)
    return int(role.MAX_BYTES)


def heading(match: Match) -> dict[str, Any]:
    """What every view of every game begins with, but for the seat."""
    return {
        "game": match.game.name,
        "players": match.players,
        "options": match.options,
        "number": match.number,
        "to_move": match.to_move,
        "over": match.over,
        "standings": match.standings(),
    }


_papers = threading.local()  # a thread each writes on its own, again and again


def paper(room: int) -> Any:
    out = getattr(_papers, "out", None)
    if out is None or len(out) < room:
        out = _papers.out = np.empty(room, dtype=np.uint8)
    return out


def written(match: Match, seat: int) -> bytes | None:
    """What `game.view` tells a seat, as JSON without its braces; None: the compiler has not got to
    it, or the game does not write."""
    room = room_for(match.game)
    if not room or not engine(match.game).compiled:
        return None
    out = paper(room)
    return bytes(out[: write_first(match.states, seat, out)].data)


def written_plainly(match: Match, seat: int) -> bytes:
    """The same without the compiler."""
    states, out = match.states, np.empty(room_for(match.game), dtype=np.uint8)
    size = plain(write_first)(states.view(record_type(states.dtype)), seat, out)
    return bytes(out[:size].data)


def warm(game: Game, states: Any) -> None:
    """Compile it."""
    if room := room_for(game):
        write_first(states, -1, np.empty(room, dtype=np.uint8))
