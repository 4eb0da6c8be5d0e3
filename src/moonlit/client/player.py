"""A bot of one's own at a table of a running server."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from moonlit.bots.bot import OwnBotPlayer, asked
from moonlit.bots.own import (
    Own,
    OwnBotFailed,
    checked_action,
    checked_move,
    function_of,
    is_scaled,
    load_own,
    raised,
)
from moonlit.client.client import Client
from moonlit.client.errors import Lost, Refused, Unreachable
from moonlit.client.table import Table
from moonlit.core.layout import find_layout
from moonlit.core.registry import find_game

Tell = Callable[[OwnBotFailed], None]


class RandomMover:
    """The simplest of bots: any legal move."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        return random.choice(moves)


def warned(failure: OwnBotFailed) -> None:
    warnings.warn(failure.turn_lost(), stacklevel=2)


def find_own(name: str) -> Own:
    """`random`, or `package.module:Name`."""
    return RandomMover() if name == "random" else load_own(name)


async def play_on(table: Table, bot: Own, lost_turn: Tell = warned) -> dict[str, Any]:
    """Let the bot make every move of its seat; the state at the end.

    A bot that fails loses its turn: any legal move is made, and `lost_turn` hears why.
    """
    player = OwnBotPlayer(bot)
    state: dict[str, Any] = table.state
    async for state in table:
        if table.my_turn and table.moves:
            try:
                try:
                    move = await choice(player, table, state)
                except OwnBotFailed as failure:
                    lost_turn(failure)
                    move = random.choice(state["moves"])
                await table.play(move)
            except Refused as refused:
                if refused.key not in ("stale", "not_your_turn"):  # an undo was quicker
                    raise
    return state


async def choice(player: OwnBotPlayer, table: Table, state: dict[str, Any]) -> str:
    """Asked in a thread, so that the connection stays alive while it thinks."""
    if not player.policy:
        answer = await answered(player, state["view"], list(state["moves"]))
        return checked_move(player.name, answer, state["moves"])
    told = await table.ask("observe", number=state["number"])
    mask = np.zeros(told["action_space"], dtype=np.int8)
    mask[list(told["actions"].values())] = 1
    seen: Any = np.array(told["observation"], dtype=np.int8)
    if is_scaled(player.own):
        view = state["view"]
        seen = seen * find_layout(find_game(view["game"]), len(view["players"])).scale
    action = checked_action(player.name, await answered(player, seen, mask.copy()), mask)
    moves: dict[int, str] = {number: move for move, number in told["actions"].items()}
    return moves[action]


async def answered(player: OwnBotPlayer, *arguments: Any) -> Any:
    if not inspect.iscoroutinefunction(function_of(player.own)):
        return await asyncio.to_thread(asked, player, *arguments)
    try:
        return await function_of(player.own)(*arguments)
    except (Exception, SystemExit) as error:
        raise raised(player.name, error) from error


async def take_seat(
    link: str,
    bot: Own,
    name: str,
    seat: int | None = None,
    seated: Callable[[], None] = lambda: None,
    lost_turn: Tell = warned,
) -> dict[str, Any]:
    """Join the table behind a link, call `seated`, and play there to the end; when stopped, leave
    the seat.
    """
    async with Client(link) as client:
        table = await client.join(link, name, seat=seat)
        try:
            seated()
            return await play_on(table, bot, lost_turn)
        except BaseException:
            with contextlib.suppress(Lost, Refused, Unreachable, TimeoutError):
                await asyncio.wait_for(asyncio.shield(table.ask("leave", bot=None)), 2)
            raise
