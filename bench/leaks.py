"""Whether anything a seat is told depends on what it cannot see.

Plays random games of each game with secrets, for each player count. At every moment, for every seat
and a spectator, what is hidden is dealt anew and the view compared; at one moment of each game the
log, the history, the moves, previews and refusals are compared as well. The first difference is an
error.

    python bench/leaks.py [games for each player count, 1000 unless told]
"""

from __future__ import annotations

import random
import sys
import time

from moonlit.core.conformance import all_told, random_match
from moonlit.core.registry import games


def compare(game: str, players: int, seed: int) -> int:
    """One game; how many views were compared."""
    compared = 0
    whole = random.Random(seed).randrange(22)
    for match in random_match(game, players, seed):
        for seat in (None, *range(players)):
            other = match.redeal(seat, seed)
            if other.view(seat) != match.view(seat):
                raise SystemExit(f"the view of {seat} tells something: {match.record()}")
            if match.number == whole and all_told(other, seat) != all_told(match, seat):
                raise SystemExit(f"{seat} is told something: {match.record()}")
            compared += 1
    return compared


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    tables = [(game.name, size) for game in games() if game.has_secrets for size in game.seats]
    for game, players in tables:
        start = time.perf_counter()
        compared = sum(compare(game, players, seed) for seed in range(count))
        spent = time.perf_counter() - start
        print(f"{players} players: {count} games, {compared} views, no leak ({spent:.0f} s)")


if __name__ == "__main__":
    main()
