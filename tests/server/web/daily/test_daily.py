"""The daily: everybody's deal, one result a player and day, boards, streaks, and no tomorrow."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by, key
from helpers.server import Server, own_database, own_redis, running, warm_up
from moonlit.core import engine
from moonlit.server import hosting
from moonlit.server.live import live_table
from moonlit.server.live.study import pars
from moonlit.server.live.study.late import LATE, PAR
from moonlit.server.settings import Settings
from moonlit.server.storage.tables.results import Result
from moonlit.server.web.daily.routes import streak
from moonlit.study.puzzles import EPOCH, daily

KEY, OTHER = "anas-own-random-key-000", "bens-own-random-key-000"
TODAY = date(2026, 12, 24)
NONE = {"score": None, "place": None, "late": False}
PLACED = {"place": 1, "late": False}


@pytest.fixture(autouse=True)
def that_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is always the same day; and no other test is sent to plain Python, nor compilers run."""
    set_today(monkeypatch, TODAY)
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


def set_today(monkeypatch: pytest.MonkeyPatch, day: date, at: time = time(12)) -> None:
    """The server's clock goes on from here."""
    ahead = datetime.combine(day, at, UTC).timestamp() * 1000 - live_table.now_ms()
    for where in ("study.pars", "hub"):
        monkeypatch.setattr(
            f"moonlit.server.live.{where}.now_ms", lambda: round(live_table.now_ms() + ahead)
        )


async def begin(client: httpx.AsyncClient, who: str = KEY, **asked: Any) -> dict[str, Any]:
    day = asked.pop("day", TODAY)
    body = {"name": "Ana", **asked}
    answer = await client.post(f"/api/daily/{day}", json=body, headers=by(who))
    assert answer.status_code in (200, 201), answer.text
    found: dict[str, Any] = answer.json()
    return found


async def finish(client: httpx.AsyncClient, table: str, who: str = KEY, seed: int = 1) -> int:
    """Play to the end, at random; the score."""
    at, chance = f"/api/tables/{table}", random.Random(seed)
    while True:
        state = (await client.get(at, headers=by(who))).json()
        if state["ended"]:
            return int(state["ended"]["standings"][0]["score"])
        body = {"number": state["number"], "move": chance.choice(state["moves"])}
        assert (await client.post(f"{at}/moves", json=body, headers=by(who))).status_code == 200


