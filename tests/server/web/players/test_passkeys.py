"""Passkeys: made for a player, shown from another device, and for nobody else and nothing twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by, key
from helpers.authenticator import Authenticator
from moonlit.core import engine

HERE, THERE, EVE = (f"{name}-own-random-key-0000" for name in ("here", "there", "eve"))
ORIGIN, HOST = "http://127.0.0.1", "127.0.0.1"


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


async def post(client: httpx.AsyncClient, at: str, body: Any, who: str | None) -> httpx.Response:
    return await client.post(f"/api/me{at}", json=body, headers=by(who) if who else {})


async def options(client: httpx.AsyncClient, at: str, who: str | None) -> dict[str, Any]:
    answer = await post(client, at, {}, who)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["options"]
    return found


async def with_passkey(client: httpx.AsyncClient) -> Authenticator:
    await post(client, "", {"name": "Ana"}, HERE)
    asked = await options(client, "/passkeys/challenge", HERE)
    assert asked["rp"]["id"] == HOST
    made = Authenticator(ORIGIN, HOST)
    answer = await post(client, "/passkeys", {"passkey": made.create(asked)}, HERE)
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["passkeys"]) == 1
    return made


def test_a_passkey_brings_its_player_to_another_device(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        passkey = await with_passkey(client)
        shown = passkey.get(await options(client, "/challenge", None))
        answer = await post(client, "/devices", {"passkey": shown}, THERE)
        assert answer.status_code == 200, answer.text
        assert (answer.json()["name"], len(answer.json()["devices"])) == ("Ana", 2)
        own = answer.json()["passkeys"][0]["id"]
        gone = await client.delete(f"/api/me/passkeys/{own}", headers=by(THERE))
        assert gone.json() == {"gone": True}
        shown = passkey.get(await options(client, "/challenge", None))
        refused = await post(client, "/devices", {"passkey": shown}, EVE)
        assert key(refused, 401) == "bad_passkey"

    ask(tmp_path, check, request_rate=1e6)


def test_a_challenge_is_met_once_and_by_its_own_passkey(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        passkey = await with_passkey(client)

        async def refused(shown: Any) -> None:
            answer = await post(client, "/devices", {"passkey": shown}, EVE)
            assert key(answer, 401) == "bad_passkey"

        shown = passkey.get(await options(client, "/challenge", None))
        assert (await post(client, "/devices", {"passkey": shown}, THERE)).status_code == 200
        await refused(shown)  # once more
        await refused(passkey.get({"challenge": "AAAA"}))  # nobody's challenge
        # a challenge that was meant for making one
        await refused(passkey.get(await options(client, "/passkeys/challenge", HERE)))
        other = Authenticator(ORIGIN, HOST)
        other.id = passkey.id  # it knows the name, and has another key
        await refused(other.get(await options(client, "/challenge", None)))
        for origin, rp in (("https://example.org", HOST), (ORIGIN, "example.org")):
            passkey.origin, passkey.rp = origin, rp
            await refused(passkey.get(await options(client, "/challenge", None)))
        for broken in ({}, {"rawId": 7}, {"rawId": "AA", "response": {"clientDataJSON": "AA"}}):
            await refused(broken)
        # nor does anybody add one with a challenge of another player
        await post(client, "", {"name": "Eve"}, EVE)
        asked = await options(client, "/passkeys/challenge", HERE)
        made = Authenticator(ORIGIN, HOST).create(asked)
        assert key(await post(client, "/passkeys", {"passkey": made}, EVE), 401) == "bad_passkey"

    ask(tmp_path, check, request_rate=1e6)
