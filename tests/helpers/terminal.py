"""A real terminal of 80 × 24 with `moonlit` running in it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import pyte

from moonlit import Match

PATIENCE = 120.0  # seconds until a screen that does not come is a failure: it may be compiling
COLUMNS, LINES = 80, 24


class Terminal:
    def __init__(self, *arguments: str, data: Path, **env: str) -> None:
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.data = data
        self.process, self.handle = pty.fork()
        if self.process == 0:
            os.environ.update({"TERM": "xterm-256color", "MOONLIT_DATA": str(data), "LC_ALL": "C"})
            os.environ["MOONLIT_PAR"] = "no"  # few wait for it, and it takes a core
            os.environ.update(env)
            os.execv(sys.executable, [sys.executable, "-m", "moonlit", *arguments])
        size = struct.pack("HHHH", LINES, COLUMNS, 0, 0)
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, size)
        self.ended = False

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self.handle)
        if not self.ended:
            os.waitpid(self.process, 0)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def _read(self, seconds: float) -> bool:
        if not select.select([self.handle], [], [], seconds)[0]:
            return False
        try:
            found = os.read(self.handle, 65536)
        except OSError:  # the program has ended
            found = b""
        if not found:
            self.ended = True
            return False
        self.stream.feed(found)
        return True

    def wait_for(self, text: str) -> None:
        """Until the cursor waits behind a prompt and the screen shows the text."""
        start = time.monotonic()
        while not self.ended and time.monotonic() - start < PATIENCE:
            self._read(0.05)
            if text in self.text and self.text.endswith(">"):
                return
        raise AssertionError(f"{text!r} does not appear:\n{self.text}")

    def type(self, line: str) -> None:
        os.write(self.handle, line.encode() + b"\n")

    def enter(self, line: str, expect: str) -> None:
        """Type a line and wait for the screen that answers it."""
        self.screen.reset()
        self.type(line)
        self.wait_for(expect)

    def play_out(self, match: Match, chance: random.Random) -> None:
        """Type a whole game at random, which `match` follows, and read how it ended."""
        while True:
            move = chance.choice(match.moves())
            match.play(move)
            if match.over:
                break
            self.enter(move, f"Player {(match.to_move or 0) + 1} to move")
        self.enter(move, "The game is over")
        for row in match.standings() or []:
            begins = f"{row['place']}. Player {row['seat'] + 1}"
            line = next(line for line in self.text.split("\n") if line.startswith(begins))
            numbers = re.findall(r"−?\d+", line.removeprefix(begins))
            assert str(row["score"]).replace("-", "−") in numbers

    def end(self) -> int:
        """Wait for the program to end; its exit code."""
        start = time.monotonic()
        while not self.ended and time.monotonic() - start < PATIENCE:
            self._read(0.05)
        _, status = os.waitpid(self.process, 0)
        self.ended = True
        return os.waitstatus_to_exitcode(status)

    def kept(self) -> dict[str, Any]:
        """The record of the game in progress, as the program keeps it."""
        record = json.loads((self.data / "unfinished.json").read_text(encoding="utf-8"))
        assert isinstance(record, dict)
        return record


@contextmanager
def playing(asked: str, first: str, data: Path, **env: str) -> Iterator[Terminal]:
    """`moonlit play` with what is asked, once the screen shows the first words."""
    with Terminal("play", *asked.split(), data=data, **env) as terminal:
        terminal.wait_for(first)
        yield terminal
