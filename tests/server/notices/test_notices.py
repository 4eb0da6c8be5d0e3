"""A word to players: who is told what and when, how often, and what becomes of an address."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from helpers.receivers import Device, Mailbox, Receiver, mail_server, web_receiver
from helpers.room import A, B, C, Room, two
from helpers.server import own_database
from helpers.told import DAYS, Told, run, told
from moonlit.core.errors import MoonlitError
from moonlit.server.live.live_table import now_ms
from moonlit.server.live.players.courier import BACKOFF
from moonlit.server.notices.channel import Waiting
from moonlit.server.notices.quiet import Quiet
from moonlit.server.notices.senders import NOBODY, Outcome, Policy, decoded, subject_of
from moonlit.server.notices.texts import still_so
from moonlit.server.notices.what import DELAY, LOOKING, Notice, notices_of
from moonlit.server.settings import Settings
from moonlit.server.table import commands
from moonlit.server.table.clocks import DAY
from moonlit.server.table.render import summary

HOUR = 3_600_000


# ---- what happened, and who is to hear of it ---------------------------------------------------


def last(room: Room, present: frozenset[int] = frozenset()) -> list[Notice]:
    """What is told of the last event, where everybody is a player."""
    for seat in room.table.seats:
        seat.player = f"player of {seat.name}" if seat.token else None
    return notices_of(room.table, room.events[-1:], present)


def test_guests_cannot_be_told() -> None:
    room = two(clock=DAYS)
    until_other_moves(room)
    assert notices_of(room.table, room.events[-1:], frozenset()) == []


def until_other_moves(room: Room) -> int:
    """Moves until the turn has passed; whose it is."""
    seat = room.table.to_move
    while room.table.to_move == seat:
        room.move()
    assert room.table.to_move is not None
    return room.table.to_move


def test_a_turn_in_a_game_of_days_is_told_with_its_last_day() -> None:
    room = two(clock=DAYS)
    seat = until_other_moves(room)
    turn, left = last(room)
    assert (turn.kind, turn.seat, turn.due) == ("turn", seat, room.now + DELAY)
    assert left.kind == "day_left"
    assert left.due == pytest.approx(room.now + 2 * DAY, abs=1000)
    assert last(room, frozenset({seat}))[0].due == room.now + LOOKING


def test_whoever_moves_again_is_not_told() -> None:
    room = two(clock=DAYS)
    for _ in range(20):
        before = room.table.to_move
        room.move()
        told_seats = {notice.seat for notice in last(room)}
        assert told_seats == ({room.table.to_move} - {before})


def test_without_a_clock_only_who_is_away_is_told() -> None:
    room = two()
    seat = until_other_moves(room)
    assert [notice.kind for notice in last(room)] == ["turn"]
    assert last(room, frozenset({seat})) == []


@pytest.mark.parametrize(
    "clock", [{"kind": "move", "seconds": 60}, {"kind": "game", "seconds": 60}]
)
def test_quick_games_and_games_alone_tell_nobody(clock: dict[str, Any]) -> None:
    room = two(clock=clock)
    until_other_moves(room)
    assert last(room) == []
    alone = Room({"kind": "open"}, {"kind": "bot", "level": "novice"})
    for _ in range(4):
        alone.move()
        assert last(alone) == []


def test_an_undo_is_asked_of_the_others_and_the_end_told_to_them() -> None:
    room = two(clock=DAYS)
    room.do([("undo_asked", {"seat": 0, "to": 0})])
    assert [(n.kind, n.seat, n.by) for n in last(room)] == [("undo", 1, 0)]
    room.do(commands.resign(room.table, B))
    assert [(n.kind, n.seat) for n in last(room)] == [("over", 0)]


def test_whoever_is_to_move_again_by_an_undo_that_others_agreed_to_is_told() -> None:
    room = two(clock=DAYS)
    asker = room.table.to_move
    assert asker is not None
    until_other_moves(room)
    room.do([("undo_asked", {"seat": asker, "to": 0})])
    agreed = commands.answer(room.table, (A, B)[1 - asker], True)
    last(room)  # everybody is a player
    room.do(agreed)
    assert [event.kind for event in room.events[-2:]] == ["undo_agreed", "undone"]
    told = notices_of(room.table, room.events[-2:], frozenset())
    assert [(n.kind, n.seat) for n in told] == [("turn", asker), ("day_left", asker)]


def test_an_undo_is_told_only_while_an_answer_is_waited_for() -> None:
    room = two(clock=DAYS)

    def is_so(seat: int) -> bool | int:
        told = summary(room.table)
        return still_so(Waiting("k", "undo", room.table.id, seat, 0, 1, told, None), room.now)

    room.move()
    assert not is_so(1)
    room.do([("undo_asked", {"seat": 0, "to": 0})])
    assert (is_so(0), is_so(1)) == (False, True)
    room.do(commands.answer(room.table, B, False))
    assert not is_so(1)
    three = Room({"kind": "open"}, {"kind": "open"}, {"kind": "open"}, clock=DAYS)
    three.join(B, "Ben")
    three.join(C, "Eve")
    room = three
    room.move()
    room.do([("undo_asked", {"seat": 0, "to": 0})])
    room.do(commands.answer(room.table, B, True))
    assert (is_so(1), is_so(2)) == (False, True)


def test_a_rematch_invites_the_others() -> None:
    room = two()
    room.do(commands.resign(room.table, B))
    _, there = commands.rematch(room.table, A, "rematchrem")
    again = Room.__new__(Room)
    again.table, again.events, again.now = type(room.table)("rematchrem"), [], room.now
    again.do(there)
    assert [(n.kind, n.seat) for n in last(again)] == [("invited", 1)]


# ---- quiet hours -------------------------------------------------------------------------------


def at(zone: str, text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "now", "ends"),
    [
        ("Europe/Madrid", "2026-07-01T23:30", "2026-07-02T07:00"),
        ("Europe/Madrid", "2026-07-02T03:00", "2026-07-02T07:00"),
        ("Europe/Madrid", "2026-07-02T07:00", None),
        ("Europe/Madrid", "2026-07-02T21:59", None),
        ("America/New_York", "2026-03-07T22:00", "2026-03-08T07:00"),  # clocks go forward
        ("Asia/Kathmandu", "2026-01-01T00:00", "2026-01-01T07:00"),
    ],
)
def test_quiet_hours_go_by_the_players_own_clock(zone: str, now: str, ends: str | None) -> None:
    quiet = Quiet(zone, 22 * 60, 7 * 60)
    assert quiet.until(at(zone, now)) == (None if ends is None else at(zone, ends))


def test_quiet_hours_within_a_day() -> None:
    quiet = Quiet("Europe/Paris", 9 * 60, 17 * 60)
    noon = at("Europe/Paris", "2026-05-05T12:00")
    assert quiet.until(noon) == at("Europe/Paris", "2026-05-05T17:00")
    assert quiet.until(noon + 6 * HOUR) is None
    assert Quiet("Nowhere/Atall", 0, 600).until(noon) is None


# ---- sending -----------------------------------------------------------------------------------


@pytest.fixture
def web() -> Iterator[Receiver]:
    with web_receiver() as receiver:
        yield receiver


def test_a_turn_is_told_once_by_each_way(tmp_path: Path, web: Receiver) -> None:
    with mail_server() as mail:
        device = Device(f"{web.url}/push")

        async def check(told: Told) -> None:
            live = await told.sit()
            address = device.address()
            del address["kind"]
            ways = [
                await told.channel("push", address, language="es"),
                await told.channel("mail", {"mail": "ana@example.org"}, language="fr"),
                await told.channel("webhook", {"url": f"{web.url}/hook"}),
                await told.channel("webhook", {"url": f"{web.url}/chat", "style": "discord"}),
                await told.channel("webhook", {"url": f"{web.url}/slack", "style": "slack"}),
            ]
            await told.turn_of_ana(live)
            for way in ways:
                assert await told.courier.deliver(way.id, now_ms()) is None  # not at once
            later = now_ms() + DELAY + 1
            for way in ways:
                assert await told.courier.deliver(way.id, later) is Outcome.SENT
                assert await told.courier.deliver(way.id, later + 1000) is None
            check_webhooks(web, live.id)
            check_push(device, web, live.id)
            check_claims(web, "mailto:moonlit@club.example")
            check_mail(mail, live.id)

        run(tmp_path, check, smtp=f"smtp://127.0.0.1:{mail.port}?from=moonlit@club.example")


def check_webhooks(web: Any, table: str) -> None:
    [plain] = web.json("/hook")
    assert plain["text"] == "Nova Luna: it is your turn, with Ben."
    assert plain["notices"][0]["url"] == f"https://club.example/t/{table}"
    assert plain["stop"].startswith("https://club.example/stop/")
    [discord] = web.json("/chat")
    assert "with Ben" in discord["content"]
    assert "/stop/" in discord["content"]
    assert discord["allowed_mentions"] == {"parse": []}
    [slack] = web.json("/slack")
    assert "/stop/" in slack["text"]


def check_push(device: Device, web: Any, table: str) -> None:
    [(_, headers, body)] = [each for each in web.got if each[0] == "/push"]
    shown = device.read(body)
    assert shown["body"] == "Nova Luna: es tu turno, con Ben."
    assert shown["path"] == f"/t/{table}"
    assert shown["stop"].startswith("/stop/")
    assert headers["authorization"].startswith("vapid t=")
    assert headers["ttl"] == "86400"
    assert b"Ben" not in body


def check_claims(web: Receiver, subject: str) -> None:
    """What the server says of itself to a push service, as Mozilla's reads it."""
    [(_, headers, _)] = [each for each in web.got if each[0] == "/push"]
    token = headers["authorization"].removeprefix("vapid t=").partition(",")[0]
    claims = json.loads(decoded(token.split(".")[1]))
    assert set(claims) == {"aud", "exp", "sub"}
    assert (claims["aud"], claims["sub"]) == (web.url, subject)
    assert type(claims["exp"]) is int
    assert time.time() + 11 * 3600 < claims["exp"] < time.time() + 24 * 3600


