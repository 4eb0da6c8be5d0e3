"""What one guest can make the server keep is bounded, and it is given back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from pathlib import Path

import pytest

from helpers.server import Server, eventually, live, running, seat_guests
from moonlit.server.web.transport import unread
from moonlit.server.web.transport.unread import Unread

MEGABYTE = 1 << 20
LINES, CONNECTIONS = 600, 60
LOUD = "\N{GRINNING FACE}" * 300


class Client:
    def __init__(self) -> None:
        self.gone = False

    def let_go(self) -> None:
        self.gone = True


def test_who_never_reads_is_let_go_of_before_who_is_slow() -> None:
    found = Unread()
    clients = [Client() for _ in range(6)]
    for client in clients:
        found.add(client, "192.0.2.1", 2 * MEGABYTE)
    assert [client.gone for client in clients] == [True, True, False, False, False, False]
    other, large = Client(), Client()
    found.add(other, "192.0.2.2", MEGABYTE)
    found.add(large, "192.0.2.2", unread.MAX_OF_ONE + 1)
    assert (other.gone, large.gone) == (False, True)
    for client in (*clients, other):
        found.remove(client)
        found.remove(client)
    assert (found.total, found._of, found._left) == (0, {}, {})


@pytest.mark.process
def test_talk_that_nobody_reads_does_not_fill_the_memory(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, tokens = seat_guests(server, "nova-luna", 2, 2)
        seen = len(json.dumps(server.ask("GET", f"/api/tables/{table}")[1]))
        asyncio.run(shout(server, table, tokens[0]))
        told = server.ask("GET", f"/api/tables/{table}")[1]
        assert len(json.dumps(told, ensure_ascii=False).encode()) < seen + 40_000
        # the other has their say all the same
        assert server.ask("POST", f"/api/tables/{table}/chat", {"text": "Hi"}, tokens[1])[0] == 200
        check_older(server, table)
        before = server.memory()
        deaf = asyncio.run(listen_to_nothing(server, table))
        try:
            grown = server.memory() - before
        finally:
            for each in deaf:
                each.close()
        assert grown < 60 * MEGABYTE
        eventually(lambda: server.memory() - before < 40 * MEGABYTE, 60, "memory is given back")


async def shout(server: Server, table: str, token: str) -> None:
    """Say as much as the server takes."""
    async with live(server.url, table, token) as opened:
        for number in range(LINES):
            await opened.send(json.dumps({"type": "chat", "id": number, "text": LOUD}))
        for _ in range(LINES):
            while json.loads(await opened.recv())["type"] not in ("done", "refused"):
                pass


def check_older(server: Server, table: str) -> None:
    """What a state leaves out is there for who asks, all of it and once."""
    state = server.ask("GET", f"/api/tables/{table}")[1]
    lines, older = state["chat"], state["older_chat"]
    assert older
    while older:
        status, found = server.ask("GET", f"/api/tables/{table}/chat?before={lines[0]['seq']}")
        assert status == 200
        lines, older = found["chat"] + lines, found["older_chat"]
    said = [line["seq"] for line in lines]
    assert said == sorted(set(said))
    assert len(said) > len(state["chat"])
    assert {line["text"] for line in lines} == {LOUD, "Hi"}


async def listen_to_nothing(server: Server, table: str) -> list[socket.socket]:
    """Connections that ask for the table again and again and never read."""
    ask = f"GET /api/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    deaf = []
    for _ in range(CONNECTIONS):
        each = socket.create_connection(("127.0.0.1", server.port))
        deaf.append(each)
        each.setblocking(False)
        with contextlib.suppress(OSError):
            each.send(ask * 40)
    await asyncio.sleep(4)
    return deaf


@pytest.mark.process
def test_who_asks_too_much_is_answered_once_and_the_rest_is_not_looked_at(tmp_path: Path) -> None:
    with running(tmp_path, MOONLIT_REQUEST_RATE="2") as server:  # eight at once
        asked = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as opened:
            opened.sendall(asked * 100)
            answers = b""
            with contextlib.suppress(ConnectionResetError):  # some of it was never read
                while part := opened.recv(1 << 16):
                    answers += part
        assert answers.count(b"HTTP/1.1 429") == 1
        assert 0 < answers.count(b"HTTP/1.1 200") < 50, "eight, and what a slow machine adds"
