"""What answers about studying finished games look like."""

from __future__ import annotations

from typing import Any, Literal

from moonlit.server.web.response_models import Model, Problem, example


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
