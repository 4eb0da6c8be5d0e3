"""The load of bench/peers/boardgame_io.py: two sockets a table of a boardgame.io server.

It speaks as much of socket.io as is needed (a packet is a number, a namespace and JSON), and takes
the same orders as server_load.py.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import server_load

NAMESPACE = "/things"
PATH = "/socket.io/?EIO=4&transport=websocket"
OPEN, PING, CONNECTED, EVENT = b"0", b"2", b"40", b"42"


class Player(server_load.Guest):
    """A seat at one of their tables."""

    def __init__(self, table: PeerTable, seat: int, credentials: str) -> None:
        super().__init__(table, credentials)
        self.seat = str(seat)
        self.state: dict[str, Any] | None = None

    async def connect(self) -> None:
        url = urlsplit(self.table.load.next_url())
        await asyncio.get_running_loop().create_connection(
            lambda: server_load.Socket(url.netloc, PATH, self), url.hostname, url.port
        )
        await asyncio.wait_for(self.is_here.wait(), 60)

    def connected(self) -> None:
        """Nothing is said before the server has."""

    def emit(self, *event: Any) -> None:
        assert self.socket is not None
        self.socket.write(EVENT + NAMESPACE.encode() + b"," + orjson.dumps(event))

    def heard_text(self, text: bytes) -> None:
        assert self.socket is not None
        self.table.load.received += len(text)
        if text.startswith(OPEN):
            self.socket.write(CONNECTED + NAMESPACE.encode() + b",")
        elif text.startswith(PING) and len(text) == 1:
            self.socket.write(b"3")
        elif text.startswith(CONNECTED):
            self.emit("sync", self.table.id, self.seat, self.token, 2)
        elif text.startswith(EVENT):
            self.take(*orjson.loads(text[text.index(b",") + 1 :]))

    def take(self, kind: str, *told: Any) -> None:
        if kind == "sync":
            self.state = told[1]["state"]
            self.is_here.set()
        elif kind == "update":
            self.state = told[1]
        else:
            return
        self.number = self.state["_stateID"]
        is_over = "gameover" in self.state["ctx"]
        is_mine = self.state["ctx"]["currentPlayer"] == self.seat and not is_over
        self.moves = ["take"] if is_mine else None
        if kind == "update" and self.number % 2 == int(self.seat):  # one of the two counts it
            self.table.load.done += 1
        self.table.told(self, is_over)


class PeerTable(server_load.Table):
    def move(self) -> None:
        player = self.mover()
        if player is None:
            return
        self.number, player.moves = player.number, None
        payload = {
            "type": "take",
            "args": [self.load.chance.randrange(1000)],
            "playerID": player.seat,
            "credentials": player.token,
        }
        self.sent_at = server_load.time.perf_counter()
        action = {"type": "MAKE_MOVE", "payload": payload}
        player.emit("update", action, self.number, self.id, player.seat)


class PeerLoad(server_load.Load):
    """Tables are made at the first address and played at the second."""

    def next_url(self) -> str:
        return self.urls[1]

    async def set_table(self) -> None:
        games = f"/games{NAMESPACE}"
        made = await self.post(f"{games}/create", {"numPlayers": 2})
        table = PeerTable(self, made["matchID"])
        for seat in range(2):
            body = {"playerID": str(seat), "playerName": server_load.NAMES[seat]}
            joined = await self.post(f"{games}/{table.id}/join", body)
            table.guests.append(Player(table, seat, joined["playerCredentials"]))
        self.tables.append(table)
        for player in table.guests:
            await player.connect()


if __name__ == "__main__":
    gc.disable()
    import uvloop

    uvloop.run(server_load.obey(PeerLoad(int(sys.argv[1]), sys.argv[2:])))