@pytest.mark.parametrize(
    ("address", "smtp", "subject"),
    [
        ("https://club.example", "", "https://club.example"),
        ("https://club.example:8443", "", "https://club.example"),
        ("http://club.example", "", NOBODY),
        ("http://192.168.1.7:8000", "", NOBODY),
        ("https://moonlit", "", NOBODY),
        ("https://[::1]:8443", "", NOBODY),
        ("", "", NOBODY),
        ("http://moonlit", "smtps://mail.example?from=me@club.example", "mailto:me@club.example"),
        ("https://club.example", "smtp://mail?from=moonlit@attic", "https://club.example"),
        ("", "smtp://mail.example", NOBODY),
    ],
)
def test_a_push_is_signed_whatever_the_server_is_called(
    tmp_path: Path, web: Receiver, address: str, smtp: str, subject: str
) -> None:
    assert subject_of(address, smtp) == subject
    device = Device(f"{web.url}/push")

    async def check(told: Told) -> None:
        way = await told.channel("push", device.address())
        assert await told.courier.send_now(way, "test")
        check_claims(web, subject)

    run(tmp_path, check, address=address, smtp=smtp)


def test_a_push_that_cannot_be_signed_is_a_failure_of_its_channel(
    tmp_path: Path, web: Receiver
) -> None:
    device = Device(f"{web.url}/push")

    async def check(told: Told) -> None:
        live = await told.sit()
        way = await told.channel("push", device.address())
        await told.turn_of_ana(live)
        told.courier.senders._subject = "http://moonlit"  # which py_vapid refuses
        assert not await told.courier.send_now(way, "test")
        for count in range(len(BACKOFF) + 1):
            assert await told.deliver(way, 2 * count * BACKOFF[-1]) is Outcome.FAILED
        found = await told.courier.outbox.find(way.id)
        assert found is not None
        assert found.dropped is not None
        assert web.got == []

    run(tmp_path, check)


