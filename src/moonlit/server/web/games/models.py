"""What is told of a game, for /openapi.json and /api/games."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from moonlit.bots import LEVELS
from moonlit.core.game import Game
from moonlit.core.registry import games
from moonlit.server.web.response_models import Model


class OptionAbout(Model):
    """What a table may choose, as core/options.py declares it."""

    name: str
    kind: Literal["flag", "names", "seats", "table"]
    players: list[int] | None
    default: Any
    choices: list[str]
    fields: list[str]
    apart: list[str]
    offered: bool


class ColumnAbout(Model):
    """A column of the table of standings, as core/columns.py declares it."""

    field: str
    form: Literal["number", "minus", "list"]
    mark: str | None


def game_about(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "seats": list(game.seats),
        "options": [option.name for option in game.options],
        "levels": list(LEVELS),
        "designers": list(game.designers),
        "publishers": list(game.publishers),
        "schema": [option.about() for option in game.options],
        "columns": {
            str(players): [column.about() for column in game.columns(players)]
            for players in game.seats
        },
        "companies": {
            str(players): [game.company(players, seat) for seat in range(players)]
            for players in game.seats
        },
        "emblem": game.emblem,
        "order": game.order,
        "bundled": game.bundled,
        "secrets": game.has_secrets,
    }


def first_game(schema: dict[str, Any]) -> None:
    """An example, made only when somebody asks: the game has to be loaded for it."""
    schema["examples"] = [game_about(games()[0])]


class GameAbout(Model):
    model_config = ConfigDict(extra="forbid", json_schema_extra=first_game)
    name: str
    seats: list[int]
    options: list[str]
    levels: list[str]
    designers: list[str]
    publishers: list[str]
    option_schema: list[OptionAbout] = Field(alias="schema")
    columns: dict[str, list[ColumnAbout]]  # by the number of players
    companies: dict[str, list[int]]  # by the number of players, each seat's
    emblem: str
    order: int  # where it is to be shown, low first
    bundled: bool
    secrets: bool  # seats know different things, so none is given to somebody else
