"""The server is killed again and again in the middle of eight games, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.server import Guest, Redis, Server, own_database, own_redis, seat_guests, warm_up

pytestmark = pytest.mark.process

# game, players, guests: bots have the other seats
TABLES = [
    ("nova-luna", 2, 2),
    ("nova-luna", 3, 2),
    ("nova-luna", 4, 1),
    ("dance-of-muses", 2, 2),
    ("dance-of-muses", 3, 1),
    ("dance-of-muses", 4, 3),
    ("nomads", 2, 1),
    ("nomads", 4, 3),
]
KILLS = 10
EVERY = 12  # acknowledged moves from one kill to the next
PAUSE = 0.02  # seconds that a guest thinks, on average
SECONDS = 400.0  # far more than it takes, but for a machine that others use too


def sit_down(servers: list[Server]) -> list[Guest]:
    """Guests of one table are on different servers where there are two."""
    guests = []
    for number, (game, players, count) in enumerate(TABLES):
        table, tokens = seat_guests(servers[0], game, players, count)
        for seat, token in enumerate(tokens):
            url = servers[(number + seat) % len(servers)].url
            guest = Guest(url, table, token, seed=10 * number + seat)
            guest.pause = PAUSE
            guests.append(guest)
    return guests


async def play_and_kill(
    guests: list[Guest], servers: list[Server], between: Callable[[int], None] = lambda kill: None
) -> int:
    """How often a server was killed while games were going on."""
    chance = random.Random(1)
    done = 0
    enough = asyncio.Event()

    def count() -> None:
        nonlocal done
        done += 1
        if done % EVERY == 0:
            enough.set()

    for guest in guests:
        guest.on_done = count
    playing = [asyncio.create_task(guest.play()) for guest in guests]
    kills = 0
    try:
        async with asyncio.timeout(SECONDS):
            while kills < KILLS:
                await enough.wait()
                enough.clear()
                await asyncio.sleep(chance.uniform(0, 0.02))  # any moment is as good
                assert not all(guest.is_over for guest in guests), "the games were too short"
                server = servers[kills % len(servers)]
                await asyncio.to_thread(server.kill)
                between(kills)
                await asyncio.to_thread(server.start)
                kills += 1
            await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
    return kills


def check(guests: list[Guest], servers: list[Server]) -> None:
    """Every acknowledged move is in the final record in its place, and every game has ended."""
    records = {guest.table: servers[-1].record(guest.table) for guest in guests}
    assert len(records) == len(TABLES)
    for guest in guests:
        record = records[guest.table]
        assert record["result"] is not None
        assert guest.acknowledged
        for number, move in guest.acknowledged.items():
            assert record["moves"][number] == move
        guest.check_log()
        assert guest.state is not None
        assert guest.state["number"] == len(record["moves"])
        assert guest.state["ended"]["standings"] == record["result"]
    assert sum(guest.connections for guest in guests) > len(guests) + KILLS


@pytest.mark.long
def test_ten_kills_on_sqlite(tmp_path: Path) -> None:
    warm_up()
    server = Server(tmp_path)
    try:
        server.start()
        guests = sit_down([server])
        kills = asyncio.run(play_and_kill(guests, [server]))
        assert kills == KILLS
        check(guests, [server])
    except TimeoutError:
        pytest.fail(told(guests, [server]))
    finally:
        server.stop()


def told(guests: list[Guest], servers: list[Server]) -> str:
    """Where the games are that did not end."""
    lines = [
        f"{g.table} seat {g.state['you']['seat']} number {g.state['number']} "
        f"to move {g.state['to_move']} refusals {g.refusals[-3:]} connections {g.connections}"
        for g in guests
        if g.state is not None and not g.is_over
    ]
    return "\n".join(lines + [server.tail() for server in servers])


@pytest.mark.long
def test_ten_kills_on_postgresql_and_redis_with_two_servers(tmp_path: Path) -> None:
    """Each of two servers is killed five times; Redis is restarted in between."""
    warm_up()
    with own_redis(tmp_path) as redis, own_database() as database:
        arguments = ("--database", database, "--redis", redis.url)
        servers = [Server(tmp_path, *arguments) for _ in range(2)]
        guests: list[Guest] = []

        def between(kill: int, redis: Redis = redis) -> None:
            if kill in (2, 6):
                redis.restart()

        try:
            for server in servers:
                server.start()
            guests = sit_down(servers)
            assert asyncio.run(play_and_kill(guests, servers, between)) == KILLS
            check(guests, servers)
        except TimeoutError:
            pytest.fail(told(guests, servers))
        finally:
            for server in servers:
                server.stop()
