"""A bot of one's own at a table of a running server."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import random
from collections.abc import Callable
from typing import Any

from moonlit.bots.bot import OwnBot, load_own
from moonlit.client.client import Client
from moonlit.client.errors import Lost, Refused, Unreachable
from moonlit.client.table import Table


class RandomMover:
    """The simplest of bots: any legal move."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return random.choice(moves)


def find_own(name: str) -> OwnBot:
    """`random`, or `package.module:Name`."""
    return RandomMover() if name == "random" else load_own(name)


async def play_on(table: Table, bot: OwnBot) -> dict[str, Any]:
    """Let the bot make every move of its seat; the state at the end."""
    state: dict[str, Any] = table.state
    async for state in table:
        if table.my_turn and table.moves:
            try:
                await table.play(await choice(bot, state))
            except Refused as refused:
                if refused.key not in ("stale", "not_your_turn"):  # an undo was quicker
                    raise
    return state


async def choice(bot: OwnBot, state: dict[str, Any]) -> str:
    """Asked in a thread, so that the connection stays alive while it thinks."""
    if inspect.iscoroutinefunction(bot.choose):
        return str(await bot.choose(state["view"], state["moves"]))
    return await asyncio.to_thread(bot.choose, state["view"], state["moves"])


async def take_seat(
    link: str,
    bot: OwnBot,
    name: str,
    seat: int | None = None,
    seated: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Join the table behind a link, call `seated`, and play there to the end; when stopped, leave
    the seat.
    """
    async with Client(link) as client:
        table = await client.join(link, name, seat=seat)
        try:
            seated()
            return await play_on(table, bot)
        except BaseException:
            with contextlib.suppress(Lost, Refused, Unreachable, TimeoutError):
                await asyncio.wait_for(asyncio.shield(table.ask("leave", bot=None)), 2)
            raise
