"""What is asked and answered about studying finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from moonlit.bots.levels import STAND_IN
from moonlit.server.web import request_models as m
from moonlit.server.web.response_models import Model, Problem, example
from moonlit.study.plan import BUDGETS

if TYPE_CHECKING:
    Budget = str
else:
    Budget = Literal[tuple(BUDGETS)]


class Review(m.Model):
    model_config = m.example(budget="quick")
    budget: Budget = "quick"


class Attempt(m.Model):
    model_config = m.example(move="2@0,1")
    move: m.Move
    budget: Budget = "quick"
    again: bool = False  # whether the review has thought about that decision for longer


class PositionPreviews(m.Model):
    model_config = m.example(moves=["2@0,1"])
    moves: Annotated[list[m.Move], Field(max_length=400)]


class PlayOn(m.Model):
    """Who plays on from a position, and how strong the bots in the other seats are."""

    model_config = m.example(seat=0, level=STAND_IN, name="Ana")
    seat: m.SeatNumber
    level: m.Level = STAND_IN
    name: m.Text


class Position(Model):
    """Before a move of a finished game, as whoever was to make it saw it."""

    number: int
    seat: int
    view: dict[str, Any]
    moves: list[str]


class Attempted(Model):
    """How another move compares with the best one, as a review would say it."""

    model_config = example(
        number=12, seat=0, move="2@0,1", best="1@0,2", loss=0.07, mark="inaccuracy", why=[], told=[]
    )
    number: int
    seat: int
    move: str
    best: str
    loss: float
    mark: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None
    why: list[dict[str, Any]]
    told: list[dict[str, Any]]


class Study(Model):
    """Something that is worked out behind the games: how far it has come."""

    status: Literal["none", "waiting", "working", "done", "failed"]
    done: int | None = None
    total: int | None = None
    error: Problem | None = None


class Reviewed(Study):
    """A review, or how far it has come. Besides it the moves that it names, in words."""

    model_config = example(status="working", done=12, total=40)
    review: dict[str, Any] | None = None
    told: list[dict[str, list[dict[str, Any]]]] | None = None


class SameDeal(Study):
    """Masters' games from the same start beside one's own, or how far they have come."""

    model_config = example(status="working", done=2, total=6)
    same_deal: dict[str, Any] | None = None
