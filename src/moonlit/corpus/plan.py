"""What a corpus consists of: each game of it follows from its number and the corpus's seed.

Games and player counts take turns. One part of the games is played by masters in all seats, the
others by levels drawn at random for each seat, from the weakest to masters.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from moonlit.arena.plan import engine_print
from moonlit.bots import LEVELS, Bot, ask, find_bot
from moonlit.core.checks import MAX_NAME, check_seed
from moonlit.core.errors import BadTable
from moonlit.core.match import new
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.corpus.games import TOPIC

MAX_GAMES = 10_000_000
STRONG = "master"
MIXED = LEVELS[: LEVELS.index(STRONG) + 1]
BOT = "bot:"  # how a record names a seat that a bot plays


class Planned(NamedTuple):
    """One game of a corpus."""

    game: str
    players: int
    bots: tuple[str, ...]  # by seat
    seed: int


@dataclass(frozen=True)
class Corpus:
    """Checked when it is made, so a bad one never starts."""

    games: tuple[str, ...]
    count: int
    seed: int = 1
    players: tuple[int, ...] = ()  # none: all that a game can have
    strong: str = STRONG
    mixed: tuple[str, ...] = MIXED
    masters: float = 0.5  # the part of games in which all seats are strong

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if type(self.count) is not int or not 0 < self.count <= MAX_GAMES:
            raise BadTable("bad_count", TOPIC, given=self.count, most=MAX_GAMES)
        if not 0 <= self.masters <= 1:
            raise BadTable("bad_part", TOPIC, given=self.masters)
        for name, players in self.tables:
            for bot in (self.strong, *self.mixed):
                find_bot(bot, find_game(name), players)
        if not self.tables:
            raise BadTable("no_tables", TOPIC, games=self.games, players=self.players)

    @property
    def tables(self) -> list[tuple[str, int]]:
        return [
            (name, players)
            for name in self.games
            for players in find_game(name).seats
            if not self.players or players in self.players
        ]

    def planned(self, number: int) -> Planned:
        chance = random.Random(f"corpus {self.seed} {number}")
        tables = self.tables
        round_, place = divmod(number, len(tables))
        name, players = tables[place]
        # spread evenly over the rounds, whatever the part is
        all_strong = int((round_ + 1) * self.masters) > int(round_ * self.masters)
        bots = [self.strong if all_strong else chance.choice(self.mixed) for _ in range(players)]
        return Planned(name, players, tuple(bots), chance.randrange(MAX_SEED + 1))

    def identity(self) -> dict[str, Any]:
        """What a folder's corpus must agree on to go on with it; it may only grow."""
        return {
            "corpus": 1,
            "seed": self.seed,
            "tables": [list(table) for table in self.tables],
            "strong": self.strong,
            "mixed": list(self.mixed),
            "masters": self.masters,
            "code": {name: engine_print(name) for name in self.games},
        }


def play_planned(corpus: Corpus, number: int) -> dict[str, Any]:
    """Play the game of a number; its record says in `info` which it is and who played."""
    planned = corpus.planned(number)
    names = [f"{BOT}{bot}"[-MAX_NAME:] for bot in planned.bots]
    match = new(planned.game, names, planned.seed)
    chance = random.Random(f"moves {corpus.seed} {number}")
    bots = [
        seat_bot(bot, planned.game, planned.players, seat) for seat, bot in enumerate(planned.bots)
    ]
    while (seat := match.to_move) is not None:
        match.play(ask(bots[seat], match, chance.randrange(MAX_SEED + 1)))
    match.info = {
        "event": f"corpus {corpus.seed}",
        "bots": list(planned.bots),
        "number": number,
    }
    return {"number": number, "record": match.record()}


@cache
def seat_bot(name: str, game: str, players: int, seat: int) -> Bot:
    """One for each seat, so that what it thought carries on from move to move."""
    return find_bot(name, find_game(game), players)
