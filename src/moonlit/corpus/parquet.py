"""Collections as Parquet: a row a game, from which its record can be read back.

What differs from game to game (options, deal, result, info) is JSON in a column; `places` and
`scores` repeat the result for those who query.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadRecord, BadTable
from moonlit.core.record import FIELDS
from moonlit.corpus.games import TOPIC, Record

BATCH = 1000  # games in memory at once
PLAIN = ("format", "game", "rules", "players", "seed", "moves")
PACKED = ("options", "deal", "result", "info")


def arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadTable("no_parquet", TOPIC) from None
    return pyarrow


def schema(pa: Any) -> Any:
    texts = pa.list_(pa.string())
    return pa.schema(
        [
            ("format", pa.int16()),
            ("game", pa.dictionary(pa.int16(), pa.string())),
            ("rules", pa.int16()),
            ("players", texts),
            ("options", pa.string()),
            ("seed", pa.int64()),
            ("deal", pa.string()),
            ("moves", texts),
            ("result", pa.string()),
            ("info", pa.string()),
            ("places", pa.list_(pa.int8())),
            ("scores", pa.list_(pa.float64())),
        ]
    )


def write_parquet(path: Path, records: Iterable[Record]) -> int:
    pa = arrow()
    form, count, rest = schema(pa), 0, iter(records)
    with pa.parquet.ParquetWriter(path, form, compression="zstd") as writer:
        while batch := list(islice(rest, BATCH)):
            try:
                rows = list(map(row_of, batch))
                writer.write_batch(pa.RecordBatch.from_pylist(rows, schema=form))
            except (pa.ArrowException, AttributeError, OverflowError, TypeError) as reason:
                last = count + len(batch)
                raise BadRecord(
                    "bad_rows", TOPIC, first=count + 1, last=last, reason=str(reason)
                ) from None
            count += len(batch)
    return count


def row_of(record: Mapping[str, Any]) -> dict[str, Any]:
    result = record.get("result")
    standings = result if isinstance(result, list) else []
    row = {name: record.get(name) for name in PLAIN}
    row |= {name: compact(record[name]) for name in PACKED if record.get(name) is not None}
    row["places"] = [standing.get("place") for standing in standings] or None
    row["scores"] = [standing.get("score") for standing in standings] or None
    return row


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_parquet(path: Path) -> Iterator[Record]:
    """The records in a file that `write_parquet` has written."""
    pa = arrow()
    try:
        with pa.parquet.ParquetFile(path) as file:
            if not {*PLAIN, *PACKED} <= set(file.schema_arrow.names):
                raise BadRecord("other_parquet", TOPIC, path=str(path))
            for batch in file.iter_batches(BATCH, columns=[*PLAIN, *PACKED]):
                yield from map(record_in, batch.to_pylist())
    except (pa.ArrowException, OSError, ValueError) as reason:
        raise BadRecord("unreadable", path=str(path), reason=str(reason)) from None


def record_in(row: dict[str, Any]) -> Record:
    """In the order in which `Match.record()` writes it."""
    unpacked = {name: json.loads(row[name]) if row[name] else None for name in PACKED}
    record = {name: unpacked.get(name, row.get(name)) for name in FIELDS}
    return record if record["info"] is not None else {name: record[name] for name in FIELDS[:-1]}


def write_columns(path: Path, columns: dict[str, list[Any]], kinds: dict[str, str]) -> None:
    """A table as frame.py makes it, and what its columns hold."""
    pa = arrow()
    plain = {"whole": pa.int64(), "number": pa.float64(), "text": pa.string(), "flag": pa.bool_()}
    types = plain | {f"{kind}s": pa.list_(found) for kind, found in plain.items()}
    form = pa.schema([(name, types[kinds[name]]) for name in columns])
    pa.parquet.write_table(pa.table(columns, schema=form), path, compression="zstd")
