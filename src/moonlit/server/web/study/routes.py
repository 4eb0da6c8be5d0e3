"""Studying finished games over HTTP: reviews, moves tried again, and playing on from a position."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from moonlit.server.live.study.late import SAME_DEAL
from moonlit.server.table.permissions import position, require_finished
from moonlit.server.web.auth import sent_player, sent_token
from moonlit.server.web.service import Service
from moonlit.server.web.study import models as s
from moonlit.server.web.tables import response_models as a
from moonlit.server.web.tables.command_routes import TableId
from moonlit.server.web.tables.command_table import KEPT, PREVIEWS, THOUGHT
from moonlit.server.web.tables.match_views import previewed
from moonlit.server.web.transport.encoding import Json, Stream, compressed, created, event_stream
from moonlit.server.web.transport.middleware import address_of

# what they cost besides being read: see transport/limits.py
REVIEWS = {"quick": 40.0, "deep": 100.0}
MASTERS = 100.0
ATTEMPTS = {"quick": THOUGHT, "deep": 4 * THOUGHT}
At = Annotated[int, Path(ge=0, le=1_000_000, description="how many moves had been made")]


def add_study(api: APIRouter, service: Service) -> None:
    add_reviews(api, service)
    add_streams(api, service)
    add_positions(api, service)


def add_reviews(api: APIRouter, service: Service) -> None:
    @api.get(
        "/tables/{table_id}/review",
        summary="The review of a finished game, or how far it has come",
        response_model=s.Reviewed,
    )
    async def review(request: Request, table_id: TableId, budget: s.Budget = "quick") -> Response:
        service.limits.charge(address_of(request.scope), KEPT)
        live = await service.hub.find(table_id)
        return await compressed(request, await service.reviews.look(live, budget))

    @api.post(
        "/tables/{table_id}/review",
        summary="Have a finished game reviewed, once for all who ask",
        response_model=s.Reviewed,
    )
    async def ask_review(
        request: Request, table_id: TableId, body: s.Review | None = None
    ) -> Response:
        address, budget = address_of(request.scope), body.budget if body else "quick"
        live = await service.hub.find(table_id)
        service.limits.charge(address, REVIEWS[budget])
        found = await service.reviews.ask(live, budget, service.store.maker(address))
        return await compressed(request, found)

    same = "/tables/{table_id}/same-deal"

    @api.get(
        same,
        summary="How masters played the deal of a finished game, or how far they have come",
        response_model=s.SameDeal,
    )
    async def same_deal(request: Request, table_id: TableId) -> Response:
        service.limits.charge(address_of(request.scope), KEPT)
        live = await service.hub.find(table_id)
        return Json(await service.pars.look(live))

    @api.post(
        same,
        summary="Have masters play the deal of a finished game, once for all who ask",
        response_model=s.SameDeal,
    )
    async def ask_same_deal(request: Request, table_id: TableId) -> Response:
        address = address_of(request.scope)
        live = await service.hub.find(table_id)
        service.limits.charge(address, MASTERS)
        return Json(await service.reviews.ask(live, SAME_DEAL, service.store.maker(address)))


def add_streams(api: APIRouter, service: Service) -> None:
    """How far something has come, pushed; what it is then, is looked at."""
    pushed: dict[str, Any] = {
        "response_class": StreamingResponse,
        "responses": {200: {"content": {"text/event-stream": {}}}},
    }

    async def follow(request: Request, table_id: str, budget: str) -> Stream:
        address = address_of(request.scope)
        service.limits.charge(address, KEPT)
        live = await service.hub.find(table_id)
        told = await service.reviews.follow(live, budget)
        service.limits.open_socket(address)
        return event_stream(told, lambda: service.limits.close_socket(address))

    @api.get(
        "/tables/{table_id}/review/stream",
        summary="How far the review of a finished game has come, as server-sent events",
        **pushed,
    )
    async def review(request: Request, table_id: TableId, budget: s.Budget = "quick") -> Stream:
        return await follow(request, table_id, budget)

    @api.get(
        "/tables/{table_id}/same-deal/stream",
        summary="How far masters' games of a deal have come, as server-sent events",
        **pushed,
    )
    async def same_deal(request: Request, table_id: TableId) -> Stream:
        return await follow(request, table_id, SAME_DEAL)


def add_positions(api: APIRouter, service: Service) -> None:
    at = "/tables/{table_id}/positions/{number}"

    @api.get(
        at,
        summary="A position of a finished game, as whoever was to move saw it",
        response_model=s.Position,
    )
    async def look(request: Request, table_id: TableId, number: At) -> Json:
        service.limits.charge(address_of(request.scope), KEPT)
        live = await service.hub.find(table_id)
        match = position(require_finished(live.table), number)
        seat = match.to_move
        parts = {"number": number, "seat": seat, "view": match.view(seat), "moves": match.moves()}
        return Json(parts)

    @api.post(
        f"{at}/previews",
        summary="What moves would have brought there",
        response_model=a.Previewed,
    )
    async def previews(
        request: Request, table_id: TableId, number: At, body: s.PositionPreviews
    ) -> Json:
        service.limits.charge(address_of(request.scope), len(body.moves) / PREVIEWS)
        live = await service.hub.find(table_id)
        match = position(require_finished(live.table), number)
        return Json({"number": number, "previews": await previewed(match, body.moves)})

    @api.post(
        f"{at}/attempt",
        summary="Try another move there: how does it compare with the best?",
        response_model=s.Attempted,
    )
    async def attempt(request: Request, table_id: TableId, number: At, body: s.Attempt) -> Json:
        address = address_of(request.scope)
        live = await service.hub.find(table_id)
        service.limits.charge(address, ATTEMPTS[body.budget])
        owner = service.store.maker(address)
        asked = number, body.move, body.budget, body.again
        return Json(await service.attempts.ask(live, *asked, owner))

    @api.post(
        f"{at}/table",
        status_code=201,
        summary="Play on from there against bots, at a new table",
        response_model=a.Created,
    )
    async def play_on(request: Request, table_id: TableId, number: At, body: s.PlayOn) -> Json:
        address = address_of(request.scope)
        service.limits.charge(address, KEPT)
        live, player = await service.hub.find(table_id), await sent_player(service, request)
        made = await service.play_on(live, number, body, address, player)
        token = made.token if player is None else sent_token(request)
        answer = {"id": made.live.id, "seat": made.seat, "token": token, "path": made.path}
        return created(answer, made.live.render(made.hash, 0))
