"""Clubs: their members alone see anything of them, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import shutil
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from helpers.asking import ask, ask_elsewhere, by, get, key, post, refused
from helpers.databases import FOLDER, KINDS, content, database, found_in, version_of
from moonlit.core import engine
from moonlit.server.live.live_table import now_ms
from moonlit.server.storage.clubs.clubs import Club, Clubs
from moonlit.server.storage.clubs.schema import club_said
from moonlit.server.storage.players.players import Players
from moonlit.server.storage.schema import HEAD
from moonlit.server.storage.tables.store import Store
from moonlit.server.web.service import Service

ANA, BEN, CLEO, EVE = (f"{name}-own-random-key-0000" for name in ("ana", "ben", "cleo", "eve"))
NAMES = {ANA: "Zanahoria", BEN: "Ben", CLEO: "Cleo", EVE: "Eve"}
SECRET = "the-secret-of-an-invitation"
GAME = "nova-luna"
RATED = {"game": GAME, "players": 2, "clock": {"kind": "days", "days": 3}, "rated": True}
Client = httpx.AsyncClient


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def service_of(client: Client) -> Service:
    transport: Any = client._transport
    found: Service = transport.app.app.state.service
    return found


async def put(client: Client, at: str, body: Any, who: str) -> Any:
    answer = await client.put(f"/api{at}", json=body, headers=by(who))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def delete(client: Client, at: str, who: str) -> Any:
    answer = await client.delete(f"/api{at}", headers=by(who))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def begin(client: Client, *who: str) -> None:
    for each in who:
        await post(client, "/me", {"name": NAMES[each]}, each)


async def club_of(client: Client, owner: str, *others: str, secret: str = SECRET) -> str:
    """A club with an invitation that all others have accepted: its id."""
    await begin(client, owner, *others)
    club = (await post(client, "/clubs", {"name": "Thursday"}, owner))["id"]
    await put(client, f"/clubs/{club}/link", {"secret_hash": sha(secret)}, owner)
    for each in others:
        await post(client, "/clubs/join", {"secret": secret}, each)
    return str(club)


async def members_of(client: Client, club: str, who: str) -> dict[str, str]:
    """What they are called in requests, by name."""
    told = await get(client, f"/clubs/{club}", who)
    return {each["name"]: each["id"] for each in told["members"]}


async def game(client: Client, club: str, winner: str, loser: str) -> str:
    """A game at a club's table that counts, and is given up."""
    asked = {**RATED, "name": NAMES[winner], "ready": True, "club": club}
    made = await post(client, "/tables", asked, winner)
    at = f"/tables/{made['id']}"
    await post(client, f"{at}/seats", {"name": NAMES[loser], "ready": True}, loser)
    await post(client, f"{at}/resign", {}, loser)
    return str(made["id"])


async def board(client: Client, club: str, who: str, season: int | None = None) -> Any:
    query = f"game={GAME}" + (f"&season={season}" if season else "")
    return await get(client, f"/clubs/{club}/leaderboard?{query}", who)


def names(told: Any) -> list[str]:
    return [each["name"] for each in told]


# ---- the life of a club ------------------------------------------------------------------------


@KINDS
def test_a_club_is_founded_joined_and_dissolved(kind: str, tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        assert (await post(client, "/clubs/join", {"secret": SECRET}, BEN))["id"] == club  # again
        told = await get(client, f"/clubs/{club}", BEN)
        assert (told["name"], told["owner"], told["link"]) == ("Thursday", False, None)
        assert [(each["name"], each["owner"], each["you"]) for each in told["members"]] == [
            ("Zanahoria", True, False),
            ("Ben", False, True),
        ]
        assert (await get(client, f"/clubs/{club}", ANA))["link"] == sha(SECRET)[:16]
        # another link: the old one is void
        await put(client, f"/clubs/{club}/link", {"secret_hash": sha(SECRET + "2")}, ANA)
        await begin(client, CLEO)
        old, new = {"secret": SECRET}, {"secret": SECRET + "2"}
        assert await refused(client, "POST", "/clubs/join", old, CLEO) == "bad_invitation"
        invited = await post(client, "/clubs/invitation", new)
        assert invited == {"name": "Thursday", "members": 2, "id": None}
        await post(client, "/clubs/join", new, CLEO)
        assert (await post(client, "/clubs/invitation", new, CLEO))["id"] == club
        # the owner stays, unless somebody else is
        assert await refused(client, "POST", f"/clubs/{club}/leave", None, ANA) == "owner_stays"
        members = await members_of(client, club, ANA)
        await put(client, f"/clubs/{club}/owner", {"member": members["Ben"]}, ANA)
        await post(client, f"/clubs/{club}/leave", None, ANA)
        told = await delete(client, f"/clubs/{club}/members/{members['Cleo']}", BEN)
        assert names(told["members"]) == ["Ben"]
        assert (await put(client, f"/clubs/{club}", {"name": "Friday"}, BEN))["name"] == "Friday"
        for who in (ANA, CLEO):
            assert await refused(client, "GET", f"/clubs/{club}", None, who) == "no_such_club"
        [mine] = (await get(client, "/clubs", BEN))["clubs"]
        assert (mine["name"], mine["owner"], mine["members"]) == ("Friday", True, 1)
        await delete(client, f"/clubs/{club}", BEN)
        assert (await get(client, "/clubs", BEN))["clubs"] == []
        assert await refused(client, "GET", f"/clubs/{club}", None, BEN) == "no_such_club"

    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)


