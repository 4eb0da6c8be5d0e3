"""Connections that take, and take their time: each of them has a bound."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from helpers.server import eventually
from moonlit.core import engine
from moonlit.server import serve
from moonlit.server.settings import Settings
from moonlit.server.web import connections
from moonlit.server.web.app import create_app
from moonlit.server.web.limits import MAX_MESSAGE, Limits

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

    def table(self) -> str:
        body = json.dumps({"game": "nova-luna", "players": 2, "name": "Ana"}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return str(json.load(answer)["id"])

    def socket(self, small: bool = False) -> socket.socket:
        """A socket at a table that has said hello; a `small` one takes little that is not read."""
        opened = socket.socket()
        if small:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.settimeout(10)
        opened.connect(("127.0.0.1", self.port))
        opened.sendall(UPGRADE.format(self.table()).encode())
        assert b" 101 " in opened.recv(1000)
        opened.sendall(frame(TEXT, b'{"type":"hello"}'))
        assert opened.recv(100)
        return opened

    def connections(self) -> int:
        return sum(self.limits._connections.values())


def frame(kind: int, body: bytes, last: bool = True) -> bytes:
    return bytes((kind | (0x80 if last else 0), 0x80 | len(body))) + b"\0\0\0\0" + body


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
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
    listening = serve.listen("127.0.0.1", 0)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    eventually(lambda: running.started, 30, "the server listens")
    yield Listening(listening.getsockname()[1], gate.limits)
    running.should_exit = True
    thread.join(20)


def is_cut(opened: socket.socket, data: bytes, times: int, pause: float = 0.0) -> bool:
    """Whether the server hangs up on who sends this so often."""
    opened.settimeout(10)
    try:
        for _ in range(times):
            opened.sendall(data)
            time.sleep(pause)
    except (ConnectionError, TimeoutError):
        return True
    return False


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET /", b"a" * 10_000),
        (b"GET / HTTP/1.1\r\nX: ", b"a" * 10_000),
        (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 2000),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
            b"a: b\r\n" * 2000,
        ),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"1\r\na\r\n" * 2000,
        ),
    ],
    ids=["address", "header", "headers", "trailers", "body"],
)
def test_a_request_without_end_is_cut(server: Listening, begin: bytes, more: bytes) -> None:
    with server.connect(begin) as opened:
        assert is_cut(opened, more, 2000)
    eventually(lambda: not server.connections(), 10, "nothing is left of it")


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET /api/games HTTP/1.1\r\nHo",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_never_asks_to_the_end_is_let_go_of(server: Listening, begin: bytes) -> None:
    with server.connect(begin) as opened:
        opened.settimeout(4)
        with contextlib.suppress(ConnectionError):
            while opened.recv(4096):
                pass
    eventually(lambda: not server.connections(), 10, "nothing is left of it")


def test_an_empty_line_now_and_then_is_no_request(server: Listening) -> None:
    with server.connect(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as opened:
        assert b"200" in opened.recv(4096)
        assert is_cut(opened, b"\r\n", 40, pause=0.1)


def test_who_reads_no_answer_is_let_go_of(server: Listening) -> None:
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with opened:
        opened.connect(("127.0.0.1", server.port))
        eventually(lambda: server.connections() == 1, 10, "it is counted")
        with contextlib.suppress(ConnectionError):
            for _ in range(300):  # together far more than the system keeps for us
                opened.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        eventually(lambda: not server.connections(), 10, "the server does not wait for ever")


def test_a_socket_that_pings_and_does_not_read_is_cut(server: Listening) -> None:
    with server.socket(small=True) as opened:
        assert is_cut(opened, frame(PING, b"x" * 125) * 1000, 1000)
    eventually(lambda: not server.connections(), 10, "nothing is left of it")


@pytest.mark.parametrize("kind", [PING, PONG])
def test_a_flood_of_pings_is_cut(server: Listening, kind: int) -> None:
    with server.socket() as opened:
        heard = threading.Thread(target=lambda: take_all(opened))
        heard.start()
        assert is_cut(opened, frame(kind, b"x"), 500, pause=0.002)
        heard.join()


def take_all(opened: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while opened.recv(65_536):
            pass


def test_a_message_of_too_many_pieces_is_cut(server: Listening) -> None:
    with server.socket() as opened:
        opened.sendall(frame(TEXT, b"", last=False))
        assert is_cut(opened, frame(MORE, b"", last=False) * 1000, 1000)


def test_a_socket_that_stops_reading_is_let_go_of(server: Listening) -> None:
    with server.socket(small=True) as opened:
        assert server.connections() == 1
        long = b'{"type":"ping","id":"' + b"x" * 90 + b'"}'
        with contextlib.suppress(ConnectionError, TimeoutError):
            opened.settimeout(2)
            opened.sendall(frame(TEXT, long) * 50_000)
        eventually(lambda: not server.connections(), 15, "the server does not wait for ever")


def test_one_address_has_so_many_connections(server: Listening) -> None:
    with contextlib.ExitStack() as all_of_them:
        opened = [all_of_them.enter_context(server.connect()) for _ in range(25)]
        cut = []
        for each in opened:
            each.settimeout(0.1)
            try:
                cut.append(each.recv(1) == b"")
            except TimeoutError:
                cut.append(False)
            except ConnectionError:
                cut.append(True)
        assert cut[:5] == [False] * 5
        assert all(cut[20:])
    eventually(lambda: not server.connections(), 10, "who has gone is not counted")
    with server.connect(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as again:
        assert b"200" in again.recv(100)


def test_sockets_and_answers_stay_as_long_as_they_are_used(server: Listening) -> None:
    with server.socket() as opened:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            kind = opened.recv(4096)
            if kind and kind[0] == 0x80 | PING:
                opened.sendall(frame(PONG, kind[2 : 2 + kind[1]]))
        opened.sendall(frame(TEXT, b'{"type":"ping","id":7}'))
        heard = b""
        while b'"done"' not in heard:
            heard += opened.recv(4096)
    stream = f"GET /api/tables/{server.table()}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with server.connect(stream.encode()) as opened:
        assert b"200" in opened.recv(100)
        time.sleep(1.5)
        assert server.connections() == 1


def test_behind_a_proxy_connections_are_the_proxys(tmp_path: Path) -> None:
    limits = Limits(Settings(max_sockets=1, proxy=True))
    assert all(limits.connect("127.0.0.1") for _ in range(10))


def test_as_many_files_as_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    told: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (1024, 20_000))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: told.append(limits))
    serve.allow_many_files()
    assert told == [(20_000, 20_000)]
