"""The HTTP interface under /api. Everything a socket can do can be done here too."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from moonlit.bots import LEVELS
from moonlit.core.registry import find_game, game_names
from moonlit.server.errors import refuse
from moonlit.server.live.live_table import LiveTable
from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a
from moonlit.server.web.encoding import REFUSALS, Json, TableStream, packed, with_state
from moonlit.server.web.middleware import address_of
from moonlit.server.web.security import bearer, token_sum
from moonlit.server.web.service import Service

TableId = Annotated[str, Path(pattern="^[a-z0-9]{10}$", examples=["k3v9x2m7qa"])]
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="the last event already seen")]


def routes(service: Service) -> APIRouter:
    api = APIRouter(prefix="/api", responses=REFUSALS, default_response_class=Json)
    tables(api, service)
    play(api, service)
    look(api, service)
    return api


def given(request: Request) -> str | None:
    token = bearer(request.headers.raw)
    return token_sum(token) if token is not None else None


def holder(live: LiveTable, request: Request) -> str | None:
    """The token's sum of who asks; None: a spectator."""
    token = given(request)
    if token is not None and not live.table.knows(token):
        raise refuse("bad_token", 401)
    return token


def tables(api: APIRouter, service: Service) -> None:
    @api.get("/games", summary="The games there are", response_model=list[a.GameAbout])
    async def games() -> Json:
        return Json([about(name) for name in game_names()])

    @api.post("/tables", status_code=201, summary="Create a table", response_model=a.Created)
    async def create(request: Request, body: m.NewTable) -> Json:
        service.limits.request(address_of(request.scope), 5)
        live, seat, token = await service.create(body, address_of(request.scope))
        answer = {"id": live.id, "seat": seat, "token": token, "path": f"/t/{live.id}"}
        return with_state(answer, live.state(token_sum(token), 0))

    @api.get(
        "/tables", summary="Open tables that are listed, newest first", response_model=a.Tables
    )
    async def listed(
        game: Annotated[str | None, Query(max_length=40, examples=["nomads"])] = None,
    ) -> Json:
        if game is not None and game not in game_names():
            return Json({"tables": []})
        return Json({"tables": await service.store.listed(game)})

    @api.get("/tables/{table_id}", summary="A table as you may see it", response_model=a.State)
    async def state(request: Request, table_id: TableId, since: Since = 0) -> Json:
        live = await service.hub.find(table_id)
        return Json(live.state(holder(live, request), since))

    @api.put(
        "/tables/{table_id}",
        summary="The host changes the table before the start",
        response_model=a.Done,
    )
    async def change(request: Request, table_id: TableId, body: m.TableChange) -> Json:
        live = await service.hub.find(table_id)
        return Json(await service.change(live, holder(live, request), body.changes()))

    @api.post(
        "/tables/{table_id}/seats", status_code=201, summary="Take a seat", response_model=a.Joined
    )
    async def join(request: Request, table_id: TableId, body: m.Join) -> Json:
        live = await service.hub.find(table_id)
        seat, token = await service.join(live, given(request), body.name, body.seat, body.ready)
        own = token_sum(token) if token is not None else given(request)
        token = token if token is not None else bearer(request.headers.raw)
        return with_state({"seat": seat, "token": token}, live.state(own, 0))

    @api.put(
        "/tables/{table_id}/seats/{seat}",
        summary="The host opens a seat or seats a bot",
        response_model=a.Done,
    )
    async def set_seat(
        request: Request,
        table_id: TableId,
        seat: Annotated[int, Path(ge=0, le=9)],
        body: m.SeatChange,
    ) -> Json:
        live = await service.hub.find(table_id)
        token = holder(live, request)
        return Json(await service.set_seat(live, token, seat, body.kind, body.level))

    @api.post("/mine", summary="The tables at which tokens open a seat", response_model=a.MyTables)
    async def mine(body: m.Tokens) -> Json:
        return Json({"tables": await service.mine(body.tokens)})


