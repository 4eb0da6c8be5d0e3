"""Two clients want to fill the same move number: one of them wins, every time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from helpers.server import Server, live, own_database, own_redis, running, seat_guests

pytestmark = pytest.mark.process

LOST = {"stale", "not_your_turn", "is_over"}  # what the other is told: the move has been made


class Racer:
    """A socket of a seat: it sends a move and waits for the answer, and sees the states."""

    def __init__(self, opened: ClientConnection) -> None:
        self.opened = opened
        self.state: dict[str, Any] = {}
        self.asked = 0
        self.answer: asyncio.Future[dict[str, Any]] | None = None
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for packed in self.opened:
            message = json.loads(packed)
            if message["type"] == "state":
                self.state = message
                self.changed.set()
            elif message["type"] in ("done", "refused") and self.answer is not None:
                assert message["id"] == self.asked
                self.answer.set_result(message)

    async def send(self, number: int, move: str) -> dict[str, Any]:
        self.asked += 1
        self.answer = asyncio.get_running_loop().create_future()
        order = {"type": "move", "id": self.asked, "number": number, "move": move}
        await self.opened.send(json.dumps(order))
        return await self.answer

    async def reach(self, number: int) -> None:
        while not self.state or (self.state["number"] < number and not self.state["ended"]):
            self.changed.clear()
            await self.changed.wait()


@pytest.mark.long
async def race(servers: list[Server], races: int, tables: int) -> tuple[int, list[int]]:
    """Several tables at once; how many races were run, and how many of them each racer won."""
    run, wins = 0, [0, 0]

    async def at_one_table(seed: int) -> None:
        nonlocal run
        chance = random.Random(seed)
        while run < races:
            game = chance.choice(["nova-luna", "nomads", "dance-of-muses"])
            table, tokens = seat_guests(servers[0], game, 2, 2)
            made = []
            async with contextlib.AsyncExitStack() as stack:
                racers = [
                    [
                        Racer(await stack.enter_async_context(live(server.url, table, token)))
                        for server in (servers[0], servers[-1])
                    ]
                    for token in tokens
                ]
                number = 0
                while True:
                    for pair in racers:
                        for racer in pair:
                            await racer.reach(number)
                    state = racers[0][0].state
                    if state["ended"] or run >= races:
                        break
                    pair = racers[state["to_move"]]
                    moves = pair[0].state["moves"]
                    assert moves == pair[1].state["moves"]
                    sent = [chance.choice(moves) for _ in pair]
                    order = [0, 1] if chance.random() < 0.5 else [1, 0]
                    tasks = {n: asyncio.create_task(pair[n].send(number, sent[n])) for n in order}
                    answers = [await tasks[n] for n in (0, 1)]
                    won = [n for n in (0, 1) if answers[n]["type"] == "done"]
                    assert len(won) == 1, answers
                    assert answers[won[0]]["number"] == number + 1
                    assert answers[1 - won[0]]["error"]["key"] in LOST, answers
                    made.append((number, sent[won[0]]))
                    wins[won[0]] += 1
                    run += 1
                    number += 1
                last = racers[0][0].state
                for pair in racers:
                    for racer in pair:
                        racer.task.cancel()
            # what everybody is told now is what the winners sent, for seats without secrets
            if game != "dance-of-muses":
                told = await asyncio.to_thread(servers[-1].ask, "GET", f"/api/tables/{table}")
                lines = [line for line in told[1]["log"] if line["number"] is not None]
                assert [(line["number"], line["move"]) for line in lines] == made
            if last["ended"]:
                record = await asyncio.to_thread(servers[0].record, table)
                assert record["moves"] == [move for _, move in made]

    async with asyncio.timeout(100):
        await asyncio.gather(*(at_one_table(seed) for seed in range(tables)))
    return run, wins


def test_a_thousand_races_on_sqlite(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        run, wins = asyncio.run(race([server], 1000, tables=4))
    assert run >= 1000
    assert min(wins) > 100, "nobody is always first"


@pytest.mark.long
def test_races_between_two_servers(tmp_path: Path) -> None:
    with own_redis(tmp_path) as redis, own_database() as database:
        arguments = ("--database", database, "--redis", redis.url)
        with running(tmp_path, *arguments) as one, running(tmp_path, *arguments) as other:
            run, wins = asyncio.run(race([one, other], 400, tables=4))
    assert run >= 400
    assert min(wins) > 20, "either server can be first"
