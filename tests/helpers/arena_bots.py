"""Bots of one's own, some of them bad, for the tests of the arena."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any


class First:
    """Takes the first move."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return moves[0]


class Slow(First):
    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        time.sleep(0.004)
        return moves[0]


class Cheat(First):
    """Plays what is not allowed as soon as it has three tiles."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return moves[0] if view["number"] < 6 else "99@0,0"


class Broken(First):
    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        raise SystemExit("no idea")


class Deadly(First):
    """Takes the whole process with it."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        os._exit(3)


class DeadlyOnce(First):
    """The same, but only the first time; it notes the Ray nodes it has been on."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        notes = Path(os.environ["ARENA_NOTES"])
        try:
            (notes / "died").touch(exist_ok=False)
        except FileExistsError:
            if "ARENA_RAY" in os.environ:
                import ray

                (notes / f"node-{ray.get_runtime_context().get_node_id()}").touch()
            return moves[0]
        os._exit(3)
