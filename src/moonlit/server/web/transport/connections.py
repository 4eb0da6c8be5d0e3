"""Connections as such: what uvicorn reads and keeps for a client without asking how much.

It takes headers without end, waits for ever for the rest of a request, and for ever for a client to
read its answer. Here each of these has a bound, so that nobody can fill the memory or take all
connections for themselves.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from moonlit.server.web.transport.handoff import Handoff
from moonlit.server.web.transport.limits import MAX_MESSAGE, MAX_RECORD, Bucket, Limits
from moonlit.server.web.transport.security import Headers, client_address

try:
    from websockets.speedups import apply_mask
except ImportError:  # where there was no compiler
    from websockets.utils import apply_mask

MAX_HEAD = 32_768  # bytes of a request's first line and headers
MAX_REQUEST = 4 * MAX_RECORD  # bytes of a request in all, however it is cut into pieces
MAX_FRAMES = 100  # of one message
PINGS = (5.0, 50.0)  # a second, and at once; a browser sends none, a program one now and then
MAX_WAITING = 8  # messages that are read before the first of them is seen to
TEXT_FRAME = 0x81  # the first byte of a text in one piece
CHECK_EVERY = 15.0  # seconds
MAX_ARRIVAL = 30.0  # seconds that a request may take to arrive


class HttpConnection(HttpToolsProtocol):
    """One connection: its requests are small and arrive soon, and its answers are read."""

    received = 0  # bytes of the request that is arriving
    in_head = True
    since: float | None  # when that request began; None: it is complete
    unread = 0  # bytes that the client had not taken at the last check
    check: asyncio.TimerHandle | None = None
    taken_over: bytes | None = None  # what another worker had read of it, who handed it over

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        handoff_of(self).open(self._make, self.connections)
        self.since = self.loop.time()
        self.check = self.loop.call_later(CHECK_EVERY, self._check)
        if not limits_of(self).connect(client_address(self.client, (), False)):
            transport.abort()
        elif self.taken_over is not None:
            self.data_received(self.taken_over)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_checking()
        limits_of(self).unread.remove(self)
        limits_of(self).disconnect(client_address(self.client, (), False))
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        count_unread(self, self.headers or ())

    def resume_writing(self) -> None:
        limits_of(self).unread.remove(self)
        super().resume_writing()

    def let_go(self) -> None:
        self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        self._stop_checking()
        limits_of(self).unread.remove(self)
        if not self._hand_over():
            super().handle_websocket_upgrade()

    # ---- between workers

    def _hand_over(self) -> bool:
        """Let the table's own worker have it; whether it does."""
        is_first = self.cycle is None or self.cycle.response_complete
        if self.taken_over is not None or not is_first or self.scope["method"] != "GET":
            return False
        if self.transport.get_write_buffer_size():  # what it has asked for before comes first
            return False
        lines = [b"GET %s HTTP/1.1\r\n" % self.url]
        lines += [b"%s: %s\r\n" % header for header in self.scope["headers"]]
        file = self.transport.get_extra_info("socket").fileno()
        given = handoff_of(self).give(self.url, file, b"".join((*lines, b"\r\n")))
        if given:
            self.transport.abort()  # here; the other worker has it open
        return given

    def _make(self, head: bytes) -> HttpConnection:
        """Another connection of this server, of which another worker has read so much."""
        made = type(self)(self.config, self.server_state, self.app_state)
        made.taken_over = head
        return made

    # ---- in

    def data_received(self, data: bytes) -> None:
        if self.since is None:
            self.since = self.loop.time()
        self.received += len(data)
        super().data_received(data)
        if self.received > (MAX_HEAD if self.in_head else MAX_REQUEST):
            self.transport.abort()

    def on_message_begin(self) -> None:
        self.received, self.in_head = 0, True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.in_head:  # what comes after the body is of no use to anybody
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.received, self.since = 0, None
        super().on_message_complete()

    def _check(self) -> None:
        late = self.since is not None and self.loop.time() - self.since > MAX_ARRIVAL
        unread = self.transport.get_write_buffer_size()
        if late or 0 < self.unread <= unread:
            self.transport.abort()
            return
        self.unread = unread
        self.check = self.loop.call_later(CHECK_EVERY, self._check)

    def _stop_checking(self) -> None:
        if self.check is not None:
            self.check.cancel()


