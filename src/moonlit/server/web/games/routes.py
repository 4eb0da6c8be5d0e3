"""The games that there are, and their words, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from moonlit.core import registry
from moonlit.core.registry import game_names
from moonlit.core.words import LANGUAGES, phrases
from moonlit.server.errors import refuse
from moonlit.server.web.games.models import GameAbout, game_about
from moonlit.server.web.request_models import GAME
from moonlit.server.web.transport.encoding import Json

GameName = Annotated[str, Path(examples=[GAME])]
LanguageName = Annotated[str, Path(examples=["en"])]


def add_games(api: APIRouter) -> None:
    @api.get("/games", summary="The games there are", response_model=list[GameAbout])
    async def games() -> Json:
        found = sorted(registry.games(), key=lambda game: game.name)
        return Json([game_about(game) for game in found])

    @api.get(
        "/games/{name}/text/{language}",
        summary="The words of a game, by key",
        response_model=dict[str, str],
    )
    async def game_text(name: GameName, language: LanguageName) -> Json:
        if name not in game_names() or language not in LANGUAGES:
            raise refuse("no_game_text", 404, game=name, language=language)
        return Json(phrases(name, language))
