"""What is asked and answered about puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from moonlit.server.web import request_models as m
from moonlit.server.web.response_models import Model, example

Found = Annotated[list[m.Move], Field(max_length=20)]


class PuzzleTry(m.Model):
    """A move in a puzzle, after those of the solution that were found."""

    model_config = m.example(move="2@0,1")
    move: m.Move
    found: Found = Field(default_factory=list)


class PuzzlePreviews(m.Model):
    model_config = m.example(moves=["2@0,1"])
    moves: Annotated[list[m.Move], Field(max_length=400)]
    found: Found = Field(default_factory=list)


class PuzzleShown(m.Model):
    """The solution is asked for, from where it has been found."""

    model_config = m.example(found=[])
    found: Found = Field(default_factory=list)


class Skill(m.Model):
    """How good somebody is at puzzles, and how sure that is."""

    mu: Annotated[float, Field(ge=-10_000, le=10_000)]
    sigma: Annotated[float, Field(gt=0, le=10_000)]


class Rated(m.Model):
    """A puzzle was solved at the first try, or not. `solver` is what was answered last time."""

    model_config = m.example(solved=True, solver=None)
    solved: bool
    solver: Skill | None = None


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
