"""A table is the fold of its events, and commands say which events come next."""

from __future__ import annotations

import contextlib
import random
import tracemalloc
from typing import Any

import orjson
import pytest

from helpers.room import (
    BOT,
    DAYS,
    GAME,
    MOVE,
    OPEN,
    A,
    B,
    C,
    Room,
    key_of,
    revealing,
    told,
    two,
)
from moonlit.core.errors import MoonlitError
from moonlit.server.table import commands, permissions
from moonlit.server.table.events import numbered
from moonlit.server.table.fold import Table
from moonlit.server.table.render import Presence, Renderer
from moonlit.server.table.state import encode


@pytest.mark.parametrize("game", ["nova-luna", "nomads", "dance-of-muses"])
def test_the_same_events_give_the_same_table(game: str) -> None:
    room = two(game, clock={"kind": "game", "seconds": 600, "increment": 5})
    chance = random.Random(1)
    for step in range(12):
        room.now += 1000 * chance.randrange(9)
        if room.table.to_move is not None:
            room.move(chance.randrange(99))
        if step % 5 == 4:
            mover = room.table.movers[-1]
            room.do([("undone", {"seat": mover, "to": room.table.number - 1, "free": True})])
            room.do(commands.chat(room.table, B, "Oh!"))
    other = room.again()
    for token in (None, A, B):
        for since in (0, room.table.seq - 2):
            said = Renderer(room.table).render(token, since, Presence(), room.now)
            assert Renderer(other).render(token, since, Presence(), room.now) == said


def test_a_state_tells_what_the_match_tells() -> None:
    for game in ("nova-luna", "nomads", "dance-of-muses"):
        room = two(game)
        for _ in range(5):
            room.move(3)
        match = room.table.match
        assert match is not None
        for seat, token in ((None, None), (0, A), (1, B)):
            state = room.state(token)
            assert state["you"]["seat"] == seat
            assert state["view"] == orjson.loads(orjson.dumps(match.view(seat)))
            lines = [line for line in state["log"] if line["topic"] == game]
            assert [line["entries"] for line in lines] == match.log(seat)
            assert [line["move"] for line in lines] == match.history(seat)
            assert state["last"]["move"] == match.history(seat)[-1]
            turn = seat is not None and seat == match.to_move
            assert state["moves"] == (match.moves() if turn else None)


def test_it_starts_when_all_seats_are_filled_and_all_guests_ready() -> None:
    room = Room(OPEN, OPEN, BOT)
    assert room.table.status == "open"
    room.join(B, "Ben", ready=False)
    assert room.table.status == "open"
    room.do(commands.ready(room.table, B, True))
    assert room.table.status == "playing"
    assert Room(OPEN, BOT).table.status == "playing"
    assert Room(BOT, BOT, name=None).table.status == "playing"
    assert Room(OPEN, BOT, ready=False).table.status == "open"


def test_seats_before_the_start() -> None:
    room = Room(OPEN, OPEN, OPEN)
    table = room.table
    assert key_of(lambda: room.join(B, "ana")) == "name_taken"
    assert key_of(lambda: room.join(B, "Ben", 0)) == "seat_taken"
    assert key_of(lambda: room.join(B, "Ben", 7)) == "no_such_seat"
    for name in ("", "   ", "x" * 25, "a\u202eb", "a\x07b", "bot:club"):
        assert key_of(lambda name=name: room.join(B, name)) == "bad_name"
    room.join(B, "  Ben   B ", 2)
    assert table.seats[2].name == "Ben B"
    assert key_of(lambda: commands.set_seat(table, B, 1, "bot", "club")) == "not_host"
    assert key_of(lambda: commands.set_seat(table, None, 1, "bot", "club")) == "no_token"
    assert key_of(lambda: commands.change(table, A, {"players": 2})) == "guest_sits_there"
    room.do(commands.set_seat(table, A, 2, "open", None))
    assert table.seat_of(B) is None
    room.join(B, "Ben", 1, ready=False)
    room.do(commands.change(table, A, {"players": 2, "listed": True}))
    assert (len(table.seats), table.listed) == (2, True)
    room.do(commands.leave(table, A, None))
    assert table.is_host(B)
    assert not table.is_host(A)
    assert "log.left_open" in told(room)


def test_a_closed_table_takes_nobody() -> None:
    room = Room(OPEN, OPEN, join="closed")
    assert key_of(lambda: room.join(B, "Ben")) == "closed"


