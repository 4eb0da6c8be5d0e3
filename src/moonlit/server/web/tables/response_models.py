"""What is answered about tables."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from moonlit.server.web.response_models import Model, example


class SeatTold(Model):
    seat: int
    kind: Literal["guest", "bot", "open"]
    name: str | None
    level: str | None
    ready: bool
    host: bool
    present: bool
    stand_in: bool
    resigned: bool
    free_from: int | None


class Origin(Model):
    """The position of another table that a game was played on from."""

    id: str
    number: int


class DailyTable(Model):
    """Of which day a game is the daily, and whether it is the one that counts."""

    date: str
    counts: bool


class Summary(Model):
    id: str
    game: str
    players: int
    options: dict[str, Any]
    clock: dict[str, Any] | None
    status: Literal["open", "playing", "over"]
    seats: list[SeatTold]
    number: int
    to_move: int | None
    created: int
    updated: int
    listed: bool
    join: Literal["link", "closed"]
    origin: Origin | None = None
    daily: DailyTable | None = None
    rated: bool = False  # the result counts for the ratings of players
    club: str | None = None  # whose members find it in their list
    undo: list[int] = Field(default=[])  # seats that are asked whether a move may be taken back


class Mine(Summary):
    seat: int | None
    your_turn: bool


class You(Model):
    seat: int | None
    host: bool


class Line(Model):
    seq: int
    at: int
    number: int | None
    seat: int | None
    move: str | None
    topic: str
    entries: list[dict[str, Any]]


class Said(Model):
    seq: int
    at: int
    seat: int | None
    name: str | None
    text: str
    company: bool = False  # your company alone reads it


class State(Model):
    """A table as one seat, or a spectator, may see it. See docs/protocol.md for each field."""

    type: Literal["state"]
    seq: int
    table: Summary
    you: You
    watchers: int
    number: int
    to_move: int | None
    view: dict[str, Any] | None
    moves: list[str] | None
    last: dict[str, Any] | None
    clocks: dict[str, Any] | None
    undo: dict[str, Any]
    ended: dict[str, Any] | None
    rematch: str | None
    thinking: dict[str, Any] | None
    log: list[Line]
    chat: list[Said]
    older_chat: bool
    plan: list[list[dict[str, Any]]] | None = None  # your own, in words, move by move


class OlderChat(Model):
    model_config = example(chat=[], older_chat=False)
    chat: list[Said]
    older_chat: bool


class Created(Model):
    id: str
    seat: int | None
    token: str
    path: str
    state: State


class Joined(Model):
    seat: int
    token: str
    state: State


class Tables(Model):
    model_config = example(tables=[])
    tables: list[Summary]


class MyTables(Model):
    model_config = example(tables=[])
    tables: list[Mine]


class Done(Model):
    model_config = example(seq=41)
    seq: int


class Moved(Model):
    model_config = example(number=13, seq=40)
    number: int
    seq: int


class Undo(Model):
    model_config = example(undo="done", seq=42)
    undo: Literal["done", "asked"]
    seq: int


class Previewed(Model):
    number: int
    previews: dict[str, dict[str, Any]]


class Observed(Model):
    number: int
    layout: int  # its version
    observation: list[int]
    actions: dict[str, int]  # the numbers of the legal moves
    action_space: int


class InWords(Model):
    move: str
    told: list[dict[str, Any]]


class Hint(InWords):
    """A move, what speaks for it, and the move that it was compared with."""

    model_config = example(
        number=12,
        move="2@0,1",
        told=[{"key": "move.take", "args": {"tile": "b4[rr]", "cost": 4, "place": "0,1"}}],
        why=[{"topic": "study", "key": "why.ahead", "args": {}}],
        instead=None,
    )
    number: int
    why: list[dict[str, Any]]
    instead: InWords | None


class Rematch(Model):
    model_config = example(id="k3v9x2m7qa", path="/t/k3v9x2m7qa")
    id: str
    path: str


class Record(Model):
    """What `moonlit.load` and `moonlit show` read."""

    format: int
    game: str
    rules: int
    players: list[str]
    options: dict[str, Any]
    seed: int | None
    deal: dict[str, Any]
    moves: list[str]
    result: list[dict[str, Any]] | None


class Replayed(Model):
    game: str
    players: list[str]
    options: dict[str, Any]
    moves: list[str]
    views: list[dict[str, Any]]
    log: list[list[dict[str, Any]]]
    standings: list[dict[str, Any]] | None
    origin: Origin | None = None
