"""The HTTP interface, asked in the same process: answers, refusals, limits, headers, the page."""

from __future__ import annotations

import asyncio
import gzip
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by, key, new_table
from moonlit import __version__
from moonlit.core import engine
from moonlit.core.registry import find_game, game_names
from moonlit.core.words import LANGUAGES, phrases
from moonlit.server.storage.tables.store import Store
from moonlit.server.web.page import static
from moonlit.server.web.transport.security import client_address


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process must not send other tests to plain Python, nor start compilers."""
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


def test_a_game_over_http(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        made = await new_table(client, listed=True)
        at = f"/api/tables/{made['id']}"
        listed = (await client.get("/api/tables?game=nova-luna")).json()["tables"]
        assert [table["id"] for table in listed] == [made["id"]]
        assert (await client.get("/api/tables?game=nomads")).json()["tables"] == []
        joined = await client.post(f"{at}/seats", json={"name": "Ben", "ready": True})
        assert joined.status_code == 201
        tokens = [made["token"], joined.json()["token"]]
        again = await client.post(f"{at}/seats", json={"name": "Ben"}, headers=by(tokens[1]))
        assert (again.json()["seat"], again.json()["token"]) == (1, tokens[1])
        assert (await client.get("/api/tables")).json()["tables"] == []
        assert key(await client.get(f"{at}/record"), 409) == "not_over"
        for number in range(6):
            turn = (await client.get(at)).json()["to_move"]
            state = (await client.get(f"{at}?since=3", headers=by(tokens[turn]))).json()
            move = {"number": number, "move": state["moves"][0]}
            some = {"number": number, "moves": state["moves"][:3]}
            shown = await client.post(f"{at}/previews", json=some, headers=by(tokens[turn]))
            assert list(shown.json()["previews"]) == some["moves"]
            done = await client.post(f"{at}/moves", json=move, headers=by(tokens[turn]))
            assert done.json()["number"] == number + 1
            late = await client.post(f"{at}/moves", json=move, headers=by(tokens[turn]))
            assert key(late, 409) == "stale"
        mine = (await client.post("/api/mine", json={"tokens": [tokens[1], "x"]})).json()
        assert [(row["id"], row["seat"]) for row in mine["tables"]] == [(made["id"], 1)]
        await client.post(f"{at}/resign", headers=by(tokens[1]))
        record = (await client.get(f"{at}/record")).json()
        assert len(record["moves"]) == 6
        seen = (await client.post("/api/replay", json={"record": record})).json()
        assert seen == (await client.get(f"{at}/replay")).json()
        assert len(seen["views"]) == 7
        first = await client.post(f"{at}/rematch", headers=by(tokens[0]))
        second = await client.post(f"{at}/rematch", headers=by(tokens[1]))
        assert first.json() == second.json()
        new = (await client.get(f"/api/tables/{first.json()['id']}", headers=by(tokens[1]))).json()
        assert new["you"]["seat"] == 1

    ask(tmp_path, check)


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(client: httpx.AsyncClient) -> None:
        kept.update(await new_table(client, players=1))
        at = f"/api/tables/{kept['id']}"
        for number in range(3):
            state = (await client.get(at, headers=by(kept["token"]))).json()
            move = {"number": number, "move": state["moves"][-1]}
            await client.post(f"{at}/moves", json=move, headers=by(kept["token"]))
        kept["seen"] = (await client.get(at, headers=by(kept["token"]))).json()

    async def after(client: httpx.AsyncClient) -> None:
        state = (await client.get(f"/api/tables/{kept['id']}", headers=by(kept["token"]))).json()
        assert state == kept["seen"]

    ask(tmp_path, before)
    ask(tmp_path, after)


def test_refusals_are_told_in_one_way(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        made = await new_table(client)
        at = f"/api/tables/{made['id']}"
        assert key(await client.get("/api/tables/0000000000"), 404) == "no_such_table"
        assert key(await client.get("/api/tables/UPPER"), 422) == "bad_request"
        assert key(await client.get("/api/nothing"), 404) == "not_found"
        assert key(await client.delete("/api/games"), 405) == "bad_method"
        assert key(await client.get(at, headers=by("wrong")), 401) == "bad_token"
        assert key(await client.post(f"{at}/ready", json={}), 401) == "no_token"
        assert key(await client.post("/api/tables", json={"game": "chess"}), 422) == "unknown_game"
        for body in (b"", b"{", b"[]", b'{"game":1}', b'{"game":"nomads","extra":1}', b"\xff"):
            answer = await client.post("/api/tables", content=body)
            assert answer.status_code in (400, 422)
            assert "key" in answer.json()["error"]
        bad = {"game": "nova-luna", "players": 2, "options": {"no": 1}}
        assert key(await client.post("/api/tables", json=bad), 422) == "unknown_option"
        assert key(await client.post("/api/replay", json={"record": {}}), 422) == "record_format"
        large = await client.post("/api/tables", content=b" " * 20_000)
        assert key(large, 413) == "too_large"

        async def chunks() -> AsyncIterator[bytes]:
            for _ in range(20):
                yield b" " * 1000

        assert key(await client.post("/api/tables", content=chunks()), 413) == "too_large_here"

    ask(tmp_path, check)


def test_what_a_game_says_about_itself(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        games = (await client.get("/api/games")).json()
        assert [game["name"] for game in games] == list(game_names())
        for about in games:
            game = find_game(about["name"])
            assert about["seats"] == list(game.seats)
            assert (about["bundled"], about["order"]) == (game.bundled, game.order)
            assert about["emblem"] == game.emblem
            assert about["secrets"] == game.has_secrets
            assert [option["name"] for option in about["schema"]] == [
                option.name for option in game.options
            ]
            for players in game.seats:
                assert about["columns"][str(players)] == [
                    column.about() for column in game.columns(players)
                ]
            for language in LANGUAGES:
                words = await client.get(f"/api/games/{game.name}/text/{language}")
                assert words.json() == phrases(game.name, language)
        for path in ("chess/text/en", "server/text/en", f"{games[0]['name']}/text/xx"):
            assert key(await client.get(f"/api/games/{path}"), 404) == "no_game_text"

    ask(tmp_path, check)


def test_no_game_has_such_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is not even asked: PostgreSQL fails at a text with a zero in it."""

    async def fail(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(Store, "listed", fail)

    async def check(client: httpx.AsyncClient) -> None:
        for name in ("%00", "chess"):
            assert (await client.get(f"/api/tables?game={name}")).json() == {"tables": []}

    ask(tmp_path, check)


def test_only_the_host_changes_the_table(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        made = await new_table(client, name=None)
        at, host = f"/api/tables/{made['id']}", by(made["token"])
        assert (made["seat"], made["state"]["you"]) == (None, {"seat": None, "host": True})
        joined = (await client.post(f"{at}/seats", json={"name": "Ben"})).json()
        change = {"clock": {"kind": "move", "seconds": 30}, "listed": True}
        assert (
            key(await client.put(at, json=change, headers=by(joined["token"])), 403) == "not_host"
        )
        assert (await client.put(at, json=change, headers=host)).status_code == 200
        state = (await client.get(at)).json()
        assert state["table"]["clock"] == change["clock"]
        bot = await client.put(f"{at}/seats/1", json={"kind": "bot"}, headers=host)
        assert bot.status_code == 200
        mine = (await client.post("/api/mine", json={"tokens": [made["token"]]})).json()["tables"]
        assert [(row["seat"], row["your_turn"]) for row in mine] == [(None, False)]

    ask(tmp_path, check)


def test_limits(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        for _ in range(2):
            await new_table(client)
        body = {"game": "nova-luna", "players": 2}
        assert key(await client.post("/api/tables", json=body), 429) == "too_many_tables"
        answers = [await client.get("/api/games") for _ in range(40)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert (await client.get("/healthz")).status_code == 200

    ask(tmp_path, check, max_tables=2, request_rate=5.0)


def test_tables_that_are_made_at_once_are_counted_too(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        body = {"game": "nova-luna", "players": 2}
        answers = await asyncio.gather(*(client.post("/api/tables", json=body) for _ in range(6)))
        assert sorted(answer.status_code for answer in answers) == [201] * 2 + [429] * 4

    ask(tmp_path, check, max_tables=2)


def test_whom_limits_count() -> None:
    peer, said = ("192.0.2.7", 5000), [(b"x-forwarded-for", b"10.9.9.9, 198.51.100.4")]
    assert client_address(peer, said, behind_proxy=False) == "192.0.2.7"
    assert client_address(peer, said, behind_proxy=True) == "198.51.100.4"
    assert client_address(peer, [], behind_proxy=True) == "192.0.2.7"
    homes = {client_address((f"2001:db8:0:1::{n}", 1), [], False) for n in (1, 2)}
    assert homes == {"2001:db8:0:1::/64"}
    assert client_address(("fe80::1%eth0", 1), [], False) == "fe80::/64"
    assert client_address(peer, [(b"x-forwarded-for", b"::nonsense::")], True) == "::nonsense::"
    # some proxies write a line of their own below what the client claims
    lines = [(b"x-forwarded-for", b"10.9.9.9"), (b"x-forwarded-for", b"198.51.100.4")]
    assert client_address(peer, lines, behind_proxy=True) == "198.51.100.4"
    # who listens on "::" hears of IPv4 guests like this: they are not one household
    old = {client_address((f"::ffff:192.0.2.{n}", 1), [], False) for n in (1, 2)}
    assert old == {"192.0.2.1", "192.0.2.2"}


def test_other_pages_may_not_ask(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        for origin, status in (
            ("http://127.0.0.1", 200),
            ("https://club.example", 200),
            ("https://elsewhere.example", 403),
            ("null", 403),
            ("http://[", 403),
        ):
            answer = await client.get("/api/games", headers={"origin": origin})
            assert answer.status_code == status, origin

    ask(tmp_path, check, origin="https://club.example/")


def test_every_answer_is_guarded(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        for path in ("/", "/api/games", "/healthz", "/api/nothing", "/t/k3v9x2m7qa"):
            headers = (await client.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
        assert (await client.get("/api/games")).headers["cache-control"] == "no-store"
        assert "moonlit_requests_total" in (await client.get("/metrics")).text
        described = (await client.get("/openapi.json")).json()
        for path, methods in described["paths"].items():
            for method in methods.values():
                assert method["summary"], path
        assert described["components"]["schemas"]["NewTable"]["examples"]

    ask(tmp_path, check)


def beside_a_secret(folder: Path, inside: str) -> Path:
    """A folder to be served, with another in it, and a file beside it that is not to be."""
    (folder / inside).mkdir(parents=True)
    (folder.parent / "secret.txt").write_text("secret")
    return folder


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = beside_a_secret(tmp_path / "page", "assets")
    monkeypatch.setattr(static, "FOLDER", folder)

    async def check(client: httpx.AsyncClient) -> None:
        unbuilt = await client.get("/")
        assert unbuilt.status_code == 404
        assert "make page" in unbuilt.text
        (folder / "index.html").write_text("<title>Moonlit</title>")
        (folder / "assets" / "app-1a2b.js").write_text("let moon;")
        for path in ("/", "/t/k3v9x2m7qa", "/rules/nomads"):
            shown = await client.get(path)
            assert shown.text == "<title>Moonlit</title>"
            assert shown.headers["cache-control"] == "no-cache"
        etag = shown.headers["etag"]
        assert (await client.get("/", headers={"if-none-match": etag})).status_code == 304
        script = await client.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip"})
        assert script.headers["content-encoding"] == "gzip"
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.text == "let moon;"
        assert (await client.get("/assets/gone.js")).status_code == 404
        for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "//etc/passwd", "/%00"):
            assert "secret" not in (await client.get(path)).text

    ask(tmp_path, check)
    short = static.compressed(folder / "index.html", "")
    assert gzip.decompress(short) == b"<title>Moonlit</title>"


def test_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = beside_a_secret(tmp_path / "docs", "glossary")
    monkeypatch.setattr(static, "DOCS", folder)

    async def check(client: httpx.AsyncClient) -> None:
        told = {"version": __version__, "docs": None, "ratings": True, "pixels": True}
        assert (await client.get("/api/about")).json() == told
        unbuilt = await client.get("/docs/")
        assert unbuilt.status_code == 404
        assert "make docs" in unbuilt.text
        (folder / "index.html").write_text("<title>Guides</title>")
        (folder / "glossary" / "index.html").write_text("<title>Words</title>")
        (folder / "games.jsonl.gz").write_bytes(gzip.compress(b"{}"))
        assert (await client.get("/api/about")).json()["docs"] == "/docs/"
        assert (await client.get("/docs")).headers["location"] == "/docs/"
        shown = await client.get("/docs/")
        assert shown.text == "<title>Guides</title>"
        assert "script-src 'self';" in shown.headers["content-security-policy"]
        assert "Words" in (await client.get("/docs/glossary/")).text
        games = await client.get("/docs/games.jsonl.gz")
        assert games.headers["content-type"] == "application/gzip"
        assert "content-encoding" not in games.headers
        for path in ("gone.html", "..%2fsecret.txt", "%2e%2e/secret.txt", "%00"):
            answer = await client.get(f"/docs/{path}")
            assert answer.status_code == 404
            assert "secret" not in answer.text

    ask(tmp_path, check)


def test_nothing_secret_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        made = await new_table(client, name="Zacharias")
        await client.get(f"/api/tables/{made['id']}?since=7", headers=by(made["token"]))
        assert made["token"] not in caplog.text
        assert "since" not in caplog.text
        assert "Zacharias" not in str([record.__dict__ for record in caplog.records])

    with caplog.at_level("INFO", "moonlit"):
        ask(tmp_path, check)
    lines = [record.__dict__ for record in caplog.records if record.name == "moonlit.access"]
    assert [line["route"] for line in lines] == ["/api/tables", "/api/tables/{table_id}"]
    assert all(line["ms"] >= 0 and line["status"] < 300 for line in lines)


@pytest.mark.process
def test_playing_here_needs_nothing_of_the_server() -> None:
    """Who only imports Moonlit, or plays at the terminal, does not wait for web frameworks."""
    heavy = {"fastapi", "sqlalchemy", "uvicorn", "redis", "psycopg", "alembic", "httpx"}
    script = f"import sys, moonlit, moonlit.cli; print(sorted({heavy} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stderr
