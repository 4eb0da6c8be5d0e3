"""What is said at a table is kept within bounds, whoever comes, talks and goes."""

from __future__ import annotations

import contextlib
from itertools import count

import orjson

from helpers.room import OPEN, A, B, C, Room, key_of
from moonlit.core.errors import MoonlitError
from moonlit.server.table import commands
from moonlit.server.table.events import numbered
from moonlit.server.table.fold import Table
from moonlit.server.table.render import older_chat
from moonlit.server.table.state import MAX_SAID

LOUD = "\N{GRINNING FACE}" * 290
TOKENS = (f"{number:064}" for number in count())


def all_said(room: Room, token: str) -> None:
    """Whoever holds a token says as much as the table takes."""
    with contextlib.suppress(MoonlitError):
        for number in range(1999):
            room.do(commands.chat(room.table, token, f"{number} {LOUD}"))
    assert key_of(lambda: commands.chat(room.table, token, LOUD)) == "enough_said"


def come_talk_and_go(room: Room) -> None:
    token = next(TOKENS)
    room.join(token, "Ben", ready=False)
    all_said(room, token)
    room.do(commands.leave(room.table, token, None))


def asked_for(table: Table) -> list[int]:
    """All lines that can be asked for, answer by answer."""
    seqs: list[int] = []
    before, older = table.seq + 1, True
    while older:
        found = orjson.loads(older_chat(table, before, None))
        older = found["older_chat"]
        seqs = [line["seq"] for line in found["chat"]] + seqs
        before = seqs[0]
    return seqs


def test_a_newcomer_may_talk_whatever_was_said_from_their_seat_before() -> None:
    room = Room(OPEN, OPEN, ready=False)
    come_talk_and_go(room)
    room.join(C, "Cas", ready=False)
    room.do(commands.chat(room.table, C, "Hi"))
    assert room.state(None)["chat"][-1]["text"] == "Hi"
    all_said(room, C)


def test_who_sits_down_in_the_game_may_talk_too() -> None:
    room = Room(OPEN, OPEN)
    room.join(B, "Ben")
    all_said(room, B)
    room.do(commands.leave(room.table, B, None, keep=False))
    room.do(commands.come_back(room.table, B))
    assert key_of(lambda: commands.chat(room.table, B, LOUD)) == "enough_said"  # the same person
    room.do(commands.leave(room.table, B, None, keep=False))
    room.join(C, "Cas")
    room.do(commands.chat(room.table, C, "Hi"))


def test_who_comes_and_goes_fills_no_memory_and_drives_out_nobody_who_stays() -> None:
    room = Room(OPEN, OPEN, ready=False)
    all_said(room, A)
    own = [line.seq for line in room.table.chat]
    most = MAX_SAID * max(room.table.game.seats)
    for _ in range(2 * max(room.table.game.seats)):
        come_talk_and_go(room)
        table = room.table
        assert sum(line.cost for line in table.chat) <= most
        assert asked_for(table) == [line.seq for line in table.chat]
        assert [line.seq for line in table.chat if line.seat == 0] == own
    others = [line.seq for line in table.chat if line.seat == 1]
    said = [event.seq for event in room.events if event.kind == "said" and event.data["seat"] == 1]
    assert len(others) < len(said)
    assert others == said[-len(others) :]  # only the oldest are forgotten
    again = room.again()
    assert [line.json for line in again.chat] == [line.json for line in table.chat]
    assert (again.said, again.sat_down) == (table.said, table.sat_down)


def test_a_table_that_is_shown_keeps_its_lines_while_the_next_forgets() -> None:
    room = Room(OPEN, OPEN, ready=False)
    for _ in range(max(room.table.game.seats) + 1):
        come_talk_and_go(room)
    room.join(C, "Cas", ready=False)
    shown = room.table
    lines, said = list(shown.chat), dict(shown.said)
    drafts = 3 * commands.chat(shown, C, LOUD)
    after = shown.branch(numbered(drafts, shown.seq, room.now))
    assert (shown.chat, shown.said) == (lines, said)
    assert after.chat[0].seq > lines[0].seq
