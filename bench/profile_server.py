"""Where the processor time of a move goes: a sampling profiler in a server under full load.

Every few milliseconds of processor time the server's stacks are looked at, and what each thread has
used since goes to the stage that its innermost known function belongs to. One line a game and a
size of table; `python bench/profile_server.py GAME PLAYERS WATCHERS` adds the functions themselves.
Processor time is what counts, so other work on the machine does little harm.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import server
from moonlit.core.registry import games

TABLES = 100
SECONDS = 6.0
EVERY = 0.002  # seconds of processor time
TABLES_OF = [  # game, players, watchers
    *((game.name, players, 0) for game in games() for players in (2, max(game.seats))),
    *((game.name, players, 4) for game in games() for players in (3, max(game.seats))),
]
# the innermost function of a stack that is found here says which stage it is: by the end of its
# file and its name, or by the file alone
STAGES = {
    "new tables": ("fastapi/", "starlette/", "web/transport/security.py", "ipaddress.py"),
    "receive": (
        "websockets/",
        "uvicorn/",
        "web/transport/connections.py",
        "web/tables/socket.py",
        "web/transport/limits.py",
    ),
    "check": (
        "pydantic/",
        "web/tables/request_models.py",
        "web/tables/command_table.py",
        "web/service.py",
        "table/commands/",
        "table/permissions.py",
        "live/hub.py",
    ),
    "rules": ("core/engine.py", "core/contract.py:copied", "core/match.py", "table/fold.py"),
    "legal moves": (
        "core/engine.py:Engine.legal",
        "core/match.py:Match._legal",
        "core/match.py:Match.moves",
        "core/match.py:Match.action",
        "/notation.py",
        "table/render.py:Renderer._legal_moves",
    ),
    "log": (
        "/log.py",
        "core/match.py:Match.log",
        "core/match.py:Match.history",
        "fold.py:Table._moved",
    ),
    "views": (
        "/views.py",
        "core/writing.py",
        "table/render.py:Renderer._view",
        "table/render.py:Renderer._body",
        "core/match.py:Match.view",
        "core/match.py:Match.standings",
    ),
    "encode": ("table/render.py", "table/state.py:encode"),
    "store": ("server/storage/", "live/changes.py", "sqlalchemy/", "psycopg", "futures/thread.py"),
    "publish": (
        "live/live_table.py",
        "live/hub.py:Hub._announce",
        "live/bus.py",
        "live/sync.py",
        "live/bots.py",
        "redis/",
        "server/metrics.py",
        "prometheus_client/",
    ),
    "send": (
        "web/transport/connections.py:SocketConnection.put",
        "web/transport/connections.py:text_frame",
        "web/tables/socket.py:Conversation.deliver",
        "web/tables/socket.py:Conversation._reply",
    ),
}
# what belongs to setting tables and sitting down wherever in a stack it is found
SETTING = (
    "web/transport/middleware.py:Middleware._http",
    "httptools_impl.py",
    "web/transport/connections.py:HttpConnection",
    "web/transport/connections.py:SocketConnection.connection_",
    "web/tables/socket.py:Conversation._hello",
    "web/tables/socket.py:close",
    "websockets/http11.py",
    "websockets/server.py",
    "websockets_sansio_impl.py:WebSocketsSansIOProtocol.__init__",
    "websockets_sansio_impl.py:WebSocketsSansIOProtocol.handle_connect",
    "websockets_sansio_impl.py:WebSocketsSansIOProtocol.connection_",
    "live/hub.py:Hub.subscribe",
    "live/hub.py:Hub.unsubscribe",
)
OTHER = "loop"  # the event loop and the system: reading, writing, waking


# ---- in the server -------------------------------------------------------------------------------


class Sampler:
    """Counts processor time by stack; SIGUSR1 begins, SIGUSR2 writes what there is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stages: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self.clocks: dict[int, float] = {}
        self.used = (0.0, 0.0)
        self.known: dict[CodeType, tuple[str | None, bool]] = {}
        signal.signal(signal.SIGUSR1, self.begin)
        signal.signal(signal.SIGUSR2, self.end)
        signal.signal(signal.SIGPROF, self.sample)

    def begin(self, *_: Any) -> None:
        self.stages.clear()
        self.functions.clear()
        self.clocks = {each: spent(each) for each in sys._current_frames()}
        self.used = os.times()[:2]
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def end(self, *_: Any) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        user, system = os.times()[:2]
        told = {
            "stages": self.stages,
            "functions": dict(self.functions.most_common(60)),
            "user": user - self.used[0],
            "system": system - self.used[1],
        }
        self.path.with_suffix(".part").write_text(json.dumps(told))
        self.path.with_suffix(".part").rename(self.path)

    def sample(self, _: int, frame: FrameType | None) -> None:
        main = threading.main_thread().ident
        for thread, other in sys._current_frames().items():
            now = spent(thread)
            passed = now - self.clocks.get(thread, now)
            self.clocks[thread] = now
            if passed > 0:
                self.count(frame if thread == main else other, passed)

    def count(self, frame: FrameType | None, passed: float) -> None:
        if frame is not None and not is_new(frame):
            name = f"{short(frame.f_code)}:{frame.f_lineno}"
        else:
            name, frame = OTHER, None
        found = None
        while frame is not None:
            stage, is_setting = self.stage(frame.f_code)
            if is_setting:
                found = stage
                break
            found = found or stage
            frame = frame.f_back
        self.stages[found or OTHER] += passed
        self.functions[name] += passed

    def stage(self, code: CodeType) -> tuple[str | None, bool]:
        if code not in self.known:
            self.known[code] = stage_of(short(code))
        return self.known[code]


