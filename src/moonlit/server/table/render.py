"""A table as a viewer may see it: the `state` message, made of parts that are encoded once.

Nothing here looks at a match but through its views, `moves` and lines of the log that were written
for one perspective, so nobody is told more than their seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import orjson

from moonlit.core.match import Match
from moonlit.core.writing import heading, written
from moonlit.server.table.fold import Table
from moonlit.server.table.seats import Seat
from moonlit.server.table.state import SPECTATOR, Line, encode, lines_since, newest

MAX_CHAT = 16_000  # bytes of chat in one answer; what was said before is asked for
MAX_LINES = 1_500  # of the log in one answer; no honest game has so many


@dataclass
class Presence:
    """What is true of a table now and is no event: who is there, and which bot is thinking."""

    present: set[int] = field(default_factory=set)  # seats
    watchers: int = 0
    thinking: dict[str, int] | None = None


def summary(table: Table, present: set[int] | None = None) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game.name,
        "players": len(table.seats),
        "options": table.options,
        "clock": table.clock,
        "status": table.status,
        "seats": [
            seat_summary(table, number, seat, present or set())
            for number, seat in enumerate(table.seats)
        ],
        "number": table.number,
        "to_move": table.to_move,
        "created": table.created,
        "updated": table.updated,
        "listed": table.listed,
        "join": table.join,
        "origin": table.origin,
        "daily": table.daily,
        "rated": table.rated,
        "club": table.club,
        **of_undo(table),
    }


def of_undo(table: Table) -> dict[str, list[int]]:
    """Whose answer is waited for, while somebody asks to take a move back."""
    asked = table.undo_request
    if asked is None:
        return {}
    return {"undo": [seat for seat in table.guests() if seat not in (asked.seat, *asked.agreed)]}


def seat_summary(table: Table, number: int, seat: Seat, present: set[int]) -> dict[str, Any]:
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "ready": seat.ready,
        "host": table.is_host(seat.token),
        "present": number in present,
        "stand_in": seat.stand_in,
        "resigned": seat.resigned,
        "free_from": table.free_from(number) if seat.stand_in else None,
    }


class Renderer:
    """Renders the states of one table; what it has encoded lasts until the next event."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seq = -1
        self._views: dict[int, bytes] = {}
        self._tails: dict[int, bytes] = {}
        self._heading: bytes | None = None
        self._moves: bytes | None = None
        self._common: bytes | None = None

    def invalidate(self, everything: bool = False) -> None:
        """Who is present has changed, or (everything) the table has."""
        self._common = None
        if everything:
            self._views.clear()
            self._tails.clear()
            self._heading = self._moves = None

    def render(self, token: str | None, since: int, presence: Presence, now: int) -> bytes:
        """The whole message for who holds a token, with the log after an event."""
        table = self.table
        if self._seq != table.seq:
            self._seq = table.seq
            self.invalidate(everything=True)
        seat = table.seat_of(token)
        perspective = table.perspective(seat)
        return b"".join(
            (
                you(seat, table.is_host(token)),
                self._shared(presence),
                b',"clocks":',
                orjson.dumps(table.clocks.to_json(now)) if table.clocks is not None else b"null",
                b',"undo":{"can":true,' if table.may_undo(seat) else b',"undo":{"can":false,',
                b'"asked":',
                self._undo_request(),
                b'},"view":',
                self._view(seat, perspective),
                b',"moves":',
                self._legal_moves() if seat is not None and seat == table.to_move else b"null",
                self._plan(seat),
                self._since(seat, perspective, since),
            )
        )

    def _since(self, seat: int | None, perspective: int, since: int) -> bytes:
        """The last move, and what was logged and said since. Most have seen all but the last event,
        so that is kept."""
        said = lines_since(self.table.chat, since)
        reader = SPECTATOR if seat is None else seat
        if said or since != self._seq - 1:
            return self._tail(perspective, since, said, reader)
        told = self._tails.get(perspective)
        if told is None:
            told = self._tails[perspective] = self._tail(perspective, since, said, reader)
        return told

    def _tail(self, perspective: int, since: int, said: Sequence[Line], reader: int) -> bytes:
        """As much of it as one answer holds."""
        said, older = newest(said, None, MAX_CHAT, reader)
        lines = lines_since(self.table.log, since)[-MAX_LINES:]
        return b"".join(
            (
                b',"last":',
                self._last_move(perspective),
                b',"log":[',
                join_lines(lines, perspective),
                b'],"chat":[',
                join_lines(said, reader),
                b'],"older_chat":true}' if older else b'],"older_chat":false}',
            )
        )

    def _plan(self, seat: int | None) -> bytes:
        """What a seat has planned, for itself alone."""
        plan = self.table.plans.get(seat) if seat is not None else None
        if plan is None:
            return b""
        return b',"plan":' + orjson.dumps([step["reads"] for step in plan.steps])

    def _shared(self, presence: Presence) -> bytes:
        """What everybody is told alike, until something happens."""
        if self._common is None:
            table = self.table
            ended = table.ended
            shared = {
                "seq": table.seq,
                "table": summary(table, presence.present),
                "watchers": presence.watchers,
                "number": table.number,
                "to_move": table.to_move,
                "ended": None if ended is None else {**ended, "standings": table.standings()},
                "rematch": table.rematch,
                "thinking": presence.thinking,
            }
            self._common = b"," + orjson.dumps(shared)[1:-1]
        return self._common

    def _undo_request(self) -> bytes:
        asked = self.table.undo_request
        if asked is None:
            return b"null"
        return orjson.dumps({"seat": asked.seat, "to": asked.to, "agreed": asked.agreed})

    def _view(self, seat: int | None, perspective: int) -> bytes:
        match = self.table.match
        if match is None:
            return b"null"
        body = self._views.get(perspective)
        if body is None:
            body = self._views[perspective] = self._body(match, perspective)
        return b'{"seat":%s,%s' % (b"null" if seat is None else b"%d" % seat, body)

    def _body(self, match: Match, perspective: int) -> bytes:
        """A view but for its seat: written by compiled code, if that is there."""
        body = written(match, perspective)
        if body is None:
            view = match.view(None if perspective == SPECTATOR else perspective)
            del view["seat"]
            return orjson.dumps(view)[1:]
        if self._heading is None:
            self._heading = orjson.dumps(heading(match))[1:-1]
        return b"%s,%s}" % (self._heading, body)

    def _legal_moves(self) -> bytes:
        if self._moves is None:
            match = self.table.match
            self._moves = encode(match.moves() if match is not None else None)
        return self._moves

    def _last_move(self, perspective: int) -> bytes:
        match = self.table.match
        if match is None or match.number == 0:
            return b"null"
        number, read = match.number - 1, self.table.last_move
        move = read.get(perspective) or read.get(SPECTATOR)
        if move is None:
            viewer = None if perspective == SPECTATOR else perspective
            move = match.history(viewer, since=number)[0]
        return orjson.dumps({"number": number, "seat": self.table.movers[number], "move": move})


@cache
def you(seat: int | None, is_host: bool) -> bytes:
    """How a state begins."""
    return b'{"type":"state","you":' + orjson.dumps({"seat": seat, "host": is_host})


def older_chat(table: Table, before: int, seat: int | None) -> bytes:
    """What was said before an event, as much of it as one answer holds, for a seat's ears."""
    reader = SPECTATOR if seat is None else seat
    lines, older = newest(table.chat, before, MAX_CHAT, reader)
    flag = b"true" if older else b"false"
    return b'{"chat":[%s],"older_chat":%s}' % (join_lines(lines, reader), flag)


def join_lines(lines: Sequence[Line], perspective: int) -> bytes:
    told = (line.for_reader(perspective) for line in lines)
    return b",".join(line for line in told if line is not None)
