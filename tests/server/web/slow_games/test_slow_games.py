"""Games that last for days: planned moves, vacations, reminders."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from helpers.receivers import web_receiver
from helpers.room import A, B, Room, key_of, two
from helpers.told import DAYS, Told, run
from moonlit.server.errors import Refused
from moonlit.server.live.live_table import now_ms
from moonlit.server.live.players.slow_games import apart
from moonlit.server.notices.what import DELAY, notices_of
from moonlit.server.storage.players.vacations import Vacation
from moonlit.server.table import commands
from moonlit.server.table.clocks import DAY, GRACE
from moonlit.server.table.commands.slow import AGAIN, WAITED
from moonlit.server.table.plans import meaning, same_move
from moonlit.server.web.slow_games.routes import own_turns
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.command_table import secret_of as secret_for

GAMES = ["nova-luna", "dance-of-muses", "nomads"]
TOKENS = A, B


def secret_of(seed: int) -> bytes:
    return hashlib.sha256(bytes([seed])).digest()


def waits(room: Room) -> int:
    """The seat that waits."""
    return 1 - (room.table.to_move or 0)


def plan_something(room: Room, seat: int, seed: int = 0) -> str:
    token, number = TOKENS[seat], room.table.number
    secret = secret_of(seed)
    world = commands.suppose(room.table, token, number, secret, [])
    move = world.moves()[-1]
    room.do(commands.plan(room.table, token, number, secret, [move]))
    return move


@pytest.mark.parametrize("game", GAMES)
def test_a_planned_move_is_made_if_it_means_the_same_and_dropped_if_not(game: str) -> None:
    made = dropped = 0
    for seed in range(12):
        room = two(game)
        for _ in range(3 + seed):
            if room.table.to_move is not None:  # a dance may be over sooner
                room.move(seed)
        if room.table.to_move is None:
            continue
        seat = waits(room)
        try:
            plan_something(room, seat, seed)
        except Refused as refused:
            assert refused.key == "no_turn_left"  # noqa: PT017
            continue
        wanted = room.table.plans[seat].steps[0]
        while room.table.to_move == 1 - seat:
            assert commands.play_planned(room.table) == []
            room.move(seed + 5)
        if room.table.to_move is None:
            continue
        match = room.table.match
        assert match is not None
        assert room.table.due() == 0
        before = match.copy()
        room.do(commands.play_planned(room.table))
        assert seat not in room.table.plans
        if room.events[-1].kind == "plan_dropped":
            dropped += 1
            assert same_move(before, wanted) is None
            assert room.table.to_move == seat
        else:
            made += 1
            played = room.events[-2].data["move"]
            assert meaning(before, played)["reads"] == wanted["reads"]
            assert meaning(before, played)["brings"] == wanted["brings"]
    assert made + dropped > 5
    assert made > 0
    assert room.again().plans == room.table.plans


def test_some_plans_do_not_fit_any_more() -> None:
    """A plan that means something else by then is not made, legal or not."""
    room = two()
    room.move()
    seat = waits(room)
    plan_something(room, seat)
    plan = room.table.plans[seat]
    plan.steps[0]["brings"] = [{"key": "board.would_meet", "args": {"count": 9}}]
    while room.table.to_move != seat:
        room.move()
    assert commands.play_planned(room.table) == [("plan_dropped", {"seat": seat})]
    room.table.seats[seat].player = "somebody"
    room.do(commands.play_planned(room.table))
    [notice] = notices_of(room.table, room.events[-1:], frozenset())
    assert (notice.kind, notice.seat) == ("plan_dropped", seat)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_supposed_shows_what_the_seat_knows_and_else_any_deal(game: str) -> None:
    """What comes to light there differs from secret to secret, whatever is hidden in truth."""
    room = two(game)
    for _ in range(6):
        room.move(2)
    seat = waits(room)
    match = room.table.match
    assert match is not None
    known = match.view(seat)
    worlds = [
        commands.suppose(room.table, TOKENS[seat], match.number, secret_of(seed), [])
        for seed in range(12)
    ]
    assert match.view(seat) == known
    assert all(world.to_move == seat for world in worlds)
    assert len({json.dumps(world.record()["deal"]) for world in worlds}) > 1


def test_a_secret_decides_what_is_supposed(tmp_path: Path) -> None:
    """Whoever asks names a seed; what is dealt by it nobody can work out."""

    async def check(told: Told) -> None:
        live = await told.sit()
        seeds = [secret_for(told.service, live, 5, seed) for seed in range(50)]
        assert len(set(seeds)) == 50
        assert all(len(seed) == 32 for seed in seeds)
        assert seeds[0] == secret_for(told.service, live, 5, 0)
        assert secret_for(told.service, live, 6, 0) not in seeds

    run(tmp_path, check)


def test_a_plan_is_shown_to_nobody_else() -> None:
    room = two()
    room.move()
    seat = waits(room)
    before = [room.state(token) for token in (None, TOKENS[1 - seat])]
    plan_something(room, seat)
    assert room.state(TOKENS[seat])["plan"]
    for token, was in zip((None, TOKENS[1 - seat]), before, strict=True):
        now = room.state(token)
        assert "plan" not in now
        assert {**now, "seq": 0, "table": 0} == {**was, "seq": 0, "table": 0}


def test_what_cannot_be_planned() -> None:
    room = two()
    mover = room.table.to_move
    assert mover is not None
    number = room.table.number
    own, other = TOKENS[mover], TOKENS[1 - mover]
    assert (
        key_of(lambda: commands.suppose(room.table, own, number, secret_of(1), []))
        == "your_turn_now"
    )
    assert (
        key_of(lambda: commands.suppose(room.table, None, number, secret_of(1), [])) == "no_token"
    )
    assert (
        key_of(lambda: commands.plan(room.table, other, number + 1, secret_of(1), ["1@0,0"]))
        == "stale"
    )
    assert key_of(lambda: commands.plan(room.table, other, number, secret_of(1), ["nonsense"]))
    assert key_of(lambda: commands.unplan(room.table, other)) == "nothing_planned"
    plan_something(room, 1 - mover)
    room.do(commands.unplan(room.table, other))
    assert room.table.plans == {}


def test_a_plan_goes_with_who_leaves() -> None:
    room = two()
    seat = waits(room)
    plan_something(room, seat)
    room.do(commands.leave(room.table, TOKENS[seat], None))
    assert room.table.plans == {}


# ---- reminders ---------------------------------------------------------------------------------


def test_who_waits_reminds_once_a_day() -> None:
    room = two(clock=DAYS)
    mover = room.table.to_move
    assert mover is not None
    own, other = TOKENS[mover], TOKENS[1 - mover]
    start = room.now
    remind = lambda token: commands.remind(room.table, token, room.now)  # noqa: E731
    assert key_of(lambda: remind(other)) == "too_soon"
    room.now = start + WAITED
    assert key_of(lambda: remind(own)) == "nobody_to_remind"
    room.do(remind(other))
    room.table.seats[mover].player = "somebody"
    [notice] = notices_of(room.table, room.events[-1:], frozenset())
    assert (notice.kind, notice.seat, notice.by) == ("reminded", mover, 1 - mover)
    assert notice.row()["pattern"] == "%,turn,%"
    room.now += AGAIN - 1
    assert key_of(lambda: remind(other)) == "reminded_already"
    room.now += 1
    room.do(remind(other))


# ---- vacations ---------------------------------------------------------------------------------


def test_a_vacation_stops_the_clock_and_no_longer() -> None:
    room = two(clock=DAYS)
    seat = room.table.to_move
    assert seat is not None
    clocks = room.table.clocks
    assert clocks is not None
    start = room.now
    end = clocks.deadline()
    assert end is not None
    room.now = start + DAY
    room.do(commands.away(room.table, seat, room.now, room.now + 5 * DAY))
    assert room.table.clocks is not None
    assert room.table.clocks.deadline() == end + 5 * DAY
    told = room.state(None)["clocks"]["seats"][seat]
    assert told["away"] == room.now + 5 * DAY
    assert told["left"] == 2 * DAY
    room.now += 3 * DAY  # still away: as much is left as before
    assert room.state(None)["clocks"]["seats"][seat]["left"] == 2 * DAY
    assert commands.time_out(room.table, end + 1) == []
    room.do(commands.away(room.table, seat, start + DAY, room.now))  # back after three days
    assert room.table.clocks.deadline() == end + 3 * DAY
    room.now += DAY
    assert room.state(None)["clocks"]["seats"][seat]["left"] == DAY
    assert commands.time_out(room.table, end + 3 * DAY)
    again = room.again().clocks
    assert again is not None
    assert again.deadline() == room.table.clocks.deadline()


def test_a_vacation_stops_nothing_else() -> None:
    for clock in (None, {"kind": "move", "seconds": 60}):
        room = two(clock=clock)
        assert commands.away(room.table, 0, room.now, room.now + DAY) == []
    room = two(clock=DAYS)
    assert room.table.clocks is not None
    mover = room.table.to_move
    end = room.table.clocks.deadline()
    room.do(commands.away(room.table, 1 - (mover or 0), room.now, room.now + 9 * DAY))
    assert room.table.clocks.deadline() == end


def test_a_vacation_of_a_player_reaches_their_tables_and_has_limits(tmp_path: Path) -> None:
    async def check(told: Told) -> None:
        slow, player = told.service.slow_games, told.player.id
        live = await told.sit()
        await told.turn_of_ana(live)
        clocks = live.table.clocks
        assert clocks is not None
        end = clocks.deadline()
        assert end is not None
        await slow.leave(player, 10)
        assert live.table.clocks is not None
        assert live.table.clocks.deadline() == pytest.approx(end + 10 * DAY, abs=2000)
        with pytest.raises(Exception, match="on vacation already"):
            await slow.leave(player, 1)
        await slow.come_back(player)
        assert live.table.clocks.deadline() == pytest.approx(end, abs=2000)
        await slow.leave(player, 29)
        await slow.come_back(player)
        await slow.vacations.begin(player, slow_vacation(28))
        with pytest.raises(Exception, match="vacation left of 30"):
            await slow.leave(player, 3)

    run(tmp_path, check)


def slow_vacation(days: int) -> Vacation:
    end = now_ms() - DAY
    return Vacation(end - days * DAY, end)


def test_a_table_that_was_not_told_asks_before_time_is_out(tmp_path: Path) -> None:
    async def check(told: Told) -> None:
        live = await told.sit()
        await told.turn_of_ana(live)
        slow = told.service.slow_games
        await slow.vacations.begin(told.player.id, future_vacation())
        [away] = await slow.missed(live)
        await told.service.hub.execute(live, away)
        assert live.table.clocks is not None
        assert 0 in live.table.clocks.away

    run(tmp_path, check)


def at(now: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that late, for the whole server."""
    for name, module in list(sys.modules.items()):
        if name.startswith("moonlit.server.") and hasattr(module, "now_ms"):
            monkeypatch.setattr(module, "now_ms", lambda: now)


