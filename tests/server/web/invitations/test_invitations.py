"""Players invite people whom they have played with; whoever is invited answers as they like, and
nobody else learns anything."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by
from helpers.receivers import web_receiver
from helpers.server import own_database
from helpers.told import Told, told
from moonlit.core import engine
from moonlit.server.live.live_table import now_ms
from moonlit.server.live.players import inviting
from moonlit.server.notices.senders import Outcome
from moonlit.server.notices.what import DELAY, EVENTS
from moonlit.server.storage.players.players import Player
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import token_hash

ANA, BEN, CLEO, EVE = (f"{name}-own-random-key-0000" for name in ("ana", "ben", "cleo", "eve"))
NAMES = {ANA: "Ana", BEN: "Zanahoria", CLEO: "Cleo", EVE: "Eve"}


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


class Club:
    """Players of a server, each by their key; Ana has played with the others, but not with Eve."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def open(self) -> None:
        for who in NAMES:
            await self.must("POST", "/me", {"name": NAMES[who]}, who)
        for other in (CLEO, BEN):
            await self.play(ANA, other)

    async def send(self, method: str, at: str, body: Any, who: str | None) -> httpx.Response:
        headers = by(who) if who else {}
        return await self.client.request(method, f"/api{at}", json=body, headers=headers)

    async def must(self, method: str, at: str, body: Any = None, who: str | None = None) -> Any:
        answer = await self.send(method, at, body, who)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def refused(self, method: str, at: str, body: Any, who: str | None) -> str:
        answer = await self.send(method, at, body, who)
        assert answer.status_code >= 400, answer.text
        return str(answer.json()["error"]["key"])

    async def set(self, who: str | None, **terms: Any) -> str:
        body = {"game": "nova-luna", "players": 2, "name": NAMES.get(who or "", "Guest"), **terms}
        return str((await self.must("POST", "/tables", body, who))["id"])

    async def play(self, who: str, other: str) -> str:
        """A game of two that one of them gives up."""
        table = await self.set(who, ready=True)
        sit = {"name": NAMES[other], "ready": True}
        await self.must("POST", f"/tables/{table}/seats", sit, other)
        await self.must("POST", f"/tables/{table}/resign", None, other)
        return table

    async def known(self, table: str, who: str = ANA) -> list[dict[str, Any]]:
        found = await self.must("GET", f"/tables/{table}/known", None, who)
        return list(found["known"])

    async def invite(self, table: str, name: str, who: str = ANA) -> None:
        [handle] = [each["who"] for each in await self.known(table, who) if each["name"] == name]
        await self.must("POST", f"/tables/{table}/invitations", {"who": handle}, who)

    async def invitations(self, who: str) -> list[tuple[str, str]]:
        found = await self.must("GET", "/me/invitations", None, who)
        return [(each["id"], each["by"]) for each in found["invitations"]]


def club(folder: Path, check: Callable[[Club], Awaitable[None]]) -> None:
    async def checked(client: httpx.AsyncClient) -> None:
        made = Club(client)
        await made.open()
        await check(made)

    ask(folder, checked, request_rate=1e6)


# ---- asking ------------------------------------------------------------------------------------


def test_whom_one_has_played_with_can_be_invited_the_last_one_first(tmp_path: Path) -> None:
    async def check(club: Club) -> None:
        table = await club.set(ANA)
        known = await club.known(table)
        assert [(each["name"], each["invited"]) for each in known] == [
            ("Zanahoria", False),
            ("Cleo", False),
        ]
        await club.play(CLEO, ANA)
        assert [each["name"] for each in await club.known(table)] == ["Cleo", "Zanahoria"]
        await club.invite(table, "Zanahoria")
        assert await club.invitations(BEN) == [(table, "Ana")]
        assert await club.invitations(CLEO) == []
        assert [each["invited"] for each in await club.known(table)] == [False, True]
        # a person goes by another handle at another table, and for another reader
        other = await club.set(ANA)
        handles = {each["who"] for each in [*await club.known(table), *await club.known(other)]}
        assert len(handles) == 4
        assert await club.known(await club.set(EVE), EVE) == []

    club(tmp_path, check)


def test_nobody_is_called_by_a_name_that_they_took_later(tmp_path: Path) -> None:
    async def check(club: Club) -> None:
        await club.must("PUT", "/me", {"name": "Incognita"}, BEN)
        known = await club.known(await club.set(ANA))
        assert [each["name"] for each in known] == ["Zanahoria", "Cleo"]

    club(tmp_path, check)


