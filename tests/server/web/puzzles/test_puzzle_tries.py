"""What a player has made of puzzles is the same on all their devices, and goes with them."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from helpers.asking import ask, ask_elsewhere, by, get, post, refused
from helpers.databases import version_of
from helpers.puzzles import put, some_puzzles
from moonlit.core import engine
from moonlit.server.storage import migrate, schema
from moonlit.server.storage.players.players import Players
from moonlit.server.storage.players.puzzle_tries import PuzzleTries, PuzzleTry
from moonlit.server.storage.tables.store import Store
from moonlit.study.puzzles import Puzzle
from moonlit.study.puzzles.skill import rated, skill_after

PHONE, LAPTOP, BEN = (f"{name}-own-random-key-0000" for name in ("phone", "laptop", "ben"))
GAMES = ("nova-luna", "nomads")
Client = httpx.AsyncClient
Shelves = dict[str, list[Puzzle]]


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


@pytest.fixture
def shelves(monkeypatch: pytest.MonkeyPatch) -> Shelves:
    made = {game: some_puzzles(game) for game in GAMES}
    put(monkeypatch, made)
    return made


async def begin(client: Client, who: str = PHONE) -> None:
    await post(client, "/me", {"name": "Zanahoria"}, who)


async def link(client: Client, old: str = PHONE, new: str = LAPTOP) -> None:
    secret = "a-secret-made-in-the-browser"
    secret_hash = hashlib.sha256(secret.encode()).hexdigest()
    await post(client, "/me/links", {"secret_hash": secret_hash}, old)
    await post(client, "/me/devices", {"secret": secret}, new)


async def tried(client: Client, who: str, *tries: tuple[Puzzle, bool]) -> Any:
    body = {"tries": {puzzle.id: solved for puzzle, solved in tries}}
    return await post(client, "/me/puzzles", body, who)


def after(*tries: tuple[Puzzle, bool]) -> Any:
    """How good somebody is by these, asked for one by one as a guest's browser does."""
    told: Any = None
    for puzzle, solved in tries:
        told = rated((told["mu"], told["sigma"]) if told else None, puzzle.rating, solved)
    return told


def test_skill_follows_from_tries(shelves: Shelves) -> None:
    one, two, three = shelves["nomads"]
    tries = [(one, True), (two, False), (three, True)]
    assert skill_after((puzzle.rating, solved) for puzzle, solved in tries) == after(*tries)
    assert skill_after([]) is None


def test_two_devices_share_tries_and_rating(tmp_path: Path, shelves: Shelves) -> None:
    one, two, _ = shelves["nova-luna"]
    other = shelves["nomads"][0]

    async def check(client: Client) -> None:
        await begin(client)
        await link(client)
        assert await get(client, "/me/puzzles", LAPTOP) == {"tries": {}, "skills": {}}
        first = await tried(client, PHONE, (one, True))
        assert first == {"tries": {one.id: True}, "skills": {"nova-luna": after((one, True))}}
        assert await get(client, "/me/puzzles", LAPTOP) == first
        await tried(client, LAPTOP, (two, False), (other, True))
        told = await get(client, "/me/puzzles", PHONE)
        assert told["tries"] == {one.id: True, two.id: False, other.id: True}
        skill = after((one, True), (two, False))
        assert told["skills"] == {"nova-luna": skill, "nomads": after((other, True))}
        assert told["skills"]["nova-luna"]["change"] < 0
        again = await tried(client, PHONE, (two, True))  # the first try counts
        assert again == told

    ask(tmp_path, check, request_rate=1e6)


def test_what_a_guest_has_tried_comes_along_in_its_order(tmp_path: Path, shelves: Shelves) -> None:
    one, two, three = shelves["nova-luna"]
    tries = [(three, True), (one, False), (two, True)]

    async def check(client: Client) -> None:
        await begin(client)
        body = {"tries": {"nosuchone": True, **{each.id: solved for each, solved in tries}}}
        told = await post(client, "/me/puzzles", body, PHONE)
        assert list(told["tries"]) == [puzzle.id for puzzle, _ in tries]
        assert told["skills"] == {"nova-luna": after(*tries)}

    ask(tmp_path, check, request_rate=1e6)


def test_a_later_try_is_behind_all_that_came_at_once(tmp_path: Path) -> None:
    """Many that come at once are a millisecond apart, and the clock may not be there yet."""

    async def check() -> list[str]:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")
        await store.open()
        players = Players(store)
        ana = await players.make("a", "Ana", "", 0, "")
        keeper = PuzzleTries(players)
        some = [PuzzleTry(name, "nomads", True, 1500.0) for name in "cadbe"]
        await keeper.add(ana.id, some[:4], 1000)
        await keeper.add(ana.id, some[4:], 1001)
        found = await keeper.of_player(ana.id)
        await store.close()
        assert [each.at for each in found] == [1000, 1001, 1002, 1003, 1004]
        return [each.puzzle for each in found]

    assert asyncio.run(check()) == [*"cadbe"]


def test_the_same_tries_at_the_same_time_count_once(tmp_path: Path, shelves: Shelves) -> None:
    one, two, _ = shelves["nomads"]

    async def check(client: Client) -> None:
        await begin(client)
        await link(client)
        told = await asyncio.gather(
            *(tried(client, who, (one, True), (two, True)) for who in (PHONE, LAPTOP) * 3)
        )
        skills = {"nomads": after((one, True), (two, True))}
        assert all(each["skills"] == skills for each in told)

    ask(tmp_path, check, request_rate=1e6)