def test_a_move_must_fill_the_right_number() -> None:
    room = two()
    table = room.table
    seat = table.to_move
    mine, other = (A, B) if seat == 0 else (B, A)
    assert table.match is not None
    move = table.match.moves()[0]
    now = room.now
    assert key_of(lambda: commands.move(table, mine, 1, move, now)) == "stale"
    assert key_of(lambda: commands.move(table, other, 0, move, now)) == "not_your_turn"
    assert key_of(lambda: commands.move(table, None, 0, move, now)) == "no_token"
    assert key_of(lambda: commands.move(table, C, 0, move, now)) == "not_seated"
    with pytest.raises(MoonlitError) as caught:
        commands.move(table, mine, 0, "nonsense", now)
    assert caught.value.topic == "nova-luna"
    room.do(commands.move(table, mine, 0, move, now))
    assert key_of(lambda: commands.move(table, mine, 0, move, now)) == "stale"


def test_undo_is_free_when_nothing_was_revealed() -> None:
    room = two("dance-of-muses")
    table = room.table
    assert table.match is not None
    seat = table.to_move
    assert seat is not None
    token = (A, B)[seat]
    room.move()
    assert room.state(token)["undo"] == {"can": True, "asked": None}
    before = table.number
    assert key_of(lambda: commands.undo(table, token, before + 1)) == "stale"
    drafts = commands.undo(table, token, before)
    hidden = commands.has_revealed(table.match, seat)
    assert drafts[0][0] == ("undo_asked" if hidden else "undone")


def test_undo_of_a_revealing_move_needs_consent() -> None:
    room = revealing("nova-luna")
    table = room.table
    seat = table.movers[-1]
    mine, other = (A, B) if seat == 0 else (B, A)
    number = table.number
    room.do(commands.undo(table, mine, number))
    assert room.state(mine)["undo"]["asked"] == {"seat": seat, "to": number - 1, "agreed": []}
    assert key_of(lambda: commands.answer(table, mine, True)) == "nothing_asked"
    assert key_of(lambda: commands.undo(table, mine, number)) == "undo_pending"
    room.do(commands.answer(table, other, False))
    assert table.undo_request is None
    assert table.number == number
    room.do(commands.undo(table, mine, number))
    room.do(commands.answer(table, other, True))
    assert table.number == number - 1
    assert told(room)[-3:] == ["log.undo_refused", "log.undo_asked", "log.undone"]


def test_bots_agree_to_any_undo() -> None:
    room = Room(OPEN, BOT)
    while room.table.movers[-2:] != [0, 1]:
        room.move(2)
    number = room.table.number
    room.do(commands.undo(room.table, A, number))
    assert room.table.to_move == 0
    assert room.table.number < number


def test_resigning_ends_a_game_of_two() -> None:
    room = two()
    room.move()
    room.do(commands.resign(room.table, B))
    ended = room.state(A)["ended"]
    assert (ended["by"], ended["seat"]) == ("resign", 1)
    assert [row["place"] for row in ended["standings"]] == [1, 2]
    assert room.table.to_move is None
    assert key_of(lambda: commands.resign(room.table, A)) == "is_over"


def test_resigning_among_three_lets_a_bot_play_on() -> None:
    room = Room(OPEN, OPEN, OPEN)
    room.join(B, "Ben")
    room.join(C, "Cem")
    room.do(commands.resign(room.table, B))
    assert room.table.status == "playing"
    seat = room.state(B)["table"]["seats"][1]
    assert (seat["kind"], seat["stand_in"], seat["resigned"]) == ("bot", True, True)
    assert key_of(lambda: commands.come_back(room.table, B)) == "has_resigned"
    assert key_of(lambda: room.join("d" * 64, "Dot", 1)) == "seat_kept"
    room.do(commands.resign(room.table, A))
    standings = room.table.standings()
    assert standings is not None
    assert [row["place"] for row in standings] == [2, 3, 1]


def test_partners_resign_together() -> None:
    room = Room(OPEN, OPEN, OPEN, BOT, game="dance-of-muses")
    room.join(B, "Ben")
    room.join(C, "Cem")
    room.do(commands.resign(room.table, A))
    assert room.table.status == "playing"  # Cem plays on for their company
    room.do(commands.resign(room.table, C))
    standings = room.table.standings()
    assert standings is not None
    assert [row["place"] for row in standings] == [3, 1, 3, 1]