def play(api: APIRouter, service: Service) -> None:
    at = "/tables/{table_id}"

    @api.post(f"{at}/ready", summary="Say whether you are ready to start", response_model=a.Done)
    async def ready(request: Request, table_id: TableId, body: m.Ready) -> Json:
        live = await service.hub.find(table_id)
        return Json(await service.ready(live, holder(live, request), body.ready))

    @api.post(f"{at}/moves", summary="Make the move that fills a number", response_model=a.Moved)
    async def move(request: Request, table_id: TableId, body: m.MoveMade) -> Json:
        live = await service.hub.find(table_id)
        return Json(await service.move(live, holder(live, request), body.number, body.move))

    @api.post(
        f"{at}/undo",
        summary="Take your last move back, or ask the others to let you",
        response_model=a.Undo,
    )
    async def undo(request: Request, table_id: TableId, body: m.AtNumber) -> Json:
        live = await service.hub.find(table_id)
        service.limits.request(address_of(request.scope), 5)
        return Json(await service.undo(live, holder(live, request), body.number))

    @api.post(
        f"{at}/undo/answer",
        summary="Agree that another takes a move back, or refuse",
        response_model=a.Done,
    )
    async def answer(request: Request, table_id: TableId, body: m.Answer) -> Json:
        live = await service.hub.find(table_id)
        return Json(await service.answer(live, holder(live, request), body.agree))

    @api.post(f"{at}/resign", summary="Give up", response_model=a.Done)
    async def resign(request: Request, table_id: TableId, body: m.Nothing | None = None) -> Json:
        live = await service.hub.find(table_id)
        return Json(await service.resign(live, holder(live, request)))

    @api.post(
        f"{at}/leave",
        summary="Leave your seat; during the game a bot plays on",
        response_model=a.Done,
    )
    async def leave(request: Request, table_id: TableId, body: m.Leave | None = None) -> Json:
        live = await service.hub.find(table_id)
        level = body.bot if body is not None else None
        return Json(await service.leave(live, holder(live, request), level))

    @api.post(f"{at}/return", summary="Take your seat back from the bot", response_model=a.Done)
    async def come_back(request: Request, table_id: TableId, body: m.Nothing | None = None) -> Json:
        live = await service.hub.find(table_id)
        return Json(await service.come_back(live, holder(live, request)))

    @api.post(f"{at}/chat", summary="Say something to the table", response_model=a.Done)
    async def chat(request: Request, table_id: TableId, body: m.Chat) -> Json:
        live = await service.hub.find(table_id)
        service.limits.request(address_of(request.scope), 5)
        return Json(await service.chat(live, holder(live, request), body.text))

    @api.post(
        f"{at}/rematch",
        summary="Play again: a new table with the same seats",
        response_model=a.Rematch,
    )
    async def rematch(request: Request, table_id: TableId, body: m.Nothing | None = None) -> Json:
        live = await service.hub.find(table_id)
        service.limits.request(address_of(request.scope), 5)
        return Json(await service.rematch(live, holder(live, request)))


def look(api: APIRouter, service: Service) -> None:
    at = "/tables/{table_id}"

    @api.post(f"{at}/previews", summary="What your moves would bring", response_model=a.Previewed)
    async def previews(request: Request, table_id: TableId, body: m.Previews) -> Json:
        live = await service.hub.find(table_id)
        service.limits.request(address_of(request.scope), len(body.moves) / 20)
        token = holder(live, request)
        return Json(await service.previews(live, token, body.number, body.moves))

    @api.post(
        f"{at}/hint", summary="What a strong bot would do in your place", response_model=a.Hint
    )
    async def hint(request: Request, table_id: TableId, body: m.AtNumber) -> Json:
        live = await service.hub.find(table_id)
        service.limits.request(address_of(request.scope), 10)
        return Json(await service.hint(live, holder(live, request), body.number))

    @api.get(f"{at}/record", summary="The record of a finished game", response_model=a.Record)
    async def record(table_id: TableId) -> Json:
        return Json(service.record(await service.hub.find(table_id)))

    @api.get(f"{at}/replay", summary="A finished game, move by move", response_model=a.Replayed)
    async def replay_table(request: Request, table_id: TableId) -> Response:
        service.limits.request(address_of(request.scope), 20)
        record = service.record(await service.hub.find(table_id))
        return await packed(request, await service.replay(record))

    @api.post("/replay", summary="A record, move by move", response_model=a.Replayed)
    async def replay(request: Request, body: m.Replay) -> Response:
        service.limits.request(address_of(request.scope), 20)
        return await packed(request, await service.replay(body.record))

    @api.get(
        f"{at}/stream",
        summary="What happens at a table, one JSON message a line, for programs",
        response_class=StreamingResponse,
        responses={200: {"content": {"application/x-ndjson": {}}}},
    )
    async def stream(request: Request, table_id: TableId, since: Since = 0) -> StreamingResponse:
        live = await service.hub.find(table_id)
        token = holder(live, request)
        address = address_of(request.scope)
        service.limits.open_socket(address)
        subscriber = service.hub.subscribe(live, token, since)

        def over() -> None:
            service.hub.unsubscribe(subscriber)
            service.limits.close_socket(address)

        return TableStream(subscriber, over)


def about(name: str) -> dict[str, Any]:
    game = find_game(name)
    return {
        "name": name,
        "seats": list(game.seats),
        "options": list(game.options),
        "levels": list(LEVELS),
        "designers": list(game.designers),
        "publishers": list(game.publishers),
    }
