"""How answers are sent: as JSON, packed, or line by line; and what a refusal looks like."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel

from moonlit.server.live.live_table import Subscriber

PING = b'{"type":"ping"}\n'
PING_EVERY = 15.0


class Problem(BaseModel):
    """A refusal: a key with arguments, and an English sentence that says it."""

    topic: str
    key: str
    args: dict[str, Any]
    text: str


class Refusal(BaseModel):
    error: Problem


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": said}
    for status, said in {
        400: "The request cannot be read",
        401: "A token is needed, or this one opens nothing here",
        403: "This is not for you to do",
        404: "There is no such thing",
        405: "This address is asked in another way",
        409: "This cannot be done now",
        413: "The request is too large",
        422: "The request, or the move, is not possible",
        429: "Too much at once",
    }.items()
}


class Json(JSONResponse):
    """JSON that may have been encoded already."""

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else orjson.dumps(content)


def with_state(answer: dict[str, Any], state: bytes) -> Json:
    return Json(orjson.dumps(answer)[:-1] + b',"state":' + state + b"}", 201)


async def packed(request: Request, answer: Any) -> Response:
    """A long answer, compressed where the client can read it."""
    body = orjson.dumps(answer)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Json(body)
    response = Json(await asyncio.to_thread(gzip.compress, body, 5))
    response.headers["content-encoding"] = "gzip"
    response.headers["vary"] = "accept-encoding"
    return response


class TableStream(StreamingResponse):
    """Lines for as long as somebody reads them."""

    def __init__(self, subscriber: Subscriber, over: Callable[[], None]) -> None:
        super().__init__(streamed(subscriber), media_type="application/x-ndjson")
        self.over = over

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # also when the reader went before the first line
            self.over()


async def streamed(subscriber: Subscriber) -> AsyncIterator[bytes]:
    while True:
        try:
            await asyncio.wait_for(subscriber.wake.wait(), PING_EVERY)
        except TimeoutError:
            yield PING
        for message in subscriber.take():
            yield message + b"\n"
