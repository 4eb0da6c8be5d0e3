"""A server moves: what players' devices know it by comes along, and games are counted on."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from helpers.asking import ask, by, get, post
from moonlit.core import engine
from moonlit.core.errors import MoonlitError
from moonlit.server import hosting
from moonlit.server.settings import Settings
from moonlit.server.storage.schema import rating_changes

ANA, BEN = "ana-own-random-key-0000", "ben-own-random-key-0000"
HOOK = {"kind": "webhook", "url": "https://203.0.113.9/hook"}
Client = httpx.AsyncClient


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


def with_player(folder: Path, name: str, key: str) -> dict[str, Any]:
    """A server with a player who is told by a webhook: its file of tables, and what she knows."""
    kept: dict[str, Any] = {"file": folder.with_suffix(".jsonl")}
    folder.mkdir()

    async def live(client: Client) -> None:
        await post(client, "/me", {"name": name}, key)
        asked = {"address": HOOK, "events": ["turn"], "language": "en"}
        way = await post(client, "/me/channels", asked, key)
        transport: Any = client._transport
        kept["stop"] = transport.app.app.state.service.courier.token("stop", way["id"])
        kept["push"] = (await get(client, "/me/channels", key))["push_key"]

    ask(folder, live, webhooks_private=True)
    hosting.export_tables(Settings(data=str(folder)), kept["file"], [])
    return kept


def secrets_in(folder: Path) -> dict[str, str]:
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        wanted = "SELECT name, value FROM meta WHERE name IN ('stop', 'vapid')"
        return dict(connection.execute(wanted).fetchall())


def test_devices_know_the_server_after_it_has_moved(tmp_path: Path) -> None:
    new = tmp_path / "new"
    kept = with_player(tmp_path / "old", "Ana", ANA)
    hosting.import_tables(Settings(data=str(new)), kept["file"])
    assert secrets_in(new) == secrets_in(tmp_path / "old")

    async def after(client: Client) -> None:
        assert (await get(client, "/me/channels", ANA))["push_key"] == kept["push"]
        stopped = await client.post(f"/stop/{kept['stop']}", headers=by(ANA))
        assert stopped.status_code == 200, stopped.text
        assert (await get(client, "/me/channels", ANA))["channels"] == []

    ask(new, after)


def test_a_server_that_has_players_stays_who_it_is(tmp_path: Path) -> None:
    kept = with_player(tmp_path / "old", "Ana", ANA)
    with_player(tmp_path / "new", "Ben", BEN)
    own = secrets_in(tmp_path / "new")
    hosting.import_tables(Settings(data=str(tmp_path / "new")), kept["file"])
    assert secrets_in(tmp_path / "new") == own != secrets_in(tmp_path / "old")


def test_a_file_from_before_is_read_as_before(tmp_path: Path) -> None:
    kept = with_player(tmp_path / "old", "Ana", ANA)
    lines = kept["file"].read_bytes().splitlines()
    assert [b'"server":' in line for line in lines] == [True, False]
    kept["file"].write_bytes(lines[1])
    new = tmp_path / "new"
    hosting.import_tables(Settings(data=str(new)), kept["file"])
    assert secrets_in(new) != secrets_in(tmp_path / "old")

    async def after(client: Client) -> None:
        assert len((await get(client, "/me/channels", ANA))["channels"]) == 1

    ask(new, after)


def test_nonsense_about_the_server_is_refused(tmp_path: Path) -> None:
    kept = with_player(tmp_path / "old", "Ana", ANA)
    good, player = kept["file"].read_bytes().splitlines()
    there = Settings(data=str(tmp_path / "new"))
    secrets = orjson.loads(good)["server"]
    halves = orjson.loads(secrets["vapid"])
    nonsense: list[Any] = [None, 7, [], {}, {"stop": secrets["stop"]}, {**secrets, "salt": "x"}]
    nonsense += [{**secrets, "stop": stop} for stop in ("", "xyz", 7, None)]
    for vapid in (
        None, "", "{", "[]", "7", orjson.dumps({**halves, "private": "x"}).decode(),
        orjson.dumps({**halves, "public": 7}).decode(),
        orjson.dumps({"private": halves["private"]}).decode(),
    ):  # fmt: skip
        nonsense.append({**secrets, "vapid": vapid})
    lines = [orjson.dumps({"format": 1, "server": each}) for each in nonsense]
    for line in [*lines, good[:-1], good + b"\n" + good]:
        kept["file"].write_bytes(player + b"\n" + line)
        with pytest.raises(MoonlitError) as caught:
            hosting.import_tables(there, kept["file"])
        assert caught.value.key == "bad_export"
        assert caught.value.arguments["line"] in (2, 3)
    assert not (tmp_path / "new").exists()


def test_games_are_counted_on_from_the_last_that_was_rated(tmp_path: Path) -> None:
    kept = with_player(tmp_path / "old", "Ana", ANA)
    server, player = map(orjson.loads, kept["file"].read_bytes().splitlines())
    row = {
        "player": player["player"], "table_id": "k3v9x2m7qa", "seat": 0, "game": "nova-luna",
        "ended": 5, "number": 41, "before": 25.0, "mu": 26.0, "sigma": 8.0,
    }  # fmt: skip
    assert set(row) == set(rating_changes.c.keys())
    player["rows"]["rating_changes"] = [row]
    kept["file"].write_bytes(orjson.dumps(server) + b"\n" + orjson.dumps(player))
    there = Settings(data=str(tmp_path / "new"))

    def rated() -> int:
        with sqlite3.connect(tmp_path / "new" / "tables.sqlite") as connection:
            found = connection.execute("SELECT value FROM meta WHERE name = 'rated'").fetchone()
            return int(found[0])

    hosting.import_tables(there, kept["file"])
    assert rated() == 41
    with sqlite3.connect(tmp_path / "new" / "tables.sqlite") as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE name = 'rated'")
    hosting.import_tables(there, kept["file"])
    assert rated() == 99  # never back
