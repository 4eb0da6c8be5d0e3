"""Several workers serve the same tables: what happens at one is told at the other."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from helpers.asking import ask as in_process
from helpers.asking import key, new_table
from helpers.server import (
    Guest,
    Redis,
    Server,
    eventually,
    live,
    own_database,
    own_redis,
    running,
    seat_guests,
    workers_of,
)
from moonlit.core.errors import MoonlitError
from moonlit.server.errors import refuse
from moonlit.server.live import elsewhere, hub, sync
from moonlit.server.live.changes import change_of
from moonlit.server.live.live_table import LiveTable, Subscriber
from moonlit.server.live.sync import QUIET
from moonlit.server.settings import Settings
from moonlit.server.storage.tables.change import Change
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import token_hash

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Redis, str]]:
    with own_redis(tmp_path_factory.mktemp("redis")) as redis, own_database() as database:
        yield redis, database


async def wait_for(opened: ClientConnection, what: Any) -> dict[str, Any]:
    """The first message that is as wished."""
    async with asyncio.timeout(60):
        while True:
            message: dict[str, Any] = json.loads(await opened.recv())
            if what(message):
                return message


def test_two_servers_are_one_place(services: tuple[Redis, str], tmp_path: Path) -> None:
    redis, database = services
    arguments = ("--database", database, "--redis", redis.url)
    with running(tmp_path / "a", *arguments) as one, running(tmp_path / "b", *arguments) as two:
        asyncio.run(check_two(one, two, redis))


async def check_two(one: Server, two: Server, redis: Redis) -> None:
    assert one.ask("GET", "/healthz")[1]["worker"] != two.ask("GET", "/healthz")[1]["worker"]
    table, tokens = seat_guests(one, "nova-luna", 2, 2)
    async with live(one.url, table, tokens[0]) as ana, live(two.url, table, tokens[1]) as ben:
        players = [ana, ben]
        states = [await wait_for(each, lambda m: m["type"] == "state") for each in players]
        assert states[0]["view"]["wheel"] == states[1]["view"]["wheel"]

        # presence goes from one to the other
        for each in players:
            await each.send(json.dumps({"type": "ping", "id": 1}))
        status, seen = 0, {}
        for _ in range(100):
            status, seen = await asyncio.to_thread(one.ask, "GET", f"/api/tables/{table}")
            if all(seat["present"] for seat in seen["table"]["seats"]):
                break
            await asyncio.sleep(0.1)
        assert status == 200
        assert all(seat["present"] for seat in seen["table"]["seats"])

        # so do chat and moves, at once: by looking alone it would take two seconds
        begin = time.monotonic()
        await ana.send(json.dumps({"type": "chat", "id": 2, "text": "Hello over there"}))
        heard = await wait_for(ben, lambda m: m["type"] == "state" and m["chat"])
        assert heard["chat"][0]["text"] == "Hello over there"
        waits = [time.monotonic() - begin]
        for number in range(6):
            mover, other = await turn(players, tokens, one, table)
            waits.append(await move(mover, other, number))
        assert min(waits) < 1.0, "nothing came over Redis"

        # without Redis it takes a little longer, and nothing is lost
        redis.stop()
        mover, other = await turn(players, tokens, one, table)
        assert await move(mover, other, 6) < 30
        redis.start()


async def turn(
    players: list[ClientConnection], tokens: list[str], server: Server, table: str
) -> tuple[tuple[ClientConnection, str], ClientConnection]:
    """Whose turn it is, with a move, and the other."""
    for seat, token in enumerate(tokens):
        _, state = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{table}", None, token)
        if state["moves"]:
            return (players[seat], state["moves"][0]), players[1 - seat]
    raise AssertionError("nobody can move")


async def move(mover: tuple[ClientConnection, str], other: ClientConnection, number: int) -> float:
    """Seconds from a move at one server until the other server tells it."""
    begin = time.monotonic()
    order = {"type": "move", "id": 9, "number": number, "move": mover[1]}
    await mover[0].send(json.dumps(order))
    await wait_for(mover[0], lambda m: m["type"] in ("done", "refused"))
    told = await wait_for(other, lambda m: m["type"] == "state" and m["number"] > number)
    assert told["last"]["move"] == mover[1]
    return time.monotonic() - begin


def test_two_workers_of_one_command(services: tuple[Redis, str], tmp_path: Path) -> None:
    """One of them is killed in the middle; the command starts another, and all games end."""
    redis, database = services
    arguments = ("--database", database, "--redis", redis.url, "--workers", "2")
    with running(tmp_path, *arguments) as server:
        eventually(lambda: len(workers(server)) == 2, 60, "both workers answer")
        guests = []
        for number, game in enumerate(["nova-luna", "nomads", "dance-of-muses"]):
            table, tokens = seat_guests(server, game, 2, 2)
            guests += [Guest(server.url, table, token, number) for token in (*tokens, None, None)]
        for guest in guests:
            guest.pause = 0.01

        async def play() -> None:
            tasks = [asyncio.create_task(guest.play()) for guest in guests]
            for count, worker in enumerate(workers_of(server), 1):
                while sum(len(guest.acknowledged) for guest in guests) < 20 * count:
                    await asyncio.sleep(0.01)
                os.kill(worker, signal.SIGKILL)  # one after the other: all may be at one of them
            await asyncio.gather(*tasks)

        asyncio.run(asyncio.wait_for(play(), 300))
        for guest in guests:
            guest.check_log()
            record = server.record(guest.table)
            assert record["result"] is not None
            for number, made in guest.acknowledged.items():
                assert record["moves"][number] == made
        assert sum(guest.connections for guest in guests) > len(guests), "somebody was cut off"
        eventually(lambda: len(workers(server)) == 2, 60, "there are two workers again")


def workers(server: Server) -> set[str]:
    """Who answers, when asked a few times: every connection may come to another worker."""
    found = set()
    for _ in range(30):
        with contextlib.suppress(OSError):
            found.add(server.ask("GET", "/healthz")[1]["worker"])
    return found


async def silent(*_: Any) -> Any:
    """A database that does not answer."""
    raise refuse("cannot_load", 503)


def test_a_table_that_nobody_looks_at_is_not_played_along(
    services: tuple[Redis, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes there then is shown all of it nevertheless, and from then on every move."""
    redis, database = services
    monkeypatch.setattr(sync, "POLL", 600.0)  # what is shown comes of looking, not of waiting
    settings = Settings(database=database, redis=redis.url, data=str(tmp_path))

    async def check() -> None:
        one, two = Service(settings), Service(settings)
        await one.open()
        await two.open()
        alone = NewTable(game="nova-luna", players=1, name="Ana", ready=True)
        live, _, token = await one.create(alone, "192.0.2.1")
        there = await two.hub.find(live.id)
        start = there.seq

        async def play() -> None:
            assert live.table.match is not None
            number, move = live.table.number, live.table.match.moves()[0]
            key = token_hash(token)
            await COMMANDS["move"].handler(one, live, key, number=number, move=move)

        for _ in range(3):
            await play()
        await soon(lambda: there.may_be_behind)
        assert there.seq == start
        with monkeypatch.context() as away:
            away.setattr(two.hub.store, "load", silent)
            with pytest.raises(MoonlitError) as refused:  # and not what others know to be old
                await two.hub.find(live.id)
        assert refused.value.key == "cannot_load"
        heard: list[bytes] = []
        subscriber = Subscriber(there, None, 0, lambda: heard.extend(subscriber.take()))
        two.hub.subscribe(subscriber)
        await soon(lambda: there.seq == live.seq)
        await play()
        await soon(lambda: bool(heard) and json.loads(heard[-1])["number"] == 4)
        two.hub.unsubscribe(subscriber)
        await play()
        await soon(lambda: there.is_behind)
        two.hub.store.health.write_failed(OSError("no space left"))
        assert two.hub.store.health.is_down
        assert (await two.hub.find(live.id)).seq == live.seq, "it can still be read"
        await two.close()
        await one.close()

    asyncio.run(check())


