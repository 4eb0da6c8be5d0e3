"""Tables where the game counts: who may sit there, what is not allowed, and what comes of it."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, by, get, post, refused
from helpers.room import BOT, OPEN, A, B, C, Room, key_of
from moonlit.core import engine
from moonlit.core.registry import find_game
from moonlit.server import hosting
from moonlit.server.live.played import finished
from moonlit.server.ratings import Rating, anchor, rate
from moonlit.server.settings import Settings
from moonlit.server.storage.ratings.rated import results
from moonlit.server.table import commands

ANA, BEN, EVE, LAPTOP = (f"{name}-own-random-key-0000" for name in ("ana", "ben", "eve", "laptop"))
CLOCK = {"kind": "days", "days": 3}
RATED: dict[str, Any] = {"rated": True, "clock": CLOCK, "player": "ana"}
Client = httpx.AsyncClient


@pytest.fixture(autouse=True)
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


def rated(*seats: dict[str, Any], game: str = "nova-luna", **terms: Any) -> Room:
    return Room(*seats, game=game, **{**RATED, **terms})


def sit(room: Room, token: str, player: str) -> None:
    drafts, _ = commands.join(room.table, token, player, None, True, room.now, player)
    room.do(drafts)


def of_two(game: str = "nova-luna") -> Room:
    room = rated(OPEN, OPEN, game=game)
    sit(room, B, "ben")
    assert room.table.status == "playing"
    return room


# ---- what a rated table is ---------------------------------------------------------------------


def test_a_rated_table_has_players_a_clock_and_the_games_own_pieces() -> None:
    assert key_of(lambda: rated(OPEN)) == "rated_alone"
    assert key_of(lambda: rated(OPEN, OPEN, clock=None)) == "rated_clock"
    assert key_of(lambda: rated(OPEN, OPEN, player=None)) == "rated_players"
    muses = {"game": "dance-of-muses", "options": {"components": own_components()}}
    assert key_of(lambda: rated(OPEN, OPEN, **muses)) == "rated_components"
    room = rated(OPEN, OPEN)
    assert room.state(None)["table"]["rated"]
    assert key_of(lambda: room.join(B, "Ben")) == "rated_players"
    assert not Room(OPEN, OPEN).state(None)["table"]["rated"]


def own_components() -> Any:
    from moonlit.games.dance_of_muses import components

    return components.MUSES


def test_the_host_may_decide_it_until_the_start() -> None:
    room = Room(OPEN, OPEN, player="ana")
    assert key_of(lambda: commands.change(room.table, A, {"rated": True})) == "rated_clock"
    room.do(commands.change(room.table, A, {"rated": True, "clock": CLOCK}))
    assert room.again().rated
    for changes, why in (({"clock": None}, "rated_clock"), ({"players": 1}, "rated_alone")):
        assert key_of(lambda c=changes: commands.change(room.table, A, c)) == why
    room.do(commands.change(room.table, A, {"rated": False, "clock": None}))
    room.join(B, "Ben", ready=False)
    both = {"rated": True, "clock": CLOCK}
    assert key_of(lambda: commands.change(room.table, A, both)) == "rated_players"


def test_no_move_is_taken_back_and_nobody_is_helped() -> None:
    room = of_two()
    token = A if room.table.to_move == 0 else B
    room.move()
    assert not room.state(token)["undo"]["can"]
    assert key_of(lambda: commands.undo(room.table, token, 1)) == "rated_no_undo"
    alone = rated(OPEN, BOT)
    while alone.table.to_move != 0:
        alone.move()
    from moonlit.server.table.permissions import require_hint

    number = alone.table.number
    assert key_of(lambda: require_hint(alone.table, A, number)) == "rated_no_hints"


def test_a_seat_is_its_players_to_the_end() -> None:
    room = of_two()
    assert key_of(lambda: commands.leave(room.table, B, None, keep=False)) == "rated_seat"
    room.do(commands.leave(room.table, B, None))
    assert room.state(A)["table"]["seats"][1]["free_from"] is None
    room.now += 365 * 86_400_000
    assert key_of(lambda: sit(room, C, "eve")) == "seat_kept"
    for kind in ("open", "bot"):
        assert key_of(lambda k=kind: commands.set_seat(room.table, A, 1, k, None)) == "rated_seat"
    room.do(commands.come_back(room.table, B))


def test_a_rematch_counts_as_well() -> None:
    room = of_two()
    room.do(commands.resign(room.table, A))
    _, there = commands.rematch(room.table, A, "another")
    assert there[0][1]["rated"]


# ---- how a game ended --------------------------------------------------------------------------


def play_out(room: Room) -> None:
    while room.table.ended is None:
        room.move(room.table.number)


def test_places_are_the_games_own() -> None:
    room = of_two()
    play_out(room)
    game = finished(room.table)
    assert game is not None
    assert (game.seats, game.levels) == (["ana", "ben"], [None, None])
    assert game.places == [row["place"] for row in room.table.standings() or []]


def test_whoever_leaves_has_lost_and_the_first_to_leave_is_last() -> None:
    room = rated(OPEN, OPEN, OPEN, BOT)
    sit(room, B, "ben")
    sit(room, C, "eve")
    room.do(commands.resign(room.table, B))
    room.now += 1000
    room.do(commands.leave(room.table, A, "master"))
    play_out(room)
    game = finished(room.table)
    assert game is not None
    assert game.levels == [None, None, None, "novice"]
    assert sorted(game.places) == [1, 2, 3, 4]
    assert (game.places[0], game.places[1]) == (3, 4)


def test_who_leaves_a_partner_alone_has_lost_whatever_the_partner_does() -> None:
    company = [find_game("dance-of-muses").company(4, seat) for seat in range(4)]
    seats = [OPEN if own == company[0] else BOT for own in company]
    room = rated(*seats, game="dance-of-muses")
    sit(room, B, "ben")
    room.do(commands.leave(room.table, A, "club"))
    play_out(room)
    game = finished(room.table)
    assert game is not None
    assert game.left == {0}
    first = [place == 1 for place in game.places]
    assert first == [row["place"] == 1 for row in room.table.standings() or []]
    before = [Rating() if seat == OPEN else "novice" for seat in seats]
    after = dict(zip(game.seats, results(game, before), strict=True))
    assert after["ana"].mu < 1500
    assert (after["ben"].mu > 1500) == first[0]


# ---- on a server -------------------------------------------------------------------------------


async def players(client: Client, **names: str) -> None:
    for name, own in names.items():
        await post(client, "/me", {"name": name}, own)


async def resigned(client: Client, winner: str, loser: str, **terms: Any) -> str:
    """A rated game of two that is over at once."""
    asked = {"game": "nova-luna", "players": 2, "name": "One", "rated": True, "clock": CLOCK}
    made = await post(client, "/tables", {**asked, **terms}, winner)
    at = f"/tables/{made['id']}"
    await post(client, f"{at}/seats", {"name": "Two", "ready": True}, loser)
    await post(client, f"{at}/resign", {}, loser)
    return str(made["id"])


async def settled(client: Client, table: str) -> Any:
    for _ in range(200):
        told = await get(client, f"/tables/{table}/ratings")
        if told["settled"]:
            return told
        await asyncio.sleep(0.02)
    raise AssertionError("it was not rated")


def test_a_game_makes_ratings_and_a_leaderboard(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await players(client, Ana=ANA, Ben=BEN)
        guest = {"game": "nova-luna", "players": 2, "name": "Eve", "rated": True, "clock": CLOCK}
        assert await refused(client, "POST", "/tables", guest, None) == "rated_players"
        first = await resigned(client, ANA, BEN)
        told = (await settled(client, first))["seats"]
        up, down = rate("nova-luna", 2, [Rating(), Rating()], [1, 2])
        assert [row["rating"] for row in told] == [up.shown, down.shown]
        assert [row["change"] for row in told] == [up.shown - 1500, down.shown - 1500]
        assert all(row["provisional"] for row in told)
        await settled(client, await resigned(client, ANA, BEN))
        later = await get(client, f"/tables/{first}/ratings")
        assert later["seats"] == told  # what it was then
        board = await get(client, "/ratings/nova-luna", BEN)
        assert [(row["name"], row["games"], row["you"]) for row in board["players"]] == [
            ("Ana", 2, False),
            ("Ben", 2, True),
        ]
        club = {"level": "club", "players": 2, "rating": 1500}
        assert club in board["bots"]
        assert (await get(client, "/ratings/nomads"))["players"] == []
        assert await refused(client, "GET", "/ratings/chess", None, None) == "no_ratings_of"
        mine = (await get(client, "/me/ratings", ANA))["ratings"]
        assert [(row["game"], row["games"]) for row in mine] == [("nova-luna", 2)]
        assert mine[0]["points"][0]["id"] == first
        assert mine[0]["points"][-1]["rating"] == mine[0]["rating"] == board["players"][0]["rating"]
        archive = await client.get("/api/me/archive", headers=by(ANA))
        file = zipfile.ZipFile(io.BytesIO(archive.content))
        assert json.loads(file.read("ratings.json")) == mine

    ask(tmp_path, check, request_rate=1e6)


def test_only_what_counts_is_rated_and_bots_are_shown_as_they_are(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await players(client, Ana=ANA, Ben=BEN)
        plain = await resigned(client, ANA, BEN, rated=False)
        assert await get(client, f"/tables/{plain}/ratings") == {"settled": False, "seats": []}
        seats = [{"kind": "open"}, {"kind": "bot", "level": "expert"}]
        made = await post(client, "/tables", {
            "game": "nova-luna", "name": "Ana", "seats": seats, "rated": True, "clock": CLOCK,
        }, ANA)  # fmt: skip
        told = (await get(client, f"/tables/{made['id']}/ratings"))["seats"]
        expert = anchor("nova-luna", 2, "expert")
        assert [row["rating"] for row in told] == [1500, expert.shown]
        assert [row["provisional"] for row in told] == [True, False]
        await post(client, f"/tables/{made['id']}/resign", {}, ANA)
        told = (await settled(client, made["id"]))["seats"]
        lost = rate("nova-luna", 2, [Rating(), "expert"], [2, 1])[0]
        assert [row["change"] for row in told] == [lost.shown - 1500, None]
        assert (await get(client, "/me/ratings", BEN))["ratings"] == []

    ask(tmp_path, check, request_rate=1e6)


def test_a_server_can_do_without(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await players(client, Ana=ANA)
        assert (await get(client, "/about"))["ratings"] is False
        asked = {"game": "nova-luna", "name": "Ana", "clock": CLOCK}
        rated = {**asked, "rated": True}
        assert await refused(client, "POST", "/tables", rated, ANA) == "no_ratings"
        at = f"/tables/{(await post(client, '/tables', asked, ANA))['id']}"
        assert await refused(client, "PUT", at, {"rated": True}, ANA) == "no_ratings"

    ask(tmp_path, check, request_rate=1e6, ratings=False)


def test_nor_does_a_rematch_count_there(tmp_path: Path) -> None:
    tables: list[str] = []

    async def before(client: Client) -> None:
        await players(client, Ana=ANA, Ben=BEN)
        tables.append(await resigned(client, ANA, BEN))

    async def after(client: Client) -> None:
        again = await post(client, f"/tables/{tables[0]}/rematch", {}, ANA)
        made = await get(client, f"/tables/{again['id']}", ANA)
        assert not made["table"]["rated"]

    ask(tmp_path, before, request_rate=1e6)
    ask(tmp_path, after, request_rate=1e6, ratings=False)


def test_who_is_deleted_has_no_rating_and_others_keep_theirs(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await players(client, Ana=ANA, Ben=BEN)
        table = await resigned(client, ANA, BEN)
        told = (await settled(client, table))["seats"]
        await client.delete("/api/me", headers=by(BEN))
        board = (await get(client, "/ratings/nova-luna", ANA))["players"]
        assert [(row["name"], row["rating"]) for row in board] == [("Ana", told[0]["rating"])]
        assert (await get(client, f"/tables/{table}/ratings"))["seats"] == told[:1]
        await players(client, Ben=BEN)
        assert (await get(client, "/me/ratings", BEN))["ratings"] == []

    ask(tmp_path, check, request_rate=1e6)


def test_of_two_players_who_are_one_the_rating_of_more_games_stays(tmp_path: Path) -> None:
    async def check(client: Client) -> None:
        await players(client, Ana=ANA, Ben=BEN, Laptop=LAPTOP)
        for winner, loser in ((ANA, BEN), (LAPTOP, BEN), (LAPTOP, BEN)):
            await settled(client, await resigned(client, winner, loser))
        await settled(client, await resigned(client, ANA, BEN, game="nomads"))
        mine, theirs = [await get(client, "/me/ratings", who) for who in (ANA, LAPTOP)]
        await post(client, "/me/devices", {"key": ANA}, LAPTOP)
        found = {row["game"]: row for row in (await get(client, "/me/ratings", ANA))["ratings"]}
        before = {row["game"]: row for row in [*mine["ratings"], *theirs["ratings"]]}
        assert found == before  # of Nova Luna the later one, Laptop's
        assert found["nova-luna"]["games"] == len(found["nova-luna"]["points"]) == 2
        board = (await get(client, "/ratings/nova-luna"))["players"]
        assert [row["name"] for row in board] == ["Ana", "Ben"]

    ask(tmp_path, check, request_rate=1e6)


def test_ratings_move_to_another_server_and_are_not_made_twice(tmp_path: Path) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "tables.jsonl"
    old.mkdir()
    kept: dict[str, Any] = {}

    async def before(client: Client) -> None:
        await players(client, Ana=ANA, Ben=BEN)
        await settled(client, await resigned(client, ANA, BEN))
        kept["board"] = await get(client, "/ratings/nova-luna")

    async def after(client: Client) -> None:
        transport: Any = client._transport
        ratings = transport.app.app.state.service.ratings
        for _ in range(200):
            if not await ratings.waiting():
                break
            await asyncio.sleep(0.02)
        assert await get(client, "/ratings/nova-luna") == kept["board"]
        table = await resigned(client, BEN, ANA)
        assert (await settled(client, table))["seats"][0]["change"] > 0

    ask(old, before, request_rate=1e6)
    hosting.export_tables(Settings(data=str(old)), file, [])
    hosting.import_tables(Settings(data=str(new)), file)
    ask(new, after, request_rate=1e6)
