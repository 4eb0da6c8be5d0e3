"""Players: one on all their devices, with the seats they took before, until a device is signed out
or all of it is deleted."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import random
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

import moonlit
from helpers.asking import ask, ask_elsewhere, by, get, post, refused
from helpers.databases import KINDS, database, found_in
from helpers.receivers import Device
from moonlit.core import engine
from moonlit.server.live.players import claims
from moonlit.server.storage.schema import players
from moonlit.server.web.service import Service

PHONE, LAPTOP, BEN = (f"{name}-own-random-key-0000" for name in ("phone", "laptop", "ben"))
BOTS = [{"kind": "open"}, {"kind": "bot", "level": "novice"}]
SOLO = {"game": "nova-luna", "players": 1, "name": "Zanahoria"}


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


Client = httpx.AsyncClient


async def begin(client: Client, who: str = PHONE, name: str = "Zanahoria") -> Any:
    return await post(client, "/me", {"name": name, "label": f"device of {name}"}, who)


async def finish(client: Client, table: str, *who: str, seed: int = 1) -> None:
    """Play to the end at random; of several keys each moves in turn, whoever's seat it is."""
    chance = random.Random(seed)
    for turn in range(400):
        keys = [*who[turn % len(who) :], *who]
        for each in keys:
            state = await get(client, f"/tables/{table}", each)
            if state["ended"]:
                return
            if state["moves"]:
                body = {"number": state["number"], "move": chance.choice(state["moves"])}
                await post(client, f"/tables/{table}/moves", body, each)
                break
    raise AssertionError("it does not end")


async def reviewed(client: Client, table: str) -> Any:
    await post(client, f"/tables/{table}/review", {})
    for _ in range(600):
        found = await get(client, f"/tables/{table}/review", None)
        if found["status"] == "done":
            return found["review"]
        await asyncio.sleep(0.1)
    raise AssertionError(found)


async def link(client: Client, old: str = PHONE, new: str = LAPTOP) -> Any:
    secret = f"a-secret-made-in-the-browser-{new}"
    await post(client, "/me/links", {"secret_hash": sha(secret)}, old)
    return await post(client, "/me/devices", {"secret": secret, "label": "a laptop"}, new)


# ---- one on several devices --------------------------------------------------------------------


