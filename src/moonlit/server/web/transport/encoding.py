"""How answers are sent: as JSON, compressed, or line by line."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from moonlit.server.live.live_table import Subscriber

PING = b'{"type":"ping"}\n'
PING_EVERY = 15.0
SHORT = 1000  # bytes that are not worth being compressed


class Json(JSONResponse):
    """JSON that may have been encoded already."""

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else orjson.dumps(content)


def created(answer: dict[str, Any], state: bytes) -> Json:
    """An answer about a new table or seat, with the table's state."""
    return Json(orjson.dumps(answer)[:-1] + b',"state":' + state + b"}", 201)


async def compressed(request: Request, answer: Any) -> Response:
    """A long answer, compressed where the client can read it."""
    body = answer if isinstance(answer, bytes) else orjson.dumps(answer)
    if len(body) < SHORT or "gzip" not in request.headers.get("accept-encoding", ""):
        return Json(body)
    response = Json(await asyncio.to_thread(gzip.compress, body, 5))
    response.headers["content-encoding"] = "gzip"
    response.headers["vary"] = "accept-encoding"
    return response


class Stream(StreamingResponse):
    """Lines for as long as somebody reads them."""

    def __init__(
        self, lines: AsyncIterator[bytes], kind: str, on_close: Callable[[], None]
    ) -> None:
        super().__init__(lines, media_type=kind, headers={"x-accel-buffering": "no"})
        self.on_close = on_close

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # also when the reader went before the first line
            self.on_close()


def table_stream(
    subscriber: Subscriber, wake: asyncio.Event, on_close: Callable[[], None]
) -> Stream:
    return Stream(stream_lines(subscriber, wake), "application/x-ndjson", on_close)


def event_stream(told: AsyncIterator[bytes], on_close: Callable[[], None]) -> Stream:
    """Server-sent events, which a browser reads by itself; a comment where nothing is told."""

    async def lines() -> AsyncIterator[bytes]:
        async for one in told:
            yield b"data: %s\n\n" % one if one else b":\n\n"

    return Stream(lines(), "text/event-stream", on_close)


async def stream_lines(subscriber: Subscriber, wake: asyncio.Event) -> AsyncIterator[bytes]:
    wake.set()
    while True:
        try:
            await asyncio.wait_for(wake.wait(), PING_EVERY)
        except TimeoutError:
            yield PING
        if subscriber.live.gone or subscriber.dismissed:
            return
        wake.clear()
        for message in subscriber.take():
            yield message + b"\n"
