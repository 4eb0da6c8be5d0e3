"""The client for programs, at a real server."""

from __future__ import annotations

import asyncio
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import own_bots
import pytest
from websockets.asyncio.server import ServerConnection, serve

import moonlit
from helpers.server import Server, free_port, running
from moonlit.bots import OwnBotFailed
from moonlit.client import Client, Refused, Table, Unreachable
from moonlit.client.client import server_of, table_of
from moonlit.client.player import RandomMover, find_own, play_on, take_seat
from moonlit.core.errors import BadTable

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


def test_two_programs_play_a_game_while_a_third_watches(server: Server) -> None:
    async def play() -> tuple[list[Any], dict[str, Any]]:
        async with Client(server.url) as client, Client(server.url) as other:
            ana = await client.create("dance-of-muses", 2, name="Ana")
            ben = await other.join(ana.link, "Ben")
            eve = await client.watch(ana.id)
            assert (ana.seat, ben.seat, eve.seat) == (0, 1, None)
            ends = await asyncio.gather(
                play_on(ana, RandomMover()), play_on(ben, RandomMover()), watch(eve)
            )
            return ends, await eve.record()

    async def watch(table: Table) -> dict[str, Any]:
        async for state in table:
            assert state["moves"] is None
        return table.state

    ends, record = asyncio.run(asyncio.wait_for(play(), 60))
    match = moonlit.load(record)
    assert match.over
    assert [end["ended"]["standings"] for end in ends] == 3 * [match.standings()]
    assert match.players == ["Ana", "Ben"]


def test_a_refusal_says_why_in_any_language(server: Server) -> None:
    async def ask() -> list[Refused]:
        refusals = []
        async with Client(server.url) as client:
            ana = await client.create("nova-luna", 2, name="Ana")
            ben = await client.join(ana.id, "Ben")
            async for state in ana:
                if state["view"] is not None:
                    break
            mover = ana if ana.my_turn else ben
            for attempt in (
                mover.play("9@0,0"),
                mover.ask("move", number=7, move="1@0,0"),
                mover.ask("chat", text=""),
                client.join(ana.id, "Cleo"),
                client.watch("zzzzzzzzzz"),
                client.watch(ana.id, "a-token-that-opens-nothing"),
            ):
                with pytest.raises(Refused) as refused:
                    await attempt
                refusals.append(refused.value)
        return refusals

    refusals = asyncio.run(asyncio.wait_for(ask(), 60))
    assert [refused.key for refused in refusals][:2] == ["no_such_tile", "stale"]
    assert [refused.status for refused in refusals][3:] == [409, 404, 401]
    for refused in refusals:
        texts = {refused.text(language) for language in ("en", "es", "fr")}
        assert len(texts) == 3, texts
        assert refused.text() == refused.english
        again = pickle.loads(pickle.dumps(refused))
        assert (again.text(), again.status) == (refused.text(), refused.status)
    newer = Refused({"topic": "server", "key": "from_the_future", "text": "Not yet."})
    assert newer.text("fr") == "Not yet."


def test_a_bot_of_ones_own_takes_a_seat_from_the_command_line(server: Server) -> None:
    made = server.create("dance-of-muses", 2, name="Ana", ready=True)
    command = [sys.executable, "-m", "moonlit", "seat", f"{server.url}/t/{made['id']}"]
    seated = subprocess.Popen(
        [*command, "own_bots:LastMove", "--name", "Robo", "--language", "en"],
        cwd="tests/helpers",
        env={**server.environment, "PYTHONPATH": "."},
        stdout=subprocess.PIPE,
        text=True,
    )

    async def play() -> None:
        async with Client(server.url) as client:
            ana = await client.watch(made["id"], made["token"])
            await play_on(ana, RandomMover())

    asyncio.run(asyncio.wait_for(play(), 60))
    said, _ = seated.communicate(timeout=30)
    assert seated.returncode == 0
    assert "Robo" in said
    assert "Place" in said
    assert server.record(made["id"])["players"] == ["Ana", "Robo"]


def test_a_bot_that_fails_loses_its_turns_and_a_policy_plays(server: Server) -> None:
    lost: list[OwnBotFailed] = []

    async def play() -> dict[str, Any]:
        async with Client(server.url) as client:
            ana = await client.create("dance-of-muses", 2, name="Ana")
            robo = take_seat(ana.link, own_bots.Raising(), "Robo", lost_turn=lost.append)
            ends = await asyncio.gather(play_on(ana, own_bots.ScaledPolicy()), robo)
            assert ends[0]["ended"] == ends[1]["ended"]
            return await ana.record()

    match = moonlit.load(asyncio.run(asyncio.wait_for(play(), 60)))
    assert match.over
    made = match.history_of_movers()
    assert lost
    assert len(lost) < len(made)
    assert "Raising" in lost[0].turn_lost()
    replay = moonlit.load({**match.record(), "moves": [], "result": None})
    for move in made:
        if replay.to_move == 0:
            assert replay.action(move) == min(replay.legal_actions())
        replay.play(move)