@pytest.mark.parametrize("days", [2, 10], ids=["over", "lasts"])
def test_a_vacation_that_began_before_the_game_counts_from_the_start_of_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """The table hears of it when time would be out, and not before; then once."""

    async def check(told: Told) -> None:
        start = now_ms()
        vacation = Vacation(start - DAY, start + days * DAY)
        await told.service.slow_games.vacations.begin(told.player.id, vacation)
        at(start, monkeypatch)
        live = await told.sit()
        while live.table.to_move == 1:
            await told.move(live)
        clocks = live.table.clocks
        assert clocks is not None
        first = clocks.deadline()
        assert first == start + 3 * DAY + GRACE
        seq = live.table.seq
        for later in (1, 300, 600, 60_000):
            at(first + later, monkeypatch)
            await told.service.bots._time_out(live)
        clocks = live.table.clocks
        assert clocks is not None
        assert (clocks.running, live.table.seats[0].is_guest) == (0, True)
        assert clocks.deadline() == first + days * DAY
        assert live.table.seq == seq + 1
        await told.move(live)
        while live.table.to_move == 1:
            await told.move(live)
        last = live.table.clocks.deadline() if live.table.clocks is not None else None
        assert last is not None
        at(last + 1, monkeypatch)
        await told.service.bots._time_out(live)
        assert not live.table.seats[0].is_guest  # in the end it is out

    run(tmp_path, check)


