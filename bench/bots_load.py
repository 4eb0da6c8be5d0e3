"""The load of bench/bots.py: guests who each play a bot, at a person's pace.

Those of the first maker come from one address, those of the second from another.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from typing import Any
from urllib.parse import urlsplit

import orjson

import server_load


class BotTable(server_load.Table):
    """One guest and bots. What counts is how long the guest waits for the next turn."""

    maker = 0

    def told(self, guest: server_load.Guest, is_over: bool) -> None:
        if guest.moves is None and not is_over:
            return
        if self.sent_at:
            self.load.waits[self.maker].append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0
        if is_over:
            if not self.is_over:
                self.is_over = True
                self.load.over(self)
        else:
            pause = self.load.pace * self.load.chance.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, self.move)


class BotLoad(server_load.Load):
    def __init__(self, server: int, urls: list[str]) -> None:
        super().__init__(server, urls)
        self.waits: list[list[float]] = [[], []]
        self.pace = 1.0

    async def sit_down(self, count: int, game: str, level: str, pace: float, few: int = 0) -> None:
        """Tables for so many guests; the last `few` of them are the second maker's."""
        self.pace, self.game, self.level = pace, game, level
        for number in range(count):
            await self.set_table(maker=int(number >= count - few))
            await asyncio.sleep(pace / count / 2)  # nobody begins at the same moment

    async def set_table(self, maker: int = 0) -> None:
        seats = [{"kind": "open"}, {"kind": "bot", "level": self.level}]
        body = {"game": self.game, "players": 2, "seats": seats, "name": "Ana", "ready": True}
        made = await self.post("/api/tables", body, f"127.0.1.{maker + 1}")
        table = BotTable(self, made["id"])
        table.maker = maker
        table.guests = [server_load.Guest(table, made["token"])]
        self.tables.append(table)
        await table.guests[0].connect()

    def over(self, table: server_load.Table) -> None:
        maker = table.maker if isinstance(table, BotTable) else 0
        self.tables.remove(table)
        table.guests[0].socket.transport.close()
        task = asyncio.create_task(self.set_table(maker))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def post(self, path: str, body: dict[str, Any], address: str = "") -> dict[str, Any]:
        url = urlsplit(self.urls[0])
        reader, writer = await asyncio.open_connection(
            url.hostname, url.port, local_addr=(address, 0)
        )
        writer.write(server_load.request(path, url.netloc, orjson.dumps(body)))
        answer = await reader.read()
        writer.close()
        return server_load.answered(answer)

    async def measure(self, seconds: float) -> dict[str, Any]:
        self.waits = [[], []]
        done, work = self.done, server_load.processor_time(self.server)
        await asyncio.sleep(seconds)
        work = server_load.processor_time(self.server) - work
        return {
            "rounds": self.done - done,
            "ms_a_round": 1000 * work / max(1, self.done - done),
            "busy": work / seconds,
            "waits": [spread(waits) for waits in self.waits],
            "failures": self.failures[:1],
        }


def spread(waits: list[float]) -> list[float]:
    """The middle of them and the 99th in a hundred, in ms."""
    waits = sorted(waits) or [0.0]
    return [1000 * waits[len(waits) // 2], 1000 * waits[len(waits) * 99 // 100]]


if __name__ == "__main__":
    gc.disable()
    import uvloop

    uvloop.run(server_load.obey(BotLoad(int(sys.argv[1]), sys.argv[2:])))
