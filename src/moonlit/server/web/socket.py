"""The socket of a table: state goes out whenever something happens, commands come in."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import orjson
from pydantic import ValidationError

from moonlit.core.errors import MoonlitError
from moonlit.server import metrics
from moonlit.server.errors import refuse, told
from moonlit.server.live.live_table import LiveTable, Subscriber
from moonlit.server.web.command_table import ASIDE, COMMANDS, Handler
from moonlit.server.web.middleware import address_of
from moonlit.server.web.security import is_id, token_sum
from moonlit.server.web.service import Service

HELLO_WITHIN = 10.0  # seconds
MOST_BAD = 20  # messages in a row that mean nothing
COSTS = {
    "chat": 5.0,
    "rematch": 5.0,
    "undo": 5.0,
    "hint": 5.0,
}  # what is kept for ever, or takes long to find out
PREVIEWS = 20  # that cost as much as a message
MOST_ASIDE = 4  # answers in the making at once: previews, hints

BAD_REQUEST, BAD_TOKEN, NO_TABLE, TOO_MUCH, BROKEN = 4400, 4401, 4404, 4429, 1011
log = logging.getLogger("moonlit.socket")


class Gone(Exception):
    """The client has closed the socket."""


class LiveSocket:
    """ASGI application for /api/tables/ID/live."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = address_of(scope)
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept"})
        try:
            self.service.limits.request(address)
            self.service.limits.open_socket(address)
        except MoonlitError as error:
            await close(send, TOO_MUCH, error)
            return
        try:
            await Conversation(self.service, receive, send).run(scope["path_params"]["table_id"])
        except (Gone, OSError):
            pass
        except Exception:
            log.exception("unhandled")
            await close(send, BROKEN)
        finally:
            self.service.limits.close_socket(address)


async def close(send: Any, code: int, error: MoonlitError | None = None) -> None:
    if error is not None:
        text = orjson.dumps({"type": "refused", **told(error)}).decode()
        await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close", "code": code})