def test_a_second_vacation_within_a_turn_takes_nothing_of_the_first() -> None:
    room = two(clock={"kind": "days", "days": 3})
    seat, start = room.table.to_move, room.now
    assert seat is not None
    for begins, ends in ((1, 3), (4, 6)):
        room.now = start + begins * DAY
        room.do(commands.away(room.table, seat, room.now, start + ends * DAY))
    assert room.table.clocks is not None
    assert room.table.clocks.deadline() == start + (3 + 2 + 2) * DAY + GRACE


def test_vacations_of_two_players_who_are_one_are_one_where_they_overlap() -> None:
    found = [Vacation(0, 5), Vacation(3, 9), Vacation(4, 6), Vacation(20, 21)]
    assert apart(found) == [Vacation(0, 9), Vacation(20, 21)]


def future_vacation() -> Vacation:
    return Vacation(now_ms(), now_ms() + 3 * DAY)


def test_a_planned_move_is_made_by_the_server_and_nobody_is_told(tmp_path: Path) -> None:
    with web_receiver() as web:

        async def check(told: Told) -> None:
            live = await told.sit()
            await told.channel("webhook", {"url": f"{web.url}/hook"})
            while live.table.to_move == 0:
                await told.move(live)
            number, token = live.table.number, live.table.seats[0].token
            asked: dict[str, Any] = {"number": number, "seed": 3, "moves": []}
            suppose, plan = COMMANDS["suppose"].handler, COMMANDS["plan"].handler
            world = await suppose(told.service, live, token, **asked, previews=[])
            assert world["view"]["seat"] == 0
            asked["moves"] = world["moves"][:1]
            await plan(told.service, live, token, **asked)
            while live.table.to_move == 1:
                await told.move(live)
            assert [kind for kind, _ in await told.waiting()] == []
            await told.service.bots._attend(live.id)
            kinds = [event.kind for event in await told.service.store.load(live.id)]
            assert kinds[-2:] == ["moved", "planned"] or kinds[-1] == "plan_dropped"
            if kinds[-1] == "plan_dropped":
                assert [kind for kind, _ in await told.waiting()] == ["plan_dropped"]

        run(tmp_path, check)


def test_all_turns_are_listed_the_most_urgent_first(tmp_path: Path) -> None:
    async def check(told: Told) -> None:
        slow = await told.sit({"kind": "days", "days": 9})
        quick = await told.sit(DAYS)
        none = await told.sit(None)
        for live in (slow, quick, none):
            await told.turn_of_ana(live)
        found = await own_turns(told.service, told.player.id)
        assert [row["id"] for row in found] == [quick.id, slow.id, none.id]
        while quick.table.to_move == 0:
            await told.move(quick)
        found = await own_turns(told.service, told.player.id)
        assert [row["id"] for row in found] == [slow.id, none.id]
        assert orjson.dumps(found)

    run(tmp_path, check)


def test_the_delay_is_short_enough_for_five_seconds() -> None:
    assert DELAY + 1000 < 5000
