"""How long the pages of a player's history and figures take who has finished ten thousand games.

The games are made up and written straight into the database, with others' games around them, some
reviewed; then the pages are asked for over HTTP, in the same process. First on SQLite, then on
PostgreSQL, if that is there (MOONLIT_TEST_POSTGRES). Milliseconds: the median and the slowest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import psycopg
from sqlalchemy import insert, text

import moonlit
from moonlit.bots.levels import LEVELS
from moonlit.server.settings import Settings
from moonlit.server.storage.schema import played, sat, seats, tables
from moonlit.server.storage.tables.store import Store
from moonlit.server.web.app import create_app
from moonlit.server.web.transport.security import new_id, token_hash
from server import most, own_database

GAME = moonlit.game_names()[0]
KEY = "the-key-of-who-has-played-so-much"
OTHERS, THEIRS = 20, 500  # players, and games of each
RUNNING = 10
DAY = 86_400_000
NOW = 1_800_000_000_000
GOAL = 200  # ms that a page may take


def rows_of(
    player: str, count: int, chance: random.Random, game: str | None = None
) -> list[dict[str, Any]]:
    """Finished games of somebody, as the server would have kept them."""
    found = []
    for number in range(count):
        players = chance.randint(1, 4)
        levels = [chance.choice((None, *LEVELS)) for _ in range(players - 1)]
        others = [
            (f"Friend {chance.randrange(40)}", None) if each is None else (None, each)
            for each in levels
        ]
        reviewed = chance.random() < 0.3
        opening = {"key": "opening", "args": {"tile": f"b{chance.randrange(7)}[rr]"}}
        found.append(
            {
                "player": player,
                "table_id": new_id(),
                "seat": 0,
                "game": game or chance.choice(moonlit.game_names()),
                "players": players,
                "outcome": "solo" if players == 1 else chance.choice(("won", "lost", "shared")),
                "place": 1,
                "score": chance.randrange(200),
                "began": NOW - DAY * (count - number),
                "ended": NOW - DAY * (count - number) + 600_000,
                "moves": chance.randrange(20, 90),
                "whole": True,
                "against": levels[0] or "people" if levels else "nobody",
                "opponents": json.dumps(others),
                "opening": json.dumps(opening),
                "accuracy": chance.uniform(60, 100) if reviewed else None,
                "luck": chance.gauss(0, 0.1) if reviewed else None,
            }
        )
    return found


def table_of(row: dict[str, Any], status: str) -> dict[str, Any]:
    seat = {"seat": 0, "kind": "guest", "name": "Ana", "level": None, "ready": True, "host": True,
            "present": False, "stand_in": False, "resigned": False, "free_from": None}  # fmt: skip
    summary = {"id": row["table_id"], "game": row["game"], "players": 1, "options": {},
               "clock": None, "status": status, "seats": [seat], "number": 3, "to_move": 0,
               "created": row["began"], "updated": row["ended"], "listed": False, "join": "link",
               "origin": None, "daily": None}  # fmt: skip
    return {"id": row["table_id"], "game": row["game"], "status": status, "listed": False,
            "created": row["began"], "updated": row["ended"], "seq": 40,
            "summary": json.dumps(summary)}  # fmt: skip


async def fill(store: Store, player: str, games: int) -> None:
    chance = random.Random(1)
    mine = rows_of(player, games, chance, GAME)  # the worst: all figures are of one game
    going = rows_of(player, RUNNING, chance)
    others = [row for number in range(OTHERS) for row in rows_of(f"other{number}", THEIRS, chance)]
    over = mine + others
    async with store.engine.begin() as connection:
        for some, status in ((over, "over"), (going, "playing")):
            await connection.execute(insert(tables), [table_of(row, status) for row in some])
            held = [
                {"table_id": row["table_id"], "seat": seat, "player": row["player"],
                 "token_hash": token_hash(row["table_id"])}
                for row in some
                for seat in (0, -1)
            ]  # fmt: skip
            await connection.execute(insert(seats), held)
            known = [{name: row[name] for name in ("player", "table_id", "token_hash")}
                     for row in held if row["seat"] == 0]  # fmt: skip
            await connection.execute(insert(sat), known)
        await connection.execute(insert(played), over)
        if store.is_shared:  # which PostgreSQL does by itself within a minute
            await connection.execute(text("ANALYZE"))


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[tuple[Any, httpx.AsyncClient]]:
    gate = create_app(settings)
    transport = httpx.ASGITransport(gate)
    async with (
        gate.app.router.lifespan_context(gate.app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client,
    ):
        client.headers["authorization"] = f"Bearer {KEY}"
        yield gate.app.state.service, client


async def measure(settings: Settings, games: int, times: int) -> None:
    async with serving(settings) as (service, client):
        answer = await client.post("/api/me", json={"name": "Ana"})
        answer.raise_for_status()
        player = await service.players.find(token_hash(KEY))
        await fill(service.store, player.id, games)
        first = (await client.get("/api/me/games")).json()
        assert first["total"] == games
        assert len(first["running"]) == RUNNING
        ended = NOW - DAY * (games // 2)
        pages = {
            "first page": "/api/me/games",
            "in the middle": f"/api/me/games?cursor={ended}-aaaaaaaaaa",
            "a name, of a game, won": "/api/me/games?opponent=friend%207&outcome=won",
            "a name that nobody has": "/api/me/games?opponent=nobody",
        }
        pages["figures"] = f"/api/me/stats/{GAME}"
        for name, at in pages.items():
            took = []
            for _ in range(times):
                start = time.perf_counter()
                answer = await client.get(at)
                took.append(1000 * (time.perf_counter() - start))
                answer.raise_for_status()
            size = len(answer.content)
            figures = f"{statistics.median(took):7.1f} {max(took):7.1f}"
            print(f"  {name:28} {figures}   {most(GOAL)}   {size:8} bytes")


def report(folder: str, games: int, times: int, database: str = "") -> None:
    kind = "PostgreSQL" if database else "SQLite"
    print(f"{kind}, {games:,} games: median, slowest (ms), goal")
    settings = Settings(data=folder, database=database, par=False, request_rate=1e6)
    asyncio.run(measure(settings, games, times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report(folder, asked.games, asked.times)
        try:
            with own_database() as database:
                report(folder, asked.games, asked.times, database)
        except psycopg.OperationalError as reason:
            print(f"PostgreSQL: left out, {reason}")


if __name__ == "__main__":
    main()
