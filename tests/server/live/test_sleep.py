"""Tables at which nothing happens: they take little room, and nobody notices that they slept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from moonlit.core import engine
from moonlit.core.registry import game_names
from moonlit.server.live import sync
from moonlit.server.live.live_table import LiveTable, Subscriber
from moonlit.server.settings import Settings
from moonlit.server.web.service import Service
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import token_hash

MAX_BYTES = 8_000  # bytes of a table that sleeps


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr(sync, "QUIET", 0.0)


def ask(folder: Path, check: Callable[[Service], Awaitable[None]]) -> None:
    async def run() -> None:
        service = Service(Settings(data=str(folder)))
        await service.store.open()
        try:
            await check(service)
        finally:
            await service.hub.close()
            await service.store.close()

    asyncio.run(run())


async def two(service: Service, game: str, moves: int) -> tuple[LiveTable, list[str]]:
    """A table in the middle of a game, with the hashed tokens of its guests."""
    live, _, token = await service.create(NewTable(game=game, name="Ana"), "192.0.2.1")
    _, other = await service.join(live, None, "Ben", None, True)
    assert other is not None
    tokens = [token_hash(token), token_hash(other)]
    for _ in range(moves):
        await move(service, live, tokens)
    return live, tokens


async def move(service: Service, live: LiveTable, tokens: list[str]) -> None:
    table = live.table
    assert table.match is not None
    assert table.to_move is not None
    await service.move(live, tokens[table.to_move], table.number, table.match.moves()[0])


def told(live: LiveTable, token: str | None) -> Any:
    """All of a state but the time."""
    return {**orjson.loads(live.render(token, 0)), "clocks": None}


@pytest.mark.parametrize("game", game_names())
def test_a_table_wakes_as_it_fell_asleep(tmp_path: Path, game: str) -> None:
    async def check(service: Service) -> None:
        live, tokens = await two(service, game, 9)
        viewers = [*tokens, None]
        before = [told(live, viewer) for viewer in viewers]
        await service.sync._let_sleep()
        asleep = live._asleep
        assert asleep is not None
        assert len(asleep.packed) < MAX_BYTES
        assert [live.seat_of(viewer) for viewer in viewers] == [0, 1, None]
        assert [told(live, viewer) for viewer in viewers] == before
        assert not live.is_asleep, "whoever looks wakes it"
        await service.sync._let_sleep()
        await move(service, live, tokens)
        assert live.table.number == 10
        assert [event.seq for event in await service.store.load(live.id)][-1] == live.seq

    ask(tmp_path, check)


def test_who_comes_and_goes_wakes_nobody(tmp_path: Path) -> None:
    async def check(service: Service) -> None:
        live, tokens = await two(service, game_names()[0], 2)
        heard: list[dict[str, Any]] = []
        guest = Subscriber(
            live, tokens[0], 0, lambda: heard.extend(map(orjson.loads, guest.take()))
        )
        service.hub.subscribe(guest)
        await asyncio.sleep(0)
        await service.sync._let_sleep()
        other = Subscriber(live, tokens[1], 0, lambda: None)
        service.hub.subscribe(other)
        await asyncio.sleep(0)
        assert heard[-1] == {"type": "presence", "present": [True, True], "watchers": 0}
        service.hub.unsubscribe(other)
        await asyncio.sleep(0)
        assert heard[-1] == {"type": "presence", "present": [True, False], "watchers": 0}
        assert live.is_asleep
        await move(service, live, tokens)
        await asyncio.sleep(0)
        assert heard[-1]["type"] == "state"
        assert heard[-1]["number"] == 3

    ask(tmp_path, check)


def test_a_bot_that_thinks_elsewhere_wakes_nobody(tmp_path: Path) -> None:
    async def check(service: Service) -> None:
        live, _ = await two(service, game_names()[0], 2)
        await service.sync._let_sleep()
        used = live.used
        thinking = {"kind": "thinking", "id": live.id, "seat": 0, "since": 1, "from": "elsewhere"}
        service.sync.on_message(thinking)
        assert live.is_asleep
        assert live.used == used
        guest = Subscriber(live, None, 0, lambda: None)
        service.hub.subscribe(guest)
        for seat in range(2):  # one of them is to move
            service.sync.on_message({**thinking, "seat": seat})
        assert live.presence.thinking is not None

    ask(tmp_path, check)


def test_a_table_in_use_stays_awake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "QUIET", 30.0)

    async def check(service: Service) -> None:
        live, tokens = await two(service, game_names()[0], 1)
        live.used -= 60
        await move(service, live, tokens)
        await service.sync._let_sleep()
        assert not live.is_asleep
        live.used -= 60
        async with live.lock:
            await service.sync._let_sleep()
        assert not live.is_asleep
        await service.sync._let_sleep()
        assert live.is_asleep

    ask(tmp_path, check)


def test_who_is_slow_is_sent_the_newest_state_once(tmp_path: Path) -> None:
    async def check(service: Service) -> None:
        live, tokens = await two(service, game_names()[0], 0)
        called: list[Subscriber] = []
        slow = Subscriber(live, None, 0, lambda: called.append(slow))
        service.hub.subscribe(slow)
        for _ in range(3):
            await move(service, live, tokens)
        (state,) = [orjson.loads(message) for message in slow.take()]
        assert state["number"] == 3
        assert [line["number"] for line in state["log"] if line["move"]] == [0, 1, 2]
        assert slow.take() == []
        assert called

    ask(tmp_path, check)
