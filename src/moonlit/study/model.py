"""A review as it is handed out: typed, and JSON-ready by `to_json`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

FORMAT = 3

Entry = dict[str, Any]  # {"topic": …, "key": …, "args": {…}}: a sentence, in any language


@dataclass(frozen=True)
class Candidate:
    """A move that could be made, and what it was worth, as its player could know."""

    move: str
    worth: float  # to the player who moves
    shares: list[float]  # to every seat


@dataclass(frozen=True)
class MoveReview:
    """One decision, what it lost, and what came to light."""

    number: int
    seat: int
    move: str
    best: str
    loss: float
    mark: str | None  # best, good, inaccuracy, mistake, blunder; None where there was no choice
    shares: list[float]  # what each seat could expect before it, as an onlooker could know
    play: list[float]  # the account of this move, for every seat
    luck: list[float]
    lucky: int | None  # whom luck touched most, where it is worth a word
    sight: list[float]
    candidates: list[Candidate]
    why: list[Entry]
    again: bool  # whether it was thought about for longer; who tries it again asks for the same


@dataclass(frozen=True)
class Attempt:
    """Another move tried in a position of a game, and how it compares with the best."""

    number: int
    seat: int
    move: str
    best: str
    loss: float
    mark: str | None
    why: list[Entry]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class TurningPoint:
    """A move at which much changed: by what its player lost, or by what came to light."""

    number: int
    kind: str  # play or luck
    seat: int  # who lost by the move, or whom luck touched most
    amount: float
    words: list[Entry]


@dataclass(frozen=True)
class SeatReview:
    """The account of a seat: result - start = own_play + others_play + luck + sight."""

    seat: int
    start: float
    result: float
    own_play: float
    others_play: float
    luck: float
    sight: float
    accuracy: float | None  # per cent; None: it never had a choice
    loss_per_move: float | None
    decisions: int
    plays_like: str | None  # a level of the bots
    luck_words: list[Entry]


@dataclass(frozen=True)
class Review:
    """All that a review says."""

    game: str
    rules: int
    players: list[str]
    budget: str
    seed: int
    evaluator: str
    finished: bool
    unit: str  # "share" of the win, or "score"
    low_wins: bool  # then worth is the score counted negative
    final: list[float]  # the shares behind the last move
    seats: list[SeatReview]
    moves: list[MoveReview]
    turning_points: list[TurningPoint]  # three at most, in the order of the game
    better: int | None  # who played better, luck aside; None: too close to say
    verdict: list[Entry]

    def to_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}
