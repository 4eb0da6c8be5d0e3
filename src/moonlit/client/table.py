"""One table, live: its states as they come, and what a seat can do there.

The connection is made anew whenever it breaks, from the last event seen, so nothing is missed.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from moonlit.client.errors import Lost, Refused, Unreachable

if TYPE_CHECKING:
    from moonlit.client.client import Client

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before the next attempt to connect
PATIENCE = 120.0  # seconds without any connection after which the server is given up
TRIES, MOMENT = 10, 0.5  # when the server finds us too fast: how often, seconds between
# the server's own, as when its database does not answer, or it said no goodbye: it may be over soon
TROUBLE = (1011, 1006)
NOT_AGAIN = (4401, 4404)  # closing codes after which no attempt can succeed


class Table:
    """A table as one of its seats, or a spectator, sees it."""

    def __init__(
        self, client: Client, table_id: str, token: str | None, state: dict[str, Any]
    ) -> None:
        self.client = client
        self.id = table_id
        self.token = token
        self.state = state
        self.log: list[dict[str, Any]] = list(state["log"])
        self.chat: list[dict[str, Any]] = list(state["chat"])
        self._socket: ClientConnection | None = None
        self._listener: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._changes = 0  # how many states have come
        self._failure: Exception | None = None
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._questions = 0

    @property
    def link(self) -> str:
        """The link that others join or watch by."""
        return f"{self.client.url}/t/{self.id}"

    @property
    def seat(self) -> int | None:
        """One's own seat, counted from 0; None for a spectator."""
        seat: int | None = self.state["you"]["seat"]
        return seat

    @property
    def my_turn(self) -> bool:
        """Whether a move is expected of one's own seat."""
        return self.seat is not None and self.state["to_move"] == self.seat

    @property
    def moves(self) -> list[str]:
        """The legal moves, on one's own turn."""
        return self.state["moves"] or []

    # ---- what happens

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        """The state now and after every change; of quick changes the last. Ends with the game."""
        self._listen()
        seen = -1
        while True:
            async with self._changed:
                while self._changes == seen and self._failure is None:
                    await self._changed.wait()
                if self._changes == seen and self._failure is not None:
                    raise self._failure
                seen = self._changes
            state = self.state
            yield state
            if state["ended"] is not None:
                return

    def _listen(self) -> None:
        if self._listener is None:
            self._listener = asyncio.create_task(self._stay_connected())

    async def close(self) -> None:
        """Stop listening to the table; the seat is kept."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None

    async def _stay_connected(self) -> None:
        pause, since = FIRST_PAUSE, asyncio.get_running_loop().time()
        address = "ws" + self.client.url.removeprefix("http") + f"/api/tables/{self.id}/live"
        reason: Exception | None = None
        self._refusal: Refused | None = None
        while asyncio.get_running_loop().time() - since < PATIENCE:
            try:
                async with connect(address, compression=None, max_size=None) as socket:
                    if await self._talk(socket):
                        pause, since = FIRST_PAUSE, asyncio.get_running_loop().time()
            except Refused as refused:
                return await self._fail(refused)
            except (TimeoutError, OSError, WebSocketException) as broken:
                reason = broken
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)
        unreachable = Unreachable.at(self.client.url, reason or "no answer")
        return await self._fail(self._refusal or unreachable)

    async def _talk(self, socket: ClientConnection) -> bool:
        """Until the connection breaks; whether the server has told us anything."""
        hello = {"type": "hello", "token": self.token, "since": self.state["seq"]}
        told, refusal = False, None
        try:
            await socket.send(json.dumps(hello))
            async for packed in socket:
                message = json.loads(packed)
                if not told and message["type"] == "refused":
                    refusal = message["error"]
                    continue
                told, self._socket, self._refusal = True, socket, None
                await self._hear(message)
        except ConnectionClosed:
            pass
        finally:
            self._socket = None
            for future in self._asked.values():
                if not future.done():
                    future.set_exception(Lost())
            self._asked.clear()
        if refusal is not None:
            self._refusal = Refused(refusal)  # what is told if it stays so
            if socket.close_code not in TROUBLE:
                raise self._refusal
        if socket.close_code in NOT_AGAIN:
            raise Refused({"topic": "server", "key": "closed", "text": str(socket.close_reason)})
        return told

    async def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "state":
            last = self.state["seq"]
            self.log += [line for line in message["log"] if line["seq"] > last]
            self.chat += [line for line in message["chat"] if line["seq"] > last]
            self.state = message
            await self._wake()
        elif kind in ("done", "refused"):
            future = self._asked.pop(message.get("id", 0), None)
            if future is not None and not future.done():
                if kind == "done":
                    future.set_result(message)
                else:
                    future.set_exception(Refused(message["error"]))

    async def _wake(self) -> None:
        async with self._changed:
            self._changes += 1
            self._changed.notify_all()

    async def _fail(self, failure: Exception) -> None:
        async with self._changed:
            self._failure = failure
            self._changed.notify_all()

    # ---- what one can do

    async def play(self, move: str) -> None:
        """Make a move, once, whatever happens to the connection meanwhile."""
        number = self.state["number"]
        while True:
            try:
                await self.ask("move", number=number, move=move)
                return
            except Lost:
                await self._connected()
                if self._was_made(number):
                    return

    def _was_made(self, number: int) -> bool:
        """Whether the move with a number is ours: a lost answer leaves it open."""
        if self.state["number"] <= number:
            return False
        made = [line for line in self.log if line["number"] == number]
        return bool(made) and made[-1]["seat"] == self.seat

    async def ask(self, kind: str, **body: Any) -> dict[str, Any]:
        """Any command of the protocol: `ask("chat", text="Hello")`. Its answer, or Refused.

        Who is quicker than the server allows waits a moment, and is heard then.
        """
        for _ in range(TRIES):
            try:
                return await self._ask_once(kind, body)
            except Refused as refused:
                if refused.key != "too_fast":
                    raise
            await asyncio.sleep(MOMENT)
        return await self._ask_once(kind, body)

    async def _ask_once(self, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        socket = await self._connected()
        self._questions += 1
        future = asyncio.get_running_loop().create_future()
        self._asked[self._questions] = future
        try:
            await socket.send(json.dumps({"type": kind, "id": self._questions, **body}))
        except ConnectionClosed:
            self._asked.pop(self._questions, None)
            raise Lost from None
        answer: dict[str, Any] = await future
        await self._caught_up(answer.get("seq", 0))
        return answer

    async def _caught_up(self, seq: int) -> None:
        """The answer may come before the state that it led to: then who asks at once sees the old
        one, and would move twice.
        """
        async with self._changed:
            await self._changed.wait_for(lambda: self.state["seq"] >= seq or self._failure)

    async def _connected(self) -> ClientConnection:
        self._listen()
        async with self._changed:
            await self._changed.wait_for(lambda: self._socket is not None or self._failure)
            if self._socket is None:
                assert self._failure is not None
                raise self._failure
            return self._socket

    async def record(self) -> dict[str, Any]:
        """The whole game, once it is over: `moonlit.load` replays it."""
        found: dict[str, Any] = await self.client.request(
            "GET", f"/api/tables/{self.id}/record", token=self.token
        )
        return found
