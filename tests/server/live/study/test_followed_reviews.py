"""How far a review has come is pushed to whoever listens, and may see it."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by, play, serving
from helpers.reviews import given_up
from helpers.server import eventually, own_database, own_redis, running, warm_up
from moonlit.core import engine

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process must not send other tests to plain Python, nor start compilers."""
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)
    warm_up()


async def followed(client: httpx.AsyncClient, at: str) -> list[dict[str, Any]]:
    """What is pushed of a review, to its end."""
    async with asyncio.timeout(120):
        answer = await client.get(f"{at}/stream")
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = answer.text.split("\n\n")
    return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]


def test_how_far_a_review_has_come_is_pushed_to_all_who_listen(
    tmp_path: Path,
) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        at, _ = await play(client)
        same, review = f"{at}/same-deal", f"{at}/review"
        assert await followed(client, review) == [{"status": "none"}]  # and nobody waits for it
        assert await followed(client, same) == [{"status": "none"}]
        await client.post(review)
        both = await asyncio.gather(*(followed(client, review) for _ in range(2)))
        for heard in both:
            assert heard[-1] == {"status": "done"}
            steps = [told["done"] for told in heard[:-1]]
            assert steps == sorted(set(steps)), "nothing is told twice"
            assert len(steps) > 2
        assert (await client.get(review)).json()["status"] == "done"
        assert await followed(client, review) == [{"status": "done"}]

    ask(tmp_path, check, request_rate=1e6, max_sockets=2)  # which are free again


def test_another_worker_hears_of_it(tmp_path: Path) -> None:
    async def run(database: str, redis: str) -> None:
        shared: Any = {"database": database, "redis": redis, "request_rate": 1e6}
        async with serving(tmp_path, **shared) as one, serving(tmp_path, **shared) as two:
            at, tokens = await play(one, moves=9)
            await one.post(f"{at}/resign", headers=by(tokens[0]))
            await one.post(f"{at}/review")
            heard = await followed(two, f"{at}/review")
            assert [told["status"] for told in heard][-2:] == ["working", "done"]

    with own_redis(tmp_path) as redis, own_database() as database:
        asyncio.run(run(database, redis.url))


def test_who_goes_leaves_room_for_others(tmp_path: Path) -> None:
    with running(tmp_path, MOONLIT_MAX_SOCKETS="2") as server:
        at = given_up(server, "nova-luna")
        server.ask("POST", f"{at}/review", {"budget": "deep"})
        asked = f"GET {at}/review/stream?budget=deep HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

        def listen() -> tuple[socket.socket, bytes]:
            opened = socket.create_connection(("127.0.0.1", server.port), 10)
            opened.sendall(asked.encode())
            return opened, opened.recv(12)

        both = [listen() for _ in range(2)]
        assert {begin for _, begin in both} == {b"HTTP/1.1 200"}
        third, refused = listen()
        third.close()
        assert refused == b"HTTP/1.1 429"
        for opened, _ in both:
            opened.close()

        def has_room() -> bool:
            opened, begin = listen()
            opened.close()
            return begin == b"HTTP/1.1 200"

        eventually(has_room, 10, "those who went count no more")
