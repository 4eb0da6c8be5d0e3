"""Positions of finished games: tried again, and played on from, at a table that begins there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by, key, new_table, play
from helpers.server import warm_up
from moonlit.core import engine
from moonlit.study import attempt

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process must not send other tests to plain Python, nor start compilers."""
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


async def every_way(client: httpx.AsyncClient, at: str, number: int) -> list[httpx.Response]:
    """All that can be asked of a position."""
    here = f"{at}/positions/{number}"
    return [
        await client.get(here),
        await client.post(f"{here}/previews", json={"moves": ["2@0,1"]}),
        await client.post(f"{here}/attempt", json={"move": "2@0,1"}),
        await client.post(f"{here}/table", json={"seat": 0, "name": "Ana"}),
    ]


def test_a_move_is_tried_again(tmp_path: Path) -> None:
    warm_up()

    async def check(client: httpx.AsyncClient) -> None:
        at, _ = await play(client, game="dance-of-muses")
        record = (await client.get(f"{at}/record")).json()
        here = f"{at}/positions/12"
        found = (await client.get(here)).json()
        assert found["number"] == found["view"]["number"] == 12
        assert found["seat"] == found["view"]["to_move"] == found["view"]["seat"]
        assert record["moves"][12] in found["moves"]
        other = next(move for move in found["moves"] if move != record["moves"][12])
        told = (await client.post(f"{here}/previews", json={"moves": [other]})).json()
        assert list(told["previews"]) == [other]
        asked = {"move": other}
        both = await asyncio.gather(*(client.post(f"{here}/attempt", json=asked) for _ in "ab"))
        made, second = sorted(both, key=lambda answer: answer.status_code)
        assert key(second, 429) == "attempt_pending"
        answer = made.json()
        assert answer.pop("told")
        assert answer == attempt(record, 12, other).to_json()
        # what is no move there, and where there is no position
        assert key(await client.post(f"{here}/attempt", json={"move": "?"}), 422)
        for answer in await every_way(client, at, len(record["moves"])):
            assert key(answer, 404) == "no_such_position"

    ask(tmp_path, check, request_rate=1e6)


def test_nothing_is_told_of_a_game_that_goes_on(tmp_path: Path) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        at, tokens = await play(client, moves=8, game="dance-of-muses")
        for answer in await every_way(client, at, 2):
            assert key(answer, 409) == "not_over"
        await client.post(f"{at}/resign", headers=by(tokens[1]))
        for answer in await every_way(client, at, 2):
            assert key(answer, 409) == "still_secret"

    ask(tmp_path, check, request_rate=1e6)


def test_a_game_is_played_on_from_a_position(tmp_path: Path) -> None:
    warm_up()
    kept: dict[str, Any] = {}

    async def first(client: httpx.AsyncClient) -> None:
        at, _ = await play(client)
        record = (await client.get(f"{at}/record")).json()
        before = (await client.get(f"{at}/positions/9")).json()
        asked = {"seat": before["seat"], "level": "novice", "name": "Cleo"}
        answer = await client.post(f"{at}/positions/9/table", json=asked)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        state, there = made["state"], f"/api/tables/{made['id']}"
        names = state["view"].pop("players")
        assert names[before["seat"]] == "Cleo"
        assert "Ana" not in names
        before["view"].pop("players")
        assert (state["view"], state["moves"]) == (before["view"], before["moves"])
        assert state["table"]["origin"] == {"id": at.rpartition("/")[2], "number": 9}
        assert state["table"]["join"] == "closed"
        assert [line["entries"][0]["key"] for line in state["log"]] == ["log.played_on"]
        assert state["last"]["move"] == record["moves"][8]
        # nobody goes behind the start
        headers = by(made["token"])
        assert state["undo"] == {"can": False, "asked": None}
        refused = await client.post(f"{there}/undo", json={"number": 9}, headers=headers)
        assert key(refused, 409) == "nothing_to_undo"
        move = {"number": 9, "move": state["moves"][0]}
        await client.post(f"{there}/moves", json=move, headers=headers)
        while (state := (await client.get(there, headers=headers)).json())["moves"] is None:
            await asyncio.sleep(0.02)  # the bot moves
        back = {"number": state["number"]}
        undone = await client.post(f"{there}/undo", json=back, headers=headers)
        assert undone.json()["undo"] == "done"
        state = (await client.get(there, headers=headers)).json()
        assert (state["number"], state["undo"]["can"]) == (9, False)
        kept.update(there=there, headers=headers, state=state, record=record)

    async def again(client: httpx.AsyncClient) -> None:
        """The server was started again."""
        there, headers = kept["there"], kept["headers"]
        state = (await client.get(there, headers=headers)).json()
        same = ("view", "moves", "last", "undo", "log")
        assert {name: state[name] for name in same} == {name: kept["state"][name] for name in same}
        assert state["table"]["origin"] == kept["state"]["table"]["origin"]
        await client.post(f"{there}/resign", headers=headers)
        replay = (await client.get(f"{there}/replay")).json()
        assert replay["origin"] == state["table"]["origin"]
        record = (await client.get(f"{there}/record")).json()
        assert record["moves"] == kept["record"]["moves"][:9]
        assert record["deal"] == kept["record"]["deal"]

    ask(tmp_path, first, request_rate=1e6)
    ask(tmp_path, again, request_rate=1e6)


def test_a_hint_says_why(tmp_path: Path) -> None:
    warm_up()

    async def check(client: httpx.AsyncClient) -> None:
        bots = [{"kind": "open"}, {"kind": "bot", "level": "novice"}]
        made = await new_table(client, seats=bots)
        at, headers = f"/api/tables/{made['id']}", by(made["token"])
        while (state := (await client.get(at, headers=headers)).json())["moves"] is None:
            await asyncio.sleep(0.02)
        asked = {"number": state["number"]}
        found = (await client.post(f"{at}/hint", json=asked, headers=headers)).json()
        assert found["move"] != found["instead"]["move"]
        assert {found["move"], found["instead"]["move"]} <= set(state["moves"])
        assert 1 <= len(found["why"]) <= 3
        assert {entry["topic"] for entry in found["why"]} <= {"nova-luna", "study"}
        assert all(entry["key"].startswith("why.") for entry in found["why"])

    ask(tmp_path, check, request_rate=1e6)
