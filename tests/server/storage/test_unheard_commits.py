"""A commit may end well, and the connection to the database break before anybody hears of it: what
was to be appended is there then, once, and is acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.server import own_database
from moonlit.server.settings import Settings
from moonlit.server.storage.tables.commits import Conflict
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import token_hash

SOLO = NewTable(game="nova-luna", players=1, name="Ana")


async def say_unheard(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said at a table whose every second commit is not heard of."""
    service = Service(settings)
    await service.open()
    try:
        live, _, token = await service.create(SOLO, "192.0.2.1")
        put, calls = service.store._writer.put, 0

        async def unheard(changes: Any) -> None:
            nonlocal calls
            calls += 1
            await put(changes)
            if calls % 2:
                raise ConnectionResetError

        monkeypatch.setattr(service.store._writer, "put", unheard)
        for number in range(4):
            done = await COMMANDS["chat"].handler(
                service, live, token_hash(token), text=f"Hello {number}"
            )
            assert done["seq"] == live.seq
        move = live.table.match.moves()[0] if live.table.match else ""
        await COMMANDS["move"].handler(service, live, token_hash(token), number=0, move=move)
        monkeypatch.undo()
        events = await service.store.load(live.id)
        assert [event.kind for event in events].count("moved") == 1
        assert [event.seq for event in events] == list(range(1, live.seq + 1))
        return [event.data["text"] for event in events if event.kind == "said"]
    finally:
        await service.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    with contextlib.ExitStack() as stack:
        is_shared = request.param != "sqlite"
        shared = {"database": stack.enter_context(own_database())} if is_shared else {}
        yield Settings(data=str(tmp_path), **shared)


def test_what_was_committed_unheard_is_there_once(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = asyncio.run(say_unheard(settings, monkeypatch))
    assert said == [f"Hello {number}" for number in range(4)]


async def append_twice(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(settings)
    await service.open()
    try:
        live, _, token = await service.create(SOLO, "192.0.2.1")
        put, heard = service.store._writer.put, []

        async def listening(changes: Any) -> None:
            heard.extend(changes)
            await put(changes)

        monkeypatch.setattr(service.store._writer, "put", listening)
        await COMMANDS["chat"].handler(service, live, token_hash(token), text="Hello")
        monkeypatch.undo()
        with pytest.raises(Conflict):
            await service.store.append(*heard)
    finally:
        await service.close()


def test_another_that_says_just_the_same_at_the_same_instant_is_refused(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(append_twice(settings, monkeypatch))
