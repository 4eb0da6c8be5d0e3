"""Tables over HTTP, but for their commands."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from moonlit.core.registry import game_names
from moonlit.server.errors import refuse
from moonlit.server.live.live_table import Subscriber
from moonlit.server.table.render import older_chat
from moonlit.server.web.auth import holder, sent_hash, sent_player, sent_token
from moonlit.server.web.request_models import GAME
from moonlit.server.web.service import Service
from moonlit.server.web.tables import request_models as m
from moonlit.server.web.tables import response_models as a
from moonlit.server.web.tables.command_routes import TableId
from moonlit.server.web.transport.encoding import Json, compressed, created, table_stream
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import token_hash

NEW_TABLE, REPLAY = 5.0, 20.0  # what they cost besides being read: see transport/limits.py
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="the last event already seen")]


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
        game: Annotated[str | None, Query(max_length=40, examples=[GAME])] = None,
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

        return table_stream(subscriber, wake, close)


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
