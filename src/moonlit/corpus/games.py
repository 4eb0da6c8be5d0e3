"""Collections of games as files: a record a line (JSON Lines, gzip or not), or Parquet.

They are read and written one after the other, so a collection may be larger than memory.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from moonlit.core.errors import BadRecord, BadTable
from moonlit.core.files import MAX_BYTES, complaint, opened, read_json
from moonlit.core.match import Match

try:
    import orjson
except ImportError:  # it comes with moonlit[server]; without it the same lines take longer
    orjson = None  # type: ignore[assignment]

TOPIC = "corpus"
LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
PARQUET = ".parquet"
ENDINGS = (".jsonl", ".jsonl.gz", PARQUET)
LEVEL = 6  # of gzip: beyond it files hardly get smaller

Record = dict[str, Any]
Games = Iterable[Match | Mapping[str, Any]]
Where = str | os.PathLike[str]


def read_games(path: Where) -> Iterator[Record]:
    """The records of a file, one after the other; `moonlit.load` replays one.

    A line that is no record raises BadRecord, naming it. A file of one record (.json) is a
    collection too.
    """
    found = Path(path)
    if not found.is_file():
        raise complaint(found, FileNotFoundError())
    if found.name.endswith(PARQUET):
        from moonlit.corpus.parquet import read_parquet

        return read_parquet(found)
    return iter([read_json(found)]) if found.suffix == ".json" else _lines(found)


def _lines(path: Path) -> Iterator[Record]:
    number = 0
    try:
        with opened(path) as file:
            while line := file.readline(MAX_BYTES + 1):
                number += 1
                if line.strip():
                    yield parsed(path, number, line)
    except (OSError, EOFError, zlib.error) as reason:
        raise complaint(path, reason) from None


def parsed(path: Path, number: int, line: bytes) -> Record:
    try:
        record = orjson.loads(line) if orjson is not None else json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise BadRecord("bad_line", TOPIC, path=str(path), line=number)
    return record


def write_games(path: Where, games: Games) -> int:
    """Write matches or records to a file, by its ending .jsonl, .jsonl.gz or .parquet; how many.

    The file is whole or not there: what was there before is replaced at the end.
    """
    found = Path(path)
    check_ending(found)
    with beside(found) as part:
        if found.name.endswith(PARQUET):
            from moonlit.corpus.parquet import write_parquet

            return write_parquet(part, map(record_of, games))
        count = 0
        with part.open("wb") as raw, packed(raw, found) as file:
            for game in games:
                count += 1
                try:
                    file.write(line_of(record_of(game)))
                except TypeError:  # what JSON does not know, such as a set
                    raise BadRecord("bad_game", TOPIC, number=count) from None
        return count


def check_ending(path: Path) -> None:
    if not path.name.endswith((*LINES, PARQUET)):
        raise BadTable("bad_ending", TOPIC, given=str(path), endings=ENDINGS)


def record_of(game: Match | Mapping[str, Any]) -> Record:
    if isinstance(game, Match):
        return game.record()
    if not isinstance(game, Mapping):
        raise BadRecord("record_no_table")
    return dict(game)


def line_of(record: Record) -> bytes:
    if orjson is not None:
        return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@contextmanager
def packed(raw: IO[bytes], path: Path) -> Iterator[IO[bytes] | gzip.GzipFile]:
    """A file to write lines to, packed where its name says so; the same lines, the same bytes."""
    if path.suffix != ".gz":
        yield raw
        return
    with gzip.GzipFile("", "wb", LEVEL, raw, mtime=0) as file:
        yield file


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Another file to write to, which takes the place of this one when all went well."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
        part.chmod(0o666 & ~umask())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def umask() -> int:
    """What new files may not be: it can only be read by setting it."""
    found = os.umask(0o077)
    os.umask(found)
    return found
