"""The rows of the command table as routes of HTTP."""

from __future__ import annotations

import re
from inspect import Parameter, Signature
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from moonlit.server.web import request_models as m
from moonlit.server.web.auth import holder
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS, Command, Route
from moonlit.server.web.transport.encoding import Json
from moonlit.server.web.transport.middleware import address_of

TableId = Annotated[str, Path(pattern="^[a-z0-9]{10}$", examples=["k3v9x2m7qa"])]


def add_commands(api: APIRouter, service: Service) -> None:
    for command in COMMANDS.values():
        if command.route is not None:
            add_command(api, service, command, command.route)


def add_command(api: APIRouter, service: Service, command: Command, route: Route) -> None:
    async def endpoint(
        request: Request, table_id: str, body: m.Model | None = None, **in_path: Any
    ) -> Json:
        live = await service.hub.find(table_id)
        arguments = (body or command.request()).arguments() | in_path
        if cost := command.cost_of(arguments):
            service.limits.charge(address_of(request.scope), cost)
        who = await holder(service, live, request)
        return Json(await command.handler(service, live, who.token, **arguments))

    endpoint.__signature__ = signature(command, route)  # type: ignore[attr-defined]
    api.add_api_route(
        "/tables/{table_id}" + route.path,
        endpoint,
        methods=[route.method],
        name=command.handler.__name__,
        summary=route.summary,
        response_model=route.response,
    )


def signature(command: Command, route: Route) -> Signature:
    """The parameters and their types, which FastAPI otherwise reads from the written function."""
    kinds: dict[str, Any] = {"request": Request, "table_id": TableId}
    for name in re.findall(r"{(\w+)}", route.path):
        field = command.request.model_fields[name]
        kinds[name] = Annotated[(field.annotation, *field.metadata)]
    body: Any = route.body or command.request
    kinds["body"] = body if route.needs_body else body | None
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in kinds.items()
    ]
    if not route.needs_body:
        parameters[-1] = parameters[-1].replace(default=None)
    return Signature(parameters)