class Conversation:
    """One client at one table."""

    def __init__(self, service: Service, receive: Any, send: Any) -> None:
        self.service = service
        self.receive = receive
        self.send = send
        self.bucket = service.limits.socket_bucket()
        self.token: str | None = None
        self.bad = 0
        self.aside: set[asyncio.Task[None]] = set()

    async def run(self, table_id: str) -> None:
        opened = await self._hello(table_id)
        if opened is None:
            return
        live, since = opened
        subscriber = self.service.hub.subscribe(live, self.token, since)
        sender = asyncio.create_task(self._tell(subscriber))
        try:
            await self._listen(subscriber.live)
        finally:
            self.service.hub.unsubscribe(subscriber)
            tasks = [sender, *self.aside]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # ---- the beginning

    async def _hello(self, table_id: str) -> tuple[LiveTable, int] | None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                text = await self._next()
        except TimeoutError:
            await close(self.send, BAD_REQUEST, refuse("no_hello", 400))
            return None
        try:
            token, since = read_hello(text)
        except MoonlitError as error:
            await close(self.send, BAD_REQUEST, error)
            return None
        try:
            if not is_id(table_id):
                raise refuse("no_such_table", 404)
            live = await self.service.hub.find(table_id)
        except MoonlitError as error:
            await close(self.send, NO_TABLE, error)
            return None
        self.token = token_sum(token) if token is not None else None
        if self.token is not None and not live.table.knows(self.token):
            await close(self.send, BAD_TOKEN, refuse("bad_token", 401))
            return None
        return live, since

    async def _next(self) -> Any:
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text = message.get("text")
        return text if text is not None else message.get("bytes")

    # ---- telling

    async def _tell(self, subscriber: Subscriber) -> None:
        while True:
            await subscriber.wake.wait()
            for message in subscriber.take():
                await self.send({"type": "websocket.send", "text": message.decode()})

    async def _answer(self, answer: dict[str, Any]) -> None:
        text = orjson.dumps(answer).decode()
        await self.send({"type": "websocket.send", "text": text})

    # ---- listening

    async def _listen(self, live: LiveTable) -> None:
        while True:
            text = await self._next()
            number = None
            try:
                if not self.bucket.take():
                    raise refuse("too_fast", 429)
                asked = read(text)
                number = asked.pop("id", None)
                if number is not None and type(number) not in (int, str):
                    number = None
                    raise refuse("bad_message", 400)
                await self._obey(live, asked, number)
                self.bad = 0
            except MoonlitError as error:
                metrics.REFUSED.labels(error.key).inc()
                await self._answer({"type": "refused", "id": number, **told(error)})
                if error.key in ("bad_message", "too_fast"):
                    self.bad += 1
                    if self.bad >= MOST_BAD:
                        await close(
                            self.send, BAD_REQUEST if error.key == "bad_message" else TOO_MUCH
                        )
                        return

    async def _obey(self, live: LiveTable, asked: dict[str, Any], number: Any) -> None:
        kind = asked.pop("type", None)
        if type(kind) is not str:
            raise refuse("bad_message", 400)
        if kind == "move":
            # by far the most frequent message, so it is checked by hand
            place, move = asked.get("number"), asked.get("move")
            if type(place) is not int or type(move) is not str or len(move) > 200 or len(asked) > 2:
                raise refuse("bad_message", 400)
            done = await self.service.move(live, self.token, place, move)
        elif kind in ASIDE:
            self._pay(cost(kind, asked))
            self._set_aside(ASIDE[kind], live, asked, number)
            return
        elif kind in COMMANDS:
            self._pay(cost(kind, asked))
            try:
                done = await COMMANDS[kind](self.service, live, self.token, asked)
            except ValidationError:
                raise refuse("bad_message", 400) from None
        else:
            raise refuse("bad_message", 400)
        await self._answer({"type": "done", **done, "id": number})

    def _pay(self, cost: float) -> None:
        if cost and not self.bucket.take(cost):
            raise refuse("too_fast", 429)

    def _set_aside(self, work: Handler, live: LiveTable, asked: Any, number: Any) -> None:
        """What takes longer is answered later; moves go on meanwhile."""

        async def finish() -> None:
            try:
                reply = {"type": "done", **await work(self.service, live, self.token, asked)}
            except ValidationError:
                reply = {"type": "refused", **told(refuse("bad_message", 400))}
            except MoonlitError as error:
                reply = {"type": "refused", **told(error)}
            except Exception:
                log.exception("unhandled")
                reply = {"type": "refused", **told(refuse("internal", 500))}
            with contextlib.suppress(OSError):  # nobody listens any more
                await self._answer({**reply, "id": number})

        if len(self.aside) >= MOST_ASIDE:
            raise refuse("too_fast", 429)
        task = asyncio.create_task(finish())
        self.aside.add(task)
        task.add_done_callback(self.aside.discard)


def cost(kind: str, asked: dict[str, Any]) -> float:
    """What a message costs besides being read."""
    if kind == "preview":
        moves = asked.get("moves")
        return len(moves) / PREVIEWS if isinstance(moves, list) else 0.0
    return COSTS.get(kind, 0.0)


def read(text: Any) -> dict[str, Any]:
    try:
        asked = orjson.loads(text)
    except (orjson.JSONDecodeError, TypeError):
        raise refuse("bad_message", 400) from None
    if not isinstance(asked, dict):
        raise refuse("bad_message", 400)
    return asked


def read_hello(text: Any) -> tuple[str | None, int]:
    asked = read(text)
    token, since = asked.get("token"), asked.get("since", 0)
    if asked.get("type") != "hello" or type(since) is not int or since < 0:
        raise refuse("no_hello", 400)
    if token is not None and (type(token) is not str or len(token) > 200):
        raise refuse("no_hello", 400)
    return token, since
