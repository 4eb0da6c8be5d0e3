"""Loaded by a server that chaos starts: its clock is as far off as a file says."""

import mmap
import os
import struct
import time

with open(os.environ["CHAOS_CLOCK"], "rb") as file:  # noqa: PTH123  (as little as can be imported)
    off = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)

real = time.time_ns


def time_ns() -> int:
    return real() + struct.unpack("<q", off[:8])[0]


time.time_ns = time_ns
time.time = lambda: time_ns() / 1e9
