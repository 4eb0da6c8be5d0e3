"""The HTTP interface under /api. Everything a socket can do can be done here too."""

from __future__ import annotations

from fastapi import APIRouter

import moonlit
from moonlit.core import raster
from moonlit.server.web import response_models as a
from moonlit.server.web.channels.routes import add_channels
from moonlit.server.web.clubs.routes import add_clubs
from moonlit.server.web.daily.routes import add_dailies
from moonlit.server.web.games.routes import add_games
from moonlit.server.web.invitations.routes import add_invitations
from moonlit.server.web.page.pictures import add_pictures
from moonlit.server.web.page.result_card import add_result_card
from moonlit.server.web.page.static import DOCS_PATH, has_docs
from moonlit.server.web.players.routes import add_me
from moonlit.server.web.puzzles.routes import add_puzzles
from moonlit.server.web.ratings.routes import add_ratings
from moonlit.server.web.service import Service
from moonlit.server.web.slow_games.routes import add_slow_games
from moonlit.server.web.study.routes import add_study
from moonlit.server.web.tables.command_routes import add_commands
from moonlit.server.web.tables.routes import add_finished, add_stream, add_tables
from moonlit.server.web.transport.encoding import Json


def routes(service: Service) -> APIRouter:
    api = APIRouter(prefix="/api", responses=a.REFUSALS, default_response_class=Json)
    add_about(api, service)
    add_games(api)
    add_tables(api, service)
    add_stream(api, service)
    add_commands(api, service)
    add_finished(api, service)
    add_study(api, service)
    add_dailies(api, service)
    add_me(api, service)
    add_puzzles(api, service)
    add_pictures(api, service)
    add_result_card(api, service)
    add_channels(api, service)
    add_slow_games(api, service)
    add_invitations(api, service)
    add_ratings(api, service)
    add_clubs(api, service)
    return api


def add_about(api: APIRouter, service: Service) -> None:
    @api.get("/about", summary="This server", response_model=a.About)
    async def about() -> Json:
        docs = DOCS_PATH if has_docs() else None
        told = {"version": moonlit.__version__, "ratings": service.settings.ratings}
        return Json({**told, "docs": docs, "pixels": raster.is_available()})
