"""What is true of a table, and what follows from it. How it comes about is in fold.py."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from moonlit.core.game import Game
from moonlit.core.match import Match
from moonlit.core.options import Options
from moonlit.server.table.clocks import Clocks
from moonlit.server.table.plans import Plan
from moonlit.server.table.seats import KEPT, Seat, in_play

SPECTATOR = -1
MAX_SAID = 40_000  # bytes that whoever sits down may say, each line counted a little longer


@dataclass(slots=True)
class UndoRequest:
    """A guest asks the others to take a move back."""

    seat: int
    to: int
    agreed: list[int]


@dataclass(slots=True)
class Line:
    """A line of the log or the chat, encoded once for each perspective; all share the one of
    spectators where nothing is secret. Who has none, and is left none by them, is not told."""

    seq: int
    json: dict[int, bytes]  # by perspective

    def for_reader(self, perspective: int) -> bytes | None:
        return self.json.get(perspective) or self.json.get(SPECTATOR)


@dataclass(slots=True)
class Said(Line):
    """A line of the chat: whose seat it came from, and what it counts."""

    seat: int
    cost: int


def encode(value: Any) -> bytes:
    """JSON that is kept: a copy, since orjson leaves kilobytes of room behind each line."""
    return memoryview(orjson.dumps(value)).tobytes()


def line_cost(text: str) -> int:
    """What a line of the chat counts: its bytes, and a little, so that short ones count too."""
    return len(text.encode()) + 40


def remembered(chat: list[Said], sat_down: dict[int, int], over: int) -> list[Said]:
    """The chat, so many bytes shorter: the oldest lines go of those whose seat is another's now."""
    kept = []
    for line in chat:
        if over > 0 and line.seq < sat_down.get(line.seat, 0):
            over -= line.cost
        else:
            kept.append(line)
    return kept


def newest(
    lines: Sequence[Line], before: int | None, most: int, reader: int
) -> tuple[Sequence[Line], bool]:
    """The last lines of the chat before an event, in so many bytes; whether there are older."""
    stop = len(lines) if before is None else bisect_left(lines, before, key=lambda line: line.seq)
    start = stop
    while start > 0 and most > 0:
        start -= 1
        most -= len(lines[start].for_reader(reader) or b"")
    return lines[start:stop], start > 0


def lines_since(lines: Sequence[Line], since: int) -> Sequence[Line]:
    """Those lines of the log or the chat that came after an event."""
    return lines[bisect_right(lines, since, key=lambda line: line.seq) :]


def with_choice(
    options: Options, players: int, seat: int, option: str, choice: str | None
) -> Options:
    """Options once a seat has chosen something else, or leaves it to chance."""
    chosen = list(options.get(option) or [None] * players)
    chosen[seat] = choice
    rest = {name: value for name, value in options.items() if name != option}
    return {**rest, option: chosen} if any(chosen) else rest


