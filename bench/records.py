"""Games a second, written to files and read back, beside python-chess reading PGN.

A collection of 100,000 games is written and read as JSON Lines, packed JSON Lines and Parquet.
Reading gives records. Replaying one (`moonlit.load`) checks every move, and is measured by itself
on fewer games. python-chess reads PGN that is made in the same run: `skip_game` finds where games
end, `read_game` checks every move. The games are random ones of ours and of chess; of each kind
some hundreds are different, and the collection repeats them. Processor time of the process.
"""

from __future__ import annotations

import argparse
import io
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import moonlit

DIFFERENT = 300  # games of each kind that are played for it
PLIES = 80  # of a chess game, about what people play


def timed(work: Callable[[], int]) -> float:
    """Games a second."""
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def played() -> list[dict[str, Any]]:
    """Random games: as many of each of ours."""
    found = []
    for seed in range(DIFFERENT):
        for game in moonlit.game_names():
            match, chance = moonlit.new(game, 2, seed=seed), random.Random(seed)
            while not match.over:
                match.play_action(int(chance.choice(match.legal_actions())))
            found.append(match.record())
    return found


def count(games: Iterable[Any]) -> int:
    return sum(1 for _ in games)


def replayed(records: Iterable[dict[str, Any]]) -> int:
    return count(moonlit.load(record) for record in records)


def chess_games() -> list[str]:
    import chess
    import chess.pgn

    found = []
    for seed in range(DIFFERENT):
        board, chance = chess.Board(), random.Random(seed)
        while not board.is_game_over() and len(board.move_stack) < PLIES:
            board.push(chance.choice(list(board.legal_moves)))
        found.append(str(chess.pgn.Game.from_board(board)))
    return found


def chess_read(text: str, read: Callable[[Any], Any]) -> int:
    file = io.StringIO(text)
    return count(iter(lambda: read(file) or None, None))


def show(what: str, speed: float, rest: str = "") -> None:
    print(f"{what:<58}{speed:>10,.0f} games a second{rest}", flush=True)


def files(records: list[dict[str, Any]], games: int, folder: Path) -> None:
    def collection() -> Iterator[dict[str, Any]]:
        return islice(cycle(records), games)

    for name in ("games.jsonl", "games.jsonl.gz", "games.parquet"):
        path = folder / name
        written = timed(lambda path=path: moonlit.write_games(path, collection()))
        size = path.stat().st_size / games
        show(f"{name}: {games:,} records written", written, f", {size:,.0f} bytes a game")
        show(f"{name}: read", timed(lambda path=path: count(moonlit.read_games(path))))


def chess_files(games: int, few: int) -> None:
    try:
        import chess.pgn
    except ImportError:
        print("for comparison: python-chess needs pip install chess")
        return
    texts = chess_games()
    many = "\n\n".join(islice(cycle(texts), games)) + "\n"
    skip = timed(lambda: chess_read(many, chess.pgn.skip_game))
    show(f"for comparison: python-chess, skip_game over {games:,}", skip)
    some = "\n\n".join(islice(cycle(texts), few)) + "\n"
    read = timed(lambda: chess_read(some, chess.pgn.read_game))
    show(f"for comparison: python-chess, read_game of {few:,}", read, f", {PLIES} plies at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--replayed", type=int, default=1_500)
    given = parser.parse_args()
    records = played()
    with tempfile.TemporaryDirectory() as folder:
        files(records, given.games, Path(folder))
    for game in moonlit.game_names():
        own = [record for record in records if record["game"] == game]
        length = sum(len(record["moves"]) for record in own) / len(own)
        some = list(islice(cycle(own), given.replayed // 3))
        speed = timed(lambda some=some: replayed(some))
        show(f"{game}: {len(some):,} replayed, every move checked", speed, f", {length:.0f} moves")
    chess_files(given.games, given.replayed)


if __name__ == "__main__":
    main()
