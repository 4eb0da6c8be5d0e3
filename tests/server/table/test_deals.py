"""The deal of a table cannot be computed from what is seen: no number stands for it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import moonlit
from helpers.packages import OURS, copy_example, looking_into, upgrade
from helpers.room import OPEN, A, B, Room, two
from moonlit.core import dealing
from moonlit.core.errors import BadRecord
from moonlit.core.record import load
from moonlit.core.registry import find_game
from moonlit.server.table import commands
from moonlit.server.table.events import Event


@pytest.mark.parametrize("game", OURS)
def test_a_table_is_dealt_from_the_systems_randomness(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a deal was made from a seed")

    asked: list[int] = []
    drawn = random.SystemRandom.randbytes
    monkeypatch.setattr(dealing, "new_deal", forbidden)
    monkeypatch.setattr(
        random.SystemRandom,
        "randbytes",
        lambda self, count: (asked.append(count), drawn(self, count))[1],
    )
    room = two(game)
    started = next(event for event in room.events if event.kind == "started")
    assert set(started.data) == {"deal", "rules"}
    found = find_game(game)
    sizes = found.deals.sizes(found.configure(2, {})[1])
    assert asked == [8 * size for size in sizes]  # a number each, so that every order is as likely
    match = room.table.match
    assert match is not None
    assert match.seed is None
    # and the same events are the same game
    again = room.again().match
    assert again is not None
    assert again.record() == match.record()


def test_every_order_is_as_likely() -> None:
    game = find_game("dance-of-muses")
    dealt = Counter(dealing.deal_by_chance(game, 2, {})["neutral"] for _ in range(1800))
    assert len(dealt) == 9
    assert min(dealt.values()) > 130, "200 each; fewer come in one of a million tries"
    assert max(dealt.values()) < 275


def test_records_say_whether_there_was_a_seed() -> None:
    room = two()
    room.move()
    assert room.table.match is not None
    kept = room.table.match.record()
    assert kept["seed"] is None
    assert load(kept).view() == room.table.match.view()
    known = moonlit.new("nova-luna", 2, seed=7)
    assert known.record()["seed"] == 7
    assert load({**known.record(), "deal": None}).view() == known.view()


def test_tables_that_were_dealt_from_a_seed_are_as_they_were() -> None:
    room = Room(OPEN, OPEN)
    room.do([("joined", {"seat": 1, "name": "Ben", "token": B, "ready": True})])
    room.do([("started", {"seed": 7})])
    assert room.table.match is not None
    known = moonlit.new("nova-luna", ["Ana", "Ben"], seed=7)
    assert room.table.match.view() == known.view()


# ---- the rules by which a table is played ------------------------------------------------------


def test_a_table_goes_on_by_its_own_rules_after_an_upgrade(tmp_path: Path) -> None:
    with looking_into(copy_example(tmp_path / "old").parent):
        room = Room(OPEN, OPEN, game="moths")
        room.join(B, "Ben")
        room.move()
        assert [e.data["rules"] for e in room.events if e.kind == "started"] == [1]
        assert room.table.match is not None
        before, record = room.table.match.view(0), room.table.match.record()
    package = copy_example(tmp_path / "new")
    upgrade(package)
    with looking_into(package.parent):
        assert find_game("moths").rules_version == 2
        table = room.again()
        assert table.match is not None
        assert table.match.game.rules_version == 1
        assert table.match.view(0) == before
        room.table = table
        room.move()
        assert load(record).game.rules_version == 1
        # before there was a word of rules, the oldest were meant
        quiet = [Event(e.seq, e.at, e.kind, dict(e.data)) for e in room.events]
        for event in quiet:
            event.data.pop("rules", None)
        room.events = quiet
        assert room.again().game.rules_version == 1
        # a rematch is played by the rules of today
        room.do(commands.resign(room.table, A))
        _, there = commands.rematch(room.table, A, "x" * 10)
        fresh = Room(OPEN, OPEN, game="moths")
        fresh.join(B, "Ben")
        assert fresh.table.game.rules_version == 2
        assert there[0][1]["game"] == "moths"
    with looking_into(copy_example(tmp_path / "back").parent):
        newer = fresh.events
        room.events = newer
        with pytest.raises(BadRecord, match="version 2 of the rules"):
            room.again()
