"""Before the start everybody chooses for their own seat; partners talk among themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest

from helpers.room import BOT, OPEN, A, B, C, Room
from moonlit.core.errors import MoonlitError
from moonlit.core.registry import find_game
from moonlit.server.table import commands
from moonlit.server.table.events import numbered
from moonlit.server.table.fold import Table
from moonlit.server.table.render import older_chat

D = "d" * 64
OPTION = "adventurers"


def refused(call: Any) -> str:
    with pytest.raises(MoonlitError) as caught:
        call()
    assert caught.value.text("es")
    return caught.value.key


def choose(room: Room, token: str | None, choice: str | None, seat: int | None = None) -> None:
    room.do(commands.choose(room.table, token, OPTION, choice, seat))


def test_each_guest_chooses_for_their_own_seat() -> None:
    room = Room(OPEN, OPEN, BOT, game="nomads", ready=False)
    room.join(B, "Ben", ready=True)
    choose(room, A, "ulrich")
    choose(room, B, "moon")
    assert room.table.options == {OPTION: ["ulrich", "moon", None]}
    assert room.table.seats[1].ready, "nobody agreed to anything else than before"
    assert refused(lambda: choose(room, B, "ulrich")) == "choice_taken"
    choose(room, A, None)
    choose(room, B, "ulrich")
    choose(room, A, "red", seat=2)
    assert refused(lambda: choose(room, A, "siana", seat=1)) == "not_your_seat"
    assert refused(lambda: choose(room, B, "siana", seat=2)) == "not_host"
    assert refused(lambda: choose(room, C, "siana")) == "not_seated"
    assert refused(lambda: choose(room, A, "lys")) == "no_such_choice"
    room.do(commands.ready(room.table, A, True))
    assert room.table.match is not None
    seats = room.table.match.view()["seats"]
    assert [seat["adventurer"] for seat in seats][1:] == ["ulrich", "red"]
    assert refused(lambda: choose(room, A, "moon")) == "has_started"
    again = room.again().match
    assert again is not None
    assert again.record() == room.table.match.record()


def test_a_choice_goes_with_who_made_it() -> None:
    room = Room(OPEN, OPEN, game="nomads", ready=False)
    room.join(B, "Ben", ready=False)
    choose(room, A, "ulrich")
    choose(room, B, "moon")
    room.do(commands.leave(room.table, B, None))
    assert room.table.options == {OPTION: ["ulrich", None]}
    room.join(C, "Cleo", ready=False)
    choose(room, C, "moon")
    room.do(commands.set_seat(room.table, A, 1, "bot", "novice"))
    assert room.table.options == {OPTION: ["ulrich", None]}
    choose(room, A, None)
    assert room.table.options == {}


def test_other_options_are_not_chosen_like_this() -> None:
    room = Room(OPEN, OPEN, game="nova-luna", ready=False)
    call = lambda: commands.choose(room.table, A, "beginner", "on", None)  # noqa: E731
    assert refused(call) == "no_such_choice"


def test_an_option_stands_only_for_the_players_it_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("nomads")
    declared = [
        replace(option, players=(3,)) if option.name == OPTION else option
        for option in game.options
    ]
    monkeypatch.setattr(game, "options", tuple(declared))
    names = ["ulrich", "moon"]
    assert refused(lambda: game.configure(2, {OPTION: names})) == "option_players"
    assert game.configure(3, {OPTION: [*names, None]})[0] == {OPTION: [*names, None]}
    game.configure(2, {OPTION: names}, recorded=True)
    room = Room(OPEN, OPEN, game="nomads", ready=False)
    assert refused(lambda: choose(room, A, "ulrich")) == "no_such_choice"
    assert room.table.options == {}
    room = Room(OPEN, OPEN, OPEN, game="nomads", ready=False)
    choose(room, A, "ulrich")
    assert room.table.options == {OPTION: ["ulrich", None, None]}


def test_a_rematch_of_a_lumathon_is_led_by_its_winner() -> None:
    roles = {"captain": 0, "winner": 0, "last": 1}
    room = Room(OPEN, OPEN, game="nomads", options={"lumathon": roles}, ready=True)
    room.join(B, "Ben", ready=True)
    room.do(commands.resign(room.table, A))
    _, there = commands.rematch(room.table, A, "x")
    assert there[0][1]["options"]["lumathon"] == {"captain": 1, "winner": 1, "last": 0}


def test_a_rematch_of_a_lumathon_against_a_bot_begins_at_once() -> None:
    roles = {"captain": 0, "winner": 0, "last": 1}
    room = Room(OPEN, BOT, game="nomads", options={"lumathon": roles}, ready=True)
    room.do(commands.resign(room.table, A))
    _, there = commands.rematch(room.table, A, "x")
    assert [kind for kind, _ in there] == ["created", "started"]
    table = Table("x")
    for event in numbered(there, 0, 1):
        table.apply(event)
    assert table.match is not None
    assert table.options["lumathon"]["captain"] == 1


def four() -> Room:
    room = Room(OPEN, OPEN, OPEN, OPEN, game="dance-of-muses", ready=True)
    for token, name in ((B, "Ben"), (C, "Cleo"), (D, "Dan")):
        room.join(token, name)
    return room


def test_partners_talk_alone() -> None:
    room = four()
    room.do(commands.chat(room.table, A, "Hello"))
    room.do(commands.chat(room.table, A, "Push Clio", company=True))
    heard = [[line["text"] for line in room.state(token)["chat"]] for token in (A, B, C, D)]
    assert heard == [["Hello", "Push Clio"], ["Hello"], ["Hello", "Push Clio"], ["Hello"]]
    assert [line["text"] for line in room.state(None)["chat"]] == ["Hello"]
    assert [line.get("company") for line in room.state(C)["chat"]] == [None, True]
    assert b"Push" not in b"".join(bytes(str(room.state(token)), "utf-8") for token in (None, B, D))
    later = room.table.seq + 1
    for seat, lines in ((0, 2), (2, 2), (1, 1), (None, 1)):  # also when it is asked for later
        assert len(orjson.loads(older_chat(room.table, later, seat))["chat"]) == lines


def test_who_has_no_partner_talks_to_all() -> None:
    room = Room(OPEN, OPEN, game="dance-of-muses", ready=True)
    room.join(B, "Ben")
    assert refused(lambda: commands.chat(room.table, A, "psst", company=True)) == "no_partners"