def test_two_devices_play_one_seat_in_turn(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        assert (await begin(client))["devices"][0]["here"]
        assert (await begin(client, name="Other"))["name"] == "Zanahoria"  # it is there already
        made = await post(client, "/tables", SOLO, PHONE)
        assert made["token"] == PHONE
        assert made["state"]["you"] == {"seat": 0, "host": True}
        told = await link(client)
        assert [each["label"] for each in told["devices"]] == ["device of Zanahoria", "a laptop"]
        for who in (PHONE, LAPTOP):
            games = await get(client, "/me/games", who)
            assert [each["id"] for each in games["running"]] == [made["id"]]
            assert games["running"][0]["your_turn"]
            mine = await post(client, "/mine", {"tokens": [who]})
            assert [each["id"] for each in mine["tables"]] == [made["id"]]
        await finish(client, made["id"], PHONE, LAPTOP)
        for who in (PHONE, LAPTOP):
            games = await get(client, "/me/games", who)
            assert (games["running"], games["total"]) == ([], 1)
            assert games["games"][0]["outcome"] == "solo"
        again = await post(client, f"/tables/{made['id']}/rematch", {}, LAPTOP)
        assert (await get(client, f"/tables/{again['id']}", PHONE))["you"]["seat"] == 0

    ask(tmp_path, check, request_rate=1e6)


def test_an_address_makes_only_so_many_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moonlit.server.storage.players.players.MAX_PLAYERS", 2)

    async def check(client: Client) -> None:
        for who in (PHONE, LAPTOP, PHONE):  # the third is there already
            await begin(client, who)
        assert await refused(client, "POST", "/me", {"name": "Ben"}, BEN) == "too_many_players"

    ask(tmp_path, check, request_rate=1e6)


def test_a_link_works_once_and_not_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        await link(client)
        again = {"secret": f"a-secret-made-in-the-browser-{LAPTOP}"}
        assert await refused(client, "POST", "/me/devices", again, BEN) == "bad_link"
        secret = "another-secret-made-in-a-browser"
        await post(client, "/me/links", {"secret_hash": sha(secret)}, PHONE)
        later = claims.now_ms() + 11 * 60_000
        monkeypatch.setattr("moonlit.server.web.players.routes.now_ms", lambda: later)
        late = {"secret": secret}
        assert await refused(client, "POST", "/me/devices", late, BEN) == "bad_link"
        both = {"secret": secret, "key": PHONE}
        assert await refused(client, "POST", "/me/devices", both, BEN) == "one_proof"

    ask(tmp_path, check, request_rate=1e6)


def test_a_key_file_signs_in_until_it_is_signed_out(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        file = "the-key-that-is-in-a-file-only"
        told = await post(client, "/me/keys", {"key_hash": sha(file), "label": "Key file"}, PHONE)
        assert await refused(client, "POST", "/me/keys", {"key_hash": sha(file)}, PHONE)
        assert (await post(client, "/me/devices", {"key": file}, LAPTOP))["name"] == "Zanahoria"
        own = next(each["id"] for each in told["devices"] if each["label"] == "Key file")
        renamed = await client.put(
            f"/api/me/devices/{own}", json={"label": "In the safe"}, headers=by(LAPTOP)
        )
        assert "In the safe" in [each["label"] for each in renamed.json()["devices"]]
        gone = await client.delete(f"/api/me/devices/{own}", headers=by(LAPTOP))
        assert gone.json() == {"gone": True}
        assert await refused(client, "POST", "/me/devices", {"key": file}, BEN) == "bad_key_file"

    ask(tmp_path, check, request_rate=1e6)


def test_what_a_guest_has_taken_is_the_players_afterwards(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        over = await post(client, "/tables", {**SOLO, "name": "Guest"})
        await finish(client, over["id"], over["token"])
        going = await post(client, "/tables", {**SOLO, "name": "Guest"})
        await begin(client)
        tokens = [over["token"], going["token"], "a-token-of-nobody-at-all"]
        assert (await post(client, "/me/seats", {"tokens": tokens}, PHONE))["claimed"] == 2
        assert (await post(client, "/me/seats", {"tokens": tokens}, PHONE))["claimed"] == 0
        games = await get(client, "/me/games", PHONE)
        assert [each["id"] for each in games["running"]] == [going["id"]]
        assert [each["id"] for each in games["games"]] == [over["id"]]
        assert games["games"][0]["ended"] <= going["state"]["table"]["created"]
        # the old token is spent: what is a player's is opened by their devices alone
        for made in (over, going):
            at = f"/tables/{made['id']}"
            assert await refused(client, "GET", at, None, made["token"]) == "bad_token"
            assert (await get(client, at, PHONE))["you"]["seat"] == 0
        await post(client, "/me", {"name": "Ben"}, BEN)
        assert (await get(client, f"/tables/{going['id']}", BEN))["you"]["seat"] is None

    ask(tmp_path, check, request_rate=1e6)


def test_a_player_has_one_daily_on_all_devices(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        day = (await get(client, "/daily"))["date"]
        as_guest = await post(client, f"/daily/{day}", {"name": "Zanahoria"}, PHONE)
        await begin(client)
        await link(client)
        on_laptop = await post(client, f"/daily/{day}", {"name": "Zanahoria"}, LAPTOP)
        assert on_laptop["id"] == as_guest["id"]
        assert on_laptop["state"]["you"]["seat"] == 0
        await finish(client, as_guest["id"], PHONE, LAPTOP)
        for who in (PHONE, LAPTOP):
            told = await get(client, "/daily", who)
            assert told["you"]["id"] == as_guest["id"]
            assert [row["you"] for row in told["board"]] == [True]
        fun = await post(client, f"/daily/{day}", {"name": "Zanahoria", "again": True}, PHONE)
        assert (await get(client, f"/tables/{fun['id']}", LAPTOP))["you"]["seat"] == 0

    ask(tmp_path, check, request_rate=1e6)


def test_two_players_that_are_one_become_one(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        await begin(client, LAPTOP, "Somebody")
        made = [await post(client, "/tables", SOLO, who) for who in (PHONE, LAPTOP)]
        await finish(client, made[1]["id"], LAPTOP)
        await link(client)
        for who in (PHONE, LAPTOP):
            games = await get(client, "/me/games", who)
            assert [each["id"] for each in games["running"]] == [made[0]["id"]]
            assert [each["id"] for each in games["games"]] == [made[1]["id"]]
        told = await get(client, "/me", LAPTOP)
        assert (told["name"], len(told["devices"])) == ("Zanahoria", 2)

    ask(tmp_path, check, request_rate=1e6)


def test_a_signed_out_device_gets_nothing_more(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        made = await post(client, "/tables", SOLO, PHONE)
        told = await link(client)
        phone = next(each["id"] for each in told["devices"] if not each["here"])
        await client.delete(f"/api/me/devices/{phone}", headers=by(LAPTOP))
        at = f"/tables/{made['id']}"
        assert await refused(client, "GET", at, None, PHONE) == "bad_token"
        for path in ("/me", "/me/games", "/me/stats/nova-luna", "/me/archive"):
            assert await refused(client, "GET", path, None, PHONE) == "not_signed_in"
        assert (await post(client, "/mine", {"tokens": [PHONE]}))["tables"] == []
        assert (await get(client, at, LAPTOP))["you"]["seat"] == 0
        # it is a guest like any other, and may begin anew
        other = await post(client, "/tables", SOLO, PHONE)
        assert other["token"] != PHONE

    ask(tmp_path, check, request_rate=1e6)


# ---- history and figures -----------------------------------------------------------------------


def test_history_is_filtered_and_paged(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        ids = []
        for number in range(5):
            made = await post(client, "/tables", SOLO, PHONE)
            await finish(client, made["id"], PHONE, seed=number)
            ids.append(made["id"])
        asked = {"game": "nova-luna", "players": 2, "name": "Zanahoria", "ready": True}
        made = await post(client, "/tables", asked, PHONE)
        ben = await post(client, f"/tables/{made['id']}/seats", {"name": "Ben", "ready": True})
        await post(client, f"/tables/{made['id']}/resign", {}, ben["token"])
        first = await get(client, "/me/games?most=4", PHONE)
        assert (first["total"], first["counts"]) == (6, {"nova-luna": 6})
        won = first["games"][0]
        assert (won["id"], won["outcome"], won["place"]) == (made["id"], "won", 1)
        assert won["opponents"] == [{"name": "Ben", "level": None}]
        assert won["against"] == "people"
        rest = await get(client, f"/me/games?most=4&cursor={first['cursor']}", PHONE)
        assert rest["cursor"] is None
        told = [each["id"] for each in first["games"] + rest["games"]]
        assert told == [made["id"], *reversed(ids)]
        for query, count in {
            "outcome=won": 1, "outcome=lost": 0, "players=1": 5, "opponent=be": 1,
            "opponent=%25": 0, "game=nomads": 0,
        }.items():  # fmt: skip
            found = await get(client, f"/me/games?{query}", PHONE)
            assert found["total"] == len(found["games"]) == count, query
        figures = await get(client, "/me/stats/nova-luna", PHONE)
        assert [row["games"] for row in figures["by_players"]] == [5, 1]
        assert [row["against"] for row in figures["by_opponents"]] == ["people"]
        scores = [point["value"] for point in figures["scores"]["1"]]
        assert figures["best_solo"]["score"] == min(scores)
        assert figures["openings"][0]["opening"]["args"]["tile"]

    ask(tmp_path, check, request_rate=1e6)


async def give_up_soon(client: Client, one: str | None, other: str | None) -> tuple[str, str]:
    """A game of two that ends after four moves; its id, and the token of the first seat."""
    made = await post(client, "/tables", {**SOLO, "players": 2, "ready": True}, one)
    table = f"/tables/{made['id']}"
    ben = await post(client, f"{table}/seats", {"name": "Ben", "ready": True}, other)
    for _ in range(4):
        for token in (made["token"], ben["token"]):
            state = await get(client, table, token)
            if state["moves"]:
                body = {"number": state["number"], "move": state["moves"][0]}
                await post(client, f"{table}/moves", body, token)
                break
    await post(client, f"{table}/resign", {}, ben["token"])
    return made["id"], made["token"]


def test_a_review_fills_in_accuracy_and_luck(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        table, _ = await give_up_soon(client, PHONE, None)
        told = (await reviewed(client, table))["seats"][0]
        found = (await get(client, "/me/games", PHONE))["games"][0]
        assert found["accuracy"] == told["accuracy"] > 0
        assert found["luck"] == told["luck"]
        figures = await get(client, "/me/stats/nova-luna", PHONE)
        assert figures["accuracy"][0]["value"] == pytest.approx(told["accuracy"], abs=1e-3)
        alone = (await post(client, "/tables", SOLO, PHONE))["id"]
        await finish(client, alone, PHONE)
        seats = b'{"review":{"seats":[{"seat":0,"accuracy":87.5,"luck":-2.25}]}}'
        await service_of(client).history.note_review(alone, seats)
        figures = await get(client, "/me/stats/nova-luna", PHONE)
        assert [point["value"] for point in figures["accuracy"]][1] == 87.5
        assert figures["solo_luck"]["mean"] == -2.25

    ask(tmp_path, check, request_rate=1e6)


def test_a_seat_that_is_claimed_later_has_its_review(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        table, token = await give_up_soon(client, None, None)
        told = (await reviewed(client, table))["seats"][0]
        await begin(client)
        await post(client, "/me/seats", {"tokens": [token]}, PHONE)
        found = (await get(client, "/me/games", PHONE))["games"][0]
        assert (found["accuracy"], found["luck"]) == (told["accuracy"], told["luck"])

    ask(tmp_path, check, request_rate=1e6)


# ---- taking it along, and the end of it --------------------------------------------------------


def test_the_archive_holds_everything_and_nothing_hidden(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await begin(client)
        over = await post(client, "/tables", SOLO, PHONE)
        await finish(client, over["id"], PHONE)
        going = await post(client, "/tables", SOLO, PHONE)
        answer = await client.get("/api/me/archive", headers=by(PHONE))
        assert answer.headers["content-type"] == "application/zip"
        file = zipfile.ZipFile(io.BytesIO(answer.content))
        assert file.testzip() is None
        record = file.read(f"records/{over['id']}.json").decode()
        assert moonlit.load(record).players == ["Zanahoria"]
        names = set(file.namelist())
        assert f"records/{going['id']}.json" not in names
        assert {"player.json", "games.json", "dailies.json", "running.json"} < names
        assert going["id"] in file.read("running.json").decode()

    ask(tmp_path, check, request_rate=1e6)


def test_the_archive_tells_how_one_is_told(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        hook = {"url": "http://127.0.0.1:9/hook", "style": "json"}
        device = Device("http://127.0.0.1:9/push").address()
        hours = {"zone": "Europe/Madrid", "begins": 1320, "ends": 420}
        await begin(client)
        for address in ({"kind": "webhook", **hook}, device):
            await post(client, "/me/channels", {"address": address, "events": ["turn"]}, PHONE)
        await begin(client, LAPTOP)
        other = {"kind": "webhook", "url": "http://127.0.0.1:9/of-another"}
        await post(client, "/me/channels", {"address": other, "events": ["over"]}, LAPTOP)

        async def told() -> Any:
            answer = await client.get("/api/me/archive", headers=by(PHONE))
            file = zipfile.ZipFile(io.BytesIO(answer.content))
            return json.loads(file.read("channels.json"))

        found = await told()
        assert found["quiet"] is None
        own = {name: device[name] for name in ("endpoint", "keys")}
        assert [(each["kind"], each["address"]) for each in found["channels"]] == [
            ("webhook", hook),
            ("push", own),
        ]
        assert all(each["events"] == ["turn"] for each in found["channels"])
        assert "player" not in found["channels"][0]
        answer = await client.put("/api/me/quiet", json={"quiet": hours}, headers=by(PHONE))
        assert answer.status_code == 200
        assert (await told())["quiet"] == hours

    ask(tmp_path, check, request_rate=1e6, webhooks_private=True)


@KINDS
def test_deletion_leaves_no_trace_and_records_replay(kind: str, tmp_path: Path) -> None:
    """Name, keys and words are searched for byte by byte in all that the database holds."""
    guest_token, records = "", []

    async def check(client: Client) -> None:
        nonlocal guest_token
        day = (await get(client, "/daily"))["date"]
        await post(client, f"/daily/{day}", {"name": "Zanahoria"}, PHONE)
        as_guest = await post(client, "/tables", SOLO)
        guest_token = as_guest["token"]
        await begin(client)
        await post(client, "/me/seats", {"tokens": [guest_token]}, PHONE)
        await link(client)
        asked = {"game": "nova-luna", "players": 2, "name": "Zanahoria", "ready": True}
        ids = []
        await begin(client, BEN, "Ben")
        for _ in range(2):
            made = await post(client, "/tables", asked, PHONE)
            ids.append(made["id"])
            await post(client, f"/tables/{made['id']}/seats", {"name": "Ben", "ready": True}, BEN)
            await post(client, f"/tables/{made['id']}/chat", {"text": "xylophone"}, PHONE)
        await finish(client, ids[0], PHONE, LAPTOP, BEN)
        ids.append((await give_up_soon(client, PHONE, BEN))[0])
        assert (await reviewed(client, ids[2]))["players"] == ["Zanahoria", "Ben"]
        lobby = await post(client, "/tables", {**asked, "ready": False}, LAPTOP)
        theirs = await get(client, "/me/games?opponent=zanahoria", BEN)
        assert theirs["total"] == 2
        gone = await client.delete("/api/me", headers=by(LAPTOP))
        assert gone.json() == {"gone": True}, gone.text
        for who in (PHONE, LAPTOP):
            assert await refused(client, "GET", "/me", None, who) == "not_signed_in"
        for table in (*ids, lobby["id"], as_guest["id"]):
            state = (await client.get(f"/api/tables/{table}")).text  # as it is in memory
            assert "Zanahoria" not in state
            assert "xylophone" not in state
        state = await get(client, f"/tables/{ids[1]}", BEN)
        assert [seat["kind"] for seat in state["table"]["seats"]] == ["bot", "guest"]
        records.append(await get(client, f"/tables/{ids[0]}/record"))
        theirs = await get(client, "/me/games", BEN)
        assert theirs["games"][0]["opponents"] == [{"name": "", "level": None}]
        assert (await reviewed(client, ids[2]))["players"] == ["", "Ben"]
        await post(client, f"/tables/{ids[0]}/rematch", {}, BEN)

    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)
        traces = ["Zanahoria", "xylophone", "a laptop", PHONE, LAPTOP, guest_token]
        traces += [sha(each) for each in (PHONE, LAPTOP, guest_token)]
        assert found_in(tmp_path, traces, **more) == []
    assert moonlit.load(records[0]).players == ["", "Ben"]


@KINDS
def test_whoever_sits_down_while_being_deleted_is_deleted_there_too(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove, tables = claims.erase.remove, []

    async def check(client: Client) -> None:
        async def late(*given: Any) -> None:
            if not tables:
                tables.append((await post(client, "/tables", SOLO, LAPTOP))["id"])
                daily = await post(client, f"/daily/{day}", {"name": "Zanahoria"}, LAPTOP)
                tables.append(daily["id"])
            await remove(*given)

        day = (await get(client, "/daily"))["date"]
        monkeypatch.setattr(claims.erase, "remove", late)
        await begin(client)
        await link(client)
        ids.extend(await ids_of_players(client))
        assert (await client.delete("/api/me", headers=by(PHONE))).json() == {"gone": True}
        for table in tables:
            assert "Zanahoria" not in (await client.get(f"/api/tables/{table}")).text

    ids: list[str] = []
    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)
        assert len(ids) == 1
        traces = ["Zanahoria", PHONE, LAPTOP, sha(PHONE), sha(LAPTOP), *ids]
        assert found_in(tmp_path, traces, **more) == []


async def ids_of_players(client: Client) -> list[str]:
    async with service_of(client).store.reading() as connection:
        return list(await connection.scalars(select(players.c.id)))


def service_of(client: Client) -> Service:
    transport: Any = client._transport
    service: Service = transport.app.app.state.service
    return service


@pytest.mark.parametrize("last", ["remove", "_overwrite"])
def test_a_deletion_that_is_cut_off_is_finished_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    """Behind the last step that the player themselves could begin again."""
    done, ids = getattr(claims.erase, last), []

    async def check(client: Client) -> None:
        async def removed(*given: Any) -> None:
            await post(client, "/tables", SOLO, LAPTOP)
            await done(*given)
            raise RuntimeError("cut off")

        def written(*given: Any) -> None:
            raise RuntimeError("cut off")

        await begin(client)
        await link(client)
        ids.extend(await ids_of_players(client))
        monkeypatch.setattr(claims.erase, last, removed if last == "remove" else written)
        with pytest.raises(RuntimeError, match="cut off"):
            await service_of(client).claims.erase(ids[0])
        monkeypatch.setattr(claims.erase, last, done)

    async def later(client: Client) -> None:
        await service_of(client).claims.finish_deletions()

    def is_noted() -> bool:
        with closing(sqlite3.connect(next(tmp_path.rglob("*.sqlite")))) as connection:
            return bool(connection.execute("SELECT 1 FROM meta WHERE name = 'erased'").fetchall())

    ask(tmp_path, check, request_rate=1e6)
    assert is_noted()
    traces = ["Zanahoria", sha(PHONE), sha(LAPTOP), *ids]
    if last == "remove":
        assert found_in(tmp_path, traces) != []
    ask(tmp_path, later)
    assert not is_noted()
    assert found_in(tmp_path, traces) == []


def test_a_backup_brings_players_back_with_all_that_is_theirs(tmp_path: Path) -> None:
    ids: list[str] = []

    async def before(client: Client) -> None:
        await begin(client)
        await link(client)
        for _ in range(2):
            made = await post(client, "/tables", SOLO, PHONE)
            ids.append(made["id"])
        await finish(client, ids[0], PHONE)

    async def after(client: Client) -> None:
        told = await get(client, "/me", LAPTOP)
        assert (told["name"], len(told["devices"])) == ("Zanahoria", 2)
        games = await get(client, "/me/games", PHONE)
        assert [each["id"] for each in games["running"]] == [ids[1]]
        assert [each["id"] for each in games["games"]] == [ids[0]]
        assert (await get(client, f"/tables/{ids[1]}", LAPTOP))["you"]["seat"] == 0

    ask_elsewhere(tmp_path, before, after, 2)