def test_chat_and_what_was_missed(server: Server) -> None:
    async def talk() -> tuple[Table, Table]:
        async with Client(server.url) as client:
            ana = await client.create("nomads", 3, name="Ana")
            ben = await client.join(ana.id, "Ben")
            await ana.ask("chat", text="Hello")
            await ben.ask("chat", text="Hi")
            async for _ in ana:
                if len(ana.chat) == 2:
                    break
            late = await client.watch(ana.id)
            listed = await client.tables()
            assert ana.id not in [table["id"] for table in listed]
            assert [game["name"] for game in await client.games()] == list(moonlit.game_names())
            return ana, late

    ana, late = asyncio.run(asyncio.wait_for(talk(), 60))
    assert [line["text"] for line in ana.chat] == ["Hello", "Hi"]
    assert late.chat == ana.chat
    assert [line["entries"][0]["key"] for line in late.log] == ["log.joined"]


def test_the_example_in_the_docs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path("docs/protocol.md").read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    assert "http://127.0.0.1:8000" in code
    exec(code.replace("http://127.0.0.1:8000", server.url), {})
    assert "has place" in capsys.readouterr().out


def test_a_server_that_is_not_there() -> None:
    async def ask() -> None:
        async with Client(f"http://127.0.0.1:{free_port()}") as client:
            await client.games()

    with pytest.raises(Unreachable) as unreachable:
        asyncio.run(ask())
    assert "127.0.0.1" in unreachable.value.text()


@pytest.mark.parametrize("says_goodbye", [True, False])
def test_a_program_comes_again_where_the_server_was_in_trouble(says_goodbye: bool) -> None:
    """Its database does not answer; or it is killed before it can say that."""
    state = {"type": "state", "seq": 1, "log": [], "chat": [], "ended": None}
    over = {**state, "seq": 2, "ended": {}}
    refusal = {"topic": "server", "key": "cannot_load", "text": "Try again."}
    hellos = []

    async def answer(opened: ServerConnection) -> None:
        hellos.append(json.loads(await opened.recv()))
        if len(hellos) > 1:
            await opened.send(json.dumps(over))
            await opened.wait_closed()
            return
        await opened.send(json.dumps({"type": "refused", "error": refusal}))
        if says_goodbye:
            await opened.close(1011)
        else:
            await asyncio.sleep(0.2)
            opened.transport.abort()

    async def listen() -> dict[str, Any]:
        port = free_port()
        async with serve(answer, "127.0.0.1", port), Client(f"http://127.0.0.1:{port}") as client:
            table = Table(client, "table", "token", state)
            async for each in table:
                found = each
            await table.close()
            return found

    assert asyncio.run(asyncio.wait_for(listen(), 60)) == over
    assert [hello["since"] for hello in hellos] == [1, 1]


def test_a_refusal_that_lasts_is_told_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonlit.client.table.PATIENCE", 0.5)
    state = {"type": "state", "seq": 1, "log": [], "chat": [], "ended": None}
    refusal = {"topic": "server", "key": "cannot_load", "text": "Try again."}

    async def refuse(opened: ServerConnection) -> None:
        await opened.recv()
        await opened.send(json.dumps({"type": "refused", "error": refusal}))
        await opened.close(1011)

    async def listen() -> None:
        port = free_port()
        async with serve(refuse, "127.0.0.1", port), Client(f"http://127.0.0.1:{port}") as client:
            table = Table(client, "table", "token", state)
            try:
                async for _ in table:
                    pass
            finally:
                await table.close()

    with pytest.raises(Refused, match="Try again"):
        asyncio.run(asyncio.wait_for(listen(), 60))


def test_links() -> None:
    assert server_of("https://play.example/t/abc") == "https://play.example"
    assert server_of("localhost:8000") == "http://localhost:8000"
    assert table_of("https://play.example/t/abc123/") == table_of("abc123") == "abc123"
    for wrong in ("", "ftp://x/t/a", "http://[", "http://a:b/t/x", "http://:80/t/x"):
        with pytest.raises(BadTable):
            server_of(wrong)
    with pytest.raises(BadTable):
        table_of("https://play.example/")
    assert isinstance(find_own("random"), RandomMover)
