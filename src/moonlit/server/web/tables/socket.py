"""The socket of a table: state goes out whenever something happens, commands come in."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import orjson
from pydantic import ValidationError

from moonlit.core.errors import MoonlitError
from moonlit.server import metrics
from moonlit.server.errors import error_json, refuse, status_of
from moonlit.server.live.live_table import LiveTable, Subscriber
from moonlit.server.table.names import is_id
from moonlit.server.web.auth import find_holder
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS, Command
from moonlit.server.web.tables.match_views import Reply
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import token_hash

HELLO_TIMEOUT = 10.0  # seconds
MAX_BAD = 20  # messages in a row that mean nothing
MAX_ASIDE = 4  # answers in the making at once: previews, hints

BAD_REQUEST, BAD_TOKEN, NO_TABLE, TOO_MUCH, BROKEN = 4400, 4401, 4404, 4429, 1011
log = logging.getLogger("moonlit.socket")


class Gone(Exception):
    """The client has closed the socket."""


class Wire(Protocol):
    """What takes texts to the client: connections.SocketConnection, set in the scope."""

    writable: asyncio.Event  # cleared while the client has not taken what was sent
    on_writable: Callable[[], None] | None

    def put(self, texts: list[bytes]) -> None: ...


class LiveSocket:
    """What is at /api/tables/ID/live."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def __call__(self, table_id: str, scope: Any, receive: Any, send: Any) -> None:
        address = address_of(scope)
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept"})
        try:
            self.service.limits.charge(address)
            self.service.limits.open_socket(address)
        except MoonlitError as error:
            await close(send, TOO_MUCH, error)
            return
        try:
            conversation = Conversation(self.service, scope["state"]["moonlit.wire"], receive, send)
            await conversation.run(table_id)
        except (Gone, OSError):
            pass
        except Exception:
            log.exception("unhandled")
            await close(send, BROKEN)
        finally:
            self.service.limits.close_socket(address)


async def close(send: Any, code: int, error: MoonlitError | None = None) -> None:
    if error is not None:
        text = orjson.dumps({"type": "refused", **error_json(error)}).decode()
        await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close", "code": code})


