"""What is asked and told in games that last for days: supposed positions, turns, vacations."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from moonlit.server.live.players.slow_games import MAX_AWAY
from moonlit.server.table.clocks import DAY
from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a
from moonlit.server.web.tables.response_models import Mine


class Supposed(a.Model):
    """A position that may come, as your seat would see it; `moves` is null: it is not your turn
    there any more."""

    number: int
    seed: int
    view: dict[str, Any]
    moves: list[str] | None
    previews: dict[str, dict[str, Any]]


class VacationAsked(m.Model):
    model_config = m.example(days=7)
    days: Annotated[int, Field(ge=1, le=MAX_AWAY // DAY)]


class VacationTold(a.Model):
    model_config = a.example(until=None, left=30, most=30)
    until: int | None  # ms; None: there is none now
    left: int  # days of the last year's
    most: int


class Turn(Mine):
    deadline: int | None  # when the time for it is out, in ms


class Turns(a.Model):
    model_config = a.example(turns=[])
    turns: list[Turn]