def is_new(frame: FrameType) -> bool:
    """Whether a callback of the event loop has only begun: what was used before is the loop's."""
    return frame.f_back is not None and frame.f_back.f_code.co_filename.endswith("runners.py")


def spent(thread: int) -> float:
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except OSError:
        return 0.0


def short(code: CodeType) -> str:
    return f"{code.co_filename}:{code.co_qualname}"


def stage_of(name: str) -> tuple[str | None, bool]:
    """The stage whose mark fits best, the longest; and whether that overrules what is inside it."""
    if any(mark in name for mark in SETTING):
        return "new tables", True
    fitting = [
        (len(mark), stage) for stage, marks in STAGES.items() for mark in marks if mark in name
    ]
    return (max(fitting)[1] if fitting else None), False


# ---- outside -------------------------------------------------------------------------------------


def profile(game: str, players: int, watchers: int) -> dict[str, Any]:
    server.COMMAND = (sys.executable, __file__, "sampled")
    with tempfile.TemporaryDirectory() as data:
        told = Path(data, "profile.json")
        first = {min(os.sched_getaffinity(0))}
        with server.server(data, cores=first, PROFILE=str(told)) as (url, pid, _):
            load = server.Load(pid, url)
            try:
                load.do("sit_down", count=TABLES, games=[game], players=players, watchers=watchers)
                load.do("full", seconds=1.0)
                os.kill(pid, signal.SIGUSR1)
                measured = load.do("full", seconds=SECONDS)
                os.kill(pid, signal.SIGUSR2)
                while not told.exists():
                    time.sleep(0.05)
            finally:
                load.stop()
            found: dict[str, Any] = json.loads(told.read_text())
    return {**found, "moves": measured["moves"]}


def main() -> None:
    chosen = [(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))] if len(sys.argv) > 3 else TABLES_OF
    names = (*STAGES, OTHER)
    print("Processor time a move, in microseconds")
    print(f"{'':<24}" + "".join(f"{name:>12}" for name in (*names, "all", "system")))
    for game, players, watchers in chosen:
        found = profile(game, players, watchers)
        per_move = 1e6 / found["moves"]
        cells = [found["stages"].get(name, 0.0) * per_move for name in names]
        cells += [(found["user"] + found["system"]) * per_move, found["system"] * per_move]
        title = f"{game} {players}+{watchers}"
        print(f"{title:<24}" + "".join(f"{cell:>12.0f}" for cell in cells), flush=True)
        if len(chosen) == 1:
            for name, passed in found["functions"].items():
                print(f"{passed * per_move:8.1f}  {name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["sampled"]:
        from moonlit.cli import main as command

        Sampler(Path(os.environ["PROFILE"]))
        sys.argv[1:] = ["serve", *sys.argv[2:]]
        command()
    else:
        server.warm_up()
        main()
