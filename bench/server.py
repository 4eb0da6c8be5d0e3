"""How much a server stands: 1,000 guests with live sockets at 500 tables of all three games.

The load comes from a process of its own, which has a core to itself where there are two. First on
SQLite with one worker, then on PostgreSQL and Redis with one, two and four, if those are there
(MOONLIT_TEST_POSTGRES, MOONLIT_TEST_REDIS). Other work on the machine makes all of it slower, and
so does a Python that was compiled without optimization, as pyenv does it unless told otherwise.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from memory import at_tables
from moonlit.core.registry import games

TABLES = 500
FIRST = 100  # of them: from then on a worker has loaded what it needs, and only tables add to it
SECONDS = 12.0
RATE = 1000  # moves a second, while it is seen how long one takes
GOAL_START = 2.0
STARTS = 3
REVIEWS = 20
REVIEWS_LAST = 600.0  # seconds that are waited for them
LOAD = Path(__file__).with_name("server_load.py")
COMMAND = (sys.executable, "-m", "moonlit", "serve")
ROOMY = {
    "MOONLIT_MAX_TABLES": "1000000",
    "MOONLIT_MAX_SOCKETS": "1000000",
    "MOONLIT_MESSAGE_RATE": "1000000",
    "MOONLIT_REQUEST_RATE": "1000000",
}
POSTGRES = os.environ.get("MOONLIT_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")
REDIS = os.environ.get("MOONLIT_TEST_REDIS", "redis://127.0.0.1:6379/0")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def pinned(cores: set[int]) -> Any:
    """Keep a process on some cores, where there are enough of them and that can be done."""
    if not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2:
        return None
    return lambda: os.sched_setaffinity(0, cores)


@contextlib.contextmanager
def server(
    data: str, *arguments: str, cores: set[int] | None = None, **environment: str
) -> Iterator[tuple[str, int, float]]:
    """A running server: its address, its process, and how long it took to listen."""
    port = free_port()
    begin = time.perf_counter()
    with Path(data, "said.txt").open("ab") as said:
        process = subprocess.Popen(
            [*COMMAND, "--port", str(port), "--data", data, *arguments],
            env={**os.environ, **ROOMY, **environment},
            stdout=said,
            stderr=said,
            start_new_session=True,
            preexec_fn=pinned(cores) if cores else None,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        while not answers(url):
            assert process.poll() is None, Path(data, "said.txt").read_text()[-2000:]
            assert time.perf_counter() < begin + 60
            time.sleep(0.005)
        yield url, process.pid, time.perf_counter() - begin
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def answers(url: str) -> bool:
    with (
        contextlib.suppress(OSError, urllib.error.URLError),
        urllib.request.urlopen(f"{url}/healthz", timeout=2) as answer,
    ):
        return bool(json.load(answer)["status"] == "ok")
    return False


@dataclass(frozen=True)
class Goals:
    """What is wanted of a server; None: nothing is."""

    moves: int | None = None  # a second, under full load
    work: float | None = None  # ms of the processor for a move
    p99: float | None = None  # ms at RATE


ON_SQLITE = Goals(2600, 0.35, 40)
ON_TWO_WORKERS = Goals(None, 0.55, 60)


class Load:
    """The process that plays the guests."""

    def __init__(self, pid: int, *urls: str, program: Path = LOAD) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(program), str(pid), *urls],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=pinned({max(os.sched_getaffinity(0))}),
        )

    def do(self, what: str, **order: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": what, **order}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the load generator has failed"
        return json.loads(line)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def measure(name: str, url: str, pid: int, goals: Goals, workers: int = 1) -> None:
    load = Load(pid, url)
    try:
        load.do("sit_down", count=FIRST)
        before = at_tables(pid, workers)
        load.do("sit_down", count=TABLES - FIRST)
        each = (at_tables(pid, workers) - before) / (TABLES - FIRST)
        calm = load.do("at_rate", rate=RATE, seconds=SECONDS)
        full = load.do("full", seconds=SECONDS)
    finally:
        load.stop()
    print(f"\n{name}: {2 * TABLES:,} sockets, {TABLES} tables")
    row("moves a second, full load", f"{full['moves_a_second']:,.0f}", least(goals.moves))
    row("  from send to everyone told, p50", f"{full['p50_ms']:.0f} ms", "")
    row("  p99", f"{full['p99_ms']:.0f} ms", "")
    row("server's processor time a move", f"{full['server_ms_a_move']:.3f} ms", most(goals.work))
    row("moves a second, as asked for", f"{calm['moves_a_second']:,.0f}", f"{RATE:,}")
    row("  from send to everyone told, p50", f"{calm['p50_ms']:.1f} ms", "")
    row("  p99", f"{calm['p99_ms']:.1f} ms", most(goals.p99))
    row("bytes a move on its two sockets", f"{full['bytes']:,.0f}", "")
    row("memory a table, its two sockets in it", f"{each / 1024:,.0f} kB", "")
    row("load generator's share of its core", f"{full['generator_busy']:.0%}", "under 100 %")
    for phase in (calm, full):
        if phase["failures"]:
            print(f"  {phase['failures']} failures, the first: {phase['first_failure']}")


def least(goal: float | None) -> str:
    return "" if goal is None else f"at least {goal:,}"


def most(goal: float | None) -> str:
    return "" if goal is None else f"at most {goal} ms"


def row(what: str, figure: str, goal: str) -> None:
    print(f"  {what:<40}{figure:>12}   {goal}")


def measure_starts() -> None:
    taken, work = [], []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder, "data")
            data.mkdir()
            with server(str(data), MOONLIT_CACHE=str(Path(folder, "cache"))) as (_, pid, seconds):
                taken.append(seconds)
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks = int(fields[11]) + int(fields[12])
                work.append(ticks / os.sysconf("SC_CLK_TCK"))
                stop_compiling(pid)
    print("\nOn a fresh machine: no data, nothing compiled")
    row("listening after", f"{min(taken):.2f} s", f"within {GOAL_START:.0f} s")
    row("  the slowest of three", f"{max(taken):.2f} s", "")
    row("  processor time until then", f"{min(work):.2f} s", "")


def stop_compiling(pid: int) -> None:
    """A server that starts with an empty cache lets another process fill it; not here.

    That process starts a moment after the server listens.
    """
    end = time.perf_counter() + 10
    while not end_compiler(pid) and time.perf_counter() < end:
        time.sleep(0.05)


def end_compiler(server: int) -> bool:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            if parent == server and "warm" in stat.with_name("cmdline").read_text().split("\0"):
                os.kill(int(stat.parent.name), signal.SIGKILL)
                return True
    return False


def measure_sqlite() -> None:
    first = {min(os.sched_getaffinity(0))}
    with (
        tempfile.TemporaryDirectory() as data,
        server(data, cores=first) as (url, pid, _),
    ):
        measure("SQLite, one worker", url, pid, ON_SQLITE)


def measure_reviews() -> None:
    """Live moves while twenty reviews are asked for at once, which work behind them."""
    with (
        tempfile.TemporaryDirectory() as data,
        server(data, cores={min(os.sched_getaffinity(0))}) as (url, pid, _),
    ):
        played = [play_out(url, seed) for seed in range(REVIEWS)]
        load = Load(pid, url)
        try:
            load.do("sit_down", count=TABLES)
            without = load.do("at_rate", rate=RATE / 2, seconds=SECONDS)
            for number, table in enumerate(played):  # each asks from an address of their own
                ask(url, f"/api/tables/{table}/review", {"budget": "quick"}, guest=number)
            beside = load.do("at_rate", rate=RATE / 2, seconds=SECONDS)
        finally:
            load.stop()
        meanwhile, looked_at = reviewed(url, played)
        begin = time.perf_counter()
        while (made := reviewed(url, played)[0]) < REVIEWS:
            if time.perf_counter() > begin + REVIEWS_LAST:
                break
            time.sleep(0.5)
        rest = time.perf_counter() - begin
    print(f"\n{REVIEWS} reviews asked for at once, {meanwhile} made meanwhile")
    row("moves looked at in the next one", f"{looked_at:,}", "")
    row(f"{made} made, after the load", f"{rest:.0f} s", "all of them")
    row(f"p99 at {RATE // 2} moves a second without them", f"{without['p99_ms']:.1f} ms", "")
    ratio = beside["p99_ms"] / without["p99_ms"]
    row("  with them", f"{beside['p99_ms']:.1f} ms", f"{ratio:.2f} times; at most 1.5")


def reviewed(url: str, tables: list[str]) -> tuple[int, int]:
    """How many reviews are made, and how many moves are looked at in those under way."""
    found = [ask(url, f"/api/tables/{table}/review") for table in tables]
    done = [each["status"] == "done" for each in found]
    return sum(done), sum(each.get("done", 0) for each in found if each["status"] == "working")


def ask(url: str, path: str, body: Any = None, token: str = "", guest: int = 0) -> Any:
    there = urlsplit(url)
    connection = HTTPConnection(
        str(there.hostname), there.port, timeout=30, source_address=(f"127.0.1.{guest + 1}", 0)
    )
    headers = {"Content-Type": "application/json"} | (
        {"Authorization": f"Bearer {token}"} if token else {}
    )
    data = None if body is None else json.dumps(body)
    connection.request("GET" if data is None else "POST", path, data, headers)
    answer = connection.getresponse()
    told = json.load(answer)
    connection.close()
    assert answer.status < 300, told
    return told


def play_out(url: str, seed: int) -> str:
    """A finished game of two guests: its table."""
    chance = random.Random(seed)
    game = games()[0].name
    made = ask(url, "/api/tables", {"game": game, "players": 2, "ready": True, "name": "A"})
    table = made["id"]
    joined = ask(url, f"/api/tables/{table}/seats", {"name": "B", "ready": True})
    tokens = (made["token"], joined["token"])
    while True:
        state = ask(url, f"/api/tables/{table}", token=tokens[0])
        if state["ended"]:
            return str(table)
        token = tokens[state["to_move"]]
        moves = ask(url, f"/api/tables/{table}", token=token)["moves"]
        move = {"number": state["number"], "move": chance.choice(moves)}
        ask(url, f"/api/tables/{table}/moves", move, token)


@contextlib.contextmanager
def own_database() -> Iterator[str]:
    """A new database on PostgreSQL, dropped afterwards."""
    import psycopg

    name = f"moonlit_bench_{random.randrange(10**9)}"
    with psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            at = POSTGRES[POSTGRES.index(":") :].rpartition("/")[0]
            yield f"postgresql+psycopg{at}/{name}"
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def measure_shared(workers: int) -> None:
    """Several workers: the guests of a table come to whichever accepts them."""
    import psycopg
    import redis

    goals = ON_TWO_WORKERS if workers == 2 else Goals()
    try:
        redis.Redis.from_url(REDIS, socket_connect_timeout=3).ping()
        with own_database() as database, tempfile.TemporaryDirectory() as data:
            arguments = ("--database", database, "--redis", REDIS, "--workers", str(workers))
            with server(data, *arguments) as (url, pid, _):
                measure(f"PostgreSQL + Redis, workers: {workers}", url, pid, goals, workers)
    except (redis.RedisError, psycopg.OperationalError) as reason:
        print(f"\nPostgreSQL + Redis: left out, {reason}")


def warm_up() -> None:
    """The figures are of a server that has run before."""
    subprocess.run([sys.executable, "-m", "moonlit", "warm"], check=True)


if __name__ == "__main__":
    print(f"Python {sys.version}")  # one that was compiled without optimization is half as quick
    warm_up()
    measure_sqlite()
    for workers in (1, 2, 4):
        measure_shared(workers)
    measure_reviews()
    measure_starts()
