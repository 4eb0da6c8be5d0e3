"""A table's socket in the same process: what messages cost, and what is left when it closes."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from moonlit.core import engine
from moonlit.core.errors import MoonlitError
from moonlit.server.live import hub
from moonlit.server.live.bots import BotWorkers
from moonlit.server.settings import Settings
from moonlit.server.web.app import create_app
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.tables.socket import LiveSocket
from moonlit.server.web.transport.limits import Bucket
from moonlit.server.web.transport.security import token_hash

Check = Callable[[Service], Awaitable[None]]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)


def ask(folder: Path, check: Check, **settings: Any) -> None:
    async def run() -> None:
        service = Service(Settings(data=str(folder), **settings))
        await service.open()
        try:
            await check(service)
        finally:
            await service.close()

    asyncio.run(run())


class Client:
    """The other end of a socket."""

    def __init__(self) -> None:
        self.out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.count = 0
        self.writable = asyncio.Event()
        self.writable.set()
        self.on_writable: Callable[[], None] | None = None

    def put(self, texts: list[bytes]) -> None:
        for text in texts:
            self.heard.put_nowait(orjson.loads(text))

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.put([message["text"]])
        elif message["type"] == "websocket.close":
            self.heard.put_nowait({"type": "close", "code": message["code"]})

    def say(self, **message: Any) -> None:
        self.out.put_nowait({"type": "websocket.receive", "text": orjson.dumps(message).decode()})

    async def hear(self, *kinds: str) -> dict[str, Any]:
        while True:
            message = await asyncio.wait_for(self.heard.get(), 20)
            if message["type"] in kinds:
                return message

    async def ask(self, **message: Any) -> dict[str, Any]:
        self.count += 1
        self.say(**message, id=self.count)
        while True:
            answer = await self.hear("done", "refused", "close")
            if answer.get("id", self.count) == self.count:
                return answer


@asynccontextmanager
async def socket(
    service: Service, table: str, token: str | None, address: str = "192.0.2.1"
) -> AsyncIterator[Client]:
    client = Client()
    client.out.put_nowait({"type": "websocket.connect"})
    client.say(type="hello", token=token)
    scope = {"moonlit.address": address, "state": {"moonlit.wire": client}}
    task = asyncio.create_task(LiveSocket(service)(table, scope, client.out.get, client.send))
    try:
        yield client
    finally:
        client.out.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(task, 20)


async def alone(service: Service, **terms: Any) -> tuple[str, str]:
    """A table with one guest and a bot: its id and the guest's token."""
    asked = {"game": "nova-luna", "players": 1, "name": "Ana", **terms}
    live, _, token = await service.create(NewTable(**asked), "192.0.2.1")
    return live.id, token


async def two(service: Service, **terms: Any) -> tuple[str, list[str]]:
    asked = {"game": "nova-luna", "players": 2, "name": "Ana", **terms}
    live, _, token = await service.create(NewTable(**asked), "192.0.2.1")
    _, other = await service.join(live, None, "Ben", None, True)
    assert other is not None
    return live.id, [token, other]


def test_previews_cost_by_their_number(tmp_path: Path) -> None:
    async def check(service: Service) -> None:
        table, token = await alone(service)
        async with socket(service, table, token) as client:
            state = await client.hear("state")
            many = (state["moves"] * 400)[:400]
            keys = []
            for _ in range(8):
                answer = await client.ask(type="preview", number=0, moves=many)
                keys.append(answer.get("error", {}).get("key"))
            assert keys[:2] == [None, None]
            assert "too_fast" in keys[2:5], "a burst of 60 is three times four hundred previews"

    ask(tmp_path, check, message_rate=20.0)


def test_a_hint_that_nobody_waits_for_is_not_thought_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[str] = []
    busy = asyncio.Event()

    async def think(self: Any, match: Any, bot: Any, level: str) -> str:
        thought.append(level)
        await busy.wait()
        return str(match.moves()[0])

    monkeypatch.setattr(BotWorkers, "_think", think)
    monkeypatch.setattr("moonlit.server.live.bots.is_cold", lambda game: False)

    async def check(service: Service) -> None:
        tables = [await alone(service) for _ in range(3)]
        for _ in range(4):  # ask, and go before there is an answer
            for table, token in tables:
                async with socket(service, table, token) as client:
                    await client.hear("state")
                    client.say(type="hint", number=0, id=1)
                    client.say(type="ping", id=2)
                    while (await client.hear("done"))["id"] != 2:
                        pass
        assert len(service.bots._jobs) == 2, "each waits once, and one is thought of"
        busy.set()
        async with socket(service, *tables[2]) as client:
            while (await client.ask(type="hint", number=0))["type"] != "done":
                await asyncio.sleep(0.01)
        assert thought == ["hint", "hint"], "the first was begun; the last was waited for"

    ask(tmp_path, check, thinkers=1, message_rate=1000.0)


def test_who_goes_at_once_leaves_no_work_undone(tmp_path: Path) -> None:
    async def check(service: Service) -> None:
        table, token = await alone(service)
        async with socket(service, table, token) as client:
            await client.hear("state")
            client.say(type="preview", number=0, moves=[], id=1)
            client.out.put_nowait({"type": "websocket.disconnect", "code": 1000})
        gc.collect()

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        ask(tmp_path, check)
    assert not [each for each in said if "never awaited" in str(each.message)]


