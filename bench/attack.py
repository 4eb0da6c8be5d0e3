"""One address tries to fill a server's memory, while others play: what it costs both.

It says as much as it may at a table of its own, then opens sockets and sends requests for that
table without ever reading, again and again. Guests from another address play on meanwhile.

    python bench/attack.py --minutes 10
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from moonlit.core.registry import games
from server import server, warm_up

LOUD = "\N{GRINNING FACE}" * 300
ATTACKER, GUEST = "127.0.0.1", "127.0.0.2"
CONNECTIONS, TABLES = 190, 10
GOAL = 100  # MB
LIMITS = {
    "MOONLIT_MAX_TABLES": "100000",
    "MOONLIT_MAX_SOCKETS": "200",
    "MOONLIT_MESSAGE_RATE": "20",
    "MOONLIT_REQUEST_RATE": "50",
}


def ask(url: str, address: str, method: str, path: str, body: Any) -> Any:
    """One request from an address of this machine."""
    import http.client

    host = url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, source_address=(address, 0), timeout=30)
    headers = {"Content-Type": "application/json"}
    connection.request(method, path, json.dumps(body), headers)
    answer = json.load(connection.getresponse())
    connection.close()
    return answer


def sit_down(url: str, address: str) -> tuple[str, list[str]]:
    new = {"game": games()[0].name, "players": 2, "name": "Ana"}
    made = ask(url, address, "POST", "/api/tables", new)
    other = {"name": "Ben", "ready": True}
    joined = ask(url, address, "POST", f"/api/tables/{made['id']}/seats", other)
    return made["id"], [made["token"], joined["token"]]


def live(url: str, table: str, address: str) -> Any:
    where = f"ws{url.removeprefix('http')}/api/tables/{table}/live"
    return connect(where, compression=None, max_size=None, local_addr=(address, 0))


async def guest(url: str, table: str, token: str, seed: int, times: list[float]) -> None:
    """Plays at random, a move now and then; how long each took to be acknowledged."""
    chance = random.Random(seed)
    async with live(url, table, GUEST) as opened:
        await opened.send(json.dumps({"type": "hello", "token": token, "since": 0}))
        sent = 0.0
        async for text in opened:
            message = json.loads(text)
            if message["type"] == "done":
                times.append(1000 * (time.perf_counter() - sent))
            elif message["type"] == "state" and message["moves"]:
                await asyncio.sleep(chance.uniform(0, 0.2))
                sent = time.perf_counter()
                number, move = message["number"], chance.choice(message["moves"])
                order = {"type": "move", "id": 1, "number": number, "move": move}
                await opened.send(json.dumps(order))
            if message["type"] == "state" and message["ended"]:
                return


async def others_play(url: str, until: float, times: list[float]) -> None:
    async def one(number: int) -> None:
        while time.monotonic() < until:
            with contextlib.suppress(TimeoutError):  # the time is over
                table, tokens = await asyncio.to_thread(sit_down, url, GUEST)
                async with asyncio.timeout(max(1.0, until - time.monotonic())):
                    both = [guest(url, table, token, number, times) for token in tokens]
                    await asyncio.gather(*both)

    await asyncio.gather(*(one(number) for number in range(TABLES)))


async def shout(url: str, table: str, tokens: list[str]) -> None:
    """Both seats say all they may, as fast as they may."""
    for token in tokens:
        async with live(url, table, ATTACKER) as opened:
            await opened.send(json.dumps({"type": "hello", "token": token, "since": 0}))
            for number in range(40):
                await opened.send(json.dumps({"type": "chat", "id": number, "text": LOUD}))
                await asyncio.sleep(0.3)


async def attack(url: str, until: float) -> int:
    """Connections that are never read from; how many there were."""
    table, tokens = await asyncio.to_thread(sit_down, url, ATTACKER)
    await shout(url, table, tokens)
    host, port = url.removeprefix("http://").split(":")
    request = f"GET /api/tables/{table} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    upgrade = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    hello = b'{"type":"hello","token":null,"since":0}'
    frame = b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello
    deaf: list[socket.socket] = []
    count = 0
    while time.monotonic() < until:
        for number in range(2 * CONNECTIONS):
            with contextlib.suppress(OSError):
                each = socket.create_connection((host, int(port)), 5, (ATTACKER, 0))
                each.setblocking(False)
                each.send(request * 20 if number % 2 else upgrade + frame)
                deaf.append(each)
                count += 1
            if number % 10 == 0:
                await asyncio.sleep(0.02)
        await asyncio.sleep(10)
        for each in deaf:
            each.close()
        deaf.clear()
    return count


def run_attack(url: str, seconds: float) -> int:
    return asyncio.run(attack(url, time.monotonic() + seconds))


def memory(process: int) -> float:
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98] if len(times) > 100 else max(times, default=0)


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__)
    about.add_argument("--minutes", type=float, default=2)
    minutes = about.parse_args().minutes
    warm_up()  # compiling would keep the others waiting too
    with tempfile.TemporaryDirectory() as data, server(data, **LIMITS) as (url, process, _):
        calm: list[float] = []
        asyncio.run(others_play(url, time.monotonic() + 30, calm))
        before = memory(process)
        peak = before
        loud: list[float] = []
        until = time.monotonic() + 60 * minutes

        async def both() -> int:
            nonlocal peak
            loop = asyncio.get_running_loop()
            with ProcessPoolExecutor(1) as apart:  # its own waiting must not count as the others'
                attacker = loop.run_in_executor(apart, run_attack, url, 60 * minutes)
                others = asyncio.create_task(others_play(url, until, loud))
                while not (attacker.done() and others.done()):
                    await asyncio.sleep(0.5)
                    peak = max(peak, memory(process))
                return attacker.result()

        count = asyncio.run(both())
        time.sleep(60)
        after = memory(process)
        print(f"{count} connections from one address that never read, in {minutes:g} minutes")
        print(f"memory: {before:.0f} MB before, {peak:.0f} at most, {after:.0f} a minute after")
        print(f"  {'as' if after - before < GOAL else 'NOT as'} it should be: within {GOAL} MB")
        print(f"others' p99: {p99(calm):.0f} ms before ({len(calm)} moves), ", end="")
        print(f"{p99(loud):.0f} meanwhile ({len(loud)} moves), goal: twice as much at most")


if __name__ == "__main__":
    main()
