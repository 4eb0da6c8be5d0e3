"""Who is away may come back: to their seat, to their secrets, and to the game as they left it."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from helpers.room import DAYS, GAME, MOVE, OPEN, A, B, C, Room, key_of, revealing, two
from moonlit.core.match import Match
from moonlit.server.table import commands
from moonlit.server.table.seats import KEPT

BOTH = pytest.mark.parametrize("clock", [MOVE, DAYS])


def late(game: str, clock: dict[str, Any]) -> tuple[Room, int]:
    """A game in which a seat was out of time and a bot has moved for it; that seat."""
    room = two(game, clock=clock)
    seat, due = room.table.to_move, room.table.due()
    assert seat is not None
    assert due is not None
    room.now = due
    room.do(commands.time_out(room.table, due))
    room.move()
    return room, seat


@BOTH
def test_a_seat_that_timed_out_shows_its_hand_to_nobody(clock: dict[str, Any]) -> None:
    room, seat = late("dance-of-muses", clock)
    assert key_of(lambda: room.join(C, "Cem")) == "seat_kept"
    assert key_of(lambda: room.join(C, "Cem", seat)) == "seat_kept"
    room.now += 10 * KEPT
    assert key_of(lambda: room.join(C, "Cem", seat)) == "seat_kept"
    # not even when the host, who may be the opponent, says so
    assert key_of(lambda: commands.set_seat(room.table, A, seat, "open", None)) == "secret_seat"
    room.do(commands.come_back(room.table, (A, B)[seat]))
    assert key_of(lambda: commands.leave(room.table, (A, B)[seat], None, False)) == "secret_seat"
    assert room.state(None)["table"]["seats"][seat]["free_from"] is None


@BOTH
def test_a_seat_is_kept_until_its_owner_the_host_or_a_long_time_says_otherwise(
    clock: dict[str, Any],
) -> None:
    room, seat = late("nova-luna", clock)
    table = room.table
    assert key_of(lambda: room.join(C, "Cem")) == "seat_kept"
    free = room.state(None)["table"]["seats"][seat]["free_from"]
    assert free == table.seats[seat].away_since + KEPT
    room.do(commands.set_seat(table, A, seat, "open", None))
    assert room.state(None)["table"]["seats"][seat]["free_from"] <= room.now
    room.do(commands.come_back(table, (A, B)[seat]))  # nobody was quicker
    room.do(commands.leave(table, (A, B)[seat], None))
    assert key_of(lambda: room.join(C, "Cem")) == "seat_kept"
    room.now += KEPT
    room.join(C, "Cem")
    assert table.seat_of(C) == seat
    assert table.seat_of((A, B)[seat]) is None
    assert room.again().seats == table.seats


def test_who_leaves_for_good_gives_the_seat_away() -> None:
    room = two()
    room.do(commands.leave(room.table, B, None, keep=False))
    room.join(C, "Cem")
    assert room.table.seat_of(C) == 1


@pytest.mark.parametrize("how", ["left", "timed_out"])
def test_nobody_rewinds_while_the_other_is_away(how: str) -> None:
    room = revealing("nova-luna")
    table = room.table
    seat = table.movers[-1]
    mine, other = (A, B)[seat], (B, A)[seat]
    number = table.number
    if how == "left":
        room.do(commands.leave(table, other, None))
    else:
        room.do([("timed_out", {"seat": 1 - seat, "level": "club"})])
    assert key_of(lambda: commands.undo(table, mine, number)) == "undo_away"
    room.do(commands.come_back(table, other))
    room.do(commands.undo(table, mine, number))
    assert table.undo_request is not None  # now they can be asked


def test_a_move_that_told_nothing_is_still_taken_back() -> None:
    room = two("dance-of-muses")
    seat = room.table.to_move
    assert seat is not None
    room.do(commands.leave(room.table, (B, A)[seat], None))
    room.move()
    assert room.table.match is not None
    if not commands.has_revealed(room.table.match, seat):
        assert commands.undo(room.table, (A, B)[seat], room.table.number)[0][0] == "undone"


def test_who_cannot_come_back_is_not_asked() -> None:
    room = two(clock=GAME)
    table = room.table
    seat, due = table.to_move, table.due()
    assert seat is not None
    assert due is not None
    room.now = due
    room.do(commands.time_out(table, due))
    other = 1 - seat
    while other not in table.movers:
        room.move()
    assert commands.undo(table, (A, B)[other], table.number)[0][0] == "undone"


@pytest.mark.parametrize("own", [None, 0])
def test_a_host_sees_and_does_no_more_than_a_guest(own: int | None) -> None:
    """Who made the table sees what their seat sees, or without one what anybody sees."""
    if own is None:
        room = Room(OPEN, OPEN, game="dance-of-muses", name=None, clock=DAYS)
        room.join(B, "Ben")
        room.join(C, "Cem")
    else:
        room = two("dance-of-muses", clock=DAYS)
    match = room.table.match
    assert match is not None
    for _ in range(6):
        seen, anybody = room.state(A), room.state(None)
        assert seen["you"] == {"seat": own, "host": True}
        assert seen["view"] == orjson.loads(orjson.dumps(match.view(own)))
        if own is None:
            assert {**seen, "you": None} == {**anybody, "you": None}
        if room.table.to_move != own:
            assert seen["moves"] is None
            check_no_move_is_theirs(room, match)
        room.move()


def check_no_move_is_theirs(room: Room, match: Match) -> None:
    """Whatever a host says in another's turn, it is not said for whoever is to move."""
    table, number, mover = room.table, match.number, room.table.to_move
    assert mover is not None
    for move in match.moves():
        said = key_of(lambda move=move: commands.move(table, A, number, move, room.now))
        assert said == ("not_seated" if table.seat_of(A) is None else "not_your_turn")
    for kind in ("bot", "open"):
        said = key_of(lambda kind=kind: commands.set_seat(table, A, mover, kind, None))
        assert said == "has_started"
    if table.seat_of(A) is None:
        for call in (
            lambda: commands.resign(table, A),
            lambda: commands.leave(table, A, None),
            lambda: commands.undo(table, A, number),
            lambda: commands.unplan(table, A),
        ):
            assert key_of(call) == "not_seated"