def test_a_long_subject_is_folded_and_the_address_that_stops_mails_is_not() -> None:
    subject = "Nova Luna, con Íñigo, José María, Zoë y Ñoño: es tu turno, y también el de Élodie"
    stop = f"<https://club.example/stop/{'x' * 200}>"
    mail = EmailMessage()
    mail["subject"], mail["List-Unsubscribe"] = subject, stop
    raw = mail.as_bytes(policy=Policy(linesep="\r\n"))
    words = re.findall(rb"=\?[^ ]*\?=", raw)
    assert words
    assert max(map(len, words)) <= 75, "RFC 2047"
    assert message_from_bytes(raw, policy=default)["subject"] == subject
    assert f"List-Unsubscribe: {stop}\r\n".encode() in raw


def check_mail(mailbox: Mailbox, table: str) -> None:
    [mail], [raw] = mailbox.got, mailbox.raw
    assert mail["to"] == "ana@example.org"
    assert mail["subject"] == "Nova Luna : c'est à vous de jouer, avec Ben."
    assert mail["list-unsubscribe"].startswith("<https://club.example/stop/")
    assert b"\r\nList-Unsubscribe: <https://club.example/stop/" in raw, "readable by any program"
    assert raw.isascii(), "whatever the servers on its way can do"
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert f"https://club.example/t/{table}" in mail.get_content()
    assert "/stop/" in mail.get_content()