def test_of_two_players_that_become_one_all_tries_count_once(
    tmp_path: Path, shelves: Shelves
) -> None:
    one, two, three = shelves["nova-luna"]

    async def check(client: Client) -> None:
        await begin(client)
        await begin(client, LAPTOP)
        await tried(client, LAPTOP, (one, True))
        await tried(client, PHONE, (two, False))
        await tried(client, LAPTOP, (two, True), (three, True))
        await link(client)
        for who in (PHONE, LAPTOP):
            told = await get(client, "/me/puzzles", who)
            assert told["tries"] == {one.id: True, two.id: False, three.id: True}
            skill = after((one, True), (two, False), (three, True))
            assert told["skills"] == {"nova-luna": skill}

    ask(tmp_path, check, request_rate=1e6)


def test_deletion_leaves_none_and_others_keep_theirs(tmp_path: Path, shelves: Shelves) -> None:
    one = shelves["nomads"][0]

    async def check(client: Client) -> None:
        await begin(client)
        await begin(client, BEN)
        await tried(client, PHONE, (one, True))
        await tried(client, BEN, (one, False))
        assert (await client.delete("/api/me", headers=by(PHONE))).json() == {"gone": True}
        assert (await get(client, "/me/puzzles", BEN))["tries"] == {one.id: False}
        await begin(client)
        assert await get(client, "/me/puzzles", PHONE) == {"tries": {}, "skills": {}}

    ask(tmp_path, check, request_rate=1e6)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        assert connection.execute("SELECT solved FROM puzzle_tries").fetchall() == [(0,)]


def test_the_archive_has_them(tmp_path: Path, shelves: Shelves) -> None:
    one = shelves["nomads"][0]

    async def check(client: Client) -> None:
        await begin(client)
        await tried(client, PHONE, (one, True))
        answer = await client.get("/api/me/archive", headers=by(PHONE))
        with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
            told = json.loads(file.read("puzzles.json"))
        [found] = told["tries"]
        assert found.pop("at") > 0
        assert found == {"puzzle": one.id, "game": "nomads", "solved": True, "rating": one.rating}
        assert told["skills"] == {"nomads": after((one, True))}

    ask(tmp_path, check, request_rate=1e6)


@pytest.mark.parametrize(
    "tries",
    [
        {},
        [],
        None,
        {"NO!": True},
        {"a" * 41: True},
        {"": True},
        {"nosuchone": 1},
        {"nosuchone": None},
        {"nosuchone": "true"},
    ],
)
def test_what_is_no_try_is_refused(tmp_path: Path, tries: Any) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        body = {"tries": tries}
        assert await refused(client, "POST", "/me/puzzles", body, PHONE) == "bad_request"

    ask(tmp_path, check, request_rate=1e6)


def test_guests_have_none_here_and_nobody_asks_too_much(tmp_path: Path, shelves: Shelves) -> None:
    one = shelves["nomads"][0]
    body = {"tries": {one.id: True}}

    async def check(client: Client) -> None:
        for who in (None, BEN):
            assert await refused(client, "GET", "/me/puzzles", None, who) == "not_signed_in"
            assert await refused(client, "POST", "/me/puzzles", body, who) == "not_signed_in"
        await begin(client)
        many = {"tries": {f"x{number}": True for number in range(2001)}}
        assert await refused(client, "POST", "/me/puzzles", many, PHONE) == "too_large"
        answers = [
            await client.post("/api/me/puzzles", json=body, headers=by(PHONE)) for _ in range(200)
        ]
        assert {each.status_code for each in answers} == {200, 429}

    ask(tmp_path, check, request_rate=20)


def test_a_backup_brings_them_back(tmp_path: Path, shelves: Shelves) -> None:
    one, two, _ = shelves["nova-luna"]
    told: list[Any] = []

    async def before(client: Client) -> None:
        await begin(client)
        told.append(await tried(client, PHONE, (two, True), (one, False)))

    async def elsewhere(client: Client) -> None:
        assert await get(client, "/me/puzzles", PHONE) == told[0]

    ask_elsewhere(tmp_path, before, elsewhere, 0)


def test_a_database_from_before_they_were_kept(tmp_path: Path, shelves: Shelves) -> None:
    file, key = tmp_path / "tables.sqlite", hashlib.sha256(PHONE.encode()).hexdigest()
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    with create_engine(f"sqlite:///{file}").begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        row = {"id": "0123456789abcdef", "name": "Ana", "created": 0, "settings": "{}"}
        connection.execute(schema.players.insert().values(**row, made_by=""))
        device = {"key_hash": key, "player": row["id"], "label": "", "added": 0, "seen": 0}
        connection.execute(schema.devices.insert().values(device))
    assert version_of(file) == "0005"
    one = shelves["nomads"][0]

    async def check(client: Client) -> None:
        assert (await get(client, "/me", PHONE))["name"] == "Ana"
        assert (await tried(client, PHONE, (one, True)))["tries"] == {one.id: True}

    ask(tmp_path, check, request_rate=1e6)
    assert version_of(file) == schema.HEAD
    assert version_of(tmp_path / "tables-0005.sqlite") == "0005"
