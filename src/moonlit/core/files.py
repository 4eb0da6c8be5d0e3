"""Files of records, read with clear complaints."""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from pathlib import Path
from typing import IO, Any

from moonlit.core.errors import BadRecord

MAX_BYTES = 10_000_000  # of one record: the longest are a thousand times shorter
GZIP = b"\x1f\x8b"  # how such files begin, whatever they are called


def read_json(path: Path) -> Any:
    """What a file of one record holds, gzip or not."""
    try:
        with opened(path) as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as reason:
        raise complaint(path, reason) from None
    if len(data) > MAX_BYTES:
        raise BadRecord("too_long", path=str(path), most=MAX_BYTES // 1_000_000)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise BadRecord("no_json", path=str(path), line=error.lineno) from None
    except (ValueError, RecursionError):  # no UTF-8; a number too long, lists too deep
        raise BadRecord("no_json", path=str(path), line=1) from None


def opened(path: Path) -> IO[bytes]:
    """A file for reading, unpacked on the way where it is gzip."""
    file = open(path, "rb", opener=_open)  # noqa: SIM115 - whoever asked closes it
    try:
        packed = file.peek(len(GZIP)).startswith(GZIP)
    except BaseException:
        file.close()
        raise
    return io.BufferedReader(gzip.GzipFile(fileobj=file)) if packed else file


def complaint(path: Path, reason: Exception) -> BadRecord:
    """What to tell where a file cannot be read."""
    if isinstance(reason, FileNotFoundError):
        return BadRecord("no_such_file", path=str(path))
    why = getattr(reason, "strerror", None) or str(reason)
    return BadRecord("unreadable", path=str(path), reason=why)


def _open(path: str, flags: int) -> int:
    """Open without waiting: a pipe that nobody writes to is an empty file."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(handle, True)
    return handle


def locked(file: IO[bytes]) -> bool:
    """Take the file for this process alone; the lock goes with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # no such locks here
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
