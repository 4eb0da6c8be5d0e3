"""Whoever is being deleted is given nothing any more, and leaves every seat."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select

from helpers.packages import FIRST
from helpers.room import A, B, C, Room
from helpers.server import own_database
from helpers.told import Told, run
from moonlit.core.errors import MoonlitError
from moonlit.server.live.live_table import now_ms
from moonlit.server.live.players.claims import given_up
from moonlit.server.notices.quiet import Quiet
from moonlit.server.storage.players.invitations import Invitation, Invitations, Person
from moonlit.server.storage.players.players import Passkey
from moonlit.server.storage.players.vacations import Vacation
from moonlit.server.storage.schema import metadata
from moonlit.server.table import commands
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import token_hash

LATE = token_hash("a-key-that-comes-too-late")
OPEN = {"kind": "open"}


async def rows_of(told: Told, player: str) -> list[str]:
    """The tables of the database that know somebody."""
    found = []
    async with told.service.store.reading() as connection:
        for table in metadata.sorted_tables:
            for owner in {"player", "by_player"} & set(table.c.keys()):
                query = select(func.count()).where(table.c[owner] == player)
                if await connection.scalar(query):
                    found.append(table.name)
    return found


async def device(told: Told) -> None:
    await told.service.players.add_device(told.player.id, LATE, "", now_ms())


async def signed_in(told: Told) -> None:
    await told.service.claims.join(told.player.id, LATE, "")


async def link(told: Told) -> None:
    await told.service.players.add_secret(LATE, told.player.id, now_ms())


async def passkey(told: Told) -> None:
    await told.service.players.add_passkey(Passkey("c" * 64, told.player.id, "", 0, now_ms()))


async def channel(told: Told) -> None:
    await told.channel("webhook", {"url": "https://club.example/hook"})


async def quiet(told: Told) -> None:
    hours = Quiet("Europe/Madrid", 0, 60)
    await told.courier.outbox.set_quiet(told.player.id, hours)


async def vacation(told: Told) -> None:
    times = Vacation(now_ms(), now_ms() + 1000)
    await told.service.slow_games.vacations.begin(told.player.id, times)


async def ask_ben(told: Told) -> None:
    asked = Invitation("ben", "k3v9x2m7qa", Person(told.player.id, "Ana"), now_ms())
    await Invitations(told.service.players).add(asked, now_ms())


@pytest.mark.parametrize(
    "late",
    [device, signed_in, link, passkey, channel, quiet, vacation, ask_ben],
    ids=lambda f: f.__name__,
)
def test_what_comes_after_a_deletion_is_refused(
    tmp_path: Path, late: Callable[[Told], Awaitable[None]]
) -> None:
    """As if the request had been let in before, and had waited meanwhile."""

    async def check(told: Told) -> None:
        await told.service.claims.erase(told.player.id)
        with pytest.raises(MoonlitError) as caught:
            await late(told)
        assert caught.value.key == "not_signed_in"
        assert await rows_of(told, told.player.id) == []
        again = await told.service.players.make(LATE, "Ana", "", now_ms(), "here")
        assert again.name == "Ana"  # its browser can begin anew

    run(tmp_path, check)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("deleted", ["before", "meanwhile"])
def test_nobody_becomes_one_with_a_player_who_is_gone(
    kind: str, deleted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben opens Ana's link on a device of his own while another one deletes her."""

    async def check(told: Told) -> None:
        claims, keeper, ana = told.service.claims, told.service.players, told.player.id
        ben = await keeper.make(LATE, "Ben", "", now_ms(), "here")
        table = NewTable(game=FIRST, players=2, name="Ben")
        live, *_ = await told.service.create(table, "here", ben)
        await keeper.add_secret(token_hash("link"), ana, now_ms())
        assert await keeper.use_secret(token_hash("link"), now_ms()) == ana

        hand_over = claims.hand_over

        async def too_late(player: str, other: str) -> None:
            monkeypatch.undo()
            await claims.erase(player)
            await hand_over(player, other)

        if deleted == "before":
            await claims.erase(ana)
        else:
            monkeypatch.setattr(claims, "hand_over", too_late)
        with pytest.raises(MoonlitError) as caught:
            await claims.join(ana, LATE, "")
        assert caught.value.key == "not_signed_in"
        assert await rows_of(told, ana) == []
        assert await keeper.find(LATE) == ben
        assert {seat.seat for seat in await keeper.seats_of(ben.id)} == {-1, 0}
        assert (await told.service.hub.find(live.id)).table.seats[0].name == "Ben"

    with contextlib.ExitStack() as stack:
        database = stack.enter_context(own_database()) if kind == "postgresql" else ""
        run(tmp_path, check, database=database)


def test_whoever_is_gone_is_asked_to_no_table_and_nobody_learns_it(tmp_path: Path) -> None:
    async def check(told: Told) -> None:
        ben = await told.service.players.make(LATE, "Ben", "", now_ms(), "here")
        await told.service.claims.erase(ben.id)
        asked = Invitation(ben.id, "k3v9x2m7qa", Person(told.player.id, "Ana"), now_ms())
        await Invitations(told.service.players).add(asked, now_ms())
        assert await rows_of(told, ben.id) == []

    run(tmp_path, check)


@pytest.mark.parametrize("plays", [False, True])
def test_two_who_have_become_one_leave_both_seats(plays: bool) -> None:
    room = Room(OPEN, OPEN, OPEN)
    room.join(B, "Ana again", ready=plays)
    if plays:
        room.join(C, "Eve")
    for seat in room.table.seats[:2]:
        seat.player = "ana"
    room.table.host_player = "ana"
    room.do(given_up(room.table, "ana"))
    kinds = [(event.kind, event.data["seat"]) for event in room.events[-2:]]
    assert kinds == [("left", 0), ("left", 1)]
    assert not [seat for seat in room.table.seats[:2] if seat.is_guest]
    assert given_up(room.table, "ana") == []
    if plays:
        assert room.table.seats[2].is_guest
        room.do(commands.move_of(room.table, room.table.to_move or 0, moves(room)[0]))
    assert A not in {seat.token for seat in room.table.seats if seat.is_guest}


def moves(room: Room) -> list[str]:
    assert room.table.match is not None
    return room.table.match.moves()
