"""`make chaos`: clients play and attack while everything under the server is killed, restarted,
filled and moved; then it is proved from their own notes that nothing was lost, doubled or told.

    python tests/chaos/run.py --seed 1 --events 100000 --kills 50 --restarts 10

A seed gives the same clients and the same order of faults again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from chaos.checker import Checker  # noqa: E402
from chaos.clients import Notes, Player, attack  # noqa: E402
from chaos.worlds import SharedWorld, SqliteWorld, World, small_disk  # noqa: E402
from helpers.server import own_postgres, own_redis, seat_guests, warm_up  # noqa: E402

PLAN = [("nova-luna", 2, 2), ("nomads", 2, 2), ("dance-of-muses", 2, 2), ("nova-luna", 3, 2),
        ("dance-of-muses", 4, 3), ("nomads", 3, 3)]  # fmt: skip
ROOM = 100 << 20  # bytes by which memory may have grown
FILES = 10  # and descriptors: fewer than the sockets of a burst


def sit_down(world: World, notes: Notes, tables: int, seed: int) -> list[Player]:
    players = []
    for number in range(tables):
        game, count, guests = PLAN[number % len(PLAN)]
        table, tokens = seat_guests(world.server, game, count, guests)
        notes.tables[table] = tokens
        for token in tokens:
            name = f"{seed}.{number}.{len(players)}"
            players.append(Player(name, world.where, table, token, notes))
    return players


async def happen(world: World, given: argparse.Namespace) -> tuple[Notes, bool]:
    """Everything at once, until there was enough of it; whether there was within the time."""
    chance, notes = random.Random(given.seed), Notes()
    players = await asyncio.to_thread(sit_down, world, notes, given.tables, given.seed)
    tasks = [asyncio.create_task(player.play()) for player in players]
    bad = [
        asyncio.create_task(attack(world.where, notes, random.Random(given.seed + n)))
        for n in range(3)
    ]
    end = time.monotonic() + given.seconds
    faults = world.faults()
    shown = time.monotonic()
    done = False
    while not done and time.monotonic() < end:
        await asyncio.sleep(chance.uniform(1.0, given.every))
        if not needs_faults(world, given):
            await asyncio.sleep(1)
        else:
            fault = chance.choices(list(faults), list(faults.values()))[0]
            await asyncio.to_thread(world.do, fault, chance)
        done = not needs_faults(world, given) and len(notes.acks) >= given.events
        if time.monotonic() - shown > 30:
            shown = time.monotonic()
            print(f"  … {len(notes.acks):,} acknowledged, {world.tally}", flush=True)
    world.set_clock(0)
    await asyncio.sleep(3)  # what is under way comes to an end
    for player in players:
        player.stopped = True
    for task in bad:
        task.cancel()
    await asyncio.wait([*tasks, *bad], timeout=30)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, *bad, return_exceptions=True):
        if isinstance(ended, Exception):  # a client that saw something it had no word for
            notes.faults.append(f"a client ended: {ended!r}")
    return notes, done


def needs_faults(world: World, given: argparse.Namespace) -> bool:
    tally = world.tally
    restarts = tally.get("restarts of the database", 0)
    return tally.get("kills", 0) < given.kills or restarts < given.restarts


def judge(world: World, given: argparse.Namespace) -> bool:
    begin = time.monotonic()
    world.server.start()
    notes, enough = asyncio.run(happen(world, given))
    world.server.stop()
    world.server.start()  # what everybody sees now is what is on the disk
    with contextlib.closing(world.rows()) as found:
        checker = Checker(notes, next(found))
        problems = checker.check()
    problems += world.deaths + quiet_again(world, given)
    print(f"{world.name}, seed {given.seed}: {time.monotonic() - begin:.0f} s")
    print(f"  {', '.join(f'{count} {what}' for what, count in sorted(world.tally.items()))}")
    print(f"  {len(notes.acks):,} events acknowledged of {checker.events:,} at {len(notes.tables)}")
    print(f"  tables, {checker.compared:,} states compared, {notes.connections:,} connections")
    print(f"  {len(problems)} lost, doubled, reordered, wrong or told")
    for problem in problems[:20]:
        print(f"    {problem}")
    if not enough:
        print(f"  not enough happened within {given.seconds} s")
    return not problems and enough


def quiet_again(world: World, given: argparse.Namespace) -> list[str]:
    """A burst of guests comes and goes: memory and descriptors are as before."""
    notes = Notes()

    async def burst(seconds: float) -> None:
        players = await asyncio.to_thread(sit_down, world, notes, 10, given.seed)
        tasks = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(burst(2))
    time.sleep(2)
    memory, files = world.memory(), world.files()
    asyncio.run(burst(8))
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(1)
        grown, more = world.memory() - memory, world.files() - files
        if grown < ROOM and more < FILES:
            print(f"  memory {grown >> 20:+} MB, descriptors {more:+} after a burst")
            return []
    return [f"memory {grown >> 20:+} MB, descriptors {more:+} a minute after a burst"]


def kill_migrations(kills: int) -> bool:
    """First starts and migrations, each killed so often: tests/server/storage/test_migration.py."""
    file = Path(__file__).resolve().parents[1] / "server" / "storage" / "test_migration.py"
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-k", "killed_at", str(file)]
    done = subprocess.run(command, env={**os.environ, "MOONLIT_KILLS": str(kills)}, check=False)
    print(f"{kills} kills during a first start and {kills} during a migration", flush=True)
    return done.returncode == 0


@contextlib.contextmanager
def world_of(kind: str, folder: Path) -> Iterator[World]:
    if kind == "sqlite":
        with small_disk(folder / "disk") as disk:
            yield SqliteWorld(disk)
        return
    with own_postgres() as postgres, own_redis(folder) as redis:
        yield SharedWorld(folder, postgres, redis)


def main() -> int:
    about = argparse.ArgumentParser(description=__doc__)
    about.add_argument("--seed", type=int, default=1)
    about.add_argument("--events", type=int, default=100_000, help="to be acknowledged, each")
    about.add_argument("--kills", type=int, default=50)
    about.add_argument("--restarts", type=int, default=10, help="of the database")
    about.add_argument("--seconds", type=float, default=1500, help="at most, on each storage")
    about.add_argument("--every", type=float, default=6, help="seconds from fault to fault")
    about.add_argument("--tables", type=int, default=24)
    about.add_argument("--on", choices=["sqlite", "postgresql", "both"], default="both")
    about.add_argument("--short", action="store_true", help="what CI runs")
    given = about.parse_args()
    if given.short:
        given.events, given.kills, given.restarts, given.tables = 1_000, 4, 1, 8
    warm_up()
    good = kill_migrations(20 if given.short else 500)
    for kind in ("sqlite", "postgresql") if given.on == "both" else (given.on,):
        with (
            tempfile.TemporaryDirectory(prefix="moonlit-chaos-") as folder,
            world_of(kind, Path(folder)) as world,
        ):
            try:
                good &= judge(world, given)
            finally:
                world.server.stop()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
