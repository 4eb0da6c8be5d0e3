"""What somebody might try at a rated table: two seats, a strong bot to play for them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import insert

from helpers.room import OPEN, A, B, Room, key_of
from moonlit.bots.levels import LEVELS
from moonlit.core import engine
from moonlit.server.live.hub import Hub
from moonlit.server.live.rater import Rater
from moonlit.server.settings import Settings
from moonlit.server.storage.ratings.rated import Finished
from moonlit.server.storage.ratings.ratings import Ratings
from moonlit.server.storage.schema import players, rated_games
from moonlit.server.table import commands
from moonlit.server.web.service import Service

CLOCK = {"kind": "days", "days": 3}
GAME = "nova-luna"


def rated(*seats: dict[str, Any], **terms: Any) -> Room:
    return Room(*seats, game=GAME, **{"rated": True, "clock": CLOCK, "player": "ana", **terms})


def sit(room: Room, token: str, name: str, player: str) -> None:
    room.do(commands.join(room.table, token, name, None, True, room.now, player)[0])


def test_nobody_has_two_seats() -> None:
    room = rated(OPEN, OPEN)
    assert key_of(lambda: sit(room, B, "Another", "ana")) == "rated_twice"
    sit(room, B, "Ben", "ben")
    room = rated(OPEN, OPEN, OPEN, rated=False)
    sit(room, B, "Another", "ana")
    assert key_of(lambda: commands.change(room.table, A, {"rated": True})) == "rated_twice"


def test_nobody_gains_by_being_away() -> None:
    room = rated(OPEN, OPEN)
    sit(room, B, "Ben", "ben")
    room.do(commands.leave(room.table, A, "master"))
    assert room.table.seats[0].level == LEVELS[0]
    room.do(commands.come_back(room.table, A))
    while room.table.to_move != 0:
        room.move()
    room.now += 4 * 24 * 3_600_000
    (out,) = commands.time_out(room.table, room.now)
    assert out == ("timed_out", {"seat": 0, "level": LEVELS[0]})
    other = Room(OPEN, OPEN)
    other.join(B, "Ben")
    other.do(commands.leave(other.table, A, "master"))
    assert other.table.seats[0].level == "master", "where nothing counts, as one likes"


def test_of_two_players_who_became_one_meanwhile_others_are_rated_and_the_next_game_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)

    async def check() -> None:
        service = Service(Settings(data=str(tmp_path)))
        await service.store.open()
        row = {"created": 1, "settings": "{}", "made_by": ""}
        async with service.players.writing() as connection:
            for name in ("ana", "ben"):
                await connection.execute(insert(players).values(id=name, name=name, **row))
            for ended, table in enumerate(("first", "next"), 1):
                one = {"table_id": table, "game": GAME, "ended": ended, "number": None}
                await connection.execute(insert(rated_games).values(one))
        seats = {"first": ["ana", "ana", "ben"], "next": ["ana", "ben", None]}
        for table, who in seats.items():
            bots = [None if each else "club" for each in who]
            game = Finished(table, GAME, 1, who, bots, [1, 3, 2], frozenset())
            assert await service.ratings.settle(GAME, table, game)
        rows = {who: await service.ratings.of_player(who) for who in ("ana", "ben")}
        assert [games for _, _, games in rows["ana"]] == [1], "once, of the second game"
        assert [games for _, _, games in rows["ben"]] == [2]
        assert await service.ratings.waiting() == []
        await service.hub.close()
        await service.store.close()

    asyncio.run(check())


def test_an_end_that_is_not_heard_of_here_waits() -> None:
    room = rated(OPEN, OPEN)
    sit(room, B, "Ben", "ben")
    settled: list[Any] = []

    async def find(table_id: str) -> Any:
        return SimpleNamespace(table=room.table)

    async def next_of(game: str) -> str | None:
        return None if settled else room.table.id

    async def settle(*game: Any) -> bool:
        settled.append(game[-1])
        return True

    hub = cast(Hub, SimpleNamespace(find=find))
    rater = Rater(hub, cast(Ratings, SimpleNamespace(next_of=next_of, settle=settle)))
    asyncio.run(rater._rate_all(GAME))
    assert settled == []
    room.do(commands.resign(room.table, B))
    asyncio.run(rater._rate_all(GAME))
    assert [game.places for game in settled] == [[1, 2]]
