"""A server in a thread of this process, and plain connections to it."""

from __future__ import annotations

import json
import socket
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from helpers.packages import FIRST
from helpers.server import eventually
from moonlit.core import engine
from moonlit.server import serve
from moonlit.server.settings import Settings
from moonlit.server.web.app import create_app
from moonlit.server.web.transport import connections
from moonlit.server.web.transport.limits import MAX_MESSAGE, Limits

TEXT, MORE, PING, PONG = 0x1, 0x0, 0x9, 0xA
UPGRADE = (
    "GET /api/tables/{}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)


class Listening:
    def __init__(self, port: int, limits: Limits) -> None:
        self.port, self.limits = port, limits

    def connect(self, data: bytes = b"") -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", self.port), 10)
        opened.sendall(data)
        return opened

    def made(self, players: int) -> dict[str, Any]:
        body = json.dumps({"game": FIRST, "players": players, "name": "Ana"}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            made: dict[str, Any] = json.load(answer)
            return made

    def table(self) -> str:
        return str(self.made(2)["id"])

    def socket(
        self, small: bool = False, table: str | None = None, token: str | None = None
    ) -> socket.socket:
        """A socket at a table that has said hello; a `small` one takes little that is not read."""
        path = UPGRADE.format(table or self.table())  # before the connection has to say something
        opened = socket.socket()
        if small:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.settimeout(10)
        opened.connect(("127.0.0.1", self.port))
        opened.sendall(path.encode())
        assert b" 101 " in opened.recv(1000)
        opened.sendall(frame(TEXT, json.dumps({"type": "hello", "token": token}).encode()))
        assert opened.recv(100, socket.MSG_PEEK)
        return opened

    def connections(self) -> int:
        return sum(self.limits._connections.values())


def frame(kind: int, body: bytes, last: bool = True) -> bytes:
    return bytes((kind | (0x80 if last else 0), 0x80 | len(body))) + b"\0\0\0\0" + body


def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    """The body of a fixture."""
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)
    monkeypatch.setattr(connections, "CHECK_EVERY", 0.2)
    monkeypatch.setattr(connections, "MAX_ARRIVAL", 0.5)
    gate = create_app(Settings(data=str(tmp_path), max_sockets=10, request_rate=1000.0))
    config = uvicorn.Config(
        gate, http=connections.HttpConnection, ws=connections.SocketConnection,
        ws_max_size=MAX_MESSAGE, log_config=None, proxy_headers=False,
        ws_ping_interval=0.3, ws_ping_timeout=0.3, timeout_graceful_shutdown=1,
    )  # fmt: skip
    running = uvicorn.Server(config)
    port = serve.listen("127.0.0.1", 0)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [port]}, daemon=True)
    thread.start()
    eventually(lambda: running.started, 30, "the server listens")
    yield Listening(port.getsockname()[1], gate.limits)
    running.should_exit = True
    thread.join(20)
