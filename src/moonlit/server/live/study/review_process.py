"""The server's end of the processes that study games (reviewer.py)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

import orjson

from moonlit.core.errors import MoonlitError
from moonlit.server.live.fair_queue import FairQueue

LIMIT = 900.0  # seconds for a job
MAX_LINE = 64 * 2**20  # bytes of an answer
IDLE = 60.0  # seconds until a process that has nothing to do is ended
Progress = Callable[[int, int], None]
Item = TypeVar("Item")


class ReviewProcess:
    """Started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def has_ended(self) -> bool:
        return self._process is not None and self._process.returncode is not None

    async def do(self, job: dict[str, Any], progress: Progress | None = None) -> bytes:
        """What reviewer.py makes of a job, as JSON. Whatever goes wrong ends the process."""
        try:
            async with asyncio.timeout(LIMIT):
                return await self._do(job, progress)
        except MoonlitError:
            raise
        except BaseException:
            self.end()
            raise

    async def _do(self, job: dict[str, Any], progress: Progress | None) -> bytes:
        if self._process is None:
            # an environment of a worker has places to write figures to, and this one has none
            environment = {name: value for name, value in os.environ.items() if "PROM" not in name}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "moonlit.server.live.study.reviewer",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=MAX_LINE,
                env=environment,
            )
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        asked.write(orjson.dumps(job) + b"\n")
        await asked.drain()
        async for line in answers:
            if line.startswith(b'{"made":'):
                return line.rstrip()[len(b'{"made":') : -1]
            answer = orjson.loads(line)
            if error := answer.get("error"):
                raise MoonlitError(error["key"], error["topic"], **error["args"])
            if progress is not None:
                progress(answer["done"], answer["total"])
        raise RuntimeError("a review's process has ended")

    def end(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()


class Desk(Generic[Item]):
    """So many processes that take one job after the other from a queue."""

    def __init__(
        self,
        count: int,
        queue: FairQueue[Item],
        make: Callable[[Item, ReviewProcess], Awaitable[None]],
    ) -> None:
        self.count = count
        self._queue = queue
        self._make = make
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self.count)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        process: ReviewProcess | None = None
        try:
            while True:
                try:
                    async with asyncio.timeout(IDLE):  # wait_for may lose that we are to end
                        item = await self._queue.get()
                except TimeoutError:
                    if process is not None:
                        process.end()
                        process = None
                    continue
                if process is None or process.has_ended:
                    process = ReviewProcess()
                await self._make(item, process)
        finally:
            if process is not None:
                process.end()