class Inbox(asyncio.Queue[Any]):
    """What has come and was not taken yet: as much of a queue as one reader needs."""

    def __init__(self) -> None:
        super().__init__()
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()

    def empty(self) -> bool:
        return not self._messages

    def qsize(self) -> int:
        return len(self._messages)


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket: a client that does not read is let go of.

    Most of what a server does here is to take a short text and to send long ones, so both are done
    without the library: it gets, frame by frame, whatever is not a text in one piece.
    """

    end: asyncio.TimerHandle | None = None
    pings: Bucket
    early = 0  # how often something came before the socket was accepted: once, the request
    cuts_frames = False  # whether the library is given whole frames, and only those it must see
    rest = b""  # of a frame that has not come to its end
    on_writable: Callable[[], None] | None = None  # what waits to be written may be now

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = Inbox()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.pings = Bucket(*PINGS)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.end is not None:
            self.end.cancel()
        limits_of(self).unread.remove(self)
        limits_of(self).disconnect(client_address(self.client, (), False))
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        self.scope["state"]["moonlit.wire"] = self
        await super().run_asgi()

    # ---- out

    def pause_writing(self) -> None:
        super().pause_writing()
        count_unread(self, self.scope["headers"])

    def resume_writing(self) -> None:
        limits_of(self).unread.remove(self)
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()

    def let_go(self) -> None:
        self.transport.abort()

    async def send(self, message: Any) -> None:
        if self.close_sent:  # by the library: what came after the text that this answers was bad
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.cuts_frames = self.early == 1

    @property
    def is_open(self) -> bool:
        return not (self.disconnected or self.close_sent) and self.conn.state is State.OPEN

    def put(self, texts: list[bytes]) -> None:
        """Send texts at once, each as one frame; whoever is gone hears nothing."""
        if self.is_open:
            parts = [part for text in texts for part in (text_frame(len(text)), text)]
            self.transport.write(b"".join(parts))

    # ---- in

    def data_received(self, data: bytes) -> None:
        if not self.cuts_frames:
            self.early += not self.handshake_complete
            super().data_received(data)
            if not self.handshake_initiated:  # it was no request for a socket after all
                self.transport.abort()
            return
        data = self.rest + data if self.rest else data
        self.rest, at = b"", 0
        while at < len(data):
            frame = cut_frame(data, at)
            if frame is None:
                self.rest = data[at:]
                return
            at = self._take(data, at, *frame)

    def _take(self, data: bytes, start: int, body: int, end: int) -> int:
        """A whole frame; where it is none that anybody may send, the library says so."""
        if end > len(data) or not self.is_open:
            self.cuts_frames = False
            super().data_received(data[start:])
            return len(data)
        if data[start] != TEXT_FRAME or self.frames:
            super().data_received(data[start:end])
            return end
        try:
            text = apply_mask(data[body:end], data[body - 4 : body]).decode()
        except UnicodeDecodeError:
            super().data_received(data[start:end])
            return end
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= MAX_WAITING:
            self.read_paused = True
            self.transport.pause_reading()
        return end

    def handle_ping(self) -> None:
        if self.pings.take() and self.writable.is_set():
            super().handle_ping()
        else:  # it asks and asks, and perhaps leaves the answers to us
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        if self.pings.take():
            super().handle_pong(event)
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MAX_FRAMES:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self.end = self.loop.call_later(CHECK_EVERY, self.transport.abort)


def text_frame(length: int) -> bytes:
    """What stands before so many bytes of text (RFC 6455, 5.2): the last frame of a text."""
    if length < 126:
        return bytes((TEXT_FRAME, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def cut_frame(data: bytes, start: int) -> tuple[int, int] | None:
    """Where the body of the frame that starts there begins, and where the frame ends; None: not
    all of it has come. One that is too long, or not masked, ends nowhere: it will not come."""
    if len(data) < start + 2:
        return None
    length, body = data[start + 1] - 0x80, start + 6
    if length == 126:
        if len(data) < start + 4:
            return None
        length, body = int.from_bytes(data[start + 2 : start + 4], "big"), start + 8
    elif length == 127:
        length = MAX_MESSAGE + 1
    if not 0 <= length <= MAX_MESSAGE:
        return body, len(data) + 1
    return (body, body + length) if len(data) >= body + length else None


def limits_of(connection: HttpConnection | SocketConnection) -> Limits:
    limits: Limits = connection.app.limits
    return limits


def handoff_of(connection: HttpConnection) -> Handoff:
    handoff: Handoff = connection.app.handoff
    return handoff


def count_unread(connection: HttpConnection | SocketConnection, headers: Headers) -> None:
    """The system takes no more for this client: what is written from now on stays with us."""
    limits = limits_of(connection)
    address = client_address(connection.client, headers, limits.settings.proxy)
    limits.unread.add(connection, address, connection.transport.get_write_buffer_size())
