"""Memory that is free goes back to the system.

What C's allocator has freed it mostly keeps: after a bad hour a server would look as large as in
it. On Linux it can be told to give back whole pages.
"""

from __future__ import annotations

import ctypes
import os
from functools import cache
from pathlib import Path
from typing import Any

STATM = Path("/proc/self/statm")
GROWN = 16 << 20  # bytes more than after the last time that make it worth while


class Memory:
    def __init__(self) -> None:
        self._after = 0

    def give_back(self) -> None:
        """Takes some milliseconds of a thread; nothing is done where nothing has grown."""
        trim = _trim()
        if trim is not None and resident() > self._after + GROWN:
            trim(0)
            self._after = resident()


@cache
def _trim() -> Any:
    """The C library's malloc_trim, where there is one."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, TypeError, AttributeError):  # Windows, macOS, musl
        return None


def resident() -> int:
    """Bytes of memory that this process has; 0 where nobody says."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
