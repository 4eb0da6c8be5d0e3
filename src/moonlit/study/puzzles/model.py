"""A puzzle: a position, the move to find, how hard it is, and what it is about.

In a file a puzzle is a line of JSON. It keeps the seed of a deal where there is one, and the deal
itself where there is none.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from moonlit.bots.levels import LEVELS
from moonlit.core.errors import MoonlitError
from moonlit.core.match import FORMAT, Match
from moonlit.core.record import load as load_record

TOPIC = "study"
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
ID_LENGTH = 8


class BadPuzzles(MoonlitError):
    """A file of puzzles, or a line of one, is not what it should be."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its solution. Points are of a hundred, or of the score alone at the table."""

    id: str
    game: str
    record: dict[str, Any]  # as `moonlit.load` takes it, up to the position
    seat: int  # who is to move
    solution: list[str]  # the one best move, or a line in which the seat moves again
    also: list[str]  # other first moves that come to the very same
    themes: list[str]  # keys: a game's text has theme.KEY
    level: str  # the lowest level that finds it
    rating: float
    margin: float  # points by which the best rival is worse
    value: float  # what the seat can expect after the solution: points, or a score
    rivals: dict[str, float] = field(default_factory=dict)  # other moves, and points they lose
    solved: dict[str, float] = field(default_factory=dict)  # by level: the part that found it

    def match(self) -> Match:
        """The game at the puzzle's position."""
        return load_record(self.record)

    @property
    def players(self) -> int:
        return len(self.record["players"])

    @property
    def unit(self) -> str:
        """What its points are points of: "share" of the win in a hundred, or "score"."""
        return "score" if self.players == 1 else "share"

    def line(self) -> dict[str, Any]:
        """The puzzle as a file holds it."""
        record = self.record
        told: dict[str, Any] = {
            "id": self.id,
            "rules": record["rules"],
            "players": self.players,
            "options": record["options"],
            "seed": record["seed"],
            "deal": record["deal"],
            "moves": record["moves"],
            "seat": self.seat,
            "solution": self.solution,
            "also": self.also,
            "themes": self.themes,
            "level": self.level,
            "rating": self.rating,
            "margin": self.margin,
            "value": self.value,
            "rivals": self.rivals,
            "solved": self.solved,
        }
        return {key: value for key, value in told.items() if value not in (None, {}, [])}


def made(match: Match, **told: Any) -> Puzzle:
    """A puzzle of the position that a match has come to."""
    game = match.game.name
    record = record_of(
        game,
        rules=match.game.rules_version,
        players=len(match.players),
        options=match.options,
        seed=match.seed,
        deal=None if match.seed is not None else match.record()["deal"],
        moves=match.history_of_movers(),
    )
    seat = match.to_move
    assert seat is not None
    return Puzzle(identity(record), game, record, seat, **told)


def record_of(
    game: str, *, rules: int, players: int, options: Any, seed: Any, deal: Any, moves: list[str]
) -> dict[str, Any]:
    """A record without names: whose game it was is nobody's business."""
    return {
        "format": FORMAT,
        "game": game,
        "rules": rules,
        "players": [""] * players,
        "options": options,
        "seed": seed,
        "deal": deal,
        "moves": moves,
        "result": None,
    }


def identity(record: Mapping[str, Any]) -> str:
    """A short name that a position's record always has, and no other."""
    told = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
    number = int.from_bytes(hashlib.blake2b(told, digest_size=8).digest())
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)


# ---- reading -----------------------------------------------------------------------------------


def read_line(game: str, line: Any, where: str) -> Puzzle:
    """A puzzle of a file, or BadPuzzles that says where and what is wrong.

    Moves are not replayed here: `Puzzle.match` does it, when somebody wants to see the position.
    """

    def take(name: str, right: Callable[[Any], bool], default: Any = None) -> Any:
        value = line.get(name, default)
        if not right(value):
            raise BadPuzzles("puzzle_field", TOPIC, where=where, field=name, given=value)
        return value

    if not isinstance(line, dict):
        raise BadPuzzles("puzzle_no_table", TOPIC, where=where)
    players = take("players", lambda value: is_whole(value) and 0 < value < 100)
    record = record_of(
        game,
        rules=take("rules", is_whole),
        players=players,
        options=take("options", lambda value: isinstance(value, dict), {}),
        seed=take("seed", lambda value: value is None or is_whole(value)),
        deal=take("deal", lambda value: isinstance(value, dict) or "seed" in line),
        moves=take("moves", is_texts, []),
    )
    found = Puzzle(
        id=take("id", is_text),
        game=game,
        record=record,
        seat=take("seat", lambda value: is_whole(value) and 0 <= value < players),
        solution=take("solution", lambda value: is_texts(value) and len(value) > 0),
        also=take("also", is_texts, []),
        themes=take("themes", is_texts, []),
        level=take("level", lambda value: value in LEVELS),
        rating=take("rating", is_number),
        margin=take("margin", is_number),
        value=take("value", is_number),
        rivals=take("rivals", is_numbers, {}),
        solved=take("solved", is_numbers, {}),
    )
    if found.id != identity(record):
        raise BadPuzzles("puzzle_changed", TOPIC, where=where, id=found.id)
    return found


def is_whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def is_numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_number, value.values()))
