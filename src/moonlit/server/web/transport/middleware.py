"""What every request passes before anything else: origin, rate, size; headers and a log line."""

from __future__ import annotations

import logging
import re
import time
from typing import Any

import orjson
from starlette.exceptions import HTTPException

from moonlit.core.errors import MoonlitError
from moonlit.server import metrics
from moonlit.server.errors import error_json, refuse, status_of
from moonlit.server.settings import Settings
from moonlit.server.web.transport.handoff import Handoff
from moonlit.server.web.transport.limits import MAX_MESSAGE, MAX_RECORD, Limits
from moonlit.server.web.transport.security import (
    ADDRESS,
    HSTS,
    SECURITY_HEADERS,
    came_by_https,
    client_address,
    find_header,
    host_allowed,
    origin_allowed,
    own_names,
)

Scope = Any
access = logging.getLogger("moonlit.access")
SOCKET = re.compile("/api/tables/([^/]+)/live")
TOO_MUCH = 429
REPLAYS = "/api/replay"  # where larger requests are welcome


def address_of(scope: Scope) -> str:
    address: str = scope["moonlit.address"]
    return address


class Middleware:
    """ASGI middleware around the whole application."""

    def __init__(
        self, app: Any, sockets: Any, settings: Settings, limits: Limits, handoff: Handoff
    ) -> None:
        self.app = app
        self.sockets = sockets  # for /api/tables/ID/live, and nothing lies between
        self.settings = settings
        self.limits = limits
        self.handoff = handoff
        self.names = own_names() | settings.names

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope["moonlit.address"] = client_address(
            scope.get("client"), scope["headers"], self.settings.proxy
        )
        ADDRESS.set(scope["moonlit.address"])
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif self._is_for_us(scope) and origin_allowed(scope["headers"], self.settings.origins):
            found = SOCKET.fullmatch(scope["path"])
            if found is None:
                await self.app(scope, receive, send)
            else:
                await self.sockets(found[1], scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 4403})

    async def _http(self, scope: Scope, receive: Any, send: Any) -> None:
        start = time.perf_counter()
        status = 500
        own = HSTS if self.settings.proxy and came_by_https(scope["headers"]) else SECURITY_HEADERS

        async def answer(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message.get("headers", ())) + own
                if (
                    scope["path"].startswith("/api")
                    and find_header(headers, b"cache-control") is None
                ):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        try:
            self._check(scope)
        except MoonlitError as error:
            await send_refusal(answer, error)
        else:
            await self.app(scope, self._limited(scope, receive), answer)
        finally:
            self._log(scope, status, time.perf_counter() - start)

    def _is_for_us(self, scope: Scope) -> bool:
        """A proxy lets through only what is for the server behind it."""
        return self.settings.proxy or host_allowed(scope["headers"], self.names)

    def _check(self, scope: Scope) -> None:
        if scope["path"] in ("/healthz", "/readyz"):
            return
        if not self._is_for_us(scope):
            raise refuse("foreign_host", 403, host=find_header(scope["headers"], b"host") or "")
        if not origin_allowed(scope["headers"], self.settings.origins):
            raise refuse("foreign_origin", 403)
        self.limits.charge(scope["moonlit.address"])
        length = find_header(scope["headers"], b"content-length")
        if length is not None and (not length.isdecimal() or int(length[:12]) > _max_body(scope)):
            raise refuse("too_large", 413, most=_max_body(scope))

    def _limited(self, scope: Scope, receive: Any) -> Any:
        """A body that does not say how long it is, is measured as it comes."""
        size, most = 0, _max_body(scope)

        async def counted() -> Any:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > most:
                raise HTTPException(413)
            return message

        return counted

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        """Neither the query nor any header is written down: tokens stay out of logs."""
        route = getattr(scope.get("route"), "path", None) or "-"
        metrics.REQUESTS.labels(scope["method"], route, str(status)).inc()
        metrics.REQUEST_SECONDS.labels(route).observe(seconds)
        access.info(
            "request",
            extra={
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
            },
        )


def _max_body(scope: Scope) -> int:
    return MAX_RECORD if scope["path"] == REPLAYS else MAX_MESSAGE


async def send_refusal(send: Any, error: MoonlitError) -> None:
    body = orjson.dumps(error_json(error))
    status = status_of(error)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == TOO_MUCH:  # what else was sent along with it is not even looked at
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
