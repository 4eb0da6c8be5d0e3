"""A table without a server: what happens there is done by hand, and a test winds its clock."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from helpers.packages import FIRST
from moonlit.core.errors import MoonlitError
from moonlit.server.table import commands
from moonlit.server.table.events import Draft, Event, numbered
from moonlit.server.table.fold import Table
from moonlit.server.table.render import Presence, Renderer

A, B, C, HOST = "a" * 64, "b" * 64, "c" * 64, "f" * 64
OPEN, BOT = {"kind": "open"}, {"kind": "bot", "level": "novice"}


class Room:
    """A table, everything that happened there, and a clock that the test winds."""

    def __init__(self, *seats: dict[str, Any], game: str = FIRST, **terms: Any) -> None:
        self.table = Table("k3v9x2m7qa")
        self.events: list[Event] = []
        self.now = 1_000_000
        asked: dict[str, Any] = {
            "options": {}, "clock": None, "listed": False, "join": "link", "name": "Ana",
            "ready": True, **terms,
        }  # fmt: skip
        drafts, self.seat = commands.create(
            game=game, players=len(seats), seats=list(seats), token=A, **asked
        )
        self.do(drafts)

    def do(self, drafts: list[Draft]) -> None:
        events = numbered(drafts, self.table.seq, self.now)
        for event in events:
            self.table.apply(event)
        self.events += events

    def join(self, token: str, name: str, seat: int | None = None, ready: bool = True) -> None:
        self.do(commands.join(self.table, token, name, seat, ready, self.now)[0])

    def move(self, choose: int = 0) -> None:
        """Whoever is to move makes a move."""
        seat = self.table.to_move
        assert seat is not None
        assert self.table.match is not None
        moves = self.table.match.moves()
        self.do(commands.move_of(self.table, seat, moves[choose % len(moves)]))

    def state(self, token: str | None, since: int = 0) -> dict[str, Any]:
        text = Renderer(self.table).render(token, since, Presence(), self.now)
        found: dict[str, Any] = orjson.loads(text)
        return found

    def again(self) -> Table:
        """The same events, folded once more, as after a restart."""
        table = Table(self.table.id)
        for event in self.events:
            table.apply(Event(**orjson.loads(orjson.dumps(event.to_json()))))
        return table


def two(game: str = FIRST, **terms: Any) -> Room:
    room = Room(OPEN, OPEN, game=game, **terms)
    room.join(B, "Ben")
    return room


def key_of(call: Any) -> str:
    with pytest.raises(MoonlitError) as caught:
        call()
    assert caught.value.text("fr")
    return caught.value.key


def told(room: Room) -> list[str]:
    return [entry["key"] for line in room.state(None)["log"] for entry in line["entries"]]


def revealing(game: str) -> Room:
    """A game of two just after a move that has turned up something hidden."""
    for choose in range(40):
        room = two(game)
        for _ in range(30):
            if room.table.to_move is None:
                break
            seat = room.table.to_move
            room.move(choose)
            assert room.table.match is not None
            if commands.has_revealed(room.table.match, seat):
                return room
    raise AssertionError("nothing was ever revealed")


MOVE = {"kind": "move", "seconds": 60}
DAYS = {"kind": "days", "days": 1}
GAME = {"kind": "game", "seconds": 60, "increment": 2}
