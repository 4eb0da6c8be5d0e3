"""Reviews of finished tables: who may ask, that each is made once, kept, and tells no secrets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import Check, ask, by, key, new_table, play, serving
from helpers.reviews import given_up
from helpers.server import own_database, own_redis, running, warm_up
from moonlit.core import engine
from moonlit.server.live.study.late import LATE, SAME_DEAL
from moonlit.server.live.study.reviewer import reviewed as made_in_process
from moonlit.server.live.study.reviews import MAX_OWN, Reviews
from moonlit.study import review, same_deal

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process must not send other tests to plain Python, nor start compilers."""
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


async def reviewed(client: httpx.AsyncClient, at: str) -> dict[str, Any]:
    """The review, waited for; how it came is looked at as well."""
    end, seen = time.monotonic() + 120, []
    while time.monotonic() < end:
        found: dict[str, Any] = (await client.get(f"{at}/review")).json()
        if found["status"] == "done":
            assert seen == sorted(seen)
            return found
        assert found["status"] in ("waiting", "working"), found
        seen.append(found["done"])
        assert found["done"] <= found["total"]
        await asyncio.sleep(0.1)
    raise AssertionError("no review")


def ask_twice(folder: Path, first: Check, again: Check) -> None:
    """A server, and after it another one with the same database."""
    for check in (first, again):
        ask(folder, check, request_rate=1e6)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose reviews are begun, once all is compiled."""
    warm_up()
    begun: list[str] = []
    real: Callable[..., Any] = Reviews._make

    async def make(self: Reviews, job: Any, process: Any) -> None:
        begun.append(job.key[0])
        await real(self, job, process)

    monkeypatch.setattr(Reviews, "_make", make)
    return begun


def test_a_review_is_made_once_and_kept(tmp_path: Path, begun: list[str]) -> None:
    kept: dict[str, Any] = {}

    async def first(client: httpx.AsyncClient) -> None:
        at, _ = await play(client)
        assert (await client.get(f"{at}/review")).json() == {"status": "none"}
        asked = await asyncio.gather(*(client.post(f"{at}/review") for _ in range(4)))
        assert {answer.json()["status"] for answer in asked} <= {"waiting", "working"}
        kept.update(at=at, found=await reviewed(client, at))
        record = (await client.get(f"{at}/record")).json()
        found = kept["found"]["review"]
        assert found == review(record, threads=1).to_json()
        assert [move["move"] for move in found["moves"]] == record["moves"]
        assert [set(words) for words in kept["found"]["told"]] == [
            {one["move"] for one in move["candidates"]} for move in found["moves"]
        ]

    async def again(client: httpx.AsyncClient) -> None:
        found = await client.post(f"{kept['at']}/review", json={"budget": "quick"})
        assert found.json() == kept["found"]
        assert (await client.get(f"{kept['at']}/review?budget=deep")).json() == {"status": "none"}

    ask_twice(tmp_path, first, again)
    assert len(begun) == 1


@pytest.mark.long
def test_masters_play_the_same_deal_behind_the_reviews(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: list[str]
) -> None:
    few = replace(LATE[SAME_DEAL], games=2)
    monkeypatch.setitem(LATE, SAME_DEAL, few)
    kept: dict[str, Any] = {}

    async def first(client: httpx.AsyncClient) -> None:
        at, _ = await play(client)
        other, tokens = await play(client, moves=3)
        await client.post(f"{other}/resign", headers=by(tokens[0]))
        same = f"{at}/same-deal"
        assert (await client.get(same)).json() == {"status": "none"}
        assert (await client.post(same)).json() == {"status": "waiting", "done": 0, "total": 2}
        await client.post(f"{other}/review")
        while (found := (await client.get(same)).json())["status"] != "done":
            await asyncio.sleep(0.1)
        record = (await client.get(f"{at}/record")).json()
        assert found["same_deal"] == same_deal(record, 2, threads=1).to_json()
        # the review came later and was made before the last of the masters' games
        own, others = at.rpartition("/")[2], other.rpartition("/")[2]
        assert begun.count(own) == 2
        assert begun.index(others) < len(begun) - 1
        kept.update(same=same, found=found)

    async def again(client: httpx.AsyncClient) -> None:
        assert (await client.post(kept["same"])).json() == kept["found"]

    ask_twice(tmp_path, first, again)
    assert len(begun) == 3


@pytest.mark.long
def test_two_workers_that_are_asked_at_once_make_one_review(
    tmp_path: Path, begun: list[str]
) -> None:
    async def check(one: httpx.AsyncClient, two: httpx.AsyncClient) -> None:
        at, tokens = await play(one, moves=5)
        await one.post(f"{at}/resign", headers=by(tokens[0]))
        both = await asyncio.gather(*(each.post(f"{at}/review") for each in (one, two) * 3))
        assert {answer.json()["status"] for answer in both} <= {"waiting", "working"}
        found = [await reviewed(each, at) for each in (one, two)]
        assert found[0] == found[1]
        assert len(begun) == 1

    async def run(database: str, redis: str) -> None:
        shared: Any = {"database": database, "redis": redis, "request_rate": 1e6}
        async with serving(tmp_path, **shared) as one, serving(tmp_path, **shared) as two:
            await check(one, two)

    with own_redis(tmp_path) as redis, own_database() as database:
        asyncio.run(run(database, redis.url))


def test_what_is_not_over_is_not_reviewed(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        at, tokens = await play(client, moves=4)
        for how in (client.get, client.post):
            assert key(await how(f"{at}/same-deal"), 409) == "not_over"
            assert key(await how(f"{at}/review"), 409) == "not_over"
            headers = by(tokens[0])
            assert key(await how(f"{at}/review", headers=headers), 409) == "not_over"
            assert key(await how("/api/tables/nosuchtabl/review"), 404) == "no_such_table"
        for what in ("review", "same-deal"):
            assert key(await client.get(f"{at}/{what}/stream"), 409) == "not_over"
            strange = await client.get(f"/api/tables/nosuchtabl/{what}/stream")
            assert key(strange, 404) == "no_such_table"
        strange = await client.post(f"{at}/review", json={"budget": "endless"})
        assert key(strange, 422) == "bad_request"
        # given up while somebody's secret was one
        at, tokens = await play(client, moves=8, game="dance-of-muses")
        await client.post(f"{at}/resign", headers=by(tokens[1]))
        assert key(await client.post(f"{at}/review"), 409) == "still_secret"
        assert key(await client.post(f"{at}/same-deal"), 409) == "still_secret"
        assert key(await client.get(f"{at}/review/stream"), 409) == "still_secret"
        # given up before anything was done
        at, tokens = await play(client, moves=0)
        await client.post(f"{at}/resign", headers=by(tokens[1]))
        assert key(await client.post(f"{at}/review"), 409) == "nothing_to_review"

    ask(tmp_path, check, request_rate=1e6)


def test_who_asks_for_many_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(self: Reviews, job: Any, process: Any) -> None:
        await asyncio.sleep(1000)

    monkeypatch.setattr(Reviews, "_make", never)

    async def check(client: httpx.AsyncClient) -> None:
        tables = []
        for _ in range(MAX_OWN + 1):
            at, tokens = await play(client, moves=3)
            await client.post(f"{at}/resign", headers=by(tokens[0]))
            tables.append(at)
        for at in tables[:-1]:
            assert (await client.post(f"{at}/review")).json()["status"] == "waiting"
        assert key(await client.post(f"{tables[-1]}/review"), 429) == "too_many_reviews"
        assert (await client.post(f"{tables[0]}/review")).json()["status"] == "waiting"

    ask(tmp_path, check, request_rate=1e6)


def test_a_review_costs_more_than_a_look(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        at, _ = await play(client, moves=2)
        keys = [(await client.post(f"{at}/review")).json()["error"]["key"] for _ in range(8)]
        assert "too_fast" in keys

    ask(tmp_path, check)


def test_one_that_fails_says_so_and_may_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")

    async def run() -> None:
        async with serving(tmp_path, request_rate=1e6) as client:
            at, tokens = await play(client, moves=5)
            await client.post(f"{at}/resign", headers=by(tokens[0]))
            assert (await client.post(f"{at}/review")).json()["status"] == "waiting"
            for _ in range(200):
                found = (await client.get(f"{at}/review")).json()
                if found["status"] == "failed":
                    break
                await asyncio.sleep(0.05)
            assert found["error"]["key"] == "review_failed"
            assert (await client.post(f"{at}/review")).json()["status"] == "waiting"

    asyncio.run(run())


def test_a_server_that_stops_leaves_no_process_behind(tmp_path: Path) -> None:
    warm_up()
    with running(tmp_path) as server:
        at = given_up(server, "nova-luna")
        status, found = server.ask("POST", f"{at}/review", {"budget": "deep"})
        assert (status, found["status"]) == (200, "waiting"), found
        process = server.process
        assert process is not None
        end = time.monotonic() + 20
        while not (children := reviewers_of(process.pid)) and time.monotonic() < end:
            time.sleep(0.05)
        assert children
    end = time.monotonic() + 20
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < end
        time.sleep(0.05)


def reviewers_of(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                said = stat.with_name("cmdline").read_text()
                if "reviewer" in said:
                    found.append(int(stat.parent.name))
        except OSError:
            pass
    return found


def test_what_the_process_makes_is_ready_for_json() -> None:
    from helpers.reviews import played

    seen: list[Any] = []
    found = made_in_process(seen.append, played("nova-luna", 2).record(), "quick")
    assert seen[-1]["done"] == seen[-1]["total"]
    assert len(found["told"]) == len(found["review"]["moves"])


@pytest.mark.long
def test_masters_play_by_themselves_when_one_person_has_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: list[str]
) -> None:
    """Alone or against bots, and where the server was stopped meanwhile, whoever looks has it."""
    monkeypatch.setitem(LATE, SAME_DEAL, replace(LATE[SAME_DEAL], games=1))
    kept: list[str] = []

    async def to_the_end(client: httpx.AsyncClient, **asked: Any) -> str:
        made = await new_table(client, **asked)
        at = f"/api/tables/{made['id']}"
        while not (state := (await client.get(at, headers=by(made["token"]))).json())["ended"]:
            if not state["moves"]:
                await asyncio.sleep(0.02)
                continue
            body = {"number": state["number"], "move": state["moves"][0]}
            await client.post(f"{at}/moves", json=body, headers=by(made["token"]))
        return at

    async def done(client: httpx.AsyncClient, at: str) -> dict[str, Any]:
        async with asyncio.timeout(240):
            while (found := (await client.get(f"{at}/same-deal")).json())["status"] != "done":
                await asyncio.sleep(0.2)
        return dict(found["same_deal"])

    async def check(client: httpx.AsyncClient) -> None:
        assert len((await done(client, await to_the_end(client, players=1)))["seats"]) == 1
        bot = {"kind": "bot", "level": "novice"}
        against = await to_the_end(client, seats=[{"kind": "open"}, bot])
        assert len((await done(client, against))["seats"]) == 2
        people, _ = await play(client)
        await asyncio.sleep(0.5)
        assert (await client.get(f"{people}/same-deal")).json() == {"status": "none"}
        assert people.rpartition("/")[2] not in begun

    async def without(client: httpx.AsyncClient) -> None:
        kept.append(await to_the_end(client, players=1))
        assert (await client.get(f"{kept[0]}/same-deal")).json() == {"status": "none"}

    async def later(client: httpx.AsyncClient) -> None:
        await done(client, kept[0])

    ask(tmp_path, check, par=True, request_rate=1e6)
    ask(tmp_path, without, par=False, request_rate=1e6)
    ask(tmp_path, later, par=True, request_rate=1e6)
