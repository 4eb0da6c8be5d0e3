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
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from moonlit.arena.feed import Feed
from moonlit.arena.play import Line

Play = Callable[[Any], Line]  # plays a game that a feed hands out; it can be sent to a process


class BotFailed(RuntimeError):
    """One of Moonlit's own bots raised: a bug, told with the worker's traceback."""


def cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def play_batch(play: Play, batch: list[Any]) -> tuple[list[Line], float]:
    """The lines of a batch and the seconds that it took."""
    start = time.perf_counter()
    lines = [play(item) for item in batch]
    return lines, time.perf_counter() - start


def here(play: Play, feed: Feed[Any]) -> Iterator[list[Line]]:
    """Play in this very process."""
    while batch := feed.take():
        lines, seconds = play_batch(play, batch)
        feed.done(batch, seconds)
        yield lines


def on_cores(play: Play, feed: Feed[Any], jobs: int) -> Iterator[list[Line]]:
    """Play in `jobs` processes; each batch's lines as it ends."""
    crew: dict[Any, Worker] = {}
    try:
        while True:
            while len(crew) < jobs and (batch := feed.take()):
                worker = Worker(play)
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

    def __init__(self, play: Play) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, play), daemon=True)
        self.process.start()
        theirs.close()  # theirs alone, so that its end is the pipe's end
        self.batch: list[Any] = []

    def give(self, batch: list[Any]) -> None:
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


def work(pipe: Connection, play: Play) -> None:
    """What a worker does: batches come in, lines go out, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives out the work
    while True:
        try:
            batch = pipe.recv()
        except (EOFError, OSError):
            return
        answer: Any
        try:
            answer = play_batch(play, batch)
        except Exception:
            answer = traceback.format_exc()
        try:
            pipe.send(answer)
        except OSError:
            return
