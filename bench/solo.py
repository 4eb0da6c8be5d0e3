"""What the levels score in games that are played alone: the figures the solo sheet compares with.

    python bench/solo.py [games] [most seconds a level]

Prints, for each game that can be played alone and each level, the median and the best score.
"""

from __future__ import annotations

import statistics
import sys
import time

import moonlit
from moonlit.bots import LEVELS, ask, find_bot
from moonlit.core.registry import games


def score(game: str, level: str, seed: int) -> int:
    match = moonlit.new(game, players=1, seed=seed)
    bot = find_bot(level, match.game, 1)
    while not match.over:
        match.play(ask(bot, match, seed * 1000 + match.number))
    standings = match.standings()
    assert standings is not None
    return int(standings[0]["score"])


def main(count: int = 40, seconds: float = 120) -> None:
    for game in games():
        if 1 not in game.seats:
            continue
        for level in LEVELS:
            begin = time.monotonic()
            scores: list[int] = []
            while len(scores) < count and time.monotonic() < begin + seconds:
                scores.append(score(game.name, level, len(scores)))
            middle = statistics.median(scores)
            print(
                f"{game.name} {level}: median {middle:g}, best {min(scores)}, {len(scores)} games"
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
