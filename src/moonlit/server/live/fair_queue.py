"""A queue in which everybody has their turn, however much somebody else brings."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items come out in turn: one of each owner, then the next of each; late ones after all."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()
        self._late: OrderedDict[str, deque[Item]] = OrderedDict()
        self._there = asyncio.Semaphore(0)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, owner: str, item: Item, late: bool = False) -> None:
        lane = self._late if late else self._waiting
        lane.setdefault(owner, deque()).append(item)
        self._count += 1
        self._there.release()

    async def get(self) -> Item:
        await self._there.acquire()
        lane = self._waiting or self._late
        owner, items = lane.popitem(last=False)
        item = items.popleft()
        self._count -= 1
        if items:
            lane[owner] = items  # behind all others
        return item
