"""Where chaos happens: a server with its database, and everything bad that can be done to it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import struct
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from helpers.server import Postgres, Redis, Server, eventually, workers_of
from moonlit.server.web.transport.handoff import FOLDER

CLOCK = Path(__file__).resolve().parent / "clock"
HOUR = 3_600 * 10**9


class World:
    """One server. `tally` counts what was done to it."""

    name = ""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.clock = folder / "clock"
        self.clock.write_bytes(struct.pack("<q", 0))
        own = os.environ.get("PYTHONPATH", "")
        path = os.pathsep.join([str(CLOCK), *([own] if own else [])])
        self.server = Server(
            folder / "data", *arguments, PYTHONPATH=path, CHAOS_CLOCK=str(self.clock)
        )
        self.tally: dict[str, int] = {}
        self.running: set[int] = set()  # processes, since something was last done to them
        self.deaths: list[str] = []  # that were none of our doing
        self.last = "the start"

    def where(self) -> str:
        return self.server.url

    def count(self, what: str) -> None:
        self.tally[what] = self.tally.get(what, 0) + 1

    def faults(self) -> dict[str, float]:
        """What can be done, and how likely it is."""
        return {"kill": 6, "restart": 1, "clock": 1}

    def kill(self, chance: random.Random) -> None:
        self.server.kill()
        self.count("kills")
        self.server.start()

    def restart(self, chance: random.Random) -> None:
        self.server.stop()
        self.count("restarts of the server")
        self.server.start()

    def clock_moves(self, chance: random.Random) -> None:
        self.count("clocks moved")
        self.set_clock(chance.choice([-HOUR, 0, HOUR]))

    def set_clock(self, off: int) -> None:
        """In its place: the server has mapped the file, and dies if it is empty for a moment."""
        with self.clock.open("r+b") as file:
            file.write(struct.pack("<q", off))

    def do(self, fault: str, chance: random.Random) -> None:
        gone = {each for each in self.running if not Path(f"/proc/{each}").exists()}
        assert self.server.process is not None
        if gone or (self.running and self.server.process.poll() is not None):
            how = f"{self.server.process.poll()}, after {self.last}, before {fault}"
            self.deaths.append(f"died by itself: {how}\n{self.server.tail()[-800:]}")
        self.last = fault
        getattr(self, "clock_moves" if fault == "clock" else fault)(chance)
        self.running = set(self.processes())

    def processes(self) -> list[int]:
        assert self.server.process is not None
        return [self.server.process.pid]

    def memory(self) -> int:
        pages = [Path(f"/proc/{each}/statm").read_text().split()[1] for each in self.processes()]
        return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")

    def files(self) -> int:
        return sum(len(list(Path(f"/proc/{each}/fd").iterdir())) for each in self.processes())


class SqliteWorld(World):
    name = "SQLite, one worker"

    def faults(self) -> dict[str, float]:
        return {**super().faults(), "disk": 1, "database": 2}

    def disk(self, chance: random.Random) -> None:
        """Full for a moment, where the folder is a small disk of its own."""
        if not os.path.ismount(self.folder):
            return
        ballast = self.folder / "ballast"
        with ballast.open("wb") as file, contextlib.suppress(OSError):
            while True:
                os.write(file.fileno(), b"x" * 65_536)
        time.sleep(chance.uniform(0.2, 1.0))
        ballast.unlink()
        self.count("disks filled")

    def database(self, chance: random.Random) -> None:
        """Somebody else writes in the file for a while, and then the server is started anew."""
        other = sqlite3.connect(self.folder / "data" / "tables.sqlite", timeout=5)
        with contextlib.suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            time.sleep(chance.uniform(0.1, 0.5))
            other.rollback()
        other.close()
        self.server.stop()
        self.server.start()
        self.count("restarts of the database")

    def rows(self) -> Iterator[Any]:
        connection = sqlite3.connect(self.folder / "data" / "tables.sqlite")
        yield lambda table: [
            (seq, kind, json.loads(data))
            for seq, kind, data in connection.execute(
                "SELECT seq, kind, data FROM events WHERE table_id = ? ORDER BY seq", (table,)
            )
        ]
        connection.close()


class SharedWorld(World):
    name = "PostgreSQL and Redis, two workers"

    def __init__(self, folder: Path, postgres: Postgres, redis: Redis) -> None:
        arguments = ("--database", postgres.url, "--redis", redis.url, "--workers", "2")
        super().__init__(folder, *arguments)
        self.postgres, self.redis = postgres, redis

    def faults(self) -> dict[str, float]:
        return {**super().faults(), "worker": 5, "database": 2, "bus": 1, "frozen_bus": 1}

    def kill(self, chance: random.Random) -> None:
        self.choose_handoff(chance)
        super().kill(chance)

    def restart(self, chance: random.Random) -> None:
        self.choose_handoff(chance)
        super().restart(chance)

    def choose_handoff(self, chance: random.Random) -> None:
        """Half of the time a table's sockets may be at both workers."""
        if chance.random() < 0.5:
            self.server.environment[FOLDER] = ""
        else:
            self.server.environment.pop(FOLDER, None)

    def worker(self, chance: random.Random) -> None:
        found = self.processes()[1:]
        if found:
            killed = chance.choice(found)
            os.kill(killed, signal.SIGKILL)
            self.count("kills")
            # it may be there for a moment: whoever counted it as running would miss it later
            eventually(lambda: killed not in self.processes(), 60, "the worker is gone")
            eventually(lambda: len(self.processes()) == 3, 180, "there are two workers again")

    def database(self, chance: random.Random) -> None:
        self.postgres.stop("immediate")
        time.sleep(chance.uniform(0, 1.0))
        self.postgres.start()
        self.count("restarts of the database")

    def bus(self, chance: random.Random) -> None:
        self.redis.restart()
        self.count("restarts of Redis")

    def frozen_bus(self, chance: random.Random) -> None:
        assert self.redis.process is not None
        self.redis.process.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(0.5, 2.0))
        self.redis.process.send_signal(signal.SIGCONT)
        self.count("Redis frozen")

    def processes(self) -> list[int]:
        assert self.server.process is not None
        return [self.server.process.pid, *workers_of(self.server)]

    def rows(self) -> Iterator[Any]:
        import psycopg

        url = self.postgres.url.replace("+psycopg", "")
        with psycopg.connect(url) as connection:
            yield lambda table: [
                (seq, kind, json.loads(data))
                for seq, kind, data in connection.execute(
                    "SELECT seq, kind, data FROM events WHERE table_id = %s ORDER BY seq", (table,)
                )
            ]


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of its own where that can be had, so that it can be filled."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300m", "tmpfs", str(folder)]
    mounted = os.getuid() == 0 and not subprocess.run(mount, check=False).returncode
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)
