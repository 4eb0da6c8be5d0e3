"""A server is killed between a result and the ratings that follow from it: nothing is lost, and
nothing counts twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from helpers.server import Server, eventually, own_database, own_redis
from moonlit.server.ratings import Rating, rate

pytestmark = [pytest.mark.process, pytest.mark.long]

KEYS = [f"player-{number}-own-random-key" for number in range(3)]
CLOCK = {"kind": "days", "days": 3}
# who wins against whom
GAMES = [(0, 1), (1, 2), (2, 0), (0, 1), (0, 2), (1, 0), (2, 1), (0, 1), (1, 2), (0, 2), (2, 0)]
LAST = len(GAMES) - 1
Rows = list[tuple[Any, ...]]
Query = Callable[[str], Rows]

# Whoever writes a change waits there, in the middle of its transaction.
SLOW_SQLITE = """CREATE TRIGGER slow AFTER INSERT ON rating_changes BEGIN
    SELECT count(*) FROM (WITH RECURSIVE n(i) AS
    (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000000) SELECT i FROM n); END"""
SLOW_POSTGRESQL = """CREATE FUNCTION wait() RETURNS trigger AS
    'BEGIN PERFORM pg_sleep(600); RETURN NEW; END' LANGUAGE plpgsql;
    CREATE TRIGGER slow AFTER INSERT ON rating_changes FOR EACH ROW EXECUTE FUNCTION wait()"""


def begin(server: Server) -> None:
    for number, own in enumerate(KEYS):
        status, told = server.ask("POST", "/api/me", {"name": f"Player {number}"}, own)
        assert status == 200, told


def play(servers: list[Server], number: int) -> None:
    """A game of two that ends at once; where there are two servers both are asked."""
    winner, loser = (KEYS[who] for who in GAMES[number])
    here, there = servers[number % len(servers)], servers[-1 - number % len(servers)]
    asked = {"game": "nova-luna", "players": 2, "name": "One", "rated": True, "clock": CLOCK}
    _, made = here.ask("POST", "/api/tables", asked, winner)
    at = f"/api/tables/{made['id']}"
    for server, what, body in (
        (there, "seats", {"name": "Two", "ready": True}),
        (here, "resign", {}),
    ):
        status, told = server.ask("POST", f"{at}/{what}", body, loser)
        assert status in (200, 201), told


def check(query: Query) -> None:
    """Every game is rated once, in the order in which they ended, by what the last one made."""
    eventually(lambda: not query(UNRATED), 60, "every game is rated")
    numbers = query("SELECT number FROM rated_games ORDER BY ended, table_id")
    assert [row[0] for row in numbers] == list(range(1, len(GAMES) + 1))
    known = [Rating()] * len(KEYS)
    expected = []
    for number, (winner, loser) in enumerate(GAMES, 1):
        after = rate("nova-luna", 2, [known[winner], known[loser]], [1, 2])
        for who, new in zip((winner, loser), after, strict=True):
            expected.append((number, f"Player {who}", known[who].mu, new.mu, new.sigma))
            known[who] = new
    found = query(
        "SELECT number, name, before, mu, sigma FROM rating_changes"
        " JOIN players ON players.id = player"
    )
    assert sorted(row[:2] for row in found) == sorted(row[:2] for row in expected)
    for row, told in zip(sorted(expected), sorted(found), strict=True):
        assert told[2:] == pytest.approx(row[2:])
    ends = query("SELECT name, mu, sigma, games FROM ratings JOIN players ON players.id = player")
    for who, rating in enumerate(known):
        games = sum(who in game for game in GAMES)
        told = [row[1:] for row in ends if row[0] == f"Player {who}"]
        assert told == [pytest.approx((rating.mu, rating.sigma, games))]


UNRATED = "SELECT table_id FROM rated_games WHERE number IS NULL"


def test_on_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    def query(text: str) -> Rows:
        connection = sqlite3.connect(file, timeout=30)
        try:
            return connection.execute(text).fetchall()
        finally:
            connection.commit()
            connection.close()

    server = Server(tmp_path)
    try:
        server.start()
        begin(server)
        play([server], 0)
        eventually(lambda: not query(UNRATED), 30, "the first game is rated")
        query(SLOW_SQLITE)
        play([server], 1)  # its result is safe, and whoever rates it is held up
        assert len(query(UNRATED)) == 1
        eventually(lambda: is_locked(file), 30, "somebody rates it")
        server.kill()
        assert len(query(UNRATED)) == 1
        assert query("SELECT count(*) FROM rating_changes") == [(2,)]
        query("DROP TRIGGER slow")
        server.start()
        for number in range(2, len(GAMES)):
            play([server], number)
        check(query)
    finally:
        server.stop()


def is_locked(file: Path) -> bool:
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return True
    finally:
        connection.close()
    return False


def test_on_postgresql_with_two_servers(tmp_path: Path) -> None:
    import psycopg

    with own_redis(tmp_path) as redis, own_database() as database:
        plain = database.replace("postgresql+psycopg", "postgresql")

        def query(text: str) -> Rows:
            with psycopg.connect(plain, autocommit=True) as connection:
                cursor = connection.execute(text.encode())
                return cursor.fetchall() if cursor.description else []

        arguments = ("--database", database, "--redis", redis.url)
        servers = [Server(tmp_path / str(number), *arguments) for number in range(2)]
        try:
            for server in servers:
                server.start()
            begin(servers[0])
            play(servers, 0)
            eventually(lambda: not query(UNRATED), 30, "the first game is rated")
            query(SLOW_POSTGRESQL)
            for number in range(1, LAST):
                play(servers, number)
            waits = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
            eventually(lambda: bool(query(waits)), 30, "somebody rates it")
            for server in servers:
                server.kill()
            query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                  " WHERE datname = current_database() AND pid <> pg_backend_pid()")  # fmt: skip
            assert len(query(UNRATED)) == LAST - 1
            assert query("SELECT count(*) FROM rating_changes") == [(2,)]
            query("DROP TRIGGER slow ON rating_changes")
            with ThreadPoolExecutor() as both:  # each finds the games that were not rated
                list(both.map(Server.start, servers))
            play(servers, LAST)
            check(query)
        finally:
            for server in servers:
                server.stop()
