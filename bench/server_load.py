"""The load of bench/server.py, in a process of its own: a thousand guests at five hundred tables.

A table is set for as many guests and watchers as the bench says, two and none if it says nothing.
Guests pick a legal move at random as soon as they may (full load), or moves are made at a given
rate at tables chosen at random. A move's time runs until all guests have the state after it.
It talks to the bench in lines of JSON.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson

from moonlit.core.registry import games

GAMES = tuple(game.name for game in games())
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
TEXT, CLOSE, PING = 1, 8, 9


class Socket(asyncio.Protocol):
    """Just as much of a WebSocket as a quick guest needs."""

    def __init__(self, host: str, path: str, guest: Guest) -> None:
        self.guest = guest
        self.buffer = bytearray()
        self.is_open = False
        key = base64.b64encode(os.urandom(16)).decode()
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.guest.socket = self
        transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.guest.lost()

    def send(self, message: dict[str, Any]) -> None:
        self.write(orjson.dumps(message))

    def write(self, body: bytes) -> None:
        # the mask that the protocol asks of clients may be zero: then there is nothing to do
        if len(body) < 126:
            head = bytes((0x80 | TEXT, 0x80 | len(body)))
        else:
            head = bytes((0x80 | TEXT, 0x80 | 126)) + len(body).to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.is_open = True
            self.guest.connected()
        while len(buffer) >= 2:
            size, start = buffer[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            kind, body = buffer[0] & 0x0F, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == TEXT:
                self.guest.heard_text(body)
            elif kind == PING:
                self.transport.write(bytes((0x8A, 0x80 | len(body))) + b"\0\0\0\0" + body)


class Guest:
    """Who sits at a table, or watches: then there is no token."""

    def __init__(self, table: Table, token: str | None) -> None:
        self.table, self.token = table, token
        self.number = -1
        self.moves: list[str] | None = None
        self.socket: Socket | None = None
        self.is_here = asyncio.Event()

    async def connect(self) -> None:
        load = self.table.load
        url = urlsplit(load.next_url())
        path = f"/api/tables/{self.table.id}/live"
        await asyncio.get_running_loop().create_connection(
            lambda: Socket(url.netloc, path, self), url.hostname, url.port
        )
        await asyncio.wait_for(self.is_here.wait(), 60)

    def connected(self) -> None:
        assert self.socket is not None
        self.socket.send({"type": "hello", "token": self.token, "since": 0})

    def lost(self) -> None:
        if not self.table.is_over:
            self.table.load.failures.append("a connection was lost")

    def heard_text(self, text: bytes) -> None:
        self.table.load.received += len(text)
        message = orjson.loads(text)
        kind = message["type"]
        if kind == "state":
            if message["view"] is None:
                return
            self.number = message["number"]
            self.moves = message["moves"]
            self.is_here.set()
            self.table.told(self, message["ended"] is not None)
        elif kind == "done":
            self.table.load.done += 1
        elif kind == "refused":
            self.table.load.failures.append(message["error"]["text"])


class Table:
    def __init__(self, load: Load, table_id: str) -> None:
        self.load = load
        self.id = table_id
        self.guests: list[Guest] = []
        self.sent_at = 0.0
        self.number = -1  # the number that the move under way fills
        self.is_over = False

    def told(self, guest: Guest, is_over: bool) -> None:
        if self.number >= 0 and all(each.number > self.number for each in self.guests):
            self.load.times.append(time.perf_counter() - self.sent_at)
            self.number = -1
        if is_over and not self.is_over and self.number < 0:
            self.is_over = True
            self.load.over(self)
        elif not is_over and self.number < 0 and self.mover() is not None:
            self.load.ready(self)

    def mover(self) -> Guest | None:
        return next((guest for guest in self.guests if guest.moves), None)

    def move(self) -> None:
        guest = self.mover()
        if guest is None or guest.socket is None:
            return
        assert guest.moves is not None
        self.number = guest.number
        move = self.load.chance.choice(guest.moves)
        guest.moves = None
        self.sent_at = time.perf_counter()
        guest.socket.send({"type": "move", "id": 1, "number": guest.number, "move": move})


class Load:
    def __init__(self, server: int, urls: list[str]) -> None:
        self.server = server  # its process
        self.urls = urls
        self.chance = random.Random(1)
        self.games, self.players, self.watchers = GAMES, 2, 0
        self.tables: list[Table] = []
        self.waiting: list[Table] = []  # those at which somebody may move
        self.times: list[float] = []
        self.failures: list[str] = []
        self.done = 0
        self.received = 0  # bytes of text
        self.made = 0
        self.is_full = False
        self.turn = 0
        self.tasks: set[asyncio.Task[None]] = set()

    def next_url(self) -> str:
        """Guests of one table go to different servers, where there are several."""
        self.turn += 1
        return self.urls[self.turn % len(self.urls)]

    def ready(self, table: Table) -> None:
        if self.is_full:
            table.move()
        else:
            self.waiting.append(table)

    def over(self, table: Table) -> None:
        """A game that is over is followed by a new one, as people would."""
        self.tables.remove(table)
        for guest in table.guests:
            if guest.socket is not None:
                guest.socket.transport.close()
        task = asyncio.create_task(self.set_table())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def set_table(self) -> None:
        game = self.games[self.made % len(self.games)]
        self.made += 1
        body = {"game": game, "players": self.players, "name": NAMES[0], "ready": True}
        made = await self.post("/api/tables", body)
        table = Table(self, made["id"])
        tokens = [made["token"]]
        for name in NAMES[1 : self.players]:
            joined = await self.post(f"/api/tables/{table.id}/seats", {"name": name, "ready": True})
            tokens.append(joined["token"])
        table.guests = [Guest(table, token) for token in (*tokens, *[None] * self.watchers)]
        self.tables.append(table)
        for guest in table.guests:
            await guest.connect()

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        url = urlsplit(self.urls[0])
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        writer.write(request(path, url.netloc, orjson.dumps(body)))
        answer = await reader.read()
        writer.close()
        return answered(answer)

    # ---- the phases

    async def sit_down(
        self, count: int, games: Sequence[str] = GAMES, players: int = 2, watchers: int = 0
    ) -> None:
        self.games, self.players, self.watchers = games, players, watchers
        for start in range(0, count, 20):
            await asyncio.gather(*(self.set_table() for _ in range(start, min(start + 20, count))))

    async def full(self, seconds: float) -> dict[str, Any]:
        """Everybody moves as soon as they may."""
        self.is_full = True
        waiting, self.waiting = self.waiting, []
        for table in waiting:
            table.move()
        await asyncio.sleep(seconds / 4)
        return await self.measure(seconds)

    async def at_rate(self, rate: float, seconds: float) -> dict[str, Any]:
        """So many moves a second, at tables chosen at random."""
        self.is_full = False
        await asyncio.sleep(1)  # until the moves under way are made
        pacing = asyncio.create_task(self.pace(rate))
        await asyncio.sleep(seconds / 4)
        found = await self.measure(seconds)
        pacing.cancel()
        return found

    async def pace(self, rate: float) -> None:
        due = time.perf_counter()
        while True:
            now = time.perf_counter()
            while due <= now:
                due += self.chance.expovariate(rate)
                if self.waiting:
                    place = self.chance.randrange(len(self.waiting))
                    self.waiting[place], self.waiting[-1] = self.waiting[-1], self.waiting[place]
                    self.waiting.pop().move()
            await asyncio.sleep(max(0.0005, due - time.perf_counter()))

    async def measure(self, seconds: float) -> dict[str, Any]:
        self.times, done, start = [], self.done, time.perf_counter()
        busy, work, received = time.process_time(), processor_time(self.server), self.received
        await asyncio.sleep(seconds)
        passed = time.perf_counter() - start
        work = processor_time(self.server) - work
        times = sorted(self.times)
        return {
            "moves": self.done - done,
            "moves_a_second": (self.done - done) / passed,
            "p50_ms": 1000 * times[len(times) // 2],
            "p99_ms": 1000 * times[len(times) * 99 // 100],
            "server_ms_a_move": 1000 * work / max(1, self.done - done),
            "bytes": (self.received - received) / max(1, self.done - done),
            "generator_busy": (time.process_time() - busy) / passed,
            "tables": len(self.tables),
            "failures": len(self.failures),
            "first_failure": self.failures[0] if self.failures else None,
        }


def request(path: str, host: str, body: bytes) -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def answered(answer: bytes) -> dict[str, Any]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split(b"\r\n")[0][9:12] in (b"200", b"201"), answer[:500]
    found: dict[str, Any] = orjson.loads(body)
    return found


def processor_time(pid: int) -> float:
    """Seconds of processor time that a process and its children have used so far."""
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if pid in (int(stat.parent.name), int(fields[1])):
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


async def obey(load: Load) -> None:
    """Do what the bench says, a line at a time."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        what = order.pop("do")
        answer = await getattr(load, what)(**order)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    gc.disable()  # the pauses that count are the server's
    import uvloop

    uvloop.run(obey(Load(int(sys.argv[1]), sys.argv[2:])))
