"""Whatever is sent, the server refuses it in order, stays up, and does not grow."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from helpers.server import BROKEN, Server, running, seat_guests, warm_up
from moonlit.server.web.tables.command_table import COMMANDS

pytestmark = pytest.mark.process

MESSAGES = 10_000
SOCKETS = 10
CODES = {1000, 1002, 1003, 1006, 1007, 1009, 4400, 4401, 4404, 4429}
MEGABYTE = 1 << 20

KINDS = [*COMMANDS, "hello", "state", "done", "refused"]
FIELDS = sorted(
    {name for command in COMMANDS.values() for name in command.request.model_fields}
    | {"id", "token", "since"}
)
ODD: list[Any] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "é" * 50,
    "\x00",
    "\u202e",
    "1@0,0",
    [],
    {},
    [[[]]],
    {"a": {"b": []}},
    "x" * 5000,
    ["1@0,0"] * 500,
]


def malformed(chance: random.Random) -> str | bytes:
    """A message that is wrong in one of many ways."""
    way = chance.randrange(9)
    if way == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
    if way == 1:
        return "".join(chance.choice(string.printable) for _ in range(chance.randrange(200)))
    if way == 2:
        return json.dumps(chance.choice(ODD))
    if way == 3:
        return "[" * 7000 if chance.random() < 0.5 else '{"a":' * 3000
    if way == 4:
        return '{"type":"move","number":1e999,"move":NaN}'
    if way == 5:
        return '{"type":"chat","text":"\\ud800"}'
    if way == 6 and chance.random() < 0.05:
        return json.dumps({"type": "chat", "text": "x" * 20_000})
    fields = {name: chance.choice(ODD) for name in chance.sample(FIELDS, chance.randrange(6))}
    return json.dumps({"type": chance.choice([*KINDS, chance.choice(ODD)]), **fields})


async def pester(server: Server, table: str, token: str | None, count: int, seed: int) -> set[int]:
    """Send so many malformed messages, over as many sockets as that takes; closing codes."""
    chance = random.Random(seed)
    address = f"ws{server.url.removeprefix('http')}/api/tables/{table}/live"
    codes: set[int] = set()
    sent = 0
    while sent < count:
        async with connect(
            address, compression=None, max_size=None, ping_interval=None, close_timeout=10
        ) as opened:
            reader = asyncio.create_task(drain(opened))
            with contextlib.suppress(ConnectionClosed):
                if chance.random() < 0.8:
                    await opened.send(json.dumps({"type": "hello", "token": token, "since": 0}))
                for _ in range(min(200, count - sent)):
                    sent += 1
                    await opened.send(malformed(chance))
                    if sent % 15 == 0:  # something right now and then, so that the socket lives
                        await opened.send(json.dumps({"type": "ping", "id": sent}))
            await opened.close()
            await reader
            heard = opened.protocol.close_rcvd
            if heard is not None:
                codes.add(heard.code)
    return codes


async def drain(opened: Any) -> None:
    with contextlib.suppress(*BROKEN):
        async for packed in opened:
            message = json.loads(packed)
            if message["type"] == "refused":
                assert {"topic", "key", "args", "text"} <= set(message["error"])


@pytest.mark.long
def test_ten_thousand_malformed_messages(tmp_path: Path) -> None:
    warm_up()  # compiled code takes tens of megabytes when it is loaded: not in between
    with running(tmp_path) as server:
        table, tokens = seat_guests(server, "nova-luna", 2, 2)
        whose = [*tokens, None, "no-such-token"]

        async def round_of(count: int, seed: int) -> set[int]:
            each = count // SOCKETS
            pests = [
                pester(server, table, whose[n % len(whose)], each, seed + n) for n in range(SOCKETS)
            ]
            return set().union(*await asyncio.gather(*pests))

        asyncio.run(round_of(2 * MESSAGES, 100))  # whatever is kept for good is kept by now
        before = server.memory()
        codes = asyncio.run(asyncio.wait_for(round_of(MESSAGES, 200), 90))
        grown = server.memory() - before
        assert codes <= CODES, "never a failure of the server's own (1011)"
        assert 4400 in codes
        assert grown < 12 * MEGABYTE, f"{grown / MEGABYTE:.1f} MB more"
        assert server.answers()
        check_no_failures(server)
        # and the table can still be played at, by its own guests
        status, state = server.ask("GET", f"/api/tables/{table}", token=tokens[0])
        assert status == 200
        assert state["table"]["status"] in ("playing", "over")


def check_no_failures(server: Server) -> None:
    """No answer of 500 and above, and nothing that the server itself calls a failure."""
    said = server.said.read_text(errors="replace")
    assert "Traceback" not in said, server.tail()
    assert not re.search(r'"status": ?5\d\d', said)


def test_no_hello_and_bad_hellos(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, _ = seat_guests(server, "nova-luna", 2, 2)

        async def first(message: str | bytes, where: str = table) -> int | None:
            address = f"ws{server.url.removeprefix('http')}/api/tables/{where}/live"
            async with connect(address, compression=None) as opened:
                await opened.send(message)
                async with asyncio.timeout(10):
                    with contextlib.suppress(ConnectionClosed):
                        while True:
                            answer = json.loads(await opened.recv())
                            if answer["type"] == "state":
                                return None
                return opened.close_code

        hello = {"type": "hello", "token": None, "since": 0}
        assert asyncio.run(first(json.dumps(hello))) is None
        assert asyncio.run(first(json.dumps({**hello, "token": "x" * 43}))) == 4401
        assert asyncio.run(first(json.dumps(hello), "zzzzzzzzzz")) == 4404
        assert asyncio.run(first("x" * 20_000)) == 1009
        assert server.answers()


def described(server: Server, tables: list[str]) -> dict[str, Any]:
    """The server's OpenAPI, with tables that there are: others would only be refused."""
    status, schema = server.ask("GET", "/openapi.json")
    assert status == 200
    for path in schema["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "table_id":
                    parameter["schema"] = {"type": "string", "enum": tables}
                    parameter.pop("example", None)
                    parameter.pop("examples", None)
    return dict(schema)


@pytest.mark.long
def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    """Requests made from the OpenAPI, valid and not: no 5xx, and answers as documented."""
    with running(tmp_path) as server:
        playing, tokens = seat_guests(server, "nova-luna", 3, 3)
        solo, own = seat_guests(server, "nova-luna", 1, 1)
        assert server.ask("POST", f"/api/tables/{solo}/resign", {}, own[0])[0] == 200
        begun = server.create("nomads", 2, name="Ana")["id"]
        tables = [playing, playing, begun, solo, "zzzzzzzzzz"]
        schema = tmp_path / "openapi.json"
        schema.write_text(json.dumps(described(server, tables)))
        found = subprocess.run(
            [
                sys.executable,
                "-m",
                "schemathesis.cli",
                "run",
                str(schema),
                "--url",
                server.url,
                "--header",
                f"Authorization:Bearer {tokens[0]}",
                "--checks",
                "not_a_server_error,content_type_conformance,response_schema_conformance,"
                "status_code_conformance",
                "--max-examples",
                "15",
                "--phases",
                "examples,coverage,fuzzing",
                "--exclude-path-regex",
                "/stream$",
                "--request-timeout",
                "30",
                "--seed",
                "1",
                "--no-color",
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=400,
        )
        assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]
        assert server.answers()
        check_no_failures(server)
