"""A server in this process that sends messages when a test says so, and who is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import select

from helpers.packages import FIRST
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.notices.channel import Channel
from moonlit.server.notices.senders import Outcome
from moonlit.server.notices.what import DELAY, EVENTS
from moonlit.server.settings import Settings
from moonlit.server.storage.players.players import Player
from moonlit.server.storage.schema import outbox
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import new_id, token_hash

KEY = "the-key-of-anas-own-device"
DAYS = {"kind": "days", "days": 3}


class Told:
    """A table of Ana, who is a player, and Ben; Ana has ways to be reached."""

    def __init__(self, service: Service, player: Player) -> None:
        self.service = service
        self.player = player
        self.courier = service.courier

    async def sit(self, clock: Any = DAYS) -> LiveTable:
        asked = NewTable(game=FIRST, players=2, name="Ana", clock=clock)
        made = await self.service.create(asked, "here", self.player)
        await self.service.join(made.live, None, "Ben", None, True)
        return made.live

    async def channel(self, kind: str, address: dict[str, Any], **other: Any) -> Channel:
        made = {
            "id": new_id(), "player": self.player.id, "kind": kind, "address": address,
            "events": EVENTS, "language": "en", "origin": "https://club.example",
            "created": now_ms(), "confirmed": True, "failures": 0, "dropped": None, **other,
        }  # fmt: skip
        channel = Channel(**made)
        await self.courier.outbox.add(channel)
        return channel

    async def move(self, live: LiveTable) -> int:
        """Whoever is to move does; whose turn it is then."""
        table = live.table
        assert table.match is not None
        assert table.mover is not None
        sent = {"number": table.number, "move": table.match.moves()[0]}
        await COMMANDS["move"].handler(self.service, live, table.mover.token, **sent)
        return -1 if live.table.to_move is None else live.table.to_move

    async def turn_of_ana(self, live: LiveTable) -> None:
        """Until it has become her turn by what Ben did."""
        while live.table.to_move == 0:
            await self.move(live)
        while live.table.to_move == 1:
            await self.move(live)

    async def hooked(self, url: str, **other: Any) -> tuple[LiveTable, Channel]:
        """Ana has a webhook, and it is her turn."""
        live = await self.sit()
        way = await self.channel("webhook", {"url": f"{url}/hook"}, **other)
        await self.turn_of_ana(live)
        return live, way

    async def deliver(self, way: Channel, after: int = 0) -> Outcome | None:
        """What is due for a channel, so many milliseconds after it has become due."""
        return await self.courier.deliver(way.id, now_ms() + DELAY + 1 + after)

    async def waiting(self) -> list[tuple[str, int]]:
        async with self.service.store.reading() as connection:
            rows = await connection.execute(select(outbox.c.kind, outbox.c.due))
            return sorted((kind, due) for kind, due in rows)


@asynccontextmanager
async def told(folder: Path, **settings: Any) -> AsyncIterator[Told]:
    given = {"webhooks_private": True, "notice_gap": 0, **settings}
    service = Service(Settings(data=str(folder), par=False, **given))
    await service.store.open()
    try:
        await service.courier.prepare()
        player = await service.players.make(token_hash(KEY), "Ana", "", now_ms(), "here")
        yield Told(service, player)
    finally:
        await service.hub.close()
        await service.store.close()


def run(folder: Path, check: Callable[[Told], Awaitable[None]], **settings: Any) -> None:
    """Checks something of such a server."""

    async def checked() -> None:
        async with told(folder, **settings) as ready:
            await check(ready)

    asyncio.run(checked())