def test_leaving_coming_back_and_taking_over() -> None:
    room = two()
    table = room.table
    room.do(commands.leave(table, B, "expert"))
    assert (table.seats[1].level, table.seats[1].stand_in) == ("expert", True)
    assert room.state(B)["you"]["seat"] == 1
    assert key_of(lambda: commands.leave(table, B, None)) == "bot_sits_in"
    room.do(commands.come_back(table, B))
    assert table.seats[1].is_guest
    assert key_of(lambda: commands.come_back(table, B)) == "sits_already"
    room.do(commands.leave(table, B, None))
    room.do(commands.set_seat(table, A, 1, "bot", "master"))
    assert table.bot_to_move() == ("master" if table.to_move == 1 else None)
    assert key_of(lambda: room.join(C, "Cem")) == "seat_kept"
    room.do(commands.set_seat(table, A, 1, "open", None))
    room.join(C, "Cem")
    assert table.seat_of(B) is None
    assert room.state(C)["view"]["players"] == ["Ana", "Cem"]


@pytest.mark.parametrize(("clock", "back"), [(MOVE, True), (DAYS, True), (GAME, False)])
def test_when_time_is_out_a_bot_plays_on(clock: dict[str, Any], back: bool) -> None:
    room = two(clock=clock)
    table = room.table
    seat = table.to_move
    assert seat is not None
    token = (A, B)[seat]
    full = room.state(None)["clocks"]["seats"][seat]["left"]
    due = table.due()
    assert due is not None
    assert commands.time_out(table, due - 1) == []
    assert table.match is not None
    move = table.match.moves()[0]
    assert key_of(lambda: commands.move(table, token, 0, move, due + 1)) == "time_is_out"
    room.now = due
    room.do(commands.time_out(table, due))
    assert table.bot_to_move() == "club"
    assert table.due() == 0
    clocks = room.state(None)["clocks"]
    assert clocks["running"] is None
    # who could come back at once would have all their time again, and again
    assert key_of(lambda: commands.come_back(table, token)) == "time_is_out"
    assert key_of(lambda: room.join(C, "Cem")) == "seat_kept"
    room.move()
    if back:
        room.do(commands.come_back(table, token))
        turn_of(room, seat)
        assert room.state(token)["clocks"]["running"] == seat
        assert room.state(token)["clocks"]["seats"][seat]["left"] == full
    else:
        assert key_of(lambda: commands.come_back(table, token)) == "time_is_out"
        assert key_of(lambda: room.join(C, "Cem")) == "seat_kept"


def turn_of(room: Room, seat: int) -> None:
    while room.table.to_move != seat:
        room.move()


@pytest.mark.parametrize("clock", [MOVE, DAYS, GAME])
def test_leaving_and_coming_back_brings_no_time(clock: dict[str, Any]) -> None:
    room = two(clock=clock)
    seat = room.table.to_move
    assert seat is not None
    token, due = (A, B)[seat], room.table.due()
    for _ in range(3):
        room.now += 10_000
        room.do(commands.leave(room.table, token, None))
        room.do(commands.come_back(room.table, token))
        assert room.table.due() == due
    room.do(commands.leave(room.table, token, None, keep=False))
    room.join(C, "Cem")
    assert room.table.due() == due
    assert room.again().due() == due


@pytest.mark.parametrize("clock", [MOVE, DAYS, GAME])
def test_who_leaves_with_no_time_left_is_out_of_time(clock: dict[str, Any]) -> None:
    """Else a bit of time to travel would be had again with every return."""
    room = two(clock=clock)
    seat, due = room.table.to_move, room.table.due()
    assert seat is not None
    assert due is not None
    room.now = due - 1
    room.do(commands.leave(room.table, (A, B)[seat], None))
    assert key_of(lambda: commands.come_back(room.table, (A, B)[seat])) == "time_is_out"
    assert key_of(lambda: room.join(C, "Cem")) == "seat_kept"


@pytest.mark.parametrize("clock", [MOVE, DAYS, GAME])
def test_taking_back_brings_no_time(clock: dict[str, Any]) -> None:
    room = Room(OPEN, OPEN, game="dance-of-muses", clock=clock)
    room.join(B, "Ben")
    table = room.table
    seat, due = table.to_move, table.due()
    assert seat is not None
    assert due is not None
    for _ in range(3):
        room.now += 10_000
        room.move()
        undo = commands.undo(table, (A, B)[seat], table.number)
        assert undo[0][1]["free"]
        room.do(undo)
        assert (table.to_move, table.due()) == (seat, due)
    room.move()
    other = table.to_move
    assert other != seat
    assert room.state(None)["clocks"]["seats"][other]["left"] == (due - 1_000_500)
    assert room.again().due() == table.due()


@pytest.mark.parametrize("clock", [MOVE, DAYS, GAME])
def test_a_move_of_the_last_instant_is_not_taken_back_without_asking(clock: dict[str, Any]) -> None:
    room = Room(OPEN, OPEN, game="dance-of-muses", clock=clock)
    room.join(B, "Ben")
    seat, due = room.table.to_move, room.table.due()
    assert seat is not None
    assert due is not None
    room.now = due - 1  # it was made in time, and travelled
    room.move()
    room.do(commands.undo(room.table, (A, B)[seat], room.table.number))
    assert room.table.undo_request is not None