async def look(client: httpx.AsyncClient, who: str | None = KEY, day: Any = "") -> dict[str, Any]:
    at = f"/api/daily/{day}" if day else "/api/daily"
    answer = await client.get(at, headers=by(who) if who else {})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_daily_is_played_once_for_the_board_and_again_for_fun(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        first = await begin(client)
        assert first["token"] == KEY
        assert first["state"]["table"]["daily"] == {"date": str(TODAY), "counts": True}
        solo = daily(TODAY).solo
        assert solo is not None
        own = solo.match("Ana").view(0)
        assert first["state"]["view"] == own
        # whoever has the key has the seat, on another device as well
        assert (await begin(client))["id"] == first["id"]
        told = await look(client)
        assert told["you"] == {"id": first["id"], "over": False, **NONE}
        assert told["board"] == []
        score = await finish(client, first["id"])
        fun = await begin(client, again=True)
        assert fun["id"] != first["id"]
        assert fun["state"]["table"]["daily"]["counts"] is False
        assert fun["state"]["view"] == own
        await finish(client, fun["id"], seed=7)
        told = await look(client)
        assert told["board"] == [{"place": 1, "name": "Ana", "score": score, "you": True}]
        assert told["you"] == {"id": first["id"], "over": True, **PLACED, "score": score}
        assert told["streak"] == {"now": 1, "best": 1}
        assert told["days"] == {str(TODAY): score}
        assert (await begin(client))["id"] == first["id"]
        # somebody else sees the score, and nothing else
        others = await look(client, None)
        assert others["board"] == [{"place": 1, "name": "Ana", "score": score, "you": False}]
        assert (others["you"], others["days"]) == (None, {})
        record = (await client.get(f"/api/tables/{first['id']}/record")).json()
        assert record["seed"] == solo.seed

    ask(tmp_path, check, request_rate=1e6)


def test_nobody_tries_out_what_still_counts(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        at, again = f"/api/daily/{TODAY}", {"name": "Ana", "again": True}
        for _ in range(2):  # before the game that counts, and during it
            assert key(await client.post(at, json=again, headers=by(KEY)), 409) == "daily_first"
            made = await begin(client)
        await client.post(f"/api/tables/{made['id']}/resign", headers=by(KEY))
        assert (await begin(client, again=True))["id"] != made["id"]

    ask(tmp_path, check, request_rate=1e6)


def test_what_was_begun_in_time_counts_for_an_hour_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        set_today(monkeypatch, TODAY - timedelta(days=1))
        await finish(client, (await begin(client, day=TODAY - timedelta(days=1)))["id"])
        set_today(monkeypatch, TODAY)
        made, others = await begin(client), await begin(client, OTHER, name="Ben")
        tomorrow = TODAY + timedelta(days=1)
        set_today(monkeypatch, tomorrow, time(0, 40))
        told = await look(client, day=TODAY)
        assert (told["latest"], told["closes"] - told["ends"]) == (str(tomorrow), 3_600_000)
        assert told["streak"] == {"now": 1, "best": 1}  # it may go on
        solution = f"/api/daily/{TODAY}/solution"
        assert key(await client.get(solution), 409) == "daily_goes_on"
        assert (await begin(client, day=TODAY))["id"] == made["id"]  # it is gone on with
        fun = {"name": "Ana", "again": True}
        answer = await client.post(f"/api/daily/{TODAY}", json=fun, headers=by(KEY))
        assert key(answer, 409) == "daily_first"
        score = await finish(client, made["id"])
        told = await look(client, day=TODAY)
        assert (told["you"]["score"], told["you"]["late"]) == (score, False)
        assert told["streak"] == {"now": 2, "best": 2}
        # a minute after the hour the solution is open, and a game may end but counts no more
        set_today(monkeypatch, tomorrow, time(1, 1))
        assert key(await client.get(solution), 409) == "no_par_yet"
        assert (await begin(client, OTHER, day=TODAY))["id"] != others["id"]
        await finish(client, others["id"], OTHER)
        told = await look(client, OTHER, TODAY)
        assert told["you"] == {"id": others["id"], "over": True, **NONE, "late": True}
        assert [row["name"] for row in told["board"]] == ["Ana"]
        assert told["streak"] == {"now": 0, "best": 0}
        cards = [
            (await client.get(f"/api/tables/{table}/result.svg")).text
            for table in (made["id"], others["id"])
        ]
        assert ["too late" in card for card in cards] == [False, True]

    ask(tmp_path, check, request_rate=1e6)


def test_the_board_has_the_best_first_and_equals_side_by_side(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        scores = {}
        for number, seed in enumerate((1, 2, 2, 3)):
            who = f"player-number-{number}-{'x' * 10}"
            made = await begin(client, who, name=f"Guest {number}")
            scores[f"Guest {number}"] = await finish(client, made["id"], who, seed)
        board = (await look(client, None))["board"]
        assert {row["name"]: row["score"] for row in board} == scores
        assert [row["score"] for row in board] == sorted(scores.values())  # a low one is good
        places = {row["name"]: row["place"] for row in board}
        assert places["Guest 1"] == places["Guest 2"]
        assert places == {
            name: 1 + sum(other < score for other in scores.values())
            for name, score in scores.items()
        }

    ask(tmp_path, check, request_rate=1e6)


def test_what_counts_is_played_without_help(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        made = await begin(client)
        at = f"/api/tables/{made['id']}"
        hint = {"number": 0}
        assert (
            key(await client.post(f"{at}/hint", json=hint, headers=by(KEY)), 403) == "daily_alone"
        )
        assert key(await client.post(f"{at}/leave", headers=by(KEY)), 403) == "daily_alone"
        chance, undone = random.Random(1), 0
        while True:
            state = (await client.get(at, headers=by(KEY))).json()
            assert not state["ended"], "no move has shown anything"
            body = {"number": state["number"], "move": chance.choice(state["moves"])}
            await client.post(f"{at}/moves", json=body, headers=by(KEY))
            back = {"number": state["number"] + 1}
            answer = await client.post(f"{at}/undo", json=back, headers=by(KEY))
            if answer.status_code != 200:  # the wheel was filled up
                assert key(answer, 403) == "daily_no_undo"
                break
            undone += 1
            await client.post(f"{at}/moves", json=body, headers=by(KEY))
        assert undone
        await client.post(f"{at}/resign", headers=by(KEY))
        told = await look(client)
        assert told["you"]["over"]
        assert (told["board"], told["streak"]["now"]) == ([], 0)
        # and it stays given up
        assert (await begin(client))["id"] == made["id"]
        fun = await begin(client, again=True)
        at = f"/api/tables/{fun['id']}"
        body = {"number": 0, "move": fun["state"]["moves"][0]}
        await client.post(f"{at}/moves", json=body, headers=by(KEY))
        undone = await client.post(f"{at}/undo", json={"number": 1}, headers=by(KEY))
        assert undone.json()["undo"] == "done"

    ask(tmp_path, check, request_rate=1e6)


def test_past_days_are_for_fun_and_there_is_no_tomorrow(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        yesterday, tomorrow = TODAY - timedelta(days=1), TODAY + timedelta(days=1)
        made = await begin(client, day=yesterday)
        assert made["state"]["table"]["daily"] == {"date": str(yesterday), "counts": False}
        await finish(client, made["id"])
        told = await look(client, day=yesterday)
        assert (told["board"], told["you"], told["latest"]) == ([], None, str(TODAY))
        assert key(await client.get(f"/api/daily/{tomorrow}"), 404) == "daily_to_come"
        post = await client.post(f"/api/daily/{tomorrow}", json={"name": "A"}, headers=by(KEY))
        assert key(post, 404) == "daily_to_come"
        assert key(await client.get("/api/daily/yesterday"), 422) == "bad_date"
        assert key(await client.get("/api/daily/2026-02-30"), 422) == "bad_date"
        before = EPOCH - timedelta(days=1)
        assert key(await client.get(f"/api/daily/{before}"), 422) == "before_dailies"
        at = f"/api/daily/{TODAY}"
        assert key(await client.post(at, json={"name": "Ana"}), 401) == "no_key"
        weak = await client.post(at, json={"name": "Ana"}, headers=by("short"))
        assert key(weak, 401) == "bad_key"
        nobody = await client.post(at, json={"name": " "}, headers=by(KEY))
        assert key(nobody, 422) == "bad_name"
        assert (await look(client))["you"] is None
        assert key(await client.get(f"{at}/solution"), 409) == "daily_goes_on"
        late = await client.get(f"/api/daily/{yesterday}/solution")
        assert key(late, 409) == "no_par_yet"

    ask(tmp_path, check, request_rate=1e6)


def test_streaks() -> None:
    def played(*ago: int, given_up: int | None = None) -> list[Result]:
        return [
            Result(str(TODAY - timedelta(days=n)), "", "", "", 0, 1, None if n == given_up else 50)
            for n in ago
        ]

    assert streak([], TODAY) == {"now": 0, "best": 0}
    assert streak(played(0), TODAY) == {"now": 1, "best": 1}
    assert streak(played(1, 2, 3), TODAY) == {"now": 3, "best": 3}  # until midnight
    assert streak(played(2, 3, 4), TODAY) == {"now": 0, "best": 3}
    assert streak(played(0, 1, 3, 4, 5), TODAY) == {"now": 2, "best": 3}
    assert streak(played(0, 1, 2, given_up=1), TODAY) == {"now": 1, "best": 1}


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.long)])
def test_two_servers_and_the_library_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    days = [EPOCH + timedelta(days=n) for n in range(count)]
    set_today(monkeypatch, days[-1])
    told: list[list[dict[str, Any]]] = []

    async def check(client: httpx.AsyncClient) -> None:
        answers = [(await client.get(f"/api/daily/{day}")).json() for day in days]
        names = ("date", "number", "solo", "puzzles")
        told.append([{name: answer[name] for name in names} for answer in answers])

    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        ask(folder, check, request_rate=1e6)
    assert told[0] == told[1] == [daily(day).to_json() for day in days]
    assert len({day["solo"]["seed"] for day in told[0]}) == len(days)


def test_a_file_of_tables_brings_results_along_once(tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    file, boards = tmp_path / "tables.jsonl", []

    async def play(client: httpx.AsyncClient) -> None:
        made = await begin(client)
        await finish(client, made["id"], seed=len(boards) + 1)
        boards.append((await look(client))["board"])

    async def compare(client: httpx.AsyncClient) -> None:
        boards.append((await look(client))["board"])

    here, there = (Settings(data=str(tmp_path / name)) for name in ("here", "there"))
    ask(tmp_path / "here", play, request_rate=1e6)
    assert hosting.export_tables(here, file, []) == 1
    assert hosting.import_tables(there, file) == (1, 0)
    ask(tmp_path / "there", compare, request_rate=1e6)
    assert boards[1] == boards[0]
    (tmp_path / "there" / "tables.sqlite").unlink()
    ask(tmp_path / "there", play, request_rate=1e6)
    assert hosting.import_tables(there, file) == (1, 0)  # a second one that counted elsewhere
    ask(tmp_path / "there", compare, request_rate=1e6)
    assert boards[3] == boards[2] != boards[0]


# ---- one result, whatever happens --------------------------------------------------------------


def start_racing(servers: list[Server], day: str, who: str, count: int = 20) -> set[str]:
    """Many requests at once, at all servers in turn; the tables that they got."""

    def post(number: int) -> str:
        server = servers[number % len(servers)]
        status, made = server.ask("POST", f"/api/daily/{day}", {"name": "Ana"}, who)
        assert status in (200, 201), made
        return str(made["id"])

    with ThreadPoolExecutor(count) as pool:
        return set(pool.map(post, range(count)))


def one_result(server: Server, table: str) -> None:
    """The game is played to its end, and the board has it once."""
    chance = random.Random(1)
    while True:
        _, state = server.ask("GET", f"/api/tables/{table}", token=KEY)
        if state["ended"]:
            break
        body = {"number": state["number"], "move": chance.choice(state["moves"])}
        server.ask("POST", f"/api/tables/{table}/moves", body, KEY)
    score = state["ended"]["standings"][0]["score"]
    _, told = server.ask("GET", "/api/daily", token=KEY)
    row = {"place": 1, "name": "Ana", "score": score, "you": True}
    assert [each for each in told["board"] if each["you"]] == [row]
    assert told["players"] == len(told["board"])


@pytest.mark.process
def test_a_race_of_twenty_requests_gives_one_table(tmp_path: Path) -> None:
    """On one server, on two that share a database, and across a kill at any instant."""
    with running(tmp_path) as server:
        _, told = server.ask("GET", "/api/daily")
        tables = start_racing([server], told["latest"], KEY)
        assert len(tables) == 1
        one_result(server, tables.pop())


@pytest.mark.long
@pytest.mark.process
def test_a_race_at_two_workers_gives_one_table(tmp_path: Path) -> None:
    with own_database() as url, own_redis(tmp_path) as redis:
        given = ("--database", url, "--redis", redis.url)
        with (
            running(tmp_path / "one", *given) as one,
            running(tmp_path / "two", *given) as two,
        ):
            _, told = one.ask("GET", "/api/daily")
            tables = start_racing([one, two], told["latest"], KEY)
            assert len(tables) == 1
            one_result(two, tables.pop())
            _, elsewhere = one.ask("GET", "/api/daily", token=KEY)
            assert elsewhere["players"] == 1


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize("kills", [25])
def test_a_killed_server_gives_one_table(tmp_path: Path, kills: int) -> None:
    """Requests are under way whenever it is killed; who was answered has the table for good."""
    server = Server(tmp_path)
    chance = random.Random(kills)
    try:
        server.start()
        _, told = server.ask("GET", "/api/daily")
        answered: dict[str, set[str]] = {}

        def post(who: str) -> None:
            try:
                status, made = server.ask(
                    "POST", f"/api/daily/{told['latest']}", {"name": "Ana"}, who
                )
            except OSError:  # it was killed
                return
            if status in (200, 201):
                answered.setdefault(who, set()).add(made["id"])

        for kill in range(kills):
            keys = [KEY, *(f"player-{kill}-{n}-{'x' * 12}" for n in range(6))]
            with ThreadPoolExecutor(14) as pool:
                for who in keys * 2:
                    pool.submit(post, who)
                pool.submit(lambda: asyncio.run(asyncio.sleep(chance.uniform(0, 0.08)))).result()
                server.kill()
            server.start()
            for who in keys:
                post(who)
        assert len(answered) == 1 + 6 * kills
        assert all(len(tables) == 1 for tables in answered.values())
        one_result(server, answered[KEY].pop())
    finally:
        server.stop()


# ---- par ---------------------------------------------------------------------------------------


@pytest.mark.process
def test_par_is_worked_out_once_and_told_with_its_game_when_the_day_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm_up()
    monkeypatch.setitem(LATE, PAR, replace(LATE[PAR], games=2))
    begun: list[int] = []
    real = pars.Reviews._next_game

    async def count(self: Any, job: Any, process: Any) -> Any:
        begun.append(len(job.games))
        return await real(self, job, process)

    monkeypatch.setattr(pars.Reviews, "_next_game", count)

    async def check(client: httpx.AsyncClient) -> None:
        async with asyncio.timeout(120):
            while (told := await look(client, None))["par"]["status"] != "done":
                assert told["par"]["status"] in ("waiting", "working")
                await asyncio.sleep(0.2)
        par = told["par"]
        assert list(par["scores"]) == ["club", "expert"]
        assert par["best"] is None
        assert "moves" not in str(par)
        set_today(monkeypatch, TODAY + timedelta(days=1), time(0, 59))
        assert (await look(client, None, TODAY))["par"]["best"] is None
        set_today(monkeypatch, TODAY + timedelta(days=1), time(1))
        told = await look(client, None, TODAY)
        top = min(score for scores in par["scores"].values() for score in scores)
        assert told["par"]["best"]["score"] == top
        replay = (await client.get(f"/api/daily/{TODAY}/solution")).json()
        assert replay["standings"][0]["score"] == top

    ask(tmp_path, check, par=True, request_rate=1e6)
    assert begun[:2] == [0, 1]

    async def kept(client: httpx.AsyncClient) -> None:
        told = await look(client, None, TODAY)
        assert told["par"]["status"] == "done"

    before = len(begun)
    ask(tmp_path, kept, request_rate=1e6)
    assert len(begun) == before
