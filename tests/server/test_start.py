"""`moonlit serve` on a fresh machine: nothing compiled, no data, and it serves."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.server import Guest, Server, free_port, running, seat_guests
from moonlit.server import serve
from moonlit.server.errors import Refused

pytestmark = pytest.mark.process


def test_a_fresh_machine(tmp_path: Path) -> None:
    """It answers before anything is compiled, and a game can be played at once."""
    data, cache = tmp_path / "data", tmp_path / "cache"
    data.mkdir()
    with running(data, MOONLIT_CACHE=str(cache)) as server:
        table, tokens = seat_guests(server, "dance-of-muses", 2, 2)
        guests = [Guest(server.url, table, token, seed) for seed, token in enumerate(tokens)]

        async def play() -> None:
            await asyncio.gather(*(guest.play() for guest in guests))

        asyncio.run(asyncio.wait_for(play(), 60))
        assert server.record(table)["result"] is not None
        assert len(server.ask("GET", "/api/games")[1]) == 3
        server.stop_compiling()


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        again = subprocess.run(
            [*server.command[:-1], str(tmp_path / "other")],
            env=server.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert again.returncode != 0
    said = (again.stdout + again.stderr).strip()
    assert str(server.port) in said
    assert "Traceback" not in said


def test_where_no_port_is_asked_for_the_next_free_one_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        first = taken.getsockname()[1]
        monkeypatch.setattr(serve, "FIRST_PORT", first)
        monkeypatch.setattr(serve, "LAST_PORT", first + 9)
        with serve.listen_somewhere("127.0.0.1") as found:
            assert first < found.getsockname()[1] <= first + 9
        monkeypatch.setattr(serve, "LAST_PORT", first)
        with pytest.raises(Refused, match="taken"):
            serve.listen_somewhere("127.0.0.1")


def test_several_workers_need_a_shared_database(tmp_path: Path) -> None:
    arguments = ["--port", str(free_port()), "--data", str(tmp_path), "--workers", "2"]
    refused = subprocess.run(
        [sys.executable, "-m", "moonlit", "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode != 0
    assert "postgresql" in (refused.stdout + refused.stderr).lower()
    assert "Traceback" not in refused.stderr


def test_it_stops_when_asked_and_keeps_everything(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        table, tokens = seat_guests(server, "nova-luna", 2, 2)
        _, state = server.ask("GET", f"/api/tables/{table}", token=tokens[0])
        mover = tokens[state["to_move"]]
        _, state = server.ask("GET", f"/api/tables/{table}", token=mover)
        move = {"number": 0, "move": state["moves"][0]}
        assert server.ask("POST", f"/api/tables/{table}/moves", move, mover)[0] == 200
        server.stop()
        assert server.process is not None
        assert server.process.returncode in (0, -15)
        server.start()
        _, state = server.ask("GET", f"/api/tables/{table}", token=mover)
        assert state["number"] == 1
        assert state["last"]["move"] == move["move"]
    finally:
        server.stop()
