"""A device is signed out: its open sockets and streams close, also at other workers."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from helpers.server import Server, live, own_database, own_redis, running

pytestmark = pytest.mark.process

PHONE, LAPTOP = "phone-own-random-key-0000", "laptop-own-random-key-000"
SOLO = {"game": "nova-luna", "players": 1, "name": "Ana"}


def two_devices(server: Server) -> tuple[str, str]:
    """A table of a player with two devices, and the name of the phone among them."""
    server.must("POST", "/me", {"name": "Ana"}, PHONE)
    secret = "a-secret-made-in-the-browser"
    hashed = hashlib.sha256(secret.encode()).hexdigest()
    server.must("POST", "/me/links", {"secret_hash": hashed}, PHONE)
    told = server.must("POST", "/me/devices", {"secret": secret}, LAPTOP)
    phone = next(each["id"] for each in told["devices"] if not each["here"])
    return str(server.must("POST", "/tables", SOLO, PHONE)["id"]), str(phone)


async def state(opened: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while True:
            message: dict[str, Any] = json.loads(await opened.recv())
            if message["type"] == "state":
                return message


async def closed(opened: ClientConnection) -> int:
    """With which code; no state comes before."""
    try:
        async with asyncio.timeout(10):
            while True:
                assert json.loads(await opened.recv())["type"] != "state"
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd is not None else 0


@pytest.mark.long
def test_an_open_socket_closes_and_the_other_device_plays_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        asyncio.run(check(server, server))


@pytest.mark.long
def test_open_sockets_close_at_every_worker(tmp_path: Path) -> None:
    with own_redis(tmp_path) as redis, own_database() as database:
        arguments = ("--database", database, "--redis", redis.url)
        with running(tmp_path / "a", *arguments) as one, running(tmp_path / "b", *arguments) as two:
            asyncio.run(check(one, two))


def test_a_deleted_player_is_gone_at_every_worker(tmp_path: Path) -> None:
    """Also from what other workers hold in memory, and from every row in PostgreSQL."""
    with own_redis(tmp_path) as redis, own_database() as database:
        arguments = ("--database", database, "--redis", redis.url)
        with running(tmp_path / "a", *arguments) as one, running(tmp_path / "b", *arguments) as two:
            asyncio.run(check_deletion(one, two))
        dumped = rows_in(database)
    assert "rewritten" in dumped
    for trace in ("Zanahoria", "xylophone", hashlib.sha256(PHONE.encode()).hexdigest()):
        assert trace not in dumped, trace


async def check_deletion(one: Server, two: Server) -> None:
    def begin() -> tuple[str, str]:
        one.must("POST", "/me", {"name": "Zanahoria"}, PHONE)
        asked = {"game": "nova-luna", "players": 2, "name": "Zanahoria", "ready": True}
        table = str(one.must("POST", "/tables", asked, PHONE)["id"])
        ben = str(two.join(table, "Ben")["token"])
        one.must("POST", f"/tables/{table}/chat", {"text": "xylophone"}, PHONE)
        return table, ben

    table, ben = await asyncio.to_thread(begin)
    async with live(two.url, table, ben) as opened, live(two.url, table, PHONE) as theirs:
        assert (await state(opened))["table"]["seats"][0]["name"] == "Zanahoria"
        assert (await state(theirs))["you"]["seat"] == 0
        await asyncio.to_thread(one.must, "DELETE", "/me", None, PHONE)
        while (told := await state(opened))["table"]["seats"][0]["name"]:
            pass
        assert told["table"]["seats"][0]["kind"] == "bot"
        await asyncio.wait_for(theirs.wait_closed(), 10)
    again = await asyncio.to_thread(two.must, "GET", f"/tables/{table}", None, ben)
    assert "Zanahoria" not in json.dumps(again)
    assert "xylophone" not in json.dumps(again)


def rows_in(database: str) -> str:
    """Every row of every table, as text."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return "\n".join(
            str(
                connection.execute(
                    sql.SQL("SELECT * FROM {}").format(sql.Identifier(name))
                ).fetchall()
            )
            for (name,) in names.fetchall()
        )


async def check(one: Server, two: Server) -> None:
    table, phone = await asyncio.to_thread(two_devices, one)
    async with live(two.url, table, PHONE) as there, live(one.url, table, LAPTOP) as here:
        seen, own = await state(there), await state(here)
        assert (seen["you"]["seat"], own["you"]["seat"]) == (0, 0)
        move = {"type": "move", "id": 1, "number": 0, "move": seen["moves"][0]}
        await there.send(json.dumps(move))  # a seat played from one device is seen on the other
        for device in (here, there):
            while (own := await state(device))["number"] != 1:
                pass
        await asyncio.to_thread(one.must, "DELETE", f"/me/devices/{phone}", None, LAPTOP)
        assert await closed(there) == 4401
        move = {"type": "move", "id": 2, "number": 1, "move": own["moves"][0]}
        await here.send(json.dumps(move))
        while (own := await state(here))["number"] != 2:
            pass
    async with live(two.url, table, PHONE) as again:
        assert await closed(again) == 4401
