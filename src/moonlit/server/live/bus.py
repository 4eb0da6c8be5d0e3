"""Messages between workers: none where there is one, else over Redis.

The bus only makes things quick. Everything that matters is in the database, and each worker looks
there every other second, so a message that is lost, or all of Redis, costs two seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import orjson

Message = dict[str, Any]
Receive = Callable[[Message], None]
CHANNEL = "moonlit"
MAX_BUNDLE = 100  # messages that go together: what one commit has brought
log = logging.getLogger("moonlit.bus")


class NoBus:
    """One worker has nobody to talk to."""

    is_shared = False

    async def open(self, receive: Receive) -> None:
        pass

    def publish(self, message: Message) -> None:
        pass

    async def claim(self, what: str, seconds: float) -> bool:
        return True

    async def release(self, what: str) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisBus:
    is_shared = True

    def __init__(self, url: str, worker: str) -> None:
        from redis.asyncio import Redis

        self.worker = worker
        self._head = b'{"from":"%s","messages":[' % worker.encode()
        self._redis = Redis.from_url(url, health_check_interval=10)
        self._out: asyncio.Queue[bytes] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, receive: Receive) -> None:
        self._tasks = [
            asyncio.create_task(self._listen(receive), name="bus in"),
            asyncio.create_task(self._send(), name="bus out"),
        ]

    def publish(self, message: Message) -> None:
        try:
            self._out.put_nowait(orjson.dumps(message))
        except asyncio.QueueFull:
            log.warning("bus_full")

    async def claim(self, what: str, seconds: float) -> bool:
        """Take something upon oneself for a while, or for longer; False: another worker has.

        Without Redis nobody knows, and what is done twice is kept once.
        """
        from redis.exceptions import RedisError

        key = f"{CHANNEL}:{what}"
        try:
            if await self._redis.set(key, self.worker, nx=True, px=int(1000 * seconds)):
                return True
            if await self._redis.get(key) != self.worker.encode():
                return False
            await self._redis.pexpire(key, int(1000 * seconds))
        except (RedisError, OSError) as reason:
            log.warning("bus_lost", extra={"reason": type(reason).__name__})
        return True

    async def release(self, what: str) -> None:
        """What was claimed here is done."""
        from redis.exceptions import RedisError

        try:
            await self._redis.delete(f"{CHANNEL}:{what}")
        except (RedisError, OSError) as reason:
            log.warning("bus_lost", extra={"reason": type(reason).__name__})

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        while True:
            messages = [await self._out.get()]
            while not self._out.empty() and len(messages) < MAX_BUNDLE:
                messages.append(self._out.get_nowait())
            try:
                await self._redis.publish(CHANNEL, b"%s%s]}" % (self._head, b",".join(messages)))
            except (RedisError, OSError) as reason:
                log.warning("bus_lost", extra={"reason": type(reason).__name__})
                await asyncio.sleep(0.2)

    async def _listen(self, receive: Receive) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._received(receive, message["data"])
            except (RedisError, OSError) as reason:
                log.warning("bus_lost", extra={"reason": type(reason).__name__})
                await asyncio.sleep(0.2)

    def _received(self, receive: Receive, data: bytes) -> None:
        if data.startswith(self._head):  # our own
            return
        try:
            bundle = orjson.loads(data)
            for message in bundle["messages"]:
                receive({**message, "from": bundle["from"]})
        except Exception:
            log.exception("bus_message")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


Bus = NoBus | RedisBus
