"""How masters would have played the same deal: their games from its start, beside one's own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from moonlit.bots import ask, find_bot
from moonlit.core.checks import check_seed
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.record import rewound
from moonlit.study.judging import cores, counted
from moonlit.study.plan import TOPIC
from moonlit.study.reviewing import Progress, to_match

LEVEL = "master"
GAMES = 6
MAX_GAMES = 1000  # games that can be asked for

Standings = list[dict[str, Any]]  # of a game, in seat order: as Match.standings()


@dataclass(frozen=True)
class SeatDeal:
    """A seat's own result beside those of the masters who had it."""

    seat: int
    place: int | None  # None: the game was not played to its end
    score: float | None
    scores: list[float]  # the masters', game by game
    mean: float  # … on average
    wins: float  # … and how many of their games they won; a shared win counts in part
    better: int | None  # in how many of their games the score was better than one's own


@dataclass(frozen=True)
class SameDeal:
    game: str
    players: list[str]
    level: str
    seed: int
    low_wins: bool
    seats: list[SeatDeal]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def same_deal(
    given: Match | dict[str, Any],
    games: int = GAMES,
    *,
    progress: Progress | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> SameDeal:
    """So many games of masters from the start of a match or a record.

    The same game and seed give the same masters' games, whatever the threads.
    """
    match = to_match(given)
    check_seed(seed)
    if type(games) is not int or not 0 < games <= MAX_GAMES:
        raise BadTable("bad_games", TOPIC, given=games, most=MAX_GAMES)
    progress = progress or (lambda done, total: None)
    pool = ThreadPoolExecutor(min(games, threads or cores()))
    try:
        found = counted(
            pool,
            lambda number: masters_game(match, number, seed),
            range(games),
            lambda done: progress(done, games),
        )
    finally:  # whoever listens may call it off by raising: then nothing more is begun
        pool.shutdown(cancel_futures=True)
    return summed_up(match, found, seed)


def masters_game(
    match: Match, number: int, seed: int = 1, check: Callable[[], None] | None = None
) -> Standings:
    """How masters end who play the deal of a match from its start; each number is another game.

    `check` is called before every move, and may call the game off by raising.
    """
    return played(match, LEVEL, number, seed, check).standings() or []


def played(
    match: Match, level: str, number: int, seed: int = 1, check: Callable[[], None] | None = None
) -> Match:
    """A whole game of bots of a level from the start of a match; each number is another one."""
    game = rewound(match, 0)
    count = len(game.players)
    bots = [find_bot(level, game.game, count) for _ in range(count)]
    while (seat := game.to_move) is not None:
        if check is not None:
            check()
        game.play(ask(bots[seat], game, seed_for(seed, number, game.number)))
    return game


def seed_for(seed: int, game: int, move: int) -> int:
    told = f"{seed} {game} {move} same deal".encode()
    return int.from_bytes(hashlib.blake2b(told, digest_size=6).digest())


def summed_up(match: Match, games: Sequence[Standings], seed: int = 1) -> SameDeal:
    """Masters' games beside one's own."""
    own = match.standings()
    seats = [
        seat_result(match, seat, own[seat] if own else None, games)
        for seat in range(len(match.players))
    ]
    return SameDeal(match.game.name, list(match.players), LEVEL, seed, match.game.low_wins, seats)


def seat_result(
    match: Match, seat: int, own: dict[str, Any] | None, games: Sequence[Standings]
) -> SeatDeal:
    scores = [rows[seat]["score"] for rows in games]
    won = [rows for rows in games if rows[seat]["place"] == 1]
    shared = [sum(row["place"] == 1 for row in rows) for rows in won]
    better = None
    if own is not None:
        sign = -1 if match.game.low_wins else 1
        better = sum(sign * score > sign * own["score"] for score in scores)
    return SeatDeal(
        seat=seat,
        place=own["place"] if own else None,
        score=own["score"] if own else None,
        scores=scores,
        mean=sum(scores) / len(scores),
        wins=sum(1 / count for count in shared),
        better=better,
    )