def test_a_table_that_is_looked_at_elsewhere_leaves_the_memory(
    services: tuple[Redis, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever asks here nevertheless is told all of it, and who is there."""
    redis, database = services
    settings = Settings(database=database, redis=redis.url, data=str(tmp_path))

    async def check() -> None:
        one, two = Service(settings), Service(settings)
        await one.open()
        await two.open()
        alone = NewTable(game="nova-luna", players=1, name="Ana", ready=True)
        made, _, token = await two.create(alone, "192.0.2.1")
        there = await one.hub.find(made.id)
        looking = Subscriber(there, token_hash(token), 0, lambda: None)
        one.hub.subscribe(looking)
        await soon(lambda: made.presence.present == {0})
        assert two.hub.tables.get(made.id) is made, "somebody has asked for it just now"
        made.used -= QUIET
        await soon(lambda: made.id not in two.hub.tables)
        assert made.may_be_behind
        again = await two.hub.find(made.id)
        assert again is not made
        assert again.presence.present == {0}
        assert again.table.seq == there.table.seq
        # who has the old one in hand makes no second table of it, and plays on from the newest
        assert made.table.match is not None
        for each in (again, made, made):
            assert there.table.match is not None
            number, move = there.table.number, there.table.match.moves()[0]
            await COMMANDS["move"].handler(two, each, token_hash(token), number=number, move=move)
            await soon(lambda: there.table.number == number + 1)  # noqa: B023
        one.hub.unsubscribe(looking)
        await soon(lambda: not any(two.hub.elsewhere.at(made.id)))
        # who has it in hand puts it back, and knows who has left meanwhile
        del two.hub.tables[made.id]
        assert made.presence.present == {0}
        await two.hub.execute(made, lambda _: [])
        assert two.hub.tables[made.id] is made
        assert made.presence.present == set()
        # nor does anybody count as there who was at a worker that is silent since
        monkeypatch.setattr(elsewhere, "TIMEOUT", 0.2)
        two.hub.elsewhere.hear("dead", made.id, [0], 0)
        made.update_presence()
        assert made.presence.present == {0}
        await asyncio.sleep(0.3)
        counted: list[set[int]] = []

        def change(*given: Any) -> Change:
            counted.append(set(given[3]))
            return change_of(*given)

        monkeypatch.setattr(hub, "change_of", change)
        assert made.table.match is not None
        number, move = made.table.number, made.table.match.moves()[0]
        await COMMANDS["move"].handler(two, made, token_hash(token), number=number, move=move)
        assert counted == [set()]
        await two.close()
        await one.close()

    asyncio.run(check())


async def soon(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


def test_a_stream_shows_no_older_state_than_its_reader_has_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the database does not answer in time, what this worker has may be older."""
    find = hub.Hub.find

    async def unsure(known: hub.Hub, table_id: str) -> LiveTable:
        live = await find(known, table_id)
        live.may_be_behind = True
        return live

    async def check(client: httpx.AsyncClient) -> None:
        made = await new_table(client)
        monkeypatch.setattr(hub.Hub, "find", unsure)
        seen = made["state"]["seq"] + 1
        answer = await client.get(f"/api/tables/{made['id']}/stream?since={seen}")
        assert key(answer, 503) == "cannot_load"

    in_process(tmp_path, check)