def test_what_cannot_be_invited_is_refused(tmp_path: Path) -> None:
    async def check(club: Club) -> None:
        table = await club.set(ANA)
        at = f"/tables/{table}/invitations"
        ben = {"who": (await club.known(table))[0]["who"]}
        for who, said in ((None, "not_signed_in"), (EVE, "not_seated"), (BEN, "not_seated")):
            assert await club.refused("POST", at, ben, who) == said
            assert await club.refused("GET", f"/tables/{table}/known", None, who) == said
        assert await club.refused("POST", at, {"who": "0" * 16}, ANA) == "not_played_with"
        assert await club.refused("POST", at, {"who": "Zanahoria"}, ANA) == "bad_request"
        elsewhere = await club.set(ANA)
        there = f"/tables/{elsewhere}/invitations"
        assert await club.refused("POST", there, ben, ANA) == "not_played_with"

        closed = await club.set(ANA, join="closed")
        assert await club.known(closed) == []
        at_closed = f"/tables/{closed}/invitations"
        assert await club.refused("POST", at_closed, ben, ANA) == "closed"
        await club.must("POST", f"/tables/{table}/seats", {"name": "Guest", "ready": False})
        assert await club.known(table) == []
        assert await club.refused("POST", at, ben, ANA) == "table_full"
        over = await club.play(ANA, BEN)
        at_over = f"/tables/{over}/invitations"
        assert await club.refused("POST", at_over, ben, ANA) == "has_started"
        # a guest who has played with everybody is nobody to be known
        guest = await club.must("POST", "/tables", {"game": "nova-luna", "players": 2, "name": "G"})
        key = guest["token"]
        assert await club.refused("GET", f"/tables/{guest['id']}/known", None, key)

    club(tmp_path, check)


def test_a_host_who_does_not_play_and_a_guest_of_theirs_invite_too(tmp_path: Path) -> None:
    async def check(club: Club) -> None:
        table = await club.set(BEN, name=None, players=3)
        sit = {"name": "Ana at night", "ready": True}
        await club.must("POST", f"/tables/{table}/seats", sit, ANA)
        await club.invite(table, "Ana", BEN)  # who sits there by another name: Ben learns nothing
        assert await club.invitations(ANA) == []
        await club.invite(table, "Cleo")
        assert await club.invitations(CLEO) == [(table, "Ana at night")]
        other = await club.set(BEN, name=None)
        await club.invite(other, "Ana", BEN)
        assert await club.invitations(ANA) == [(other, "Zanahoria")]

    club(tmp_path, check)


def test_there_are_only_so_many_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inviting, "MAX_EACH", 2)
    monkeypatch.setattr(inviting, "MAX_INVITED", 3)

    async def check(club: Club) -> None:
        for _ in range(2):
            await club.invite(await club.set(ANA), "Cleo")
        table = await club.set(ANA)
        at, handles = f"/tables/{table}/invitations", await club.known(table)
        ben, cleo = ({"who": each["who"]} for each in handles)
        assert await club.refused("POST", at, cleo, ANA) == "invited_often"
        await club.must("POST", at, ben, ANA)
        await club.must("POST", at, ben, ANA)  # once more is no more
        assert len(await club.invitations(BEN)) == 1
        elsewhere = await club.set(ANA)
        handle = {"who": (await club.known(elsewhere))[0]["who"]}
        there = f"/tables/{elsewhere}/invitations"
        assert await club.refused("POST", there, handle, ANA) == "too_many_invitations"

    club(tmp_path, check)


# ---- being asked -------------------------------------------------------------------------------


