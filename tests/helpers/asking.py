"""A server asked in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from helpers.packages import FIRST
from moonlit.server import hosting
from moonlit.server.settings import Settings
from moonlit.server.web.app import create_app

Check = Callable[[httpx.AsyncClient], Awaitable[None]]


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[httpx.AsyncClient]:
    settings = {"par": False, **settings}  # nobody waits for it, and it takes a core
    gate = create_app(Settings(data=str(folder), **settings))
    transport = httpx.ASGITransport(gate, raise_app_exceptions=True)
    async with (
        gate.app.router.lifespan_context(gate.app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client,
    ):
        yield client


def ask(folder: Path, check: Check, **settings: Any) -> None:
    async def run() -> None:
        async with serving(folder, **settings) as client:
            await check(client)

    asyncio.run(run())


def ask_elsewhere(folder: Path, before: Check, after: Check, tables: int) -> None:
    """A server that is asked, and another one that has all its tables from a backup."""
    old, new, file = folder / "old", folder / "new", folder / "backup.jsonl"
    old.mkdir()
    new.mkdir()
    ask(old, before, request_rate=1e6)
    assert hosting.export_tables(Settings(data=str(old)), file, []) == tables
    assert hosting.import_tables(Settings(data=str(new)), file) == (tables, 0)
    assert hosting.import_tables(Settings(data=str(new)), file) == (0, tables)
    ask(new, after, request_rate=1e6)


def by(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def new_table(client: httpx.AsyncClient, **asked: Any) -> dict[str, Any]:
    answer = await client.post(
        "/api/tables", json={"game": FIRST, "players": 2, "name": "Ana", **asked}
    )
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def play(client: httpx.AsyncClient, moves: int = 400, **asked: Any) -> tuple[str, list[str]]:
    """A table of two guests who take the first move they see, to the end or so far: its address."""
    made = await new_table(client, **asked)
    at = f"/api/tables/{made['id']}"
    joined = await client.post(f"{at}/seats", json={"name": "Ben", "ready": True})
    tokens = [made["token"], joined.json()["token"]]
    for number in range(moves):
        turn = (await client.get(at)).json()["to_move"]
        if turn is None:
            break
        state = (await client.get(at, headers=by(tokens[turn]))).json()
        move = {"number": number, "move": state["moves"][number % len(state["moves"])]}
        await client.post(f"{at}/moves", json=move, headers=by(tokens[turn]))
    return at, tokens


def key(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["text"]
    found: str = error["key"]
    return found


# ---- asked by their keys


async def post(client: httpx.AsyncClient, at: str, body: Any, who: str | None = None) -> Any:
    answer = await client.post(f"/api{at}", json=body, headers=by(who) if who else {})
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


async def get(client: httpx.AsyncClient, at: str, who: str | None = None) -> Any:
    answer = await client.get(f"/api{at}", headers=by(who) if who else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refused(
    client: httpx.AsyncClient, method: str, at: str, body: Any, who: str | None
) -> str:
    headers = by(who) if who else {}
    answer = await client.request(method, f"/api{at}", json=body, headers=headers)
    assert answer.status_code >= 400, answer.text
    return key(answer, answer.status_code)
