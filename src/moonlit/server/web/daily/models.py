"""What answers about the daily and about puzzles look like; and which tries somebody brings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from moonlit.server.web import request_models as m
from moonlit.server.web.response_models import Model, example
from moonlit.server.web.study.models import Study


class Solo(Model):
    game: str
    seed: int  # moonlit.new(game, 1, seed=…) is the same deal


class BestGame(Model):
    level: str
    score: int


class Par(Study):
    """What each level makes of the deal; `best` is told when the day has closed."""

    low_wins: bool | None = None
    scores: dict[str, list[int]] | None = None
    means: dict[str, float] | None = None
    best: BestGame | None = None


class Placed(Model):
    place: int
    name: str
    score: int
    you: bool


class Own(Model):
    """The game of yours that counts."""

    id: str
    over: bool
    score: int | None
    place: int | None
    late: bool  # it ended when the day's games counted no more


class Streak(Model):
    """Days in a row with a finished game: up to now, and at most."""

    now: int
    best: int


class Day(Model):
    """The daily of a date, and how it stands there."""

    model_config = example(
        date="2026-11-16",
        number=16,
        latest="2026-11-16",
        first="2026-11-01",
        ends=1794960000000,
        closes=1794963600000,
        solo={"game": "a-game", "seed": 7},
        puzzles={},
        par={"status": "none"},
        board=[],
        players=0,
        you=None,
        streak={"now": 0, "best": 0},
        days={},
    )
    date: str
    number: int
    latest: str  # today
    first: str  # the first day that has one
    ends: int  # when the day is over, in ms
    closes: int  # until when what was begun in time counts; then the solution is told
    solo: Solo | None
    puzzles: dict[str, str]  # ids by game
    par: Par
    board: list[Placed]
    players: int  # who have finished
    you: Own | None
    streak: Streak
    days: dict[str, int | None]  # yours, by date: the score; null: not finished


class Shelf(Model):
    """The puzzles of a game: how many, and how many of each theme."""

    game: str
    count: int
    themes: dict[str, int]


class Shelves(Model):
    model_config = example(games=[{"game": "a-game", "count": 300, "themes": {"endgame": 40}}])
    games: list[Shelf]


class PuzzleAbout(Model):
    id: str
    rating: float
    level: str  # the lowest that finds it
    themes: list[str]


class PuzzleList(Model):
    model_config = example(game="a-game", puzzles=[])
    game: str
    puzzles: list[PuzzleAbout]


class PuzzlePosition(PuzzleAbout):
    """A puzzle as whoever is to move sees it; nothing of its solution."""

    game: str
    seat: int
    steps: int  # how many moves there are to find
    number: int
    view: dict[str, Any]
    moves: list[str]


class ToldMove(Model):
    move: str
    told: list[dict[str, Any]]


class Next(Model):
    view: dict[str, Any]
    moves: list[str]


class PuzzleTried(Model):
    """What comes of a move; the solution: its `line`."""

    move: str
    right: bool
    solved: bool
    loss: float
    mark: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    why: list[dict[str, Any]]
    line: list[ToldMove]
    next: Next | None  # where there is more to find


class SkillTold(Model):
    mu: float
    sigma: float
    rating: int  # to be shown
    change: int


class RatedTold(Model):
    model_config = example(solver={"mu": 1590.4, "sigma": 221.7, "rating": 1590, "change": 90})
    solver: SkillTold


class OwnPuzzles(Model):
    """What a player has made of puzzles, and how good they are in each game."""

    model_config = example(
        tries={"k3v9x2m7": True},
        skills={m.GAME: {"mu": 1590.4, "sigma": 221.7, "rating": 1590, "change": 90}},
    )
    tries: dict[str, bool]  # by puzzle: whether it was solved at the first try
    skills: dict[str, SkillTold]  # by game; `change` is by the last try


class PuzzleTries(m.Model):
    """First tries at puzzles, in the order in which they were made."""

    model_config = m.example(tries={"k3v9x2m7": True})
    tries: Annotated[
        dict[Annotated[str, StringConstraints(pattern="^[a-z0-9]{1,40}$")], bool],
        Field(min_length=1, max_length=2000),
    ]