def test_members_talk(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        at = f"/clubs/{club}/chat"
        assert (await post(client, at, {"text": " Hello \u00a0 all "}, BEN))["number"] == 1
        await post(client, at, {"text": "Hi"}, ANA)
        lines = (await get(client, at, ANA))["chat"]
        assert [(each["name"], each["you"], each["text"]) for each in lines] == [
            ("Ben", False, "Hello all"),
            ("Zanahoria", True, "Hi"),
        ]
        assert names((await get(client, f"{at}?after=1", ANA))["chat"]) == ["Zanahoria"]
        await put(client, "/me", {"name": "Ana"}, ANA)  # who said it is called as they are now
        assert names((await get(client, at, BEN))["chat"]) == ["Ben", "Ana"]
        for text in ("", " ", "x" * 301, "a\u202eb"):
            assert await refused(client, "POST", at, {"text": text}, ANA) == "bad_chat"

    ask(tmp_path, check, request_rate=1e6)


@KINDS
def test_seasons_begin_from_a_fresh_start_and_stay_readable(kind: str, tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        await game(client, club, ANA, BEN)
        assert names((await board(client, club, BEN))["board"]) == ["Zanahoria", "Ben"]
        at, again = f"/clubs/{club}/seasons", {"name": "Another"}
        told = await post(client, at, {"name": "Winter"}, ANA)
        assert [(each["number"], each["name"]) for each in told["seasons"]] == [(1, "Winter")]
        assert await refused(client, "POST", at, again, ANA) == "season_goes_on"
        assert (await board(client, club, BEN, 1))["board"] == []
        for _ in range(2):
            await game(client, club, BEN, ANA)
        rows = (await board(client, club, ANA, 1))["board"]
        assert [(row["place"], row["name"], row["games"], row["wins"]) for row in rows] == [
            (1, "Ben", 2, 2),
            (2, "Zanahoria", 2, 0),
        ]
        assert rows[0]["rating"] + rows[1]["rating"] == 3000
        assert rows[0]["low"] < rows[0]["rating"] < rows[0]["high"]
        assert rows[0]["provisional"]
        assert [row["you"] for row in rows] == [False, True]
        await post(client, f"{at}/end", None, ANA)
        assert await refused(client, "POST", f"{at}/end", None, ANA) == "no_season"
        await game(client, club, ANA, BEN)
        assert (await board(client, club, ANA, 1))["board"] == rows
        every = await board(client, club, ANA)
        assert (every["games"], every["season"]) == (4, None)
        assert (await post(client, at, again, ANA))["seasons"][0]["number"] == 2
        assert (await board(client, club, ANA, 2))["games"] == 0
        query = f"/clubs/{club}/leaderboard?game={GAME}&season=3"
        assert await refused(client, "GET", query, None, ANA) == "no_such_season"
        # somebody who has left is still where they came in
        await post(client, f"/clubs/{club}/leave", None, BEN)
        left = (await board(client, club, ANA, 1))["board"]
        assert [(row["name"], row["member"]) for row in left] == [
            ("Ben", False),
            ("Zanahoria", True),
        ]

    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)


@KINDS
def test_the_last_places_of_a_club_are_given_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty come at once with one link, and there is room for five."""
    monkeypatch.setattr("moonlit.server.storage.clubs.clubs.MAX_MEMBERS", 6)

    async def check(client: Client) -> None:
        club = await club_of(client, ANA)
        keys = [f"guest-{number}-own-random-key-00" for number in range(20)]
        for number, each in enumerate(keys):
            await post(client, "/me", {"name": f"Guest {number}"}, each)
        asked = [
            client.post("/api/clubs/join", json={"secret": SECRET}, headers=by(each))
            for each in keys
        ]
        answers = await asyncio.gather(*asked)
        full = [answer for answer in answers if answer.status_code != 200]
        assert {key(answer, 409) for answer in full} == {"club_full"}
        assert len(full) == 15
        assert len((await get(client, f"/clubs/{club}", ANA))["members"]) == 6

    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)


# ---- tables ------------------------------------------------------------------------------------


def test_a_clubs_table_is_found_by_its_members_alone(tmp_path: Path) -> None:
    club, table = "", ""

    async def before(client: Client) -> None:
        nonlocal club, table
        club = await club_of(client, ANA, BEN)
        asked = {"game": GAME, "players": 2, "name": "Zanahoria", "club": club}
        made = await post(client, "/tables", asked, ANA)
        table = made["id"]
        assert made["state"]["table"]["club"] == club
        await begin(client, EVE)
        assert await refused(client, "POST", "/tables", asked, EVE) == "no_such_club"
        assert await refused(client, "POST", "/tables", asked, None) == "not_signed_in"
        both = {**asked, "listed": True}
        assert await refused(client, "POST", "/tables", both, ANA) == "club_or_all"

    async def after(client: Client) -> None:
        """The server was started anew."""
        told = await get(client, f"/clubs/{club}", BEN)
        assert [each["id"] for each in told["tables"]] == [table]
        assert (await get(client, "/tables"))["tables"] == []
        at = f"/tables/{table}"
        assert await refused(client, "PUT", at, {"listed": True}, ANA) == "club_or_all"
        await post(client, f"{at}/seats", {"name": "Ben", "ready": True}, BEN)
        await post(client, f"{at}/resign", {}, BEN)
        again = await post(client, f"{at}/rematch", {}, BEN)
        told = await get(client, f"/clubs/{club}", ANA)
        assert [each["id"] for each in told["tables"]] == [again["id"], table]
        # it did not count: nobody said that it should
        assert (await board(client, club, ANA))["games"] == 0
        # who has left takes no table along
        await post(client, f"/tables/{again['id']}/ready", {"ready": True}, ANA)
        await post(client, f"/tables/{again['id']}/resign", {}, ANA)
        await post(client, f"/clubs/{club}/leave", None, BEN)
        third = await post(client, f"/tables/{again['id']}/rematch", {}, BEN)
        assert (await get(client, f"/tables/{third['id']}"))["table"]["club"] is None

    ask(tmp_path, before, request_rate=1e6)
    ask(tmp_path, after, request_rate=1e6)


def test_the_host_chooses_the_club_before_the_start(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        asked = {"game": GAME, "players": 2, "name": "Zanahoria"}
        table = (await post(client, "/tables", asked, ANA))["id"]
        at = f"/tables/{table}"
        await put(client, at, {"club": club}, ANA)
        [found] = (await get(client, f"/clubs/{club}", BEN))["tables"]
        assert found["id"] == table
        await begin(client, EVE)
        await post(client, f"{at}/seats", {"name": "Eve"}, EVE)
        assert await refused(client, "PUT", at, {"club": club}, EVE) == "no_such_club"
        assert await refused(client, "PUT", at, {"club": None}, EVE) == "not_host"
        await put(client, at, {"club": None, "listed": True}, ANA)
        assert (await get(client, f"/clubs/{club}", BEN))["tables"] == []
        assert [each["id"] for each in (await get(client, "/tables"))["tables"]] == [table]
        as_guest = await post(client, "/tables", asked)
        body, token = {"club": club}, as_guest["token"]
        where = f"/tables/{as_guest['id']}"
        assert await refused(client, "PUT", where, body, token) == "not_signed_in"

    ask(tmp_path, check, request_rate=1e6)


# ---- strangers ---------------------------------------------------------------------------------


def everything(club: str) -> list[tuple[str, str, Any]]:
    """Whatever can be asked of a club."""
    at, member = f"/clubs/{club}", "0" * 16
    return [
        ("GET", at, None),
        ("PUT", at, {"name": "Mine"}),
        ("DELETE", at, None),
        ("POST", f"{at}/leave", None),
        ("DELETE", f"{at}/members/{member}", None),
        ("PUT", f"{at}/owner", {"member": member}),
        ("PUT", f"{at}/link", {"secret_hash": sha("mine")}),
        ("PUT", f"{at}/link", {"secret_hash": None}),
        ("GET", f"{at}/chat", None),
        ("POST", f"{at}/chat", {"text": "Hello"}),
        ("POST", f"{at}/seasons", {"name": "Mine"}),
        ("POST", f"{at}/seasons/end", None),
        ("GET", f"{at}/leaderboard?game={GAME}", None),
    ]


def test_a_stranger_is_told_that_there_is_none(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        paths = (await client.get("/openapi.json")).json()["paths"]
        ways = {
            (method.upper(), path)
            for path, methods in paths.items()
            for method in methods
            if path.startswith("/api/clubs/{club_id}")
        }
        member = "members/" + "0" * 16
        tried = {
            (method, f"/api{at}".partition("?")[0].replace(member, "members/{member}"))
            for method, at, _ in everything("{club_id}")
        }
        assert tried == ways  # so that the rest of this test is worth something
        club = await club_of(client, ANA, BEN)
        await post(client, f"/clubs/{club}/chat", {"text": "Between us"}, ANA)
        before = [await get(client, f"/clubs/{club}{at}", ANA) for at in ("", "/chat")]
        await begin(client, EVE)
        for method, at, body in everything(club):
            answer = await client.request(method, f"/api{at}", json=body, headers=by(EVE))
            nowhere = at.replace(club, "0000000000")
            other = await client.request(method, f"/api{nowhere}", json=body, headers=by(EVE))
            assert (answer.status_code, answer.content) == (404, other.content), at
            assert await refused(client, method, at, body, None) == "not_signed_in", at
            nobody = await refused(client, method, at, body, "a-key-of-nobody-at-all-0")
            assert nobody == "not_signed_in", at
        assert (await get(client, "/clubs", EVE))["clubs"] == []
        wrong = {"secret": sha(SECRET)}  # what the database holds opens nothing
        for way in ("join", "invitation"):
            assert await refused(client, "POST", f"/clubs/{way}", wrong, EVE) == "bad_invitation"
        assert before == [await get(client, f"/clubs/{club}{at}", ANA) for at in ("", "/chat")]

    ask(tmp_path, check, request_rate=1e6)


def test_what_is_the_owners_no_member_does(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN, CLEO)
        members = await members_of(client, club, BEN)
        at = f"/clubs/{club}"
        for method, where, body in (
            ("PUT", at, {"name": "Mine"}),
            ("DELETE", at, None),
            ("DELETE", f"{at}/members/{members['Cleo']}", None),
            ("PUT", f"{at}/owner", {"member": members["Ben"]}),
            ("PUT", f"{at}/link", {"secret_hash": sha("mine")}),
            ("POST", f"{at}/seasons", {"name": "Mine"}),
            ("POST", f"{at}/seasons/end", None),
        ):
            assert await refused(client, method, where, body, BEN) == "not_owner", where
        gone = f"{at}/members/{'0' * 16}"
        assert await refused(client, "DELETE", gone, None, ANA) == "no_such_member"
        own = f"{at}/members/{members['Zanahoria']}"
        assert await refused(client, "DELETE", own, None, ANA) == "owner_stays"
        assert names((await get(client, at, ANA))["members"]) == ["Zanahoria", "Ben", "Cleo"]

    ask(tmp_path, check, request_rate=1e6)


def test_a_bad_name_is_refused(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA)
        for name in ("", "   ", "x" * 41, "a\u202eb", "\u2800", "line\u0000"):
            for method, at in (
                ("POST", "/clubs"),
                ("PUT", f"/clubs/{club}"),
                ("POST", f"/clubs/{club}/seasons"),
            ):
                assert await refused(client, method, at, {"name": name}, ANA) == "bad_title"

    ask(tmp_path, check, request_rate=1e6)


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonlit.server.storage.clubs.clubs.MAX_CLUBS", 2)
    monkeypatch.setattr("moonlit.server.storage.clubs.clubs.MAX_MADE", 3)
    monkeypatch.setattr("moonlit.server.storage.clubs.talk.MAX_SAID", 3)
    monkeypatch.setattr("moonlit.server.storage.clubs.talk.KEPT", 4)
    monkeypatch.setattr("moonlit.server.storage.clubs.games.MAX_SEASONS", 1)

    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        at, third = f"/clubs/{club}", {"name": "Third"}
        second = (await post(client, "/clubs", {"name": "Second"}, ANA))["id"]
        taken = {"secret_hash": sha(SECRET)}
        assert await refused(client, "PUT", f"/clubs/{second}/link", taken, ANA) == "known_key"
        assert await refused(client, "POST", "/clubs", third, ANA) == "too_many_clubs"
        await post(client, "/clubs", third, BEN)
        await begin(client, EVE)
        assert await refused(client, "POST", "/clubs", third, EVE) == "too_many_clubs_made"
        for who in (ANA, BEN):
            for number in range(3):
                await post(client, f"{at}/chat", {"text": str(number)}, who)
        more = {"text": "more"}
        assert await refused(client, "POST", f"{at}/chat", more, BEN) == "too_much_said"
        kept = (await get(client, f"{at}/chat", ANA))["chat"]
        assert [each["number"] for each in kept] == [3, 4, 5, 6]
        await post(client, f"{at}/seasons", {"name": "One"}, ANA)
        await post(client, f"{at}/seasons/end", None, ANA)
        two = {"name": "Two"}
        assert await refused(client, "POST", f"{at}/seasons", two, ANA) == "too_many_seasons"

    ask(tmp_path, check, request_rate=1e6)


# ---- the end of it, and taking it along --------------------------------------------------------


@KINDS
def test_a_deleted_owners_club_is_anothers_and_keeps_its_games(kind: str, tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN, CLEO)
        alone = await post(client, "/clubs", {"name": "Alone"}, ANA)
        last = {"secret": "the-secret-of-the-other-club"}
        link = {"secret_hash": sha(last["secret"])}
        await put(client, f"/clubs/{alone['id']}/link", link, ANA)
        await post(client, f"/clubs/{club}/chat", {"text": "xylophone"}, ANA)
        await post(client, f"/clubs/{club}/chat", {"text": "Good evening"}, BEN)
        for winner, loser in ((ANA, BEN), (BEN, CLEO)):
            await game(client, club, winner, loser)
        rows = {row["name"]: row for row in (await board(client, club, BEN))["board"]}
        await delete(client, "/me", ANA)
        told = await get(client, f"/clubs/{club}", BEN)
        owners = [(each["name"], each["owner"]) for each in told["members"]]
        assert owners == [("Ben", True), ("Cleo", False)]
        lines = (await get(client, f"/clubs/{club}/chat", BEN))["chat"]
        assert [line["text"] for line in lines] == ["Good evening"]
        # whom they have beaten or lost to counts as before
        after = {row["name"]: row for row in (await board(client, club, BEN))["board"]}
        assert set(after) == {"Ben", "Cleo"}
        for name, row in after.items():
            assert row["rating"] == rows[name]["rating"]
        assert await refused(client, "POST", "/clubs/join", last, BEN) == "bad_invitation"

    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)


@KINDS
def test_deletion_leaves_no_trace(kind: str, tmp_path: Path) -> None:
    """Names, ids and words are searched for byte by byte in all that the database holds."""
    traces = ["Zanahoria", "xylophone", "Marginalia", ANA, sha(ANA)]

    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        await post(client, "/clubs", {"name": "Marginalia"}, ANA)
        await post(client, f"/clubs/{club}/chat", {"text": "xylophone"}, ANA)
        await game(client, club, BEN, ANA)
        await game(client, club, ANA, BEN)
        player = await service_of(client).players.find(sha(ANA))
        assert player is not None
        traces.append(player.id)
        await delete(client, "/me", ANA)
        for at in ("", "/chat", f"/leaderboard?game={GAME}"):
            told = json.dumps(await get(client, f"/clubs/{club}{at}", BEN))
            assert [each for each in traces if each in told] == []

    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)
        assert found_in(tmp_path, traces, **more) == []


@KINDS
def test_who_talks_while_being_deleted_leaves_no_word(kind: str, tmp_path: Path) -> None:
    """Messages and the deletion come at once, again and again."""

    async def check(client: Client) -> None:
        club = await club_of(client, BEN)
        for number in range(4):
            ana = f"{number}-{ANA}"
            await post(client, "/me", {"name": "Zanahoria"}, ana)
            await post(client, "/clubs/join", {"secret": SECRET}, ana)
            at, body = f"/api/clubs/{club}/chat", {"text": "xylophone"}
            said = [client.post(at, json=body, headers=by(ana)) for _ in range(6)]
            gone = client.delete("/api/me", headers=by(ana))
            answers = await asyncio.gather(*said[:2], gone, *said[2:])
            assert {answer.status_code for answer in answers} <= {200, 201, 401, 404}
        async with service_of(client).store.reading() as connection:
            assert (await connection.execute(select(club_said.c.text))).all() == []
        assert names((await get(client, f"/clubs/{club}", BEN))["members"]) == ["Ben"]

    with database(kind) as more:
        ask(tmp_path, check, request_rate=1e6, **more)


def test_two_players_that_are_one_are_one_in_clubs(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN, CLEO)
        other = await club_of(client, BEN, secret="another-secret-of-another-club")
        await post(client, f"/clubs/{club}/chat", {"text": "Hello"}, BEN)
        await game(client, club, BEN, CLEO)
        link = "a-secret-made-in-the-browser-of-ana"
        await post(client, "/me/links", {"secret_hash": sha(link)}, ANA)
        await post(client, "/me/devices", {"secret": link}, BEN)
        told = await get(client, f"/clubs/{club}", BEN)
        assert [(each["name"], each["you"]) for each in told["members"]] == [
            ("Zanahoria", True),
            ("Cleo", False),
        ]
        assert (await get(client, f"/clubs/{other}", ANA))["owner"]
        assert names((await get(client, f"/clubs/{club}/chat", CLEO))["chat"]) == ["Zanahoria"]
        assert names((await board(client, club, CLEO))["board"]) == ["Zanahoria", "Cleo"]

    ask(tmp_path, check, request_rate=1e6)


def test_the_archive_holds_clubs_and_ones_own_words(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        for who in (ANA, BEN):
            await post(client, f"/clubs/{club}/chat", {"text": f"I am {NAMES[who]}"}, who)
        answer = await client.get("/api/me/archive", headers=by(BEN))
        found = json.loads(zipfile.ZipFile(io.BytesIO(answer.content)).read("clubs.json"))
        assert [(each["id"], each["owner"]) for each in found["clubs"]] == [(club, False)]
        assert [(each["club"], each["text"]) for each in found["said"]] == [
            ("Thursday", "I am Ben")
        ]

    ask(tmp_path, check, request_rate=1e6)


def test_a_backup_brings_clubs_back(tmp_path: Path) -> None:
    club = ""
    told: list[list[Any]] = []

    async def look(client: Client) -> None:
        parts = [await get(client, f"/clubs/{club}{at}", BEN) for at in ("", "/chat")]
        boards = [await board(client, club, BEN), await board(client, club, BEN, 1)]
        told.append([*parts, *boards])

    async def before(client: Client) -> None:
        nonlocal club
        club = await club_of(client, ANA, BEN)
        await game(client, club, ANA, BEN)
        await post(client, f"/clubs/{club}/seasons", {"name": "Winter"}, ANA)
        await game(client, club, BEN, ANA)
        await post(client, f"/clubs/{club}/chat", {"text": "Hello"}, BEN)
        await look(client)

    async def after(client: Client) -> None:
        await look(client)
        await begin(client, CLEO)
        await post(client, "/clubs/join", {"secret": SECRET}, CLEO)

    ask_elsewhere(tmp_path, before, after, 2)
    assert told[0] == told[1]


def test_results_outlive_their_tables(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        club = await club_of(client, ANA, BEN)
        await game(client, club, ANA, BEN)
        rows = await board(client, club, BEN)
        assert len(await service_of(client).store.prune(2**62, ["over"])) == 1
        assert (await get(client, f"/clubs/{club}", BEN))["tables"] == []
        assert await board(client, club, BEN) == rows

    ask(tmp_path, check, request_rate=1e6)


def test_a_database_from_before_there_were_clubs(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    shutil.copy(FOLDER / "release-1.sqlite", file)
    before = content(file)

    async def check() -> list[str]:
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.open()
        players = Players(store)
        ana = await players.make(sha(ANA), "Ana", "", now_ms(), "")
        await Clubs(players).found(Club("k3v9x2m7qa", "Old", ana.id, now_ms(), None), "")
        found = [each.name for each in await Clubs(players).members("k3v9x2m7qa")]
        await store.close()
        return found

    assert asyncio.run(check()) == ["Ana"]
    assert version_of(file) == HEAD
    assert content(file) == before
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT DISTINCT club FROM tables").fetchall() == [(None,)]
    connection.close()
