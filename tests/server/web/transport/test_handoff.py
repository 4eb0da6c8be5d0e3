"""A table's sockets are at one worker, whoever accepted them; and nobody is lost on the way."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from helpers.server import Server, eventually, live, own_database, own_redis, running, seat_guests
from helpers.server import workers_of as workers
from moonlit.server.web.transport.handoff import FOLDER, Handoff

TABLES = [f"table{number}" for number in range(60)]


class Taker(asyncio.Protocol):
    """Says who has it, and what it was given."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.text)


def in_a_loop(test: Callable[[Path], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    def run(tmp_path: Path) -> None:
        asyncio.run(test(tmp_path))

    return run


def path_of(table: str) -> bytes:
    return f"/api/tables/{table}/live".encode()


@asynccontextmanager
async def two(folder: Path) -> AsyncIterator[tuple[Handoff, Handoff]]:
    one, other = Handoff(str(folder), "one"), Handoff(str(folder), "other")
    open_all: set[Any] = set()
    one.open(lambda head: Taker(b"one has " + head), open_all)
    other.open(lambda head: Taker(b"other has " + head), open_all)
    yield one, other
    for each in list(open_all):  # as the server does it before it ends
        each.shutdown()
        each.shutdown()
    assert not open_all
    assert not list(folder.iterdir())


@in_a_loop
async def test_a_connection_goes_to_its_tables_worker_and_stays_open(tmp_path: Path) -> None:
    async with two(tmp_path) as (one, other):
        found = []
        for table in TABLES:
            client, accepted = socket.socketpair()
            client.setblocking(False)
            given = [each.give(path_of(table), accepted.fileno(), b"it") for each in (one, other)]
            accepted.close()  # here; whoever was given it has it open
            assert sum(given) == 1, "one hands it over, the other keeps its own"
            hears = asyncio.get_running_loop().sock_recv(client, 99)
            said = await asyncio.wait_for(hears, 10)
            assert said == (b"other has it" if given[0] else b"one has it")
            client.close()
            found.append(said)
        assert 15 < found.count(b"one has it") < 45, "both have their part"


@in_a_loop
async def test_whoever_was_killed_gets_nothing(tmp_path: Path) -> None:
    async with two(tmp_path) as (one, _):
        dead = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        dead.bind(str(tmp_path / "dead"))
        dead.close()
        client, accepted = socket.socketpair()
        with client, accepted:
            for table in TABLES:
                one.give(path_of(table), accepted.fileno(), b"")
        assert sorted(each.name for each in tmp_path.iterdir()) == ["one", "other"]


@in_a_loop
async def test_where_one_is_too_busy_to_take_it_whoever_has_it_keeps_it(tmp_path: Path) -> None:
    one = Handoff(str(tmp_path), "one")
    one.open(Taker, set())
    busy = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    busy.bind(str(tmp_path / "busy"))
    client, accepted = socket.socketpair()
    with client, accepted, busy:
        given = [one.give(path_of(str(n)), accepted.fileno(), b"x" * 9000) for n in range(2000)]
        assert any(given)
        assert not any(given[-500:])
    one.shutdown()


@in_a_loop
async def test_only_sockets_of_tables_are_handed_over(tmp_path: Path) -> None:
    client, accepted = socket.socketpair()
    with client, accepted:
        async with two(tmp_path) as pair:
            for path in (b"/", b"/api/tables", b"/api/tables/a/b/live", b"/api/tables/a/live/more"):
                assert not any(each.give(path, accepted.fileno(), b"") for each in pair)
            assert any(each.give(path_of("a"), accepted.fileno(), b"") for each in pair)
        assert not any(each.give(path_of("a"), accepted.fileno(), b"") for each in pair), (
            "at an end"
        )
        assert not Handoff("").give(path_of("a"), accepted.fileno(), b""), "where there is one"


@in_a_loop
async def test_where_the_folder_cannot_be_used_everybody_keeps_what_they_have(
    tmp_path: Path,
) -> None:
    client, accepted = socket.socketpair()
    with client, accepted:
        for folder in (tmp_path / "missing", tmp_path / ("long" * 40)):
            one = Handoff(str(folder), "one")
            one.open(Taker, set())
            assert not one.give(path_of("a"), accepted.fileno(), b"")
        folder = tmp_path / "folder"
        folder.mkdir()
        one = Handoff(str(folder), "one")
        one.open(Taker, set())
        (folder / "one").unlink()
        folder.rmdir()  # somebody tidies up
        assert not one.give(path_of("a"), accepted.fileno(), b"")
        one.shutdown()


@in_a_loop
async def test_only_the_mailbox_of_a_dead_worker_is_removed(tmp_path: Path) -> None:
    async with two(tmp_path) as pair:
        closed = socket.socketpair()
        number = closed[0].fileno()
        for one in closed:
            one.close()
        assert not any(each.give(path_of("a"), number, b"") for each in pair), "no such file"
        assert sorted(each.name for each in tmp_path.iterdir()) == ["one", "other"]


# ---- in real processes -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, ...]]:
    with own_redis(tmp_path_factory.mktemp("redis")) as redis, own_database() as database:
        yield "--database", database, "--redis", redis.url, "--workers", "2"


def worker_at(server: Server, port: int) -> int:
    """Which process has the connection from a client's port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    here, there = f":{server.port:04X}", f":{port:04X}"
    file = next(row[9] for row in rows if row[1].endswith(here) and row[2].endswith(there))
    for process in workers(server):
        for each in Path(f"/proc/{process}/fd").iterdir():
            if each.is_symlink() and str(each.readlink()) == f"socket:[{file}]":
                return process
    raise AssertionError("nobody has it")


async def come(
    stack: AsyncExitStack, server: Server, table: str, token: str, tries: int
) -> ClientConnection:
    """Open a socket until there is a state, as every client does."""
    while True:
        tries -= 1
        try:
            opened = await stack.enter_async_context(live(server.url, table, token))
            state = json.loads(await asyncio.wait_for(opened.recv(), 30))
        except (OSError, WebSocketException):  # it was on its way to a worker that died
            if not tries:
                raise
            await asyncio.sleep(0.2)
        else:
            assert state["type"] == "state"
            return opened


async def sit_and_look(
    server: Server, tables: list[tuple[str, list[str]]], tries: int = 1
) -> list[set[int]]:
    """Who has the sockets of each table, while all are open."""
    async with AsyncExitStack() as stack:
        found = []
        for table, tokens in tables:
            opened = [await come(stack, server, table, token, tries) for token in tokens]
            ports = [each.local_address[1] for each in opened]
            found.append({worker_at(server, port) for port in ports})
        return found


def settle(server: Server, tables: list[tuple[str, list[str]]]) -> None:
    """Each table is at one worker, as soon as both have had a connection and know each other."""
    for _ in range(10):
        found = asyncio.run(sit_and_look(server, tables, tries=10))
        if all(len(each) == 1 for each in found) and len(set.union(*found)) == 2:
            return
    raise AssertionError(f"where the tables are: {found}")


@pytest.mark.process
def test_a_tables_sockets_are_at_one_worker(shared: tuple[str, ...], tmp_path: Path) -> None:
    with running(tmp_path, *shared) as server:
        eventually(lambda: len(workers(server)) == 2, 60, "both workers are there")
        tables = [seat_guests(server, "nova-luna", 2, 2) for _ in range(24)]  # all at one: never
        settle(server, tables)
        dead = workers(server)[0]
        os.kill(dead, signal.SIGKILL)
        asyncio.run(sit_and_look(server, tables, tries=10))
        eventually(lambda: len(workers(server)) == 2, 60, "there is another one in its place")
        settle(server, tables)


@pytest.mark.process
def test_it_can_be_switched_off(shared: tuple[str, ...], tmp_path: Path) -> None:
    with running(tmp_path, *shared, **{FOLDER: ""}) as server:
        eventually(lambda: len(workers(server)) == 2, 60, "both workers are there")
        tables = [seat_guests(server, "nova-luna", 2, 2) for _ in range(12)]
        for _ in range(5):
            found = asyncio.run(sit_and_look(server, tables))
            if any(len(each) == 2 for each in found):
                return
        raise AssertionError(f"where the tables are: {found}")
