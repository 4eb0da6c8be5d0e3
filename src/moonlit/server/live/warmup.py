"""Compiled code at a server: it listens at once and plays on plain Python until the cache is full.

Bots search in compiled code only, so they wait for the process that fills the cache.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
import time

from moonlit.core import engine
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING, cache_folder
from moonlit.core.registry import games, versions

PATIENCE = 180.0  # seconds; then something is wrong with that process, and we compile ourselves
_started = time.monotonic()


def fill_cache() -> None:
    """Let one other process compile what is missing."""
    names = [game.name for game in games()]
    missing = [name for name in names if not all(map(engine.is_warm, versions(name)))]
    if COMPILING and cache_folder() is not None and missing:
        filling = subprocess.Popen(
            [sys.executable, "-m", "moonlit", "warm", *missing],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(filling.terminate)  # the next start goes on with what is missing


def is_cold(game: Game) -> bool:
    """Whether a bot of this game had better wait."""
    return (
        COMPILING
        and cache_folder() is not None
        and not engine.is_warm(game)
        and time.monotonic() - _started < PATIENCE
    )


def warm_up(alone: bool) -> None:
    """Load what is compiled, and have the rest compiled, aside from the loop.

    Several workers (not `alone`) have one parent that lets it be compiled.
    """

    def work() -> None:
        if alone:
            fill_cache()
        for game in games():
            if engine.is_warm(game):
                engine.warm(game)

    threading.Thread(target=work, name="warm-up", daemon=True).start()
