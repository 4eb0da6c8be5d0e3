"""`moonlit serve`: one machine becomes a place to play."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any

from moonlit.core.words import say
from moonlit.server.errors import TOPIC, Refused, refuse
from moonlit.server.settings import Settings
from moonlit.server.web.transport.limits import MAX_MESSAGE

BACKLOG = 2048
FILES = 65_536  # that may be open at once
FIRST_PORT, LAST_PORT = 8000, 8019  # tried in turn where none is asked for


def serve(settings: Settings, host: str, port: int | None, language: str, open_page: bool) -> None:
    """Listen until somebody stops us."""
    gc.disable()  # all that is imported now stays: to look for garbage in it takes 0.2 s
    listening = listen_somewhere(host) if port is None else listen(host, port)
    allow_many_files()
    port = listening.getsockname()[1]
    settings.checked()
    held = hold_file(settings)
    os.environ.update(settings.to_environment())
    for address in addresses(host, port):
        print(say(TOPIC, "serving", language, address=address), flush=True)
    print(say(TOPIC, "how_to_stop", language), flush=True)
    if open_page:
        threading.Thread(target=open_when_ready, args=(port,), daemon=True).start()
    run(settings, listening)
    del held


def listen_somewhere(host: str) -> socket.socket:
    """On the usual port, or on the next that is free."""
    for port in range(FIRST_PORT, LAST_PORT):
        try:
            return listen(host, port)
        except Refused as refused:
            if refused.key != "port_taken":
                raise
    return listen(host, LAST_PORT)


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a taken one is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as reason:
        listening.close()
        if reason.errno == errno.EADDRINUSE:
            raise refuse("port_taken", port=port) from None
        raise refuse("cannot_listen", host=host, port=port, reason=reason.strerror) from None
    except OverflowError:
        raise refuse("cannot_listen", host=host, port=port, reason="0–65535") from None
    listening.listen(BACKLOG)  # who comes early waits a moment and is not turned away
    listening.set_inheritable(True)
    return listening


def allow_many_files() -> None:
    """Every guest's connection is a file, and most systems start a program with few of them."""
    try:
        import resource
    except ImportError:  # Windows
        return
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if few != resource.RLIM_INFINITY and few < wanted:
        with contextlib.suppress(ValueError, OSError):  # it is not allowed after all
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def hold_file(settings: Settings) -> Any:
    """Make an SQLite file ours: two servers on one would not see each other's moves.

    The lock lasts as long as the file that is returned, or the process.
    """
    if not settings.file:
        return None
    if not settings.database:
        settings.make_folder()
    tables = Path(settings.file).resolve()
    try:
        file = tables.with_suffix(".lock").open("w")
    except OSError as reason:
        raise refuse("no_folder", path=str(tables.parent), reason=reason.strerror) from None
    try:
        import fcntl
    except ImportError:  # Windows
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise refuse("folder_taken", path=str(tables.parent)) from None
    return file


def run(settings: Settings, listening: socket.socket) -> None:
    import uvicorn

    from moonlit.server.web.transport.connections import HttpConnection, SocketConnection

    config = uvicorn.Config(
        "moonlit.server.web.app:from_environment",
        factory=True,
        workers=settings.workers,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,  # costs more time than a local network needs to send it
        backlog=BACKLOG,
        proxy_headers=False,  # the middleware reads them, and only where the host says so
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="critical",
        timeout_graceful_shutdown=3,
        timeout_worker_healthcheck=30,  # a machine that is busy is no reason to kill a worker
    )
    if settings.workers > 1:
        from uvicorn.supervisors import Multiprocess

        from moonlit.server import hosting
        from moonlit.server.live import warmup
        from moonlit.server.web.transport import handoff

        gc.enable()
        hosting.check_database(settings)
        warmup.fill_cache()
        with (
            tempfile.TemporaryDirectory(prefix="moonlit-") as figures,
            tempfile.TemporaryDirectory(prefix="moonlit-") as mailboxes,
        ):
            # where workers leave their figures, so that any of them can tell all
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = figures
            if os.environ.get(handoff.FOLDER) != "":  # for a table's sockets at one worker
                os.environ[handoff.FOLDER] = mailboxes
            Multiprocess(config, sockets=[listening]).run()
    else:
        server = uvicorn.Server(config)
        server.run(sockets=[listening])
        if not server.started:
            sys.exit(1)


def addresses(host: str, port: int) -> list[str]:
    """Where guests find us: for a host that listens everywhere, also in the local network."""
    if host not in ("0.0.0.0", "::"):
        shown = f"[{host}]" if ":" in host else host
        return [f"http://{shown}:{port}"]
    found = [f"http://127.0.0.1:{port}"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only chooses the way out
            found.append(f"http://{probe.getsockname()[0]}:{port}")
        except OSError:
            pass
    return found


def open_when_ready(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            break
    webbrowser.open(f"http://127.0.0.1:{port}")