def test_no_table_has_such_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is not even asked: PostgreSQL fails at a text with a zero in it."""

    async def fail(*_: Any) -> None:
        raise AssertionError

    async def check(service: Service) -> None:
        monkeypatch.setattr(service.store, "load", fail)
        for name in ("\0", "a" * 11, "ABCDEFGHIJ", "k3v9x2m7q\0"):
            async with socket(service, name, None) as client:
                assert (await client.hear("refused"))["error"]["key"] == "no_such_table"
                assert (await client.hear("close"))["code"] == 4404

    ask(tmp_path, check)


def test_a_worn_out_table_can_still_be_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody who is about to lose can stop the game by filling the table."""
    monkeypatch.setattr(hub, "MAX_EVENTS", 30)

    async def check(service: Service) -> None:
        table, tokens = await two(service)
        sums = [token_hash(token) for token in tokens]
        live = await service.hub.find(table)
        async with socket(service, table, tokens[0]) as one:
            keys = []
            for _ in range(40):
                answer = await one.ask(type="chat", text="And so on")
                keys.append(answer.get("error", {}).get("key"))
            assert keys[0] is None
            assert keys[-1] == "worn_out"
            assert live.table.seq == 30
        while live.table.to_move is not None:
            seat = live.table.to_move
            assert live.table.match is not None
            move = live.table.match.moves()[0]
            await service.move(live, sums[seat], live.table.number, move)
            with pytest.raises(MoonlitError):
                await service.undo(live, sums[seat], live.table.number)
        again = await service.rematch(live, sums[1])
        assert again["id"]

    ask(tmp_path, check, message_rate=10_000.0)


def test_a_spectators_commands_never_ask_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers look there before they refuse, and meanwhile the table's players wait."""
    loads: list[str] = []

    async def check(service: Service) -> None:
        table, tokens = await two(service)
        async with (
            socket(service, table, None) as spectator,
            socket(service, table, tokens[0]) as guest,
        ):
            load = service.store.load

            async def counted(table_id: str, after: int = 0) -> Any:
                loads.append(table_id)
                return await load(table_id, after)

            await spectator.hear("state")
            await guest.hear("state")
            monkeypatch.setattr(service.store, "load", counted)
            monkeypatch.setattr(service.store, "is_shared", True)
            for kind in ("resign", "leave", "ready", "rematch"):
                answer = await spectator.ask(type=kind)
                assert answer["error"]["key"] == "no_token"
            assert loads == []
            assert (await guest.ask(type="rematch"))["error"]["key"] == "not_over"
            assert loads == [table]
            monkeypatch.setattr(service.store, "is_shared", False)

    ask(tmp_path, check)


def test_a_hundred_tables_of_bots_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: list[int] = []

    async def think(self: Any, match: Any, bot: Any, level: str) -> str:
        thoughts.append(len(match.players))
        await asyncio.sleep(0.001)
        return str(match.moves()[0])

    monkeypatch.setattr(BotWorkers, "_think", think)
    monkeypatch.setattr("moonlit.server.live.bots.is_cold", lambda game: False)
    bots = [{"kind": "bot", "level": "novice"}] * 3

    async def check(service: Service) -> None:
        for _ in range(50):
            greedy = NewTable(game="nova-luna", players=3, seats=bots)
            await service.create(greedy, "192.0.2.66")
        before = len(thoughts)
        modest = NewTable(game="nova-luna", players=2, seats=bots[:2])
        await service.create(modest, "192.0.2.1")
        while thoughts.count(2) < 3:
            await asyncio.sleep(0.005)
        assert len(thoughts) - before < 25, "every second thought or so is for the other"

    ask(tmp_path, check, thinkers=1)


BODIES = {
    "table": {"listed": True},
    "seat": {"kind": "bot"},
    "ready": {},
    "move": {"number": 99, "move": "x"},
    "undo": {"number": 99},
    "answer": {"agree": True},
    "resign": {},
    "leave": {},
    "return": {},
    "chat": {"text": "Hello"},
    "choose": {"option": "roles", "choice": None},
    "rematch": {},
    "preview": {"number": 99, "moves": ["x"] * 60},
    "observe": {"number": 99},
    "hint": {"number": 99},
    "suppose": {"number": 99, "seed": 1},
    "plan": {"number": 99, "seed": 1, "moves": ["1@0,0"]},
    "unplan": {},
    "remind": {},
}


def test_one_row_serves_http_and_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command is there both ways, costs the same, and is refused to a spectator alike."""
    costs: list[float] = []
    monkeypatch.setattr(Bucket, "take", lambda self, cost=1.0: costs.append(cost) is None)
    gate = create_app(Settings(data=str(tmp_path)))

    async def check(service: Service) -> None:
        table, _ = await alone(service)
        transport = httpx.ASGITransport(gate)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as web,
            socket(service, table, None) as client,
        ):
            await client.hear("state")
            for kind, body in BODIES.items():
                route = COMMANDS[kind].route
                assert route is not None
                path = f"/api/tables/{table}{route.path}".format(seat=1)
                costs.clear()
                answer = await web.request(route.method, path, json=body)
                paid, costs[:] = list(costs), []
                also = {"seat": 1} if kind == "seat" else {}
                reply = await client.ask(type=kind, **body, **also)
                assert costs == paid, kind
                assert reply["error"] == answer.json()["error"], kind
                assert reply["error"]["key"] == "no_token"

    async def run() -> None:
        service = gate.app.state.service
        await service.open()
        try:
            await check(service)
        finally:
            await service.close()

    assert {*BODIES, "ping"} == set(COMMANDS)
    asyncio.run(run())