class TableState:
    game: Game
    options: Options
    clock: dict[str, Any] | None  # the setting; the clocks that run are `clocks`
    listed: bool
    join: str
    host: str  # the hash of the host's token

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.seq = 0
        self.created = self.updated = 0
        self.origin: dict[str, Any] | None = None  # the position that the game began with
        self.daily: dict[str, Any] | None = None  # the date, and whether it counts
        self.rated = False  # whether its result counts for the ratings of players
        self.club: str | None = None  # whose members find it in their list
        self.began = 0  # how many moves had been made there
        self.seats: list[Seat] = []
        self.match: Match | None = None
        self.movers: list[int] = []  # who made each move
        self.last_move: dict[int, str] = {}  # as it is read, by perspective; none: it was replayed
        self.positions = 0  # how many there have been; taking a move back makes a new one
        self.clocks: Clocks | None = None
        self.undo_request: UndoRequest | None = None
        self.ended: dict[str, Any] | None = None
        self.over_at = 0  # when that was
        self.resigned: list[int] = []  # in this order
        self.rematch: str | None = None
        self.host_player: str | None = None  # who the host is on every device
        self.spent: frozenset[str] = frozenset()  # tokens that have opened a seat and do no more
        self.plans: dict[int, Plan] = {}  # what seats have planned; nobody else is told
        self.turn_since = 0  # when whoever is to move could have begun to think
        self.reminded = 0  # when somebody was last asked to move
        self.log: list[Line] = []
        self.chat: list[Said] = []
        self.said: dict[int, int] = {}  # by seat, what who sat down there last has said, in bytes
        self.sat_down: dict[int, int] = {}  # by seat, the event with which they did

    # ---- what is going on

    @property
    def status(self) -> str:
        if self.match is None:
            return "open"
        return "over" if self.ended is not None else "playing"

    @property
    def number(self) -> int:
        return self.match.number if self.match is not None else 0

    @property
    def to_move(self) -> int | None:
        return self.match.to_move if self.match is not None and self.ended is None else None

    @property
    def mover(self) -> Seat | None:
        seat = self.to_move
        return self.seats[seat] if seat is not None else None

    @property
    def perspectives(self) -> list[int]:
        """The ways in which this game can be seen."""
        return [SPECTATOR, *range(len(self.seats))] if self.game.has_secrets else [SPECTATOR]

    def perspective(self, seat: int | None) -> int:
        return SPECTATOR if seat is None or not self.game.has_secrets else seat

    def seat_of(self, token: str | None) -> int | None:
        """Whose token (its hash) this is."""
        if token is not None:
            for number, seat in enumerate(self.seats):
                if seat.token == token:
                    return number
        return None

    def is_host(self, token: str | None) -> bool:
        return token is not None and token == self.host

    def knows(self, token: str) -> bool:
        return self.is_host(token) or self.seat_of(token) is not None

    def token_of(self, player: str) -> str | None:
        """The token (its hash) with which a player acts here; None: they only watch."""
        for seat in self.seats:
            if seat.player == player:
                return seat.token
        return self.host if self.host_player == player else None

    def player_of(self, token: str | None) -> str | None:
        """Who holds a token (its hash) on every device; None: a guest, or nobody."""
        seat = self.seat_of(token)
        if seat is not None:
            return self.seats[seat].player
        return self.host_player if self.is_host(token) else None

    def partners(self, seat: int) -> list[int]:
        """The seats that play together with one, itself included."""
        count = len(self.seats)
        own = self.game.company(count, seat)
        return [other for other in range(count) if self.game.company(count, other) == own]

    def guests(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_guest]

    def may_come_back(self, number: int) -> bool:
        """Whether a bot only sits in for somebody."""
        seat = self.seats[number]
        return seat.stand_in and not seat.resigned and not self.has_lost_on_time(number)

    def free_from(self, number: int) -> int | None:
        """From when on another guest may take a seat from the bot that sits in; None: never.

        Where seats have secrets nobody does: whoever sits down sees them, and it could be an
        opponent's second window. Nor where the game is rated: it is who began it that lose or win.
        """
        seat = self.seats[number]
        kept = self.game.has_secrets or self.rated
        if self.ended is not None or kept or not self.may_come_back(number):
            return None
        return seat.away_since if seat.released else seat.away_since + KEPT

    def last_move_of(self, seat: int) -> int | None:
        """The number of a seat's last move at this table."""
        for number in range(len(self.movers) - 1, self.began - 1, -1):
            if self.movers[number] == seat:
                return number
        return None

    def may_undo(self, seat: int | None) -> bool:
        return (
            seat is not None
            and not self.rated
            and self.status == "playing"
            and self.seats[seat].is_guest
            and self.undo_request is None
            and self.last_move_of(seat) is not None
        )

    def bot_to_move(self) -> str | None:
        """The level of the bot that is to move."""
        mover = self.mover
        return mover.level if mover is not None and mover.kind == "bot" else None

    def plan_to_play(self) -> Plan | None:
        """What the seat to move has planned."""
        mover = self.mover
        return self.plans.get(self.to_move or 0) if mover is not None and mover.is_guest else None

    def has_lost_on_time(self, seat: int) -> bool:
        """Time a game is gone for good; time a move or a turn comes back with the next one."""
        return self.clocks is not None and self.clocks.left[seat] == 0

    def due(self) -> int | None:
        """When the server itself must act, in ms."""
        if self.status != "playing":
            return None
        if self.bot_to_move() is not None or self.plan_to_play() is not None:
            return 0  # now, whatever a clock that was put back may say
        return self.clocks.deadline() if self.clocks is not None else None

    def standings(self) -> list[dict[str, Any]] | None:
        if self.ended is None or self.match is None:
            return None
        if self.ended["by"] == "rules":
            return self.match.standings()
        return self._standings_after_giving_up(self.match)

    def _standings_after_giving_up(self, match: Match) -> list[dict[str, Any]]:
        """Who is still in play comes first, then who gave up last, and so on."""
        game, count = self.game, len(self.seats)
        playing = in_play(game, self.seats)
        companies = [game.company(count, seat) for seat in range(count)]
        order = list(dict.fromkeys(companies[seat] for seat in reversed(self.resigned)))
        gone = [company for company in order if company not in playing]
        rows = []
        for seat, company in enumerate(companies):
            place = 1
            if company in gone:
                ahead = set(playing) | set(gone[: gone.index(company)])
                place += sum(each in ahead for each in companies)
            # where seats have secrets their scores could tell them, so nobody counts
            score = {"score": None} if game.has_secrets else match.standing(seat)
            rows.append({"seat": seat, "place": place, **score})
        return rows
