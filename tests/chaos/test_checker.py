"""The checker of chaos finds what it looks for: else that it found nothing would mean nothing."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from chaos.checker import Checker, Row
from chaos.clients import Ack, Notes, Player
from helpers.room import A, B, Room, two
from moonlit.server.table import commands

TABLE = "k3v9x2m7qa"


def played() -> tuple[Notes, list[Row]]:
    """A short game, and what an honest client has noted of it."""
    room: Room = two("dance-of-muses")
    notes = Notes(tables={TABLE: []})
    for number in range(6):
        seat = room.table.to_move
        assert seat is not None
        room.move(number)
        data = room.events[-1].data
        notes.acks.append(Ack(TABLE, room.table.seq, "move", tuple_of(data), f"guest {seat}"))
        for viewer, token in ((None, None), (0, A), (1, B)):
            notes.states.append((TABLE, viewer, room.state(token)))
    notes.said["Hello 1"] = TABLE
    room.do(commands.chat(room.table, A, "Hello 1"))
    notes.acks.append(Ack(TABLE, room.table.seq, "chat", (0, "Hello 1"), "guest 0"))
    rows = [(e.seq, e.kind, json.loads(json.dumps(e.data))) for e in room.events]
    return notes, rows


def tuple_of(data: dict[str, Any]) -> tuple[int, int, str]:
    return data["seat"], data["number"], data["move"]


def problems(notes: Notes, rows: list[Row]) -> list[str]:
    return Checker(notes, lambda table: rows).check()


def test_an_honest_game_has_no_problems() -> None:
    notes, rows = played()
    assert problems(notes, rows) == []


def lose_the_last(notes: Notes, rows: list[Row]) -> None:
    rows.pop()


def lose_one_in_between(notes: Notes, rows: list[Row]) -> None:
    del rows[4]


def double(notes: Notes, rows: list[Row]) -> None:
    rows.append((len(rows) + 1, *rows[-1][1:]))


def reorder(notes: Notes, rows: list[Row]) -> None:
    notes.acks[0], notes.acks[2] = notes.acks[2], notes.acks[0]
    for ack in notes.acks[:3]:
        ack.by = "one"


def answer_twice(notes: Notes, rows: list[Row]) -> None:
    notes.acks.append(copy.deepcopy(notes.acks[-1]))


def tell_a_secret(notes: Notes, rows: list[Row]) -> None:
    """One seat is sent what the other may see."""
    mine = next(state for _, seat, state in notes.states if seat == 0)
    theirs = next(state for _, seat, state in notes.states if seat == 1)
    mine["view"] = {**theirs["view"], "seat": 0}


def show_another_game(notes: Notes, rows: list[Row]) -> None:
    notes.states[-1][2]["last"]["move"] = "nonsense"


def lose_the_table(notes: Notes, rows: list[Row]) -> None:
    notes.acks.clear()
    notes.states.clear()
    notes.said.clear()
    rows.clear()


def show_what_was_never_kept(notes: Notes, rows: list[Row]) -> None:
    """Nothing of it was acknowledged, but somebody saw it."""
    notes.acks.clear()
    notes.said.clear()
    del rows[-2:]


def send_the_deal(notes: Notes, rows: list[Row]) -> None:
    """A client looks through every text that it is sent."""
    state = notes.states[-1][2]
    player = Player("one", None, TABLE, A, notes)
    player._take(TABLE, state, json.dumps({**state, "deal": "0123"}))


@pytest.mark.parametrize(
    "harm",
    [
        lose_the_last,
        lose_one_in_between,
        double,
        reorder,
        answer_twice,
        tell_a_secret,
        show_another_game,
        lose_the_table,
        show_what_was_never_kept,
        send_the_deal,
    ],
)
def test_harm_is_found(harm: Any) -> None:
    notes, rows = played()
    harm(notes, rows)
    assert problems(notes, rows)
