"""The load of bench/idle.py: guests who make some moves and then none."""

from __future__ import annotations

import asyncio
import gc
import sys

import server_load


class IdleLoad(server_load.Load):
    stop_at: int | None = None  # moves at each table

    def ready(self, table: server_load.Table) -> None:
        if self.stop_at is not None and table.guests[0].number >= self.stop_at:
            self.waiting.append(table)
        else:
            super().ready(table)

    async def each(self, moves: int) -> None:
        """So many moves at every table; those that have made them stay as they are."""
        self.is_full, self.stop_at = True, moves
        new = [table for table in self.waiting if table.guests[0].number < moves]
        self.waiting = [table for table in self.waiting if table.guests[0].number >= moves]
        for table in new:
            table.move()
        while len(self.waiting) < len(self.tables):
            await asyncio.sleep(0.1)
        self.is_full, self.stop_at = False, None

    async def watch(self, watchers: int) -> None:
        """So many people more look at every table."""
        for table in self.tables:
            for _ in range(watchers):
                watcher = server_load.Guest(table, None)
                table.guests.append(watcher)
                await watcher.connect()

    async def processor_time(self) -> float:
        return server_load.processor_time(self.server)


if __name__ == "__main__":
    gc.disable()
    import uvloop

    uvloop.run(server_load.obey(IdleLoad(int(sys.argv[1]), sys.argv[2:])))
