"""Playing on all cores of this machine: a process a core, each with its own pipe.

A worker that dies is noticed by its pipe and replaced; when this process dies, the workers notice
by the same pipe and end.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from moonlit.arena.feed import Batch, Feed
from moonlit.arena.plan import Setup
from moonlit.arena.play import Line, play_fixture


class BotFailed(RuntimeError):
    """One of Moonlit's own bots raised: a bug, told with the worker's traceback."""


def cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def play_batch(setup: Setup, batch: Batch, keep_records: bool) -> tuple[list[Line], float]:
    """The lines of a batch and the seconds that it took."""
    start = time.perf_counter()
    lines = [play_fixture(setup, fixture, keep_records) for fixture in batch]
    return lines, time.perf_counter() - start


def here(setup: Setup, feed: Feed, keep_records: bool) -> Iterator[list[Line]]:
    """Play in this very process."""
    while batch := feed.take():
        lines, seconds = play_batch(setup, batch, keep_records)
        feed.done(batch, seconds)
        yield lines


def on_cores(setup: Setup, feed: Feed, keep_records: bool, jobs: int) -> Iterator[list[Line]]:
    """Play in `jobs` processes; each batch's lines as it ends."""
    crew: dict[Any, Worker] = {}
    try:
        while True:
            while len(crew) < jobs and (batch := feed.take()):
                worker = Worker(setup, keep_records)
                crew[worker.pipe] = worker
                worker.give(batch)
            if not crew:
                return
            for pipe in wait(list(crew)):
                worker = crew[pipe]
                answer = worker.answer()
                if answer is None:
                    crew.pop(pipe).end()
                    feed.died(worker.batch)
                    continue
                lines, seconds = answer
                feed.done(worker.batch, seconds)
                if batch := feed.take():
                    worker.give(batch)
                else:
                    crew.pop(pipe).end()
                yield lines
    finally:
        for worker in crew.values():
            worker.end()


class Worker:
    """A process that plays, as this one sees it."""

    def __init__(self, setup: Setup, keep_records: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, setup, keep_records), daemon=True)
        self.process.start()
        theirs.close()  # theirs alone, so that its end is the pipe's end
        self.batch: Batch = []

    def give(self, batch: Batch) -> None:
        self.batch = batch
        with contextlib.suppress(OSError):  # dead: `answer` will tell
            self.pipe.send(batch)

    def answer(self) -> tuple[list[Line], float] | None:
        """Lines and seconds, or None when the worker has died."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(answer, str):
            raise BotFailed(answer)
        return answer  # type: ignore[no-any-return]

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def work(pipe: Connection, setup: Setup, keep_records: bool) -> None:
    """What a worker does: batches come in, lines go out, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives out the work
    while True:
        try:
            batch = pipe.recv()
        except (EOFError, OSError):
            return
        answer: Any
        try:
            answer = play_batch(setup, batch, keep_records)
        except Exception:
            answer = traceback.format_exc()
        try:
            pipe.send(answer)
        except OSError:
            return
