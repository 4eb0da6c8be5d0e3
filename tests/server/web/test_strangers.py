"""What a stranger does not find, and what the log does not tell of those who come."""

from __future__ import annotations

import asyncio
import http.client
import json
import math
import random
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by, key, new_table
from helpers.server import live, running
from moonlit.core import engine
from moonlit.server.table.names import ID_LENGTH, LETTERS
from moonlit.server.web.transport import security

GUEST = "127.0.0.77"  # an address that nothing else here has
SAID = "Quetzalcoatl"


def test_a_table_is_not_found_by_guessing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ID_LENGTH * math.log2(len(LETTERS)) > 51
    drawn: list[str] = []

    def choice(letters: str) -> str:
        assert letters == LETTERS  # each letter is drawn from all of them, by the system's chance
        drawn.append(random.SystemRandom().choice(letters))
        return drawn[-1]

    monkeypatch.setattr(security.secrets, "choice", choice)
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)

    async def check(client: httpx.AsyncClient) -> None:
        made = await new_table(client)
        assert made["id"] in "".join(drawn)
        near = made["id"][:-1] + ("b" if made["id"][-1] == "a" else "a")
        refusals = []
        for guess in (near, "0000000000"):  # however near: nothing says how near
            for path in ("", "/record", "/replay"):
                answer = await client.get(f"/api/tables/{guess}{path}")
                assert key(answer, 404) == "no_such_table"
                refusals.append(answer.text.replace(guess, "ID"))
        assert len(set(refusals)) == 1
        statuses = [(await client.get(f"/api/tables/{near}")).status_code for _ in range(400)]
        assert statuses[-1] == 429  # and nobody guesses for long

    ask(tmp_path, check, request_rate=20.0)


def test_a_table_that_is_not_listed_is_in_no_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)

    async def check(client: httpx.AsyncClient) -> None:
        made = await new_table(client)
        shown = await new_table(client, listed=True)
        for query in ("", "?game=nova-luna", "?status=open", "?status=playing"):
            answer = await client.get(f"/api/tables{query}")
            assert made["id"] not in answer.text
        listed = (await client.get("/api/tables")).json()["tables"]
        assert [row["id"] for row in listed] == [shown["id"]]
        body = {"tokens": [shown["token"], secrets.token_urlsafe(24), made["id"]]}
        assert made["id"] not in (await client.post("/api/mine", json=body)).text
        await client.put(
            f"/api/tables/{shown['id']}", json={"listed": False}, headers=by(shown["token"])
        )
        assert (await client.get("/api/tables")).json()["tables"] == []

    ask(tmp_path, check, request_rate=1e6)


@pytest.mark.process
def test_the_log_tells_of_nobody(tmp_path: Path) -> None:
    """A real server, whose log is all that it says: neither what was said, nor from where."""
    with running(tmp_path) as server:

        def come(method: str, path: str, body: Any = None, token: str = "") -> Any:
            asked = http.client.HTTPConnection(
                "127.0.0.1", server.port, timeout=30, source_address=(GUEST, 0)
            )
            headers = {"content-type": "application/json", "x-forwarded-for": "203.0.113.77"}
            if token:
                headers["authorization"] = f"Bearer {token}"
            asked.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = asked.getresponse()
            read = answer.read()
            asked.close()
            return json.loads(read) if read else None

        made = come("POST", "/api/tables", {"game": "nova-luna", "players": 1, "name": "Zacharias"})
        at, token = f"/api/tables/{made['id']}", made["token"]
        assert come("POST", f"{at}/chat", {"text": SAID}, token)["seq"]
        state = come("GET", at, None, token)
        assert SAID in json.dumps(state["chat"])
        for body in ({"text": SAID * 100}, {"words": SAID}, SAID, {"text": 7}):
            assert "error" in come("POST", f"{at}/chat", body, token)
        assert "error" in come("GET", f"/api/tables/{SAID}")
        assert "error" in come("GET", at, None, SAID)
        asyncio.run(talk(server.url, made["id"], token))
    log = server.said.read_text()
    assert '"/api/tables/{table_id}/chat"' in log  # that something was said is there
    for secret in (SAID, GUEST, "203.0.113.77", "Zacharias", token):
        assert secret not in log, secret


async def talk(url: str, table: str, token: str) -> None:
    async with live(url, table, token) as opened:
        for text in (SAID, SAID * 100):
            await opened.send(json.dumps({"type": "chat", "text": text, "id": 1}))
            while json.loads(await opened.recv())["type"] not in ("done", "refused"):
                pass