def test_a_burst_is_one_message_and_what_is_no_longer_so_is_not_told(
    tmp_path: Path, web: Receiver
) -> None:
    async def check(told: Told) -> None:
        way = await told.channel("webhook", {"url": f"{web.url}/hook"})
        tables = [await told.sit() for _ in range(3)]
        for live in tables:
            for _ in range(3):
                await told.turn_of_ana(live)
        while tables[0].table.to_move == 0:
            await told.move(tables[0])
        await told.deliver(way)
        [message] = web.json()
        assert {each["table"] for each in message["notices"]} == {t.id for t in tables[1:]}
        assert message["text"] == "2 games wait for you"

    run(tmp_path, check)


def test_nothing_in_quiet_hours_and_all_of_it_afterwards(tmp_path: Path, web: Receiver) -> None:
    async def check(told: Told) -> None:
        _, way = await told.hooked(web.url)
        now = now_ms() + DELAY + 1
        here = datetime.fromtimestamp(now / 1000, ZoneInfo("UTC"))
        minute = here.hour * 60 + here.minute
        quiet = Quiet("UTC", (minute - 60) % 1440, (minute + 60) % 1440)
        await told.courier.outbox.set_quiet(told.player.id, quiet)
        assert await told.courier.deliver(way.id, now) is None
        assert await told.courier.outbox.due(now + HOUR // 2, 10) == []
        assert web.got == []
        assert await told.courier.outbox.due(now + HOUR, 10) == [way.id]
        assert await told.courier.deliver(way.id, now + HOUR) is Outcome.SENT
        assert len(web.json()) == 1

    run(tmp_path, check)


def test_a_day_before_the_end_of_ones_time(tmp_path: Path, web: Receiver) -> None:
    async def check(told: Told) -> None:
        _, way = await told.hooked(web.url, events=("day_left",))
        now = now_ms()
        assert await told.courier.deliver(way.id, now + DAY) is None
        assert await told.courier.outbox.due(now + 2 * DAY + 1000, 10) == [way.id]
        assert await told.courier.deliver(way.id, now + 2 * DAY + 1000) is Outcome.SENT
        assert "a day left" in web.json()[0]["text"]

    run(tmp_path, check)


def test_a_failing_endpoint_is_tried_again_and_then_dropped(tmp_path: Path, web: Receiver) -> None:
    web.status = 500

    async def check(told: Told) -> None:
        live, way = await told.hooked(web.url)
        now = now_ms() + DELAY + 1
        for tries, wait in enumerate(BACKOFF, 1):
            assert await told.courier.deliver(way.id, now) is Outcome.FAILED
            assert len(web.got) == tries
            assert await told.courier.outbox.due(now + wait - 1, 10) == []
            now += wait
            assert await told.courier.outbox.due(now, 10) == [way.id]
        found = await told.courier.outbox.find(way.id)
        assert found is not None
        assert found.dropped is None
        assert await told.courier.deliver(way.id, now) is Outcome.FAILED
        found = await told.courier.outbox.find(way.id)
        assert found is not None
        assert found.dropped == now
        assert await told.waiting() == []
        await told.turn_of_ana(live)
        assert await told.waiting() == []

    run(tmp_path, check)


def test_an_endpoint_that_recovers_is_told_once(tmp_path: Path, web: Receiver) -> None:
    web.status = 503

    async def check(told: Told) -> None:
        _, way = await told.hooked(web.url)
        await told.deliver(way)
        web.status = 200
        assert await told.deliver(way, BACKOFF[0]) is Outcome.SENT
        found = await told.courier.outbox.find(way.id)
        assert found is not None
        assert found.failures == 0
        assert len(web.got) == 2

    run(tmp_path, check)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_dropped_at_once(
    status: int, tmp_path: Path, web: Receiver
) -> None:
    web.status = status

    async def check(told: Told) -> None:
        live = await told.sit()
        address = Device(f"{web.url}/push").address()
        way = await told.channel("push", address)
        await told.turn_of_ana(live)
        assert await told.deliver(way) is Outcome.GONE
        found = await told.courier.outbox.find(way.id)
        assert found is not None
        assert found.dropped is not None

    run(tmp_path, check)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def test_two_workers_do_not_send_the_same(kind: str, tmp_path: Path, web: Receiver) -> None:
    async def check(database: str) -> None:
        async with (
            told(tmp_path, database=database) as one,
            told(tmp_path, database=database) as two,
        ):
            live = await one.sit()
            way = await one.channel("webhook", {"url": f"{web.url}/hook"})
            for count in range(1, 4):
                await one.turn_of_ana(live)
                now = now_ms() + DELAY + 1
                assert await two.courier.outbox.due(now, 10) == [way.id]
                couriers = [one.courier, two.courier] * 3
                found = await asyncio.gather(*(each.deliver(way.id, now) for each in couriers))
                assert found.count(Outcome.SENT) == 1
                assert len(web.got) == count

    with contextlib.ExitStack() as stack:
        shared = stack.enter_context(own_database()) if kind == "postgresql" else ""
        asyncio.run(check(shared))


def test_a_name_cannot_call_everybody(tmp_path: Path, web: Receiver) -> None:
    async def check(told: Told) -> None:
        live = await told.sit()
        live.table.seats[1].name = "*@here* [x](http://y)"
        chat = {"url": f"{web.url}/chat", "style": "discord"}
        slack = {"url": f"{web.url}/slack", "style": "slack"}
        ways = [await told.channel("webhook", each) for each in (chat, slack)]
        await told.turn_of_ana(live)
        for way in ways:
            await told.deliver(way)
        assert r"\*\@here\* \[x\]\(http\:\/\/y\)" in web.json("/chat")[0]["content"]
        live.table.seats[1].name = "<!channel>"
        await told.turn_of_ana(live)
        await told.deliver(ways[1])
        assert "&lt;!channel&gt;" in web.json("/slack")[1]["text"]

    run(tmp_path, check)


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("https://club.example", True),
        ("http://127.0.0.1:8000", True),
        ("https://xn--mnchen-3ya.example", True),
        ("https://münchen.example", False),  # it would stand in a header of every mail
        ("https://club.example/path", False),
        ("club.example", False),
    ],
)
def test_the_address_in_messages_is_plain_ascii(address: str, fits: bool) -> None:
    settings = Settings(address=address)
    if fits:
        assert settings.checked() == settings
    else:
        with pytest.raises(MoonlitError, match="MOONLIT_ADDRESS"):
            settings.checked()
