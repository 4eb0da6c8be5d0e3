"""A real server as a process, and guests who play there over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from helpers.lacking import missing
from moonlit.core import engine
from moonlit.core.registry import find_game, game_names

# Tests ask more of a server than people do from one address.
ROOMY = {
    "MOONLIT_MAX_TABLES": "100000",
    "MOONLIT_MAX_SOCKETS": "100000",
    "MOONLIT_MESSAGE_RATE": "100000",
    "MOONLIT_REQUEST_RATE": "100000",
    "MOONLIT_PAR": "0",  # nobody waits for it, and it takes a core
}
Message = dict[str, Any]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def warm_up() -> None:
    """Bots wait for compiled code: let it be there before anything is measured."""
    if not is_warm():
        subprocess.run([sys.executable, "-m", "moonlit", "warm"], check=True)
        eventually(is_warm, 600, "the process that fills the cache is done")


def is_warm() -> bool:
    return all(engine.is_warm(find_game(name)) for name in game_names())


def eventually(holds: Callable[[], bool], seconds: float, what: str) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.02)


class Server:
    """`moonlit serve` in a process of its own; it can be killed and started again."""

    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        data.mkdir(parents=True, exist_ok=True)
        self.said = data / f"said-{self.port}.txt"
        self.command = [sys.executable, "-m", "moonlit", "serve", "--port", str(self.port)]
        self.command += ["--data", str(data), *arguments]
        self.environment = {**os.environ, **ROOMY, **environment}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start, wait until it answers; seconds that took."""
        begin = time.monotonic()
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(
                self.command, env=self.environment, stdout=said, stderr=said, start_new_session=True
            )
        eventually(self.answers, 60, f"the server answers\n{self.tail()}")
        return time.monotonic() - begin

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"the server has stopped\n{self.tail()}"
        with (
            contextlib.suppress(OSError, urllib.error.URLError),
            urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer,
        ):
            return bool(json.load(answer)["status"] == "ok")
        return False

    def kill(self) -> None:
        """As a power cut would: nothing is closed, nothing is said."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process = self.process
        if process is None or process.poll() is not None:
            return
        # the whole group where it dies at once: workers are processes too
        if how == signal.SIGKILL:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(15)

    def stop_compiling(self) -> None:
        """End the process that fills the cache for this server: nobody will need that cache.

        It starts a moment after the server listens.
        """
        assert self.process is not None
        end = time.monotonic() + 10
        while not self._end_compiler(self.process.pid) and time.monotonic() < end:
            time.sleep(0.05)

    def _end_compiler(self, server: int) -> bool:
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                said = stat.with_name("cmdline").read_text().split("\0")
                if parent == server and "warm" in said:
                    os.kill(int(stat.parent.name), signal.SIGKILL)
                    return True
        return False

    def memory(self) -> int:
        """Bytes of memory in use."""
        assert self.process is not None
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def tail(self) -> str:
        return self.said.read_text(errors="replace")[-3000:] if self.said.exists() else ""

    # ---- plain requests

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def must(self, method: str, at: str, body: Any = None, token: str | None = None) -> Any:
        """What is asked under /api, and not refused."""
        status, told = self.ask(method, f"/api{at}", body, token)
        assert status in (200, 201), told
        return told

    def create(self, game: str, players: int, **terms: Any) -> Message:
        status, made = self.ask("POST", "/api/tables", {"game": game, "players": players, **terms})
        assert status == 201, made
        return dict(made)

    def join(self, table: str, name: str, ready: bool = True) -> Message:
        body = {"name": name, "ready": ready}
        status, made = self.ask("POST", f"/api/tables/{table}/seats", body)
        assert status == 201, made
        return dict(made)

    def record(self, table: str) -> Message:
        status, record = self.ask("GET", f"/api/tables/{table}/record")
        assert status == 200, record
        return dict(record)


def workers_of(server: Server) -> list[int]:
    """The processes of a server's workers, where it has several."""
    found = []
    for name in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int((name / "stat").read_text().rpartition(")")[2].split()[1])
            said = (name / "cmdline").read_text()
            if server.process and parent == server.process.pid and "spawn_main" in said:
                found.append(int(name.name))
    return found


@contextlib.contextmanager
def running(data: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    server = Server(data, *arguments, **environment)
    try:
        server.start()
        yield server
    finally:
        server.stop()


def seat_guests(
    server: Server, game: str, players: int, guests: int, level: str = "novice"
) -> tuple[str, list[str]]:
    """A table with so many guests and bots in the other seats: its id and the guests' tokens."""
    seats = [{"kind": "open"}] * guests
    seats += [{"kind": "bot", "level": level}] * (players - guests)
    made = server.create(game, players, seats=seats, name="Guest 0", ready=True)
    tokens = [made["token"]]
    tokens += [server.join(made["id"], f"Guest {n}")["token"] for n in range(1, guests)]
    return made["id"], tokens


# ---- sockets -----------------------------------------------------------------------------------

BROKEN = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError)


@contextlib.asynccontextmanager
async def live(
    url: str, table: str, token: str | None, since: int = 0
) -> AsyncIterator[ClientConnection]:
    """A socket to a table that has said hello."""
    address = f"ws{url.removeprefix('http')}/api/tables/{table}/live"
    async with connect(
        address, compression=None, max_size=None, open_timeout=20, ping_interval=None
    ) as opened:
        await opened.send(json.dumps({"type": "hello", "token": token, "since": since}))
        yield opened


