"""Small doors that stood open: names, hosts, figures, locks, clocks, and whose bots think first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.room import OPEN, B, Room, key_of
from moonlit.core import engine
from moonlit.core.errors import MoonlitError
from moonlit.server.live.live_table import now_ms
from moonlit.server.serve import hold_file
from moonlit.server.settings import Settings
from moonlit.server.table.names import check_name, skeleton
from moonlit.server.web.app import create_app
from moonlit.server.web.service import Service
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import host_allowed, own_names

INVISIBLE = ["\u3164", "a\u3164", "\u115fb", "\u2800", "\uffa0", "x\u034fy", "a\u200db", "\u00ad"]
ALIKE = ["\u0410na", "\uff21na", "An\u0430", "ANA", "Ana\ufe0f", "A\U000e0101na", "\u0391na"]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


# ---- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_is_seen(name: str) -> None:
    assert key_of(lambda: check_name(name)) == "bad_name"


@pytest.mark.parametrize(
    "name", ["bot:club", "Bot:club", "BOT: x", "b\u043et:club", "bot\uff1aclub"]
)
def test_nobody_is_called_like_a_bot(name: str) -> None:
    assert key_of(lambda: check_name(name)) == "bad_name"


@pytest.mark.parametrize("name", ALIKE)
def test_two_names_at_a_table_do_not_look_alike(name: str) -> None:
    room = Room(OPEN, OPEN)  # where Ana sits
    assert key_of(lambda: room.join(B, name)) == "name_taken"


def test_people_are_called_as_they_are() -> None:
    for name in ("Анна", "Ζωή", "José", "李明", "محمد", "O'Neill", "Ana 2", "\u2764\ufe0f Bo"):
        assert check_name(name) == name.replace("\ufe0f", "")
    assert skeleton("Rene") != skeleton("René")


# ---- hosts, figures, headers ------------------------------------------------------------------


def answers(folder: Path, asked: list[dict[str, Any]], **settings: Any) -> list[httpx.Response]:
    async def run() -> list[httpx.Response]:
        gate = create_app(Settings(data=str(folder), **settings))
        found = []
        async with gate.app.router.lifespan_context(gate.app):
            for each in asked:
                peer = (each.pop("peer", "192.0.2.7"), 5)
                transport = httpx.ASGITransport(gate, client=peer)
                async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
                    found.append(await client.get(each.pop("path", "/api/games"), **each))
        return found

    return asyncio.run(run())


def called(host: str) -> dict[str, Any]:
    return {"headers": {"host": host, "origin": f"http://{host}"}}


def test_a_page_whose_name_was_made_to_point_here_is_refused(tmp_path: Path) -> None:
    good = ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "192.168.1.4", "club.example", "den"]
    bad = ["rebound.example", "rebound.example:8000", "127.0.0.1.rebound.example", "localhost.evil"]
    settings = {"origin": "https://club.example", "hosts": "den"}
    found = answers(tmp_path, [called(host) for host in good + bad], **settings)
    assert [each.status_code for each in found] == [200] * len(good) + [403] * len(bad)
    assert found[-1].json()["error"]["key"] == "foreign_host"
    assert "--name localhost.evil" in found[-1].json()["error"]["text"]
    # a proxy in front has looked at it already
    assert answers(tmp_path, [called(bad[0])], proxy=True)[0].status_code == 200


def test_own_names() -> None:
    for name in own_names():
        assert host_allowed([(b"host", f"{name}:8000".encode())], own_names())
    assert not host_allowed([(b"host", b"elsewhere.example")], own_names())


def test_figures_are_for_who_runs_the_server(tmp_path: Path) -> None:
    token = {"authorization": "Bearer secret"}
    local, far = {"host": "127.0.0.1"}, {"host": "127.0.0.1", "x-forwarded-for": "192.0.2.9"}
    asked: list[dict[str, Any]] = [
        {"peer": "127.0.0.1", "headers": local},
        {"peer": "192.0.2.7", "headers": local},
        {"peer": "192.0.2.7", "headers": local | token},
        {"peer": "192.0.2.7", "headers": local | {"authorization": "Bearer wrong"}},
    ]
    asked = [{**each, "path": "/metrics"} for each in asked]
    found = answers(tmp_path, [dict(each) for each in asked], metrics_token="secret")
    assert [each.status_code for each in found] == [200, 403, 200, 403]
    found = answers(tmp_path, [dict(each) for each in asked])
    assert [each.status_code for each in found] == [200, 403, 403, 403]
    behind = {"path": "/metrics", "peer": "127.0.0.1", "headers": far}
    assert answers(tmp_path, [behind], proxy=True)[0].status_code == 403


def test_behind_https_a_browser_is_told_to_stay_there(tmp_path: Path) -> None:
    name = "strict-transport-security"
    safe = {"headers": {"host": "127.0.0.1", "x-forwarded-proto": "https"}}
    plain = {"headers": {"host": "127.0.0.1", "x-forwarded-proto": "http"}}
    found = answers(tmp_path, [dict(safe), dict(plain)], proxy=True)
    assert [name in each.headers for each in found] == [True, False]
    assert name not in answers(tmp_path, [dict(safe)])[0].headers  # anybody can claim it there


# ---- one server on one file -------------------------------------------------------------------


def test_a_file_that_is_named_is_held_as_well(tmp_path: Path) -> None:
    folder = Settings(data=str(tmp_path))
    named = Settings(database=f"sqlite+aiosqlite:///{tmp_path}/./tables.sqlite")
    held = hold_file(folder)
    assert key_of(lambda: hold_file(named)) == "folder_taken"
    held.close()
    held = hold_file(named)
    assert key_of(lambda: hold_file(folder)) == "folder_taken"
    held.close()
    assert hold_file(Settings(database="postgresql+psycopg://x/y")) is None


# ---- bots -------------------------------------------------------------------------------------


def with_bots(level: str) -> NewTable:
    seats = [{"kind": "bot", "level": level}] * 2
    return NewTable.model_validate({"game": "nova-luna", "players": 2, "seats": seats})


async def stopped(folder: Path, tables: dict[str, int]) -> dict[str, str]:
    """A server was stopped when bots were to move at so many tables of each; whose these are."""
    service = Service(Settings(data=str(folder)))
    await service.store.open()
    made = {}
    for address, count in tables.items():
        for _ in range(count):
            live, _, _ = await service.create(with_bots("master"), address)
            made[live.id] = address
    await service.store.close()
    return made


def test_after_a_start_nobody_waits_for_anothers_hundred_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> list[str]:
        made = await stopped(tmp_path, {"192.0.2.1": 100, "192.0.2.2": 1})
        service = Service(Settings(data=str(tmp_path), thinkers=1))
        order: list[str] = []

        async def attend(table_id: str) -> None:
            order.append(made[table_id])

        monkeypatch.setattr(service.bots, "_attend", attend)
        await service.store.open()
        await service.due._find_due()
        await service.bots.open()
        await asyncio.sleep(0.2)
        await service.bots.close()
        await service.store.close()
        return order

    order = asyncio.run(check())
    assert len(order) == 101
    assert "192.0.2.2" in order[:2]


def test_a_clock_that_was_put_back_leaves_no_bot_waiting(tmp_path: Path) -> None:
    async def check() -> int:
        made = await stopped(tmp_path, {"192.0.2.1": 3})
        service = Service(Settings(data=str(tmp_path)))
        await service.store.open()
        due = await service.store.due(now_ms() - 3_600_000, 10)
        await service.store.close()
        assert {table for table, _ in due} == set(made)
        return len(due)

    assert asyncio.run(check()) == 3


def test_a_lease_from_before_the_clock_was_put_back_holds_nobody_up(tmp_path: Path) -> None:
    async def check() -> None:
        made = await stopped(tmp_path, {"192.0.2.1": 1})
        store = Service(Settings(data=str(tmp_path))).store
        await store.open()
        store.is_shared = True  # as with several workers
        (table,), now = made, now_ms() + 10_000
        assert await store.lease(table, "one", now, now + 5_000)
        assert not await store.lease(table, "two", now + 1, now + 5_000)
        assert await store.due(now + 1, 10) == []
        assert await store.lease(table, "two", now - 3_600_000, now)
        await store.close()

    asyncio.run(check())


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(MoonlitError, match="MOONLIT_KEEP_FINISHED_DAYS cannot be -1"):
        Settings(keep_finished_days=-1).checked()
