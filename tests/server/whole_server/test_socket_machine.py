"""A table under a machine: guests, spectators and strangers say anything at all over sockets.

Every command has one answer; nobody is ever shown anything but their own view of what is committed;
what was acknowledged stays. MOONLIT_FUZZ=100000 lets it run for longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import orjson
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from helpers.machines import machine_test
from moonlit.core.errors import MoonlitError
from moonlit.core.registry import game_names
from moonlit.server.settings import Settings
from moonlit.server.storage.tables import commits, store
from moonlit.server.table.fold import Table
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.tables.socket import LiveSocket
from moonlit.server.web.transport.security import token_hash

ROOMY = {"message_rate": 1e6, "request_rate": 1e6, "max_tables": 10**6}
LEFT_OUT = {"hint"}  # a bot would think, and none does here
KINDS = [*(kind for kind in COMMANDS if kind not in LEFT_OUT), "hello", "", "state"]
DAYS = {"kind": "days", "days": 3}
FIELDS = {
    "number": st.sampled_from([0, 1, 5, -1, 10**9, None, "0"]),
    "move": st.sampled_from(["1@0,0", "", "x" * 201, None, 7]),
    "moves": st.sampled_from([[], ["1@0,0"], "x", [1], ["x"] * 401]),
    "agree": st.sampled_from([True, False, None, 1]),
    "text": st.sampled_from(["Hi", "", "\u202e", "x" * 301, "\N{GRINNING FACE}" * 300, 5]),
    "bot": st.sampled_from(["novice", "nobody", None, 3]),
    "keep": st.sampled_from([True, False, "no"]),
    "ready": st.sampled_from([True, False, "yes"]),
    "seat": st.sampled_from([0, 1, 9, -1, None]),
    "kind": st.sampled_from(["open", "bot", "guest"]),
    "level": st.sampled_from(["novice", None, "x"]),
    "players": st.sampled_from([1, 2, 3, 0, 11]),
    "listed": st.sampled_from([True, False]),
    "clock": st.sampled_from([None, {"kind": "move", "seconds": 5}, {"kind": "game"}, DAYS]),
    "options": st.sampled_from([{}, {"x": 1}, []]),
    "join": st.sampled_from(["link", "closed", "x"]),
    "rated": st.sampled_from([True, False, "yes"]),
    "club": st.sampled_from([None, "k3v9x2m7qa", "", 7]),
    "option": st.sampled_from(["adventurers", "companies", "", 7]),
    "choice": st.sampled_from([None, "nostromo", "0", 7]),
    "seed": st.sampled_from([0, 7, -1, 2**60, None]),
    "previews": st.sampled_from([[], ["1@0,0"], "x", ["x"] * 401]),
    "company": st.sampled_from([True, False, "yes"]),
}


def test_every_field_of_every_command_is_tried() -> None:
    for kind in COMMANDS:
        assert kind in KINDS or kind in LEFT_OUT
        assert set(COMMANDS[kind].request.model_fields) <= set(FIELDS), kind


PICK = st.integers(0, 10_000)  # one of what there is then
BODIES = st.lists(st.fixed_dictionaries({}, optional=FIELDS), max_size=3)


class Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.getMessage()} {record.exc_info}")


class End:
    """The other end of a socket."""

    def __init__(self, service: Service, table: str, token: str | None) -> None:
        self.token = token
        self.out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[dict[str, Any]] = []
        self.asked = self.answered = self.seq = 0
        self.closed = False
        self.out.put_nowait({"type": "websocket.connect"})
        self.say(orjson.dumps({"type": "hello", "token": token}).decode())
        self.writable = asyncio.Event()
        self.writable.set()
        self.on_writable: Callable[[], None] | None = None
        scope = {"moonlit.address": "192.0.2.1", "state": {"moonlit.wire": self}}
        self.task = asyncio.create_task(LiveSocket(service)(table, scope, self.out.get, self.send))

    def put(self, texts: list[bytes]) -> None:
        for text in texts:
            told = orjson.loads(text)
            self.heard.append(told)
            self.answered += told["type"] in ("done", "refused")

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.put([message["text"]])
        self.closed |= message["type"] == "websocket.close"

    def say(self, text: str | bytes) -> None:
        name = "text" if isinstance(text, str) else "bytes"
        self.out.put_nowait({"type": "websocket.receive", name: text})


class Sockets(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.mkdtemp(prefix="moonlit-machine-")
        self.loop = asyncio.new_event_loop()
        self.ends: list[End] = []
        self.log = Heard()
        self.patience = store.READ_WITHIN, commits.WRITE_WITHIN
        store.READ_WITHIN = commits.WRITE_WITHIN = 60.0  # a busy machine is not looked for here
        logging.getLogger("moonlit").addHandler(self.log)

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    @initialize(
        game=st.sampled_from(game_names()),
        clock=st.sampled_from([None, {"kind": "game", "seconds": 600, "increment": 5}, DAYS]),
        seed=st.integers(0, 1000),
    )
    def begin(self, game: str, clock: Any, seed: int) -> None:
        self.chance = mock.patch.object(secrets, "SystemRandom", return_value=random.Random(seed))
        self.chance.start()  # the same deals every time
        self.run(self._begin(game, clock))

    async def _begin(self, game: str, clock: Any) -> None:
        self.service = Service(Settings(data=self.folder, **ROOMY))
        await self.service.store.open()  # no bots think, so that it is the same every time
        await self.service.sync.open()
        await self.service.courier.prepare()
        asked = NewTable.model_validate({"game": game, "name": "Ana", "clock": clock})
        self.live, _, token = await self.service.create(asked, "192.0.2.1")
        self.tokens: list[str | None] = [None, token]

    @rule(name=st.sampled_from(["Ben", "Ana", "\u0410na", "", "bot:x"]))
    def sit_down(self, name: str) -> None:
        async def join() -> None:
            _, token = await self.service.join(self.live, None, name, None, True)
            self.tokens.append(token)

        with contextlib.suppress(MoonlitError):
            self.run(join())

    @rule(pick=PICK)
    def connect(self, pick: int) -> None:
        token = [*self.tokens, "nobody's"][pick % (len(self.tokens) + 1)]

        async def come() -> None:
            self.ends.append(End(self.service, self.live.id, token))

        if len(self.ends) < 6:
            self.run(come())

    @rule(pick=PICK)
    def go(self, pick: int) -> None:
        if self.ends:
            end = self.ends.pop(pick % len(self.ends))
            end.out.put_nowait({"type": "websocket.disconnect", "code": 1006})
            self.run(asyncio.wait_for(end.task, 10))

    @rule(pick=PICK)
    def play(self, pick: int) -> None:
        """Whoever has moves makes one: games come far, so that there is something to break."""
        for end in self.ends:
            states = [each for each in end.heard if each["type"] == "state"]
            if states and states[-1]["moves"] and not end.closed:
                move = states[-1]["moves"][pick % len(states[-1]["moves"])]
                order = {"type": "move", "number": states[-1]["number"], "move": move, "id": 1}
                end.asked += 1
                end.say(orjson.dumps(order).decode())
                self._settle()
                return

    @rule(pick=PICK, kind=st.sampled_from(KINDS), bodies=BODIES, now=st.booleans())
    def say(self, pick: int, kind: str, bodies: list[dict[str, Any]], now: bool) -> None:
        if not self.ends:
            return
        end = self.ends[pick % len(self.ends)]
        for body in bodies:
            if kind in COMMANDS and now:  # a message that can be read
                fields = COMMANDS[kind].request.model_fields
                body = {name: value for name, value in body.items() if name in fields}
                if "number" in fields:
                    body["number"] = self.live.table.number
            end.asked += 1
            end.say(orjson.dumps({"type": kind, "id": end.asked, **body}).decode())
        self._settle()

    @rule(pick=PICK, text=st.one_of(st.binary(max_size=40), st.text(max_size=40)))
    def babble(self, pick: int, text: str | bytes) -> None:
        if self.ends:
            end = self.ends[pick % len(self.ends)]
            end.asked += 1
            end.say(text)
            self._settle()

    def _settle(self) -> None:
        async def quiet() -> None:
            for _ in range(400):
                await asyncio.sleep(0.001)
                if all(e.closed or e.task.done() or e.answered >= e.asked for e in self.ends):
                    await asyncio.sleep(0.002)
                    return
            raise AssertionError("a command has no answer")

        self.run(quiet())

    @invariant()
    def everybody_sees_their_own(self) -> None:
        if not hasattr(self, "live"):
            return
        self._settle()
        table: Table = self.live.table
        for end in self.ends:
            if end.closed:
                continue
            assert end.answered == end.asked
            states = [each for each in end.heard if each["type"] == "state"]
            seqs = [state["seq"] for state in states]
            assert seqs == sorted(seqs)
            if states and states[-1]["seq"] == table.seq:
                own = token_hash(end.token) if end.token is not None else None
                seat = table.seat_of(own)
                seen = states[-1]["view"]
                view = table.match.view(seat) if table.match is not None else None
                assert seen == (None if view is None else orjson.loads(orjson.dumps(view)))
                assert states[-1]["you"]["seat"] == seat
            end.heard = states[-1:]
        assert self.log.lines == []

    @invariant()
    def what_is_known_is_committed(self) -> None:
        if not hasattr(self, "live"):
            return
        events = self.run(self.service.store.load(self.live.id))
        assert len(events) == self.live.table.seq
        again = Table(self.live.id)
        for event in events:
            again.apply(event)
        kept, now = again.match, self.live.table.match
        assert (kept is None) == (now is None)
        if kept is not None and now is not None:
            assert kept.record() == now.record()
        assert again.seats == self.live.table.seats
        assert again.clocks == self.live.table.clocks

    def teardown(self) -> None:
        async def close() -> None:
            for end in self.ends:
                end.out.put_nowait({"type": "websocket.disconnect", "code": 1000})
                await asyncio.wait_for(end.task, 10)
            if hasattr(self, "service"):
                await self.service.hub.close()
                await self.service.store.close()

        self.run(close())
        self.loop.close()
        store.READ_WITHIN, commits.WRITE_WITHIN = self.patience
        if hasattr(self, "chance"):
            self.chance.stop()
        logging.getLogger("moonlit").removeHandler(self.log)
        shutil.rmtree(Path(self.folder), ignore_errors=True)


TestSockets = machine_test(Sockets, examples=5, steps=40)
