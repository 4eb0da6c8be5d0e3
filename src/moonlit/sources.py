"""The records of games, wherever they lie. It stands above all parts: servers keep games, too."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from moonlit.corpus.games import Record, Where
from moonlit.corpus.sources import games_in
from moonlit.server.packages import need_server

TABLES = "tables.sqlite"  # what a server keeps in its folder


def records(source: Where) -> Iterator[Record]:
    """The records of games, one after the other; `moonlit.load` replays one.

    `source` is the folder of an arena (played with `keep_records`), of a corpus, of a server or of
    records, a file of games, or the URL of a server's database. Of a server's games the finished
    ones count, the oldest first; they need `pip install 'moonlit[server]'`.
    """
    if isinstance(source, str) and "://" in source:
        return of_server(database=source)
    if (Path(source) / TABLES).is_file():
        return of_server(data=str(source))
    return games_in(Path(source))


def of_server(data: str = "", database: str = "") -> Iterator[Record]:
    """The finished games of a server, by its folder or the URL of its database."""
    need_server()
    from moonlit.server.hosting import finished_games
    from moonlit.server.settings import Settings

    return in_a_thread(finished_games(Settings(data=data, database=database).checked()))


def in_a_thread(games: Generator[Record, None, None]) -> Iterator[Record]:
    """The same, although a loop is running here, as in a notebook: a database needs its own."""
    with ThreadPoolExecutor(1) as pool:
        try:
            while (record := pool.submit(next, games, None).result()) is not None:
                yield record
        finally:
            pool.submit(games.close).result()
