"""Records as files: read with clear complaints, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import platformdirs

from moonlit.core.errors import BadRecord
from moonlit.core.match import Match
from moonlit.core.record import load

TOPIC = "terminal"
MAX_BYTES = 10_000_000  # the longest records are a thousand times shorter


def unfinished() -> Path:
    """Where the game in progress is kept between two evenings."""
    home = os.environ.get("MOONLIT_DATA") or platformdirs.user_data_dir("moonlit")
    return Path(home) / "unfinished.json"


def read_match(path: Path) -> Match:
    return load(read_json(path))


def read_json(path: Path) -> Any:
    try:
        with open(path, "rb", opener=_open) as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise BadRecord("too_long", TOPIC, path=str(path), most=MAX_BYTES // 1_000_000)
        return json.loads(data.decode("utf-8-sig"))
    except FileNotFoundError:
        raise BadRecord("no_such_file", TOPIC, path=str(path)) from None
    except OSError as reason:
        raise BadRecord("unreadable", TOPIC, path=str(path), reason=reason.strerror) from None
    except json.JSONDecodeError as error:
        raise BadRecord("no_json", TOPIC, path=str(path), line=error.lineno) from None
    except (ValueError, RecursionError):  # no UTF-8; a number too long, lists too deep
        raise BadRecord("no_json", TOPIC, path=str(path), line=1) from None


def _open(path: str, flags: int) -> int:
    """Open without waiting: a pipe that nobody writes to is an empty file."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(handle, True)
    return handle


def write_match(match: Match, path: Path) -> None:
    """Write beside the file and swap, so that a cut leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(match.record(), file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
