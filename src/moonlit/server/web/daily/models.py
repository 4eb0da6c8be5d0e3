"""What is asked and answered about the daily."""

from __future__ import annotations

from moonlit.server.web import request_models as m
from moonlit.server.web.response_models import Model, example
from moonlit.server.web.study.models import Study


class PlayDaily(m.Model):
    """Who plays the daily; `again` is for fun, besides the game that counts."""

    model_config = m.example(name="Ana")
    name: m.Text
    again: bool = False


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