class Conversation:
    """One client at one table."""

    def __init__(self, service: Service, wire: Wire, receive: Any, send: Any) -> None:
        self.service = service
        self.wire = wire
        self.receive = receive
        self.send = send
        self.bucket = service.limits.socket_bucket()
        self.token: str | None = None  # its hash
        self.device: str | None = None  # likewise of the key of a player's device
        self.bad = 0
        self.aside: set[asyncio.Task[None]] = set()
        self.replies: list[bytes] = []  # that are not sent yet

    async def run(self, table_id: str) -> None:
        opened = await self._hello(table_id)
        if opened is None:
            return
        live, since = opened
        subscriber = Subscriber(live, self.token, since, self.deliver, self.device)
        self.subscriber: Subscriber | None = subscriber
        self.service.hub.subscribe(subscriber)
        self.wire.on_writable = self.deliver
        try:
            self.deliver()
            await self._receive_commands(subscriber)
        finally:
            self.wire.on_writable = self.subscriber = None
            self.service.hub.unsubscribe(subscriber)
            for task in self.aside:
                task.cancel()
            await asyncio.gather(*self.aside, return_exceptions=True)

    # ---- the beginning

    async def _hello(self, table_id: str) -> tuple[LiveTable, int] | None:
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                text = await self._next()
        except TimeoutError:
            await close(self.send, BAD_REQUEST, refuse("no_hello", 400))
            return None
        try:
            token, since = parse_hello(text)
        except MoonlitError as error:
            await close(self.send, BAD_REQUEST, error)
            return None
        try:
            if not is_id(table_id):
                raise refuse("no_such_table", 404)
            live = await self.service.hub.find(table_id)
        except MoonlitError as error:  # where the database does not answer, they may come again
            await close(self.send, NO_TABLE if status_of(error) == 404 else BROKEN, error)
            return None
        given = token_hash(token) if token is not None else None
        try:
            who = await find_holder(self.service.players, live, given)
        except MoonlitError as error:
            bad = error.key == "bad_token"
            await close(self.send, BAD_TOKEN if bad else BROKEN, error)
            return None
        if live.may_be_behind and since > live.seq:  # the client has seen more than we know
            await close(self.send, BROKEN, refuse("cannot_load", 503))
            return None
        self.token, self.device = who.token, who.device
        return live, since

    async def _next(self) -> Any:
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text = message.get("text")
        return text if text is not None else message.get("bytes")

    # ---- out

    def deliver(self) -> None:
        """Send what there is, in one piece, if the client has taken what was sent before."""
        subscriber = self.subscriber
        if subscriber is None or not self.wire.writable.is_set():
            return
        if subscriber.live.gone:
            self._leave(NO_TABLE, refuse("no_such_table", 404))
            return
        if subscriber.dismissed:
            self._leave(BAD_TOKEN, refuse("bad_token", 401))
            return
        texts, self.replies = self.replies, []
        texts += subscriber.take()
        if texts:
            self.wire.put(texts)

    def _leave(self, code: int, error: MoonlitError) -> None:
        self.subscriber = None
        self._aside(close(self.send, code, error))

    async def _reply(self, reply: Reply, number: Any) -> None:
        """Answer the command of that number, the one its sender gave it."""
        if "id" in reply:  # a table's; on a socket `id` is the command's
            reply = {"table" if name == "id" else name: each for name, each in reply.items()}
        self.replies.append(orjson.dumps({**reply, "id": number}))
        if self.subscriber is not None and not self.subscriber.live.calling:
            self.deliver()  # otherwise with the state that it has led to, in a moment
        await self.wire.writable.wait()

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.aside.add(task)
        task.add_done_callback(self.aside.discard)

    # ---- in

    async def _receive_commands(self, subscriber: Subscriber) -> None:
        live = subscriber.live
        while True:
            text = await self._next()
            if subscriber.dismissed:
                return
            number = None
            try:
                allowed = self.bucket.take()
                message = parse(text)
                number = message.pop("id", None)
                if number is not None and type(number) not in (int, str):
                    number = None
                    raise refuse("bad_message", 400)
                if not allowed:  # told with the number, so that a client knows what to ask again
                    raise refuse("too_fast", 429)
                await self._execute(live, message, number)
                self.bad = 0
            except MoonlitError as error:
                metrics.REFUSED.labels(error.key).inc()
                await self._reply({"type": "refused", **error_json(error)}, number)
                if error.key in ("bad_message", "too_fast"):
                    self.bad += 1
                    if self.bad >= MAX_BAD:
                        self.deliver()
                        await close(
                            self.send, BAD_REQUEST if error.key == "bad_message" else TOO_MUCH
                        )
                        return

    async def _execute(self, live: LiveTable, message: dict[str, Any], number: Any) -> None:
        kind = message.pop("type", None)
        command = COMMANDS.get(kind) if type(kind) is str else None
        if command is None:
            raise refuse("bad_message", 400)
        try:
            arguments = command.request.model_validate(message).arguments()
        except ValidationError:
            raise refuse("bad_message", 400) from None
        cost = command.cost_of(arguments)
        if cost and not self.bucket.take(cost):
            raise refuse("too_fast", 429)
        if command.aside:
            self._answer_later(command, live, arguments, number)
            return
        done = await command.handler(self.service, live, self.token, **arguments)
        await self._reply({"type": "done", **done}, number)

    def _answer_later(self, command: Command, live: LiveTable, arguments: Any, number: Any) -> None:
        """What takes longer is answered later; moves go on meanwhile."""

        async def finish() -> None:
            try:
                done = await command.handler(self.service, live, self.token, **arguments)
                reply = {"type": "done", **done}
            except MoonlitError as error:
                reply = {"type": "refused", **error_json(error)}
            except Exception:
                log.exception("unhandled")
                reply = {"type": "refused", **error_json(refuse("internal", 500))}
            await self._reply(reply, number)

        if len(self.aside) >= MAX_ASIDE:
            raise refuse("too_fast", 429)
        self._aside(finish())


def parse(text: Any) -> dict[str, Any]:
    try:
        message = orjson.loads(text)
    except (orjson.JSONDecodeError, TypeError):
        raise refuse("bad_message", 400) from None
    if not isinstance(message, dict):
        raise refuse("bad_message", 400)
    return message


def parse_hello(text: Any) -> tuple[str | None, int]:
    message = parse(text)
    token, since = message.get("token"), message.get("since", 0)
    if message.get("type") != "hello" or type(since) is not int or since < 0:
        raise refuse("no_hello", 400)
    if token is not None and (type(token) is not str or len(token) > 200):
        raise refuse("no_hello", 400)
    return token, since