def test_an_invitation_lasts_until_it_is_answered_or_nobody_can_sit_down(tmp_path: Path) -> None:
    async def check(club: Club) -> None:
        tables = [await club.set(ANA) for _ in range(4)]
        for table in tables:
            await club.invite(table, "Zanahoria")
        declined, followed, filled, bots = tables
        assert [table for table, _ in await club.invitations(BEN)] == tables[::-1]
        await club.must("DELETE", f"/me/invitations/{declined}", None, BEN)
        again = await club.refused("DELETE", f"/me/invitations/{declined}", None, BEN)
        assert again == "no_such_invitation"
        for who in (CLEO, EVE):
            assert await club.refused("DELETE", f"/me/invitations/{followed}", None, who)
        sit = {"name": "Zanahoria", "ready": False}
        await club.must("POST", f"/tables/{followed}/seats", sit, BEN)
        await club.must("POST", f"/tables/{followed}/leave", {}, BEN)  # not asked once more
        await club.must("POST", f"/tables/{filled}/seats", {"name": "Guest", "ready": False})
        seat = {"kind": "bot", "level": "novice"}
        await club.must("PUT", f"/tables/{bots}/seats/1", seat, ANA)
        assert await club.invitations(BEN) == []
        await club.invite(declined, "Zanahoria")  # once is enough
        assert await club.invitations(BEN) == []

    club(tmp_path, check)


def test_two_who_ask_to_one_table_are_one_invitation(tmp_path: Path) -> None:
    async def check(club: Club) -> None:
        await club.play(CLEO, BEN)
        table = await club.set(ANA, players=3)
        await club.must("POST", f"/tables/{table}/seats", {"name": "Cleo", "ready": True}, CLEO)
        await club.invite(table, "Zanahoria", CLEO)
        assert [each["invited"] for each in await club.known(table)] == [False]
        await club.invite(table, "Zanahoria")
        assert [each["invited"] for each in await club.known(table)] == [True]
        assert await club.invitations(BEN) == [(table, "Cleo")]
        await club.must("DELETE", f"/me/invitations/{table}", None, BEN)
        assert await club.invitations(BEN) == []

    club(tmp_path, check)


def test_whoever_is_not_wanted_finds_everything_as_before(tmp_path: Path) -> None:
    async def check(club: Club) -> None:
        first = await club.set(ANA)
        await club.invite(first, "Zanahoria")
        await club.must("DELETE", f"/me/invitations/{first}?never=true", None, BEN)
        [refused] = (await club.must("GET", "/me/invitations", None, BEN))["refused"]
        assert refused["name"] == "Ana"
        second = await club.set(ANA, players=3)
        ben, cleo = await club.known(second)
        at = f"/tables/{second}/invitations"
        answers = [
            await club.send("POST", at, {"who": each["who"]}, ANA) for each in (ben, cleo, ben)
        ]
        assert {(each.status_code, each.text) for each in answers} == {(200, '{"done":true}')}
        assert [each["invited"] for each in await club.known(second)] == [True, True]
        assert await club.invitations(BEN) == []
        assert await club.invitations(CLEO) == [(second, "Ana")]
        # somebody else may, and to the same table
        await club.play(CLEO, BEN)
        await club.must("POST", f"/tables/{second}/seats", {"name": "Cleo", "ready": True}, CLEO)
        await club.invite(second, "Zanahoria", CLEO)
        assert await club.invitations(BEN) == [(second, "Cleo")]
        # another player who becomes one with Ana is not wanted either
        secret = await club.must("POST", "/me/devices", {"key": EVE}, ANA)
        assert secret["name"] == "Eve"
        third = await club.set(EVE)
        await club.invite(third, "Zanahoria", EVE)
        assert [table for table, _ in await club.invitations(BEN)] == [second]
        await club.must("DELETE", f"/me/refused/{refused_of(await ways(club))}", None, BEN)
        assert (await ways(club))["refused"] == []
        assert await club.refused("DELETE", f"/me/refused/{'0' * 16}", None, BEN) == "not_refused"
        fourth = await club.set(EVE)
        await club.invite(fourth, "Zanahoria", EVE)
        assert [table for table, _ in await club.invitations(BEN)] == [fourth, second]

    club(tmp_path, check)


async def ways(club: Club) -> Any:
    return await club.must("GET", "/me/invitations", None, BEN)


def refused_of(told: Any) -> str:
    return str(told["refused"][0]["who"])


