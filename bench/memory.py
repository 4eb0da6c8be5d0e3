"""How much memory the processes of a server have to themselves."""

from __future__ import annotations

import contextlib
from pathlib import Path


def memory(pid: int) -> int:
    """Bytes that a process and its children have to themselves."""
    return sum(map(private, (pid, *children(pid))))


def private(pid: int) -> int:
    """Bytes that a process has to itself.

    What it shares with others is left out: how much of it counts as its own depends on who else
    happens to run.
    """
    with contextlib.suppress(OSError):
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return sum(
            1024 * int(line.split()[1]) for line in rollup.splitlines() if line[:8] == "Private_"
        )
    return 0


def at_tables(pid: int, workers: int) -> int:
    """Memory of the processes that have tables: not of one that only started the workers, whose
    shared memory becomes its own when others end."""
    return memory(pid) if workers == 1 else sum(map(private, children(pid)))


def children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []
