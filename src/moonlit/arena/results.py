"""The results of an arena as a file: a line a game, appended as the games end.

A run that was stopped or killed at any instant goes on where it was: whole lines count, a torn one
is forgotten and its game played again. Each run begins with a line that says what it is about, so
files of one arena from several machines can lie side by side (results*.jsonl in one folder) or be
joined with `cat`; a game that is there twice counts once.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from moonlit.arena.plan import TOPIC, Fixture, Setup
from moonlit.arena.play import Line
from moonlit.core.errors import BadTable
from moonlit.core.files import locked

NAME = "results.jsonl"
START = b'{"arena":'  # how every file begins; a run killed at once may leave less
FIELDS = ("id", "pair", "deal", "turn", "places", "scores", "moves", "forfeit", "times")


class Results:
    """What is known of an arena, in memory and on disk."""

    def __init__(self, path: Path, setup: Setup) -> None:
        """Read what is there, in this file and its siblings; refuse what is of another setup."""
        self.path = path
        self.setup = setup
        self.lines: dict[str, Line] = {}
        self.lost: list[Fixture] = []  # games over which workers died
        self.changed: list[str] = []  # whose code is not the one that played these games
        self._file: IO[bytes] | None = None
        family = path.parent.glob("results*.jsonl") if path.name == NAME else []
        for file in sorted({path, *family}):
            self._read(file)

    # ---- reading

    def _read(self, path: Path) -> None:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as reason:
            raise BadTable("unreadable", TOPIC, path=str(path), reason=reason.strerror) from None
        begun = False
        for text in data.split(b"\n")[:-1]:  # what follows the last line end is torn
            line = parsed(text)
            if "arena" in line:
                self._check(path, line)
                begun = True
            elif all(name in line for name in FIELDS):
                if not begun:
                    raise BadTable("no_arena", TOPIC, path=str(path))
                if self._is_new(line):
                    self.lines[line["id"]] = line
        if not begun and not data.startswith(START[: len(data)]):
            raise BadTable("no_arena", TOPIC, path=str(path))

    def _check(self, path: Path, header: Line) -> None:
        for name, wanted in self.setup.identity().items():
            if header.get(name) != wanted:
                raise BadTable(
                    "other_arena",
                    TOPIC,
                    path=str(path),
                    field=name,
                    found=json.dumps(header.get(name)),
                    wanted=json.dumps(wanted),
                )
        code = header.get("code", {})
        self.changed += [
            name
            for name, known in self.setup.code().items()
            if code.get(name, known) != known and name not in self.changed
        ]

    def _is_new(self, line: Line) -> bool:
        """Whether it tells of another game, or more of one: its luck was taken out later."""
        known = self.lines.get(line["id"])
        return known is None or ("luck" in line and "luck" not in known)

    def missing(self, keep_records: bool = False) -> list[Fixture]:
        """The games still to play, in the plan's order."""
        return [
            fixture
            for fixture in self.setup.fixtures()
            if fixture.id not in self.lines
            or (keep_records and not self.record_path(*fixture).exists())
            or (self.setup.less_luck and "luck" not in self.lines[fixture.id])
        ]

    def wanted(self) -> list[Line]:
        """The lines of this setup's games, in the plan's order."""
        known = self.lines
        return [known[found.id] for found in self.setup.fixtures() if found.id in known]

    # ---- writing

    def __enter__(self) -> Results:
        """Open for writing: alone, behind the last whole line, with a header of this run."""
        if self.changed:
            raise BadTable("changed_code", TOPIC, path=str(self.path), names=tuple(self.changed))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab")
        except OSError as reason:
            why = reason.strerror
            raise BadTable("unwritable", TOPIC, path=str(self.path), reason=why) from None
        if not locked(self._file):
            self._file.close()
            raise BadTable("busy", TOPIC, path=str(self.path))
        self._read(self.path)  # once more: somebody may have played since
        self._file.truncate(self.path.read_bytes().rfind(b"\n") + 1)
        header = {
            **self.setup.identity(),
            "code": self.setup.code(),
            "bots": list(self.setup.bots),
            "games": self.setup.games,
            "both": self.setup.both,
            "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }
        self._write([header])
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, lines: Iterable[Line]) -> None:
        """Keep some games: the records first, so that a line means that its record is there."""
        new = []
        for line in lines:
            record = line.pop("record", None)
            if record is not None:
                self._keep(line, record)
            if self._is_new(line):
                if record is None:  # one that is there is of the game that counted before
                    self._record_of(line).unlink(missing_ok=True)
                self.lines[line["id"]] = line
                new.append(line)
        self._write(new)

    def _write(self, lines: list[Any]) -> None:
        assert self._file is not None
        self._file.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        self._file.flush()
        os.fsync(self._file.fileno())

    def record_path(self, pair: Iterable[str], deal: int, turn: int) -> Path:
        bots = "+".join(quote(bot, safe="") for bot in pair)
        return self.path.parent / "records" / f"{bots}-{deal}-{turn}.json"

    def _record_of(self, line: Line) -> Path:
        return self.record_path(line["pair"], line["deal"], line["turn"])

    def _keep(self, line: Line, record: Any) -> None:
        path = self._record_of(line)
        path.parent.mkdir(exist_ok=True)
        half = path.with_suffix(".half")
        half.write_text(json.dumps(record) + "\n", encoding="utf-8")
        half.replace(path)


def parsed(text: bytes) -> Line:
    """A line's table; an empty one where the line is torn."""
    try:
        line = json.loads(text)
    except ValueError:
        return {}
    return line if isinstance(line, dict) else {}