def test_a_move_that_the_others_gave_back_has_its_time_again() -> None:
    room = two(clock=MOVE)
    table = room.table
    seat = table.to_move
    assert seat is not None
    room.now += 50_000
    room.move()
    while table.to_move == seat:
        room.move()
    room.now += 7_000
    room.move()  # the other has answered: it has to be asked now
    room.do(commands.undo(table, (A, B)[seat], table.number))
    assert table.undo_request is not None
    room.do(commands.answer(table, (B, A)[seat], True))
    assert room.state(None)["clocks"]["running"] == seat
    assert [each["left"] for each in room.state(None)["clocks"]["seats"]] == [60_000, 60_000]


def test_a_game_clock_counts_down_and_up() -> None:
    room = two(clock=GAME)
    seat = room.table.to_move
    assert seat is not None
    room.now += 10_000
    assert room.state(None)["clocks"]["seats"][seat]["left"] == 50_000
    room.move()
    assert room.state(None)["clocks"]["seats"][seat]["left"] == 52_000


def test_who_comes_later_is_told_what_is_left_then() -> None:
    room = two(clock=GAME)
    seat = room.table.to_move
    assert seat is not None
    renderer, presence = Renderer(room.table), Presence()
    for later in (0, 20_000, 40_000):
        clocks = orjson.loads(renderer.render(None, 0, presence, room.now + later))["clocks"]
        assert clocks["at"] == room.now + later
        assert clocks["seats"][seat]["left"] == 60_000 - later


def test_chat_is_for_who_sits_here() -> None:
    room = two()
    assert key_of(lambda: commands.chat(room.table, None, "Hi")) == "no_token"
    assert key_of(lambda: commands.chat(room.table, B, "x" * 301)) == "bad_chat"
    assert key_of(lambda: commands.chat(room.table, B, "a\u202eb")) == "bad_chat"
    room.do(commands.chat(room.table, B, "<b>Hi</b>  there"))
    chat = room.state(None)["chat"]
    assert [(line["name"], line["text"]) for line in chat] == [("Ben", "<b>Hi</b> there")]
    assert room.state(None, room.table.seq)["chat"] == []
    assert room.state(None)["older_chat"] is False


def test_one_guest_cannot_use_up_what_the_other_may_say() -> None:
    room = two()
    loud = "\N{GRINNING FACE}" * 300
    with contextlib.suppress(MoonlitError):
        for _ in range(1999):
            room.do(commands.chat(room.table, A, loud))
    assert key_of(lambda: room.do(commands.chat(room.table, A, loud))) == "enough_said"
    room.do(commands.chat(room.table, B, "Well, well"))
    for seen in (0, 5):
        text = Renderer(room.table).render(None, seen, Presence(), room.now)
        assert len(text) < 40_000
    assert room.state(None)["chat"][-1]["text"] == "Well, well"
    assert room.state(None)["older_chat"] is True


def test_a_rematch_keeps_seats_and_tokens() -> None:
    room = Room(OPEN, OPEN, BOT)
    room.join(B, "Ben")
    assert key_of(lambda: commands.rematch(room.table, A, "x" * 10)) == "not_over"
    room.do(commands.resign(room.table, B))
    room.do(commands.resign(room.table, A))
    if room.table.ended is None:
        return
    assert key_of(lambda: commands.rematch(room.table, C, "x" * 10)) == "not_seated"
    here, there = commands.rematch(room.table, B, "x" * 10)
    room.do(here)
    assert room.state(A)["rematch"] == "x" * 10
    table = Table("x" * 10)
    for event in numbered(there, 0, 1):
        table.apply(event)
    assert (table.seat_of(A), table.seat_of(B)) == (0, 1)
    assert [seat.ready for seat in table.seats] == [False, True, True]
    assert table.status == "open"


def test_hints_only_where_nobody_is_wronged() -> None:
    alone = Room(OPEN, BOT)
    if alone.table.to_move == 0:
        assert permissions.require_hint(alone.table, A, 0) == 0
    assert key_of(lambda: permissions.require_hint(two().table, A, 0)) == "no_hints"


def test_a_line_takes_no_more_memory_than_it_is_long() -> None:
    tracemalloc.start()
    try:
        lines = [encode({"key": "log.joined", "seq": seq}) for seq in range(1000)]
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert orjson.loads(lines[7]) == {"key": "log.joined", "seq": 7}
    assert taken < 200 * len(lines)