class Guest:
    """Somebody who plays at random and comes back whenever the connection breaks.

    `acknowledged` holds the moves that the server said were done; `log` all that was told.
    """

    def __init__(self, url: str, table: str, token: str | None, seed: int = 0) -> None:
        self.url, self.table, self.token = url, table, token
        self.chance = random.Random(seed)
        self.acknowledged: dict[int, str] = {}
        self.refusals: list[str] = []
        self.log: list[Message] = []
        self.frames: list[bytes] = []  # everything heard, if it is to be kept
        self.keeps_frames = False
        self.state: Message | None = None
        self.connections = 0
        self.pause: float = 0.0  # before each move
        self.on_done: Callable[[], None] = lambda: None

    @property
    def seq(self) -> int:
        return self.state["seq"] if self.state else 0

    @property
    def is_over(self) -> bool:
        return self.state is not None and self.state["ended"] is not None

    async def play(self) -> None:
        while not self.is_over:
            try:
                async with live(self.url, self.table, self.token, self.seq) as opened:
                    self.connections += 1
                    await self._stay(opened)
            except BROKEN:
                await asyncio.sleep(0.05)

    async def _stay(self, opened: ClientConnection) -> None:
        sent: dict[int, tuple[int, str]] = {}  # by id: number, move
        asked = -1  # the number we have sent a move for
        async for packed in opened:
            if self.keeps_frames:
                self.frames.append(packed if isinstance(packed, bytes) else packed.encode())
            message = json.loads(packed)
            if message["type"] == "done":
                number, move = sent.pop(message["id"])
                self.acknowledged[number] = move
                self.on_done()
            elif message["type"] == "refused":
                sent.pop(message.get("id"), None)  # none at the door: then it is closed
                self.refusals.append(message["error"]["key"])
                asked = -1
            elif message["type"] == "state":
                self._take(message)
            if self.is_over and not sent:
                return
            state = self.state
            if state and state["moves"] and asked != state["number"]:
                if self.pause:
                    await asyncio.sleep(self.chance.uniform(0, 2 * self.pause))
                asked, move = state["number"], self.chance.choice(state["moves"])
                name = len(self.acknowledged) + len(sent) + 1000 * self.connections
                sent[name] = asked, move
                order = {"type": "move", "id": name, "number": asked, "move": move}
                await opened.send(json.dumps(order))

    def _take(self, state: Message) -> None:
        last = self.seq
        assert state["seq"] >= last, "what was told is taken back"
        for line in state["log"]:
            assert line["seq"] > last, "a line of the log comes twice"
        self.log += state["log"]
        self.state = state

    def check_log(self) -> None:
        """Every move once and in order: whatever happened, nothing was missed."""
        numbers = [line["number"] for line in self.log if line["number"] is not None]
        assert numbers == list(range(len(numbers)))
        assert self.state is not None
        assert len(numbers) == self.state["number"]


# ---- PostgreSQL and Redis ----------------------------------------------------------------------


POSTGRES = os.environ.get("MOONLIT_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")
REDIS = os.environ.get("MOONLIT_TEST_REDIS", "redis://127.0.0.1:6379/0")


@contextlib.contextmanager
def own_database() -> Iterator[str]:
    """A database for one test, dropped afterwards; its URL for the server."""
    import psycopg

    name = f"moonlit_test_{os.getpid()}_{random.randrange(10**6)}"
    try:
        admin = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as reason:
        missing(f"no PostgreSQL at MOONLIT_TEST_POSTGRES: {reason}")
    with admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield (
                "postgresql+psycopg"
                + POSTGRES[POSTGRES.index(":") :].rpartition("/")[0]
                + f"/{name}"
            )
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Postgres:
    """A PostgreSQL of our own, so that it can be stopped and started at will."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        self.port = free_port()
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), "-D", str(self.folder / "data"), *arguments]
        if os.getuid() == 0:  # which PostgreSQL does not like
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def create(self) -> None:
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-A", "trust", "-U", "postgres")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Immediate is as good as a power cut for whoever is connected."""
        self._run("pg_ctl", "-w", "-m", how, "stop")


@contextlib.contextmanager
def own_postgres() -> Iterator[Postgres]:
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = str(programs[-1]) if programs else shutil.which("initdb")
    if found is None:
        missing("no PostgreSQL programs: initdb and pg_ctl")
    with tempfile.TemporaryDirectory(prefix="moonlit-postgres-") as folder:
        server = Postgres(Path(folder), Path(found).parent)
        server.create()
        server.start()
        try:
            yield server
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):
                server.stop()


class Redis:
    """A Redis of our own where the program is there, so that it can be restarted at will."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )
        eventually(self._listens, 10, "Redis listens")

    def _listens(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def restart(self) -> None:
        """Everything it knew is gone, and everyone is cut off."""
        self.stop()
        time.sleep(0.5)
        self.start()


class SharedRedis(Redis):
    """Somebody else's Redis: instead of a restart, subscribers are cut off."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.url = REDIS

    def start(self) -> None:
        import redis

        try:
            redis.Redis.from_url(REDIS, socket_connect_timeout=3).ping()
        except redis.RedisError as reason:
            missing(f"no Redis at MOONLIT_TEST_REDIS: {reason}")

    def stop(self) -> None:
        pass

    def restart(self) -> None:
        import redis

        redis.Redis.from_url(REDIS).client_kill_filter(_type="pubsub")


@contextlib.contextmanager
def own_redis(folder: Path) -> Iterator[Redis]:
    server = Redis(folder) if shutil.which("redis-server") else SharedRedis(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
