"""What tables cost at which nothing happens: memory, and how soon the first move is made again.

Every table has two guests with a socket each, in the middle of a game. It falls asleep after half a
minute. What a table leaves free then the next one uses, as on a server that has run for a while: so
the tables come in three parts, and what the last two take is what a table costs. Then people come
who look at each table, twice: the second time tells what a socket costs.
`python bench/idle.py 10000` for ten thousand tables; it takes eight minutes and more.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import select

import server
from moonlit.server.settings import Settings
from moonlit.server.storage.schema import tables
from moonlit.server.web.service import Service

LOAD = Path(__file__).with_name("idle_load.py")
TABLES = 2000
FIRST = 30  # tables before anything is measured: then all that a server loads is loaded
MOVES = 12  # made at each table before
PARTS = 3
QUIET = 70.0  # seconds until all sleep and the memory is given back
RATE, SECONDS = 40.0, 10.0  # of first moves
GOAL_TABLE, GOAL_ALL, GOAL_P99, GOAL_WAKE = 20, 1.0, 50, 5
WOKEN = 500  # tables that are woken one by one, and read anew


def held(pid: int) -> int:
    """Bytes that the server has to itself, also those that the system has put aside."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(
        1024 * int(line.split()[1]) for line in rollup if line.startswith(("Private_", "Swap:"))
    )


async def rebuilt(data: str) -> dict[str, list[float]]:
    """Milliseconds in which tables are there again: woken, and read from the database."""
    service = Service(Settings(data=data))
    await service.store.open()
    took: dict[str, list[float]] = {"woken": [], "read": []}
    async with service.store.reading() as connection:
        ids = list(await connection.scalars(select(tables.c.id).limit(WOKEN)))
    for table in ids:
        begin = time.perf_counter()
        live = await service.hub.find(table)
        took["read"].append(1000 * (time.perf_counter() - begin))
        live.sleep()
        begin = time.perf_counter()
        live.wake()
        took["woken"].append(1000 * (time.perf_counter() - begin))
    await service.store.close()
    return {how: sorted(times) for how, times in took.items()}


def main(count: int) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    one = {min(os.sched_getaffinity(0))}
    with tempfile.TemporaryDirectory() as data, server.server(data, cores=one) as (url, pid, _):
        load = server.Load(pid, url, program=LOAD)
        try:
            load.do("sit_down", count=FIRST)
            load.do("each", moves=MOVES)
            time.sleep(QUIET / 3)
            empty = held(pid)
            asleep = [empty]
            for _ in range(PARTS):
                load.do("sit_down", count=count // PARTS)
                load.do("each", moves=MOVES)
                time.sleep(QUIET)
                asleep.append(held(pid))
            begin = load.do("processor_time")
            time.sleep(SECONDS)
            rest = (load.do("processor_time") - begin) / SECONDS
            first_moves = load.do("at_rate", rate=RATE, seconds=SECONDS)
            watched = []
            for _ in range(2):
                load.do("watch", watchers=1)
                time.sleep(QUIET)
                watched.append(held(pid))
        finally:
            load.stop()
        took = asyncio.run(rebuilt(data))
    count = PARTS * (count // PARTS)
    socket = (watched[1] - watched[0]) / (FIRST + count)
    table = (asleep[-1] - asleep[1]) / (count - count // PARTS) - 2 * socket
    first = (asleep[1] - empty) / (count // PARTS) - 2 * socket
    print(f"{count:,} tables at which nothing happens, {2 * count:,} sockets")
    server.row("memory a table", f"{table / 1024:,.1f} kB", f"at most {GOAL_TABLE} kB")
    server.row("  of the first ones, with what they leave free", f"{first / 1024:,.1f} kB", "")
    server.row("memory a socket", f"{socket / 1024:,.1f} kB", "")
    whole = (asleep[1] + (10_000 - count // PARTS) * (table + 2 * socket)) / 1024**3
    server.row("10,000 tables and all else", f"{whole:.2f} GB", f"at most {GOAL_ALL} GB")
    server.row("busy with nothing", f"{rest:.1%}", "of a core")
    server.row("first move at a table that slept, p50", f"{first_moves['p50_ms']:.1f} ms", "")
    server.row("  p99", f"{first_moves['p99_ms']:.1f} ms", f"under {GOAL_P99} ms")
    for how, times in took.items():
        middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
        server.row(f"a table {how}, median", f"{middle:.2f} ms", f"within {GOAL_WAKE} ms")
        server.row("  p99", f"{late:.2f} ms", "")


if __name__ == "__main__":
    server.warm_up()
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
