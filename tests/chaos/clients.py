"""Guests who play, talk, drop out, take back and play again at random, and write down what they
were told; and others who only mean harm."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from helpers.server import BROKEN, live

Message = dict[str, Any]
KEPT = 0.05  # of all states, with their views, for the checker
NEVER = ('"deal"', '"seed"', '"token', '"made_by"')  # in anything that is sent over a socket


@dataclass
class Ack:
    table: str
    seq: int
    kind: str
    detail: Any
    by: str


@dataclass
class Notes:
    """All that the clients have seen, each by itself."""

    acks: list[Ack] = field(default_factory=list)
    states: list[tuple[str, int | None, Message]] = field(default_factory=list)
    tables: dict[str, list[str]] = field(default_factory=dict)  # with the guests' tokens
    said: dict[str, str] = field(default_factory=dict)  # every text sent, and at which table
    faults: list[str] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    connections: int = 0


class Player:
    """One guest; their seat goes from a table to its rematch."""

    def __init__(self, name: str, where: Any, table: str, token: str, notes: Notes) -> None:
        self.name, self.where, self.table, self.token, self.notes = name, where, table, token, notes
        self.chance = random.Random(name)
        self.seen: dict[str, int] = {}  # by table: the last seq
        self.count = 0
        self.pending: tuple[int, str, Any] | None = None
        self.stopped = False

    async def play(self) -> None:
        while not self.stopped:
            try:
                since = self.seen.get(self.table, 0)
                async with live(self.where(), self.table, self.token, since) as opened:
                    self.notes.connections += 1
                    self.pending = None
                    await self._stay(opened, self.table)
            except BROKEN:
                await asyncio.sleep(self.chance.uniform(0.02, 0.3))

    async def _stay(self, opened: ClientConnection, table: str) -> None:
        state: Message | None = None
        while not self.stopped and self.table == table:
            try:
                async with asyncio.timeout(5):
                    text = str(await opened.recv())
            except TimeoutError:
                if self.pending is not None:
                    return  # no answer at all: come back
                await self._send(opened, "ping", {}, None)
                continue
            message = json.loads(text)
            if message["type"] == "state":
                self._take(table, message, text)
                state = message
            elif message["type"] in ("done", "refused"):
                self._settle(table, message)
            if state is not None and self.pending is None:
                if self.chance.random() < 0.002:
                    return  # a lost connection
                await self._act(opened, state)

    def _take(self, table: str, state: Message, text: str) -> None:
        last = self.seen.get(table, 0)
        if state["seq"] < last:
            self.notes.faults.append(f"{table}: seq went from {last} back to {state['seq']}")
        lines = [line["seq"] for line in state["log"]]
        if lines and (lines[0] <= last or lines != sorted(set(lines))):
            self.notes.faults.append(f"{table}: lines of the log twice or in no order")
        self.seen[table] = max(last, state["seq"])
        self.notes.faults += [f"{table}: {word} was sent" for word in NEVER if word in text]
        if self.chance.random() < KEPT:
            self.notes.states.append((table, state["you"]["seat"], state))

    def _settle(self, table: str, message: Message) -> None:
        if self.pending is None or message.get("id") != self.pending[0]:
            return
        _, kind, detail = self.pending
        self.pending = None
        if message["type"] == "refused":
            key = message["error"]["key"]
            self.notes.refusals[key] = self.notes.refusals.get(key, 0) + 1
        elif kind == "rematch":
            self._go_on(message["table"])
        elif kind != "ping":
            self.notes.acks.append(Ack(table, message["seq"], kind, detail, self.name))

    async def _send(self, opened: ClientConnection, kind: str, body: Message, detail: Any) -> None:
        self.count += 1
        self.pending = self.count, kind, detail
        await opened.send(json.dumps({"type": kind, "id": self.count, **body}))

    async def _act(self, opened: ClientConnection, state: Message) -> None:
        seat, roll = state["you"]["seat"], self.chance.random()
        if state["ended"] is not None:
            if state["rematch"] is not None:
                self._go_on(state["rematch"])
            else:
                await self._send(opened, "rematch", {}, None)
            return
        own = state["table"]["seats"][seat]
        asked = state["undo"]["asked"]
        if state["table"]["status"] == "open":
            if not own["ready"]:
                await self._send(opened, "ready", {"ready": True}, seat)
        elif own["stand_in"]:
            await self._send(opened, "return", {}, seat)
        elif asked is not None and asked["seat"] != seat and seat not in asked["agreed"]:
            await self._send(opened, "answer", {"agree": roll < 0.5}, seat)
        elif roll < 0.06:
            text = f"{self.name} says {self.count}"
            self.notes.said[text] = self.table
            await self._send(opened, "chat", {"text": text}, (seat, text))
        elif roll < 0.075 and state["undo"]["can"]:
            await self._send(opened, "undo", {"number": state["number"]}, seat)
        elif roll < 0.077 and state["moves"]:
            await self._send(opened, "leave", {"bot": "novice"}, seat)
        elif roll < 0.085:
            move = {"number": max(0, state["number"] - 1), "move": "nonsense"}
            await self._send(opened, "move", move, (seat, -1, ""))
        elif state["moves"]:
            move = self.chance.choice(state["moves"])
            number = state["number"]
            order = {"number": number, "move": move}
            await self._send(opened, "move", order, (seat, number, move))

    def _go_on(self, table: str) -> None:
        self.notes.tables.setdefault(table, self.notes.tables[self.table])
        self.table = table


async def attack(where: Any, notes: Notes, chance: random.Random) -> None:
    """Somebody who has the links and no seat, and leaves nothing untried."""
    nonsense = ["{", "[]", '{"type":"move","number":0,"move":"1@0,0"}', "x" * 15_000, '{"type":{}}']
    while True:
        table = chance.choice(list(notes.tables))
        address = f"ws{where().removeprefix('http')}/api/tables/{table}/live"
        with contextlib.suppress(*BROKEN):
            async with connect(address, compression=None, max_size=None, close_timeout=1) as opened:
                token = None if chance.random() < 0.7 else "x" * 32
                await opened.send(json.dumps({"type": "hello", "token": token, "since": 0}))
                for _ in range(chance.randrange(15)):
                    await opened.send(chance.choice(nonsense))
                for _ in range(chance.randrange(5)):
                    async with asyncio.timeout(2):
                        text = str(await opened.recv())
                    notes.faults += [f"{table}: {word} was sent" for word in NEVER if word in text]
                    message = json.loads(text)
                    if message["type"] == "state":
                        if message["moves"] is not None or message["you"]["seat"] is not None:
                            notes.faults.append(f"{table}: a stranger was taken for a guest")
                        notes.states.append((table, None, message))
        await asyncio.sleep(chance.uniform(0.02, 0.2))
