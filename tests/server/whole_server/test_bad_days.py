"""A full disk, a dead database, a damaged file: what is there is served, the rest refused soon,
and when it is over all goes on by itself."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.lacking import missing
from helpers.server import (
    Postgres,
    Server,
    eventually,
    own_postgres,
    own_redis,
    running,
    seat_guests,
    workers_of,
)

pytestmark = pytest.mark.process
SOON = 3.0  # seconds; a refusal takes far less, but for a machine that others use too


def timed(server: Server, *asked: Any) -> tuple[int, Any]:
    begin = time.monotonic()
    answer = server.ask(*asked)
    assert time.monotonic() - begin < SOON, asked[:2]
    return answer


def say(server: Server, table: str, token: str) -> tuple[int, Any]:
    return timed(server, "POST", f"/api/tables/{table}/chat", {"text": "Hello"}, token)


def is_ready(server: Server) -> bool:
    return timed(server, "GET", "/readyz")[0] == 200


def check_bad_day(server: Server, table: str, tokens: list[str], number: int) -> None:
    """Nothing can be written: everybody is told so at once, and sees what there is."""
    for _ in range(3):
        status, answer = say(server, table, tokens[0])
        assert status == 503, answer
        assert answer["error"]["key"] in ("cannot_save", "cannot_load")
        status, state = timed(server, "GET", f"/api/tables/{table}", None, tokens[1])
        assert (status, state["seq"]) == (200, number), state
    status, answer = timed(
        server, "POST", "/api/tables", {"game": "nova-luna", "players": 2, "name": "Cem"}
    )
    assert status == 503, answer
    eventually(lambda: not is_ready(server), 10, "the server says that it is not ready")
    status, answer = timed(server, "GET", "/readyz")
    assert answer["error"]["key"] == "not_ready"
    assert timed(server, "GET", "/healthz")[0] == 200


def check_good_day(server: Server, table: str, tokens: list[str], number: int) -> None:
    eventually(lambda: is_ready(server), 30, "the server is ready again")
    eventually(lambda: say(server, table, tokens[1])[0] == 200, 10, "it takes words again")
    state = timed(server, "GET", f"/api/tables/{table}")[1]
    assert state["seq"] > number
    assert state["chat"][0]["seq"] == number


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        missing("no right to mount a small filesystem")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 4) as disk, running(disk) as server:
        table, tokens = seat_guests(server, "nova-luna", 2, 2)
        assert say(server, table, tokens[0])[0] == 200
        number = server.ask("GET", f"/api/tables/{table}")[1]["seq"]
        ballast = disk / "ballast"
        with ballast.open("wb") as file, contextlib.suppress(OSError):
            while True:
                os.write(file.fileno(), b"x" * 4096)
        check_bad_day(server, table, tokens, number)
        ballast.unlink()
        check_good_day(server, table, tokens, number)


def restart(postgres: Postgres, server: Server, check: Any) -> None:
    postgres.stop()
    check()
    postgres.start()


@pytest.mark.long
def test_a_stopped_postgresql(tmp_path: Path) -> None:
    with (
        own_postgres() as postgres,
        own_redis(tmp_path) as redis,
        running(tmp_path, "--database", postgres.url, "--redis", redis.url) as server,
    ):
        table, tokens = seat_guests(server, "nova-luna", 2, 2)
        assert say(server, table, tokens[0])[0] == 200
        number = server.ask("GET", f"/api/tables/{table}")[1]["seq"]
        assert is_ready(server)
        restart(postgres, server, lambda: check_bad_day(server, table, tokens, number))
        check_good_day(server, table, tokens, number)


@pytest.mark.long
def test_a_worker_that_starts_while_postgresql_is_away_waits(tmp_path: Path) -> None:
    with (
        own_postgres() as postgres,
        own_redis(tmp_path) as redis,
        running(
            tmp_path, "--database", postgres.url, "--redis", redis.url, "--workers", "2"
        ) as server,
    ):
        eventually(lambda: len(workers_of(server)) == 2, 60, "both workers are there")
        table, tokens = seat_guests(server, "nova-luna", 2, 2)
        postgres.stop()
        os.kill(workers_of(server)[0], signal.SIGKILL)
        eventually(lambda: "cannot be opened" in server.tail(), 60, "another tries to start")
        assert timed(server, "GET", "/healthz")[0] == 200
        time.sleep(2)
        assert server.process is not None
        assert server.process.poll() is None
        postgres.start()
        eventually(lambda: is_ready(server), 30, "the server is ready again")
        assert say(server, table, tokens[0])[0] == 200
        assert len(workers_of(server)) == 2


def test_a_damaged_file(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        broken, tokens = seat_guests(server, "nova-luna", 2, 2)
        for _ in range(30):
            assert say(server, broken, tokens[0])[0] == 200
        for _ in range(30):
            seat_guests(server, "nova-luna", 2, 2)
    damage(tmp_path / "tables.sqlite", broken)
    with running(tmp_path) as server:
        status, answer = timed(server, "GET", f"/api/tables/{broken}")
        assert (status, answer["error"]["key"]) == (503, "cannot_load"), answer
        assert not is_ready(server)
        assert timed(server, "GET", "/healthz")[0] == 200
        new = {"game": "nova-luna", "players": 2, "name": "Cem"}
        made = [timed(server, "POST", "/api/tables", new)[0] for _ in range(10)]
        assert made.count(201) > 5  # others play on, but for those that lie in the same place
        eventually(lambda: "malformed" in server.tail(), 5, "the log says what is wrong")


def damage(file: Path, table: str) -> None:
    """Overwrite the pages on which a table's events lie."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    content = bytearray(file.read_bytes())
    for page in range(1, len(content) // size):
        here = content[page * size : (page + 1) * size]
        if here.count(table.encode()) > 5 and b"Hello" in here:
            content[page * size : page * size + 100] = b"\xff" * 100
    file.write_bytes(content)
