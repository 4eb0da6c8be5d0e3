"""The HTTP interface under /api. Everything a socket can do can be done here too."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

import moonlit
from moonlit.core import raster, registry
from moonlit.core.registry import game_names
from moonlit.core.words import LANGUAGES, phrases
from moonlit.server.errors import refuse
from moonlit.server.live.live_table import Subscriber
from moonlit.server.table.render import older_chat
from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a
from moonlit.server.web.auth import holder, sent_hash, sent_player, sent_token
from moonlit.server.web.channels.routes import add_channels
from moonlit.server.web.clubs.routes import add_clubs
from moonlit.server.web.daily.routes import add_dailies
from moonlit.server.web.game_models import GameAbout, game_about
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
from moonlit.server.web.tables.command_routes import TableId, add_commands
from moonlit.server.web.transport.encoding import Json, TableStream, compressed, created
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import token_hash

NEW_TABLE, REPLAY = 5.0, 20.0  # what they cost besides being read: see transport/limits.py
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="the last event already seen")]
GameName = Annotated[str, Path(examples=[m.GAME])]
LanguageName = Annotated[str, Path(examples=["en"])]


def routes(service: Service) -> APIRouter:
    api = APIRouter(prefix="/api", responses=a.REFUSALS, default_response_class=Json)
    add_games(api, service)
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


def add_games(api: APIRouter, service: Service) -> None:
    @api.get("/about", summary="This server", response_model=a.About)
    async def about() -> Json:
        docs = DOCS_PATH if has_docs() else None
        told = {"version": moonlit.__version__, "ratings": service.settings.ratings}
        return Json({**told, "docs": docs, "pixels": raster.is_available()})

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


def add_tables(api: APIRouter, service: Service) -> None:
    @api.post("/tables", status_code=201, summary="Create a table", response_model=a.Created)
    async def create(request: Request, body: m.NewTable) -> Json:
        service.limits.charge(address_of(request.scope), NEW_TABLE)
        player = await sent_player(service, request)
        made = await service.create(body, address_of(request.scope), player)
        token = made.token if player is None else sent_token(request)
        answer = {"id": made.live.id, "seat": made.seat, "token": token, "path": made.path}
        return created(answer, made.live.render(made.hash, 0))

    @api.get(
        "/tables", summary="Open tables that are listed, newest first", response_model=a.Tables
    )
    async def listed(
        game: Annotated[str | None, Query(max_length=40, examples=[m.GAME])] = None,
    ) -> Json:
        if game is not None and game not in game_names():
            return Json({"tables": []})
        return Json({"tables": await service.store.listed(game)})

    @api.post("/mine", summary="The tables at which tokens open a seat", response_model=a.MyTables)
    async def mine(body: m.Tokens) -> Json:
        return Json({"tables": await service.mine(body.tokens)})

    @api.get("/tables/{table_id}", summary="A table as you may see it", response_model=a.State)
    async def state(request: Request, table_id: TableId, since: Since = 0) -> Json:
        live = await service.hub.find(table_id)
        return Json(live.render((await holder(service, live, request)).token, since))

    @api.get(
        "/tables/{table_id}/chat",
        summary="What was said before an event, newest last",
        response_model=a.OlderChat,
    )
    async def chat(request: Request, table_id: TableId, before: Since) -> Json:
        live = await service.hub.find(table_id)
        token = (await holder(service, live, request)).token
        return Json(older_chat(live.table, before, live.table.seat_of(token)))

    @api.post(
        "/tables/{table_id}/seats", status_code=201, summary="Take a seat", response_model=a.Joined
    )
    async def join(request: Request, table_id: TableId, body: m.Join) -> Json:
        live = await service.hub.find(table_id)
        player, own = await sent_player(service, request), sent_hash(request)
        if player is not None:
            own = live.table.token_of(player.id)
        seat, token = await service.join(live, own, body.name, body.seat, body.ready, player)
        if token is not None:
            own = token_hash(token)
        if token is None or player is not None:  # what was sent opens the seat
            token = sent_token(request)
        return created({"seat": seat, "token": token}, live.render(own, 0))


def add_stream(api: APIRouter, service: Service) -> None:
    @api.get(
        "/tables/{table_id}/stream",
        summary="What happens at a table, one JSON message a line, for programs",
        response_class=StreamingResponse,
        responses={200: {"content": {"application/x-ndjson": {}}}},
    )
    async def stream(request: Request, table_id: TableId, since: Since = 0) -> StreamingResponse:
        live = await service.hub.find(table_id)
        who = await holder(service, live, request)
        if live.may_be_behind and since > live.seq:  # the client has seen more than we know
            raise refuse("cannot_load", 503)
        address = address_of(request.scope)
        service.limits.open_socket(address)
        wake = asyncio.Event()
        subscriber = Subscriber(live, who.token, since, wake.set, who.device)
        service.hub.subscribe(subscriber)

        def close() -> None:
            service.hub.unsubscribe(subscriber)
            service.limits.close_socket(address)

        return TableStream(subscriber, wake, close)


def add_finished(api: APIRouter, service: Service) -> None:
    @api.get(
        "/tables/{table_id}/record",
        summary="The record of a finished game",
        response_model=a.Record,
    )
    async def record(table_id: TableId) -> Json:
        return Json(service.record(await service.hub.find(table_id)))

    @api.get(
        "/tables/{table_id}/replay",
        summary="A finished game, move by move",
        response_model=a.Replayed,
    )
    async def replay_table(request: Request, table_id: TableId) -> Response:
        service.limits.charge(address_of(request.scope), REPLAY)
        live = await service.hub.find(table_id)
        found = await service.replay(service.record(live))
        return await compressed(request, {**found, "origin": live.table.origin})

    @api.post("/replay", summary="A record, move by move", response_model=a.Replayed)
    async def replay(request: Request, body: m.Replay) -> Response:
        service.limits.charge(address_of(request.scope), REPLAY)
        return await compressed(request, await service.replay(body.record))
