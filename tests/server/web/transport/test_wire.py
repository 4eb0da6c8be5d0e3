"""Connections that take, and take their time: each of them has a bound."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.server import eventually
from helpers.wire import MORE, PING, PONG, TEXT, Listening, frame, listening
from moonlit.server import serve
from moonlit.server.settings import Settings
from moonlit.server.web.transport.limits import Limits


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    yield from listening(tmp_path, monkeypatch)


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
