"""The server's end of a process that reviews games (reviewer.py)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

import orjson

from moonlit.core.errors import MoonlitError

LIMIT = 900.0  # seconds for a review
MAX_LINE = 64 * 2**20  # bytes of an answer


class ReviewProcess:
    """Started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def has_ended(self) -> bool:
        return self._process is not None and self._process.returncode is not None

    async def review(self, record: Any, budget: str, progress: Callable[[int, int], None]) -> bytes:
        """What reviewer.py makes of a game, as JSON. Whatever goes wrong ends the process."""
        try:
            async with asyncio.timeout(LIMIT):
                return await self._review(record, budget, progress)
        except MoonlitError:
            raise
        except BaseException:
            self.end()
            raise

    async def _review(
        self, record: Any, budget: str, progress: Callable[[int, int], None]
    ) -> bytes:
        if self._process is None:
            # an environment of a worker has places to write figures to, and this one has none
            environment = {name: value for name, value in os.environ.items() if "PROM" not in name}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "moonlit.server.live.reviewer",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=MAX_LINE,
                env=environment,
            )
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        asked.write(orjson.dumps({"record": record, "budget": budget}) + b"\n")
        await asked.drain()
        async for line in answers:
            if line.startswith(b'{"made":'):
                return line.rstrip()[len(b'{"made":') : -1]
            answer = orjson.loads(line)
            if error := answer.get("error"):
                raise MoonlitError(error["key"], error["topic"], **error["args"])
            progress(answer["done"], answer["total"])
        raise RuntimeError("a review's process has ended")

    def end(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
