"""Invitations over HTTP: asking people whom one has played with, and being asked."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from moonlit.server.web.auth import require_device
from moonlit.server.web.invitations import models as i
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_routes import TableId
from moonlit.server.web.tables.command_table import KEPT
from moonlit.server.web.transport.encoding import Json, compressed

Who = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=[i.WHO])]
Never = Annotated[bool, Query(description="nor another time, whenever the same player asks")]


def add_invitations(api: APIRouter, service: Service) -> None:
    inviting = service.inviting

    @api.get(
        "/tables/{table_id}/known",
        summary="Whom you have played with and may invite here",
        response_model=i.Known,
    )
    async def known(request: Request, table_id: TableId) -> Json:
        player, _ = await require_device(service, request)
        live = await service.hub.find(table_id)
        return Json({"known": await inviting.known(live, player)})

    @api.post(
        "/tables/{table_id}/invitations",
        summary="Invite one of them to this table",
        response_model=i.Answered,
    )
    async def invite(request: Request, table_id: TableId, body: i.Invite) -> Json:
        player, _ = await require_device(service, request, KEPT)
        await inviting.invite(await service.hub.find(table_id), player, body.who)
        return Json({"done": True})

    @api.get(
        "/me/invitations",
        summary="Tables to which you are invited, and by whom you want not to be",
        response_model=i.InvitationsTold,
    )
    async def invitations(request: Request) -> Response:
        player, _ = await require_device(service, request)
        return await compressed(request, await inviting.invitations_json(player.id))

    @api.delete(
        "/me/invitations/{table_id}", summary="Decline an invitation", response_model=i.Answered
    )
    async def decline(request: Request, table_id: TableId, never: Never = False) -> Json:
        player, _ = await require_device(service, request)
        await inviting.decline(player.id, table_id, never)
        return Json({"done": True})

    @api.delete("/me/refused/{who}", summary="Let them invite you again", response_model=i.Answered)
    async def allow(request: Request, who: Who) -> Json:
        player, _ = await require_device(service, request)
        await inviting.allow(player.id, who)
        return Json({"done": True})
