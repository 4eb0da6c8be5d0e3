"""Texts on a socket, however they come: whole, in pieces, many at once, or as none may come."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.server import eventually
from helpers.wire import MORE, PING, PONG, TEXT, UPGRADE, Listening, frame, listening
from moonlit.server.web.transport.connections import MAX_WAITING
from moonlit.server.web.transport.limits import MAX_MESSAGE

CLOSE = 0x8


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    yield from listening(tmp_path, monkeypatch)


def masked(kind: int, body: bytes, last: bool = True) -> bytes:
    mask = bytes((17, 60, 222, 135))  # tests are named alike in every process
    long = b"\xfe" + struct.pack(">H", len(body))
    size = long if len(body) > 125 else bytes((0x80 | len(body),))
    mixed = bytes(byte ^ mask[place % 4] for place, byte in enumerate(body))
    return bytes((kind | (0x80 if last else 0),)) + size + mask + mixed


def ping(number: int, more: str = "") -> bytes:
    return json.dumps({"type": "ping", "id": number, **({"x": more} if more else {})}).encode()


class Heard:
    """Frames that the server sends, one by one."""

    def __init__(self, opened: socket.socket) -> None:
        self.opened, self.data = opened, b""

    def _bytes(self, count: int) -> bytes:
        while len(self.data) < count:
            more = self.opened.recv(65_536)
            if not more:
                raise EOFError
            self.data += more
        found, self.data = self.data[:count], self.data[count:]
        return found

    def frame(self) -> tuple[int, bytes]:
        kind, size = self._bytes(2)
        if size == 126:
            (size,) = struct.unpack(">H", self._bytes(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._bytes(8))
        return kind & 0x0F, self._bytes(size)

    def until(self, *kinds: int) -> tuple[int, Any]:
        """The next frame of a kind; of texts the next answer to a command."""
        while True:
            kind, body = self.frame()
            if kind in kinds:
                told = json.loads(body) if kind == TEXT else body
                if kind != TEXT or told["type"] in ("done", "refused"):
                    return kind, told

    def closed(self) -> int:
        _, body = self.until(CLOSE)
        (code,) = struct.unpack(">H", body[:2])
        return int(code)


def test_a_text_may_come_byte_by_byte(server: Listening) -> None:
    with server.socket() as opened:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        heard = Heard(opened)
        for byte in masked(TEXT, ping(1)):
            opened.sendall(bytes((byte,)))
        assert heard.until(TEXT)[1] == {"type": "done", "id": 1}
        opened.sendall(masked(TEXT, ping(2, "x" * 300)))
        assert heard.until(TEXT)[1]["id"] == 2


def test_many_texts_at_once_are_answered_in_order(server: Listening) -> None:
    with server.socket() as opened:
        count = 3 * MAX_WAITING
        heard = Heard(opened)
        opened.sendall(b"".join(masked(TEXT, ping(number)) for number in range(count)))
        assert [heard.until(TEXT)[1]["id"] for _ in range(count)] == list(range(count))
        opened.sendall(masked(TEXT, ping(99)))
        assert heard.until(TEXT)[1]["id"] == 99, "it is read on after a pause"


def test_pings_and_pieces_between_texts(server: Listening) -> None:
    with server.socket() as opened:
        heard = Heard(opened)
        body = ping(2)
        opened.sendall(
            masked(TEXT, ping(1))
            + masked(PING, b"here?")
            + masked(TEXT, body[:7], last=False)
            + masked(PING, b"still?")
            + masked(MORE, body[7:])
            + masked(TEXT, ping(3))
        )
        found = [heard.until(TEXT, PONG) for _ in range(5)]
        assert [told for kind, told in found if kind == PONG] == [b"here?", b"still?"]
        assert [told["id"] for kind, told in found if kind == TEXT] == [1, 2, 3]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x02{}", 1002),  # not masked
        (b"\x81\x00", 1002),
        (frame(0x3, b""), 1002),  # no such kind
        (b"\xc1\x80\0\0\0\0", 1002),  # a bit that means nothing
        (masked(MORE, b"x"), 1002),  # more of nothing
        (masked(TEXT, b"a", last=False) + masked(TEXT, b"b"), 1002),  # a text within a text
        (masked(TEXT, b"\xff\xfe"), 1007),
        (b"\x81\xfe" + struct.pack(">H", MAX_MESSAGE + 1) + b"\0\0\0\0", 1009),
        (b"\x81\xff" + struct.pack(">Q", 1 << 40) + b"\0\0\0\0", 1009),
    ],
)
def test_what_nobody_may_send_closes_the_socket(
    server: Listening,
    sent: bytes,
    code: int,
) -> None:
    with server.socket() as opened:
        heard = Heard(opened)
        opened.sendall(masked(TEXT, ping(1)))
        assert heard.until(TEXT)[1]["id"] == 1
        opened.sendall(sent + masked(TEXT, ping(2)))
        assert heard.closed() == code


@pytest.mark.parametrize("text", [b"no hello", json.dumps({"type": "hello"}).encode()])
def test_a_text_just_before_what_nobody_may_send_is_no_failure(
    server: Listening, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    upgrade = UPGRADE.format(server.table()).encode()
    with server.connect(upgrade) as opened:
        heard = Heard(opened)
        while not heard.data.endswith(b"\r\n\r\n"):
            heard.data += opened.recv(1000)
        heard.data = b""
        opened.sendall(masked(TEXT, text) + b"\x81\x02{}")
        assert heard.closed() == 1002
    eventually(lambda: server.connections() == 0, 10, "the connection is gone")
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


def test_a_request_for_a_socket_that_brings_more_is_not_left_waiting(server: Listening) -> None:
    asked = UPGRADE.format(server.table()).replace("\r\n\r\n", "\r\nContent-Length: 5\r\n\r\n")
    with (
        server.connect(asked.encode() + b"abcde") as opened,
        contextlib.suppress(ConnectionResetError),
    ):
        assert opened.recv(100) == b""


def test_a_goodbye_is_returned(server: Listening) -> None:
    with server.socket() as opened:
        opened.sendall(masked(CLOSE, struct.pack(">H", 1000)))
        assert Heard(opened).closed() == 1000


def test_a_move_is_answered_and_then_shown(server: Listening) -> None:
    made = server.made(1)
    move = {"type": "move", "id": 5, "number": 0, "move": made["state"]["moves"][0]}
    with server.socket(table=made["id"], token=made["token"]) as opened:
        heard, told = Heard(opened), []
        opened.sendall(masked(TEXT, json.dumps(move).encode()))
        while len(told) < 3:
            kind, body = heard.frame()
            if kind == TEXT:
                told.append(json.loads(body))
        assert [(each["type"], each.get("number")) for each in told[-2:]] == [
            ("done", 1),
            ("state", 1),
        ]
