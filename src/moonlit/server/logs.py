"""Structured logs: one JSON object a line, on the error stream. No tokens, queries or names."""

from __future__ import annotations

import logging
import sys
import time

import orjson

PLAIN = set(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "log": record.name,
            "event": record.getMessage(),
            **{name: value for name, value in record.__dict__.items() if name not in PLAIN},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def configure() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("moonlit").setLevel(logging.INFO)
    # uvicorn tells of every client that sends nonsense; that is no news, and could fill a disk
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    # it warns when two workers wrote at once, which the second of them sees to
    logging.getLogger("psycopg").setLevel(logging.ERROR)
