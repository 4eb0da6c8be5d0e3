"""Whether the database works, as far as we have seen: nobody waits long for one that does not."""

from __future__ import annotations

import logging
import time

from moonlit.server.errors import Refused, reason_of, refuse
from moonlit.server.storage.database import file_of

log = logging.getLogger("moonlit.database")
PAUSE = 1.0  # seconds after a failed commit in which none is tried


def explained(error: BaseException, url: str) -> Refused:
    """Why a database cannot be opened, and what to do about it."""
    reason = reason_of(error)
    if "malformed" in reason or "not a database" in reason:
        return refuse("damaged", path=file_of(url), reason=reason)
    return refuse("no_database", reason=reason)


class Health:
    def __init__(self) -> None:
        self.damage: str | None = None  # where a file is damaged it stays so
        self._write: str | None = None
        self._again = 0.0
        self._read: str | None = None

    @property
    def is_down(self) -> bool:
        """Whether the last commit has just failed: it is no use to try another now."""
        return self._write is not None and time.monotonic() < self._again

    def problem(self) -> str | None:
        """Why the server is not ready, if it is not."""
        return self.damage or self._write or self._read

    def worked(self, reading: bool = False) -> None:
        self._write = None
        if reading:
            self._read = None

    def check(self) -> None:
        if self.is_down:
            raise refuse("cannot_save", 503)

    def write_failed(self, error: BaseException) -> Refused:
        reason = reason_of(error)
        if self._write is None:
            log.error("cannot_write", extra={"reason": reason})
        if "malformed" in reason:  # in one place: others can be written
            self.damage = reason
        else:
            self._write, self._again = reason, time.monotonic() + PAUSE
        return refuse("cannot_save", 503)

    def read_failed(self, error: BaseException) -> Refused:
        reason = reason_of(error)
        if self._read is None:
            log.error("cannot_read", extra={"reason": reason})
        self._read = reason
        if "malformed" in reason:
            self.damage = reason
        return refuse("cannot_load", 503)