def test_a_deleted_player_leaves_no_invitation_and_no_id_is_told(tmp_path: Path) -> None:
    ids: list[str] = []

    async def check(club: Club) -> None:
        [file] = tmp_path.glob("*.sqlite")
        with contextlib.closing(sqlite3.connect(file)) as connection:
            ids.extend(row[0] for row in connection.execute("SELECT id FROM players"))
        of_ana, of_ben = await club.set(ANA), await club.set(BEN)
        await club.invite(of_ana, "Zanahoria")
        await club.invite(of_ben, "Ana", BEN)
        for at, who in ((f"/tables/{of_ana}/known", ANA), ("/me/invitations", ANA)):
            said = (await club.send("GET", at, None, who)).text
            assert not [each for each in ids if each in said]
        await club.must("DELETE", f"/me/invitations/{of_ben}?never=true", None, ANA)
        await club.must("DELETE", "/me", None, BEN)
        found = await club.must("GET", "/me/invitations", None, ANA)
        assert found == {"invitations": [], "refused": []}
        assert [each["name"] for each in await club.known(of_ana)] == ["Cleo"]
        with contextlib.closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT count(*) FROM invitations").fetchone() == (0,)

    club(tmp_path, check)
    found = [path.name for path in tmp_path.glob("*.sqlite*") if b"Zanahoria" in path.read_bytes()]
    assert found == []


# ---- being told --------------------------------------------------------------------------------


async def played_with(told: Told, name: str) -> Player:
    """Another player, with whom Ana has finished a game."""
    key = token_hash(f"the-key-of-{name}-own-device")
    other = await told.service.players.make(key, name, "", now_ms(), "here")
    made = await told.service.create(table_of(name), "here", other)
    await told.service.join(made.live, None, "Ana", None, True, told.player)
    await COMMANDS["resign"].handler(told.service, made.live, made.hash)
    return other


def table_of(name: str | None) -> NewTable:
    return NewTable(game="nova-luna", players=2, name=name, ready=name is not None)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def test_whoever_wants_to_is_told_once_and_not_what_is_over(kind: str, tmp_path: Path) -> None:
    async def check(web: Any, database: str) -> None:
        async with told(tmp_path, database=database) as ready:
            ben = await played_with(ready, "Ben")
            way = await ready.channel("webhook", {"url": f"{web.url}/hook"})
            await ready.channel(
                "webhook",
                {"url": f"{web.url}/none"},
                events=tuple(each for each in EVENTS if each != "invited"),
            )
            tables = []
            for name in ("Ben", None, "Ben"):
                made = await ready.service.create(table_of(name), "here", ben)
                tables.append(made.live)
                [ana] = await ready.service.inviting.known(made.live, ben)
                for _ in range(2):
                    await ready.service.inviting.invite(made.live, ben, ana["who"])
            assert [row[0] for row in await ready.waiting()] == ["invited"] * 3
            assert await ready.courier.deliver(way.id, now_ms()) is None  # not at once
            await ready.service.inviting.decline(ready.player.id, tables[2].id, False)
            later = now_ms() + DELAY + 1
            assert await ready.courier.deliver(way.id, later) is Outcome.SENT
            [message] = web.json("/hook")
            notices = message["notices"]
            assert {each["table"] for each in notices} == {each.id for each in tables[:2]}
            assert {each["text"] for each in notices} == {
                "Nova Luna: Ben would like to play with you."
            }
            assert await ready.courier.deliver(way.id, later + 1000) is None
            assert web.json("/none") == []

            made = await ready.service.create(table_of("Ben"), "here", ben)
            await ready.service.inviting.invite(
                made.live, ben, (await ready.service.inviting.known(made.live, ben))[0]["who"]
            )
            await ready.service.join(made.live, None, "Guest", None, False)  # the last seat
            assert await ready.courier.deliver(way.id, now_ms() + DELAY + 1) is None
            assert len(web.json("/hook")) == 1

    with web_receiver() as web, contextlib.ExitStack() as stack:
        shared = stack.enter_context(own_database()) if kind == "postgresql" else ""
        asyncio.run(check(web, shared))


def test_old_tables_take_their_invitations_along(tmp_path: Path) -> None:
    async def check() -> None:
        async with told(tmp_path) as ready:
            ben = await played_with(ready, "Ben")
            store = ready.service.inviting.invitations
            for never in (False, True):
                made = await ready.service.create(table_of("Ben"), "here", ben)
                [ana] = await ready.service.inviting.known(made.live, ben)
                await ready.service.inviting.invite(made.live, ben, ana["who"])
                if never:
                    await ready.service.inviting.decline(ready.player.id, made.live.id, never)
            assert len(await store.open_for(ready.player.id)) == 1
            await ready.service.store.prune(now_ms() + 1000, ["open", "over"])
            assert len(await store.count(ben.id, 0)) == 1
            assert [each.name for each in await store.refused(ready.player.id)] == ["Ben"]
            assert await store.known(ready.player.id, 10) == []

    asyncio.run(check())
