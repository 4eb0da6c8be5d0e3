"""Who meets whom: every deal is played with the seats rotated, so that luck falls on all alike."""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from moonlit.bots import find_bot
from moonlit.bots.bot import OwnBotPlayer, SearchBot
from moonlit.core.checks import check_options, check_seed
from moonlit.core.errors import BadTable
from moonlit.core.game import Game
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.search.weights import checksum, find_weights

TOPIC = "arena"
MAX_GAMES = 1_000_000
PACKAGE = Path(__file__).resolve().parent.parent


class Fixture(NamedTuple):
    """One game of the plan: `pair[0]` has the company `turn`, the other bot has all others."""

    pair: tuple[str, ...]
    deal: int
    turn: int

    @property
    def id(self) -> str:
        return f"{'|'.join(self.pair)}/{self.deal}/{self.turn}"


@dataclass(frozen=True)
class Setup:
    """What an arena is about. Checked when it is made, so a bad one never starts."""

    game: str
    bots: tuple[str, ...]
    players: int = 2
    games: int = 200  # for each pairing
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    both: bool = False  # with two bots at a larger table: also one of the second against the first
    less_luck: bool = False  # take luck out of the results too: luck.py

    def __post_init__(self) -> None:
        game = find_game(self.game)
        kept, _ = game.configure(self.players, check_options(self.options))
        object.__setattr__(self, "options", kept)
        object.__setattr__(self, "bots", tuple(self.bots))
        check_seed(self.seed)
        if type(self.games) is not int or not 0 < self.games <= MAX_GAMES:
            raise BadTable("bad_games", TOPIC, given=self.games, most=MAX_GAMES)
        for bot in self.bots:
            find_bot(bot, game, self.players)
            if self.bots.count(bot) > 1:
                raise BadTable("same_bot", TOPIC, given=bot)
        if len(self.bots) < (1 if self.solo else 2):
            raise BadTable("few_bots", TOPIC, players=self.players)
        if self.less_luck and find_weights(game, self.players) is None:
            raise BadTable("luck_weights", TOPIC, game=self.game, players=self.players)

    @property
    def solo(self) -> bool:
        return len(self.companies) == 1

    @property
    def companies(self) -> list[list[int]]:
        return companies(find_game(self.game), self.players)

    @property
    def turns(self) -> int:
        """Games that a deal has in each pairing."""
        return len(self.companies)

    @property
    def deals(self) -> int:
        return -(-self.games // self.turns)

    @property
    def pairings(self) -> list[tuple[str, ...]]:
        if self.solo:
            return [(bot,) for bot in self.bots]
        if self.turns == 2:  # in an order of their own, so that nobody need remember the first
            return list(itertools.combinations(sorted(self.bots), 2))
        if len(self.bots) == 2 and not self.both:
            return [self.bots]
        return list(itertools.permutations(self.bots, 2))

    def fixtures(self) -> Iterator[Fixture]:
        """All games, deal by deal, so that a run that was stopped is fair to everybody."""
        for deal in range(self.deals):
            for pair in self.pairings:
                for turn in range(self.turns):
                    yield Fixture(pair, deal, turn)

    @property
    def total(self) -> int:
        return self.deals * self.turns * len(self.pairings)

    def deal_seed(self, deal: int) -> int:
        """The same deals for all pairings."""
        return random.Random(f"deal {self.seed} {deal}").randrange(MAX_SEED + 1)

    # ---- what a file of results must agree on

    def identity(self) -> dict[str, Any]:
        """What makes results comparable. Other bots and more games may join later."""
        rules = find_game(self.game).rules_version
        return {
            "arena": 1,
            "game": self.game,
            "rules": rules,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
        }

    def code(self) -> dict[str, str]:
        """Fingerprints of the code that moves: Moonlit's, each own bot's, and what was learnt."""
        game = find_game(self.game)
        prints = {"moonlit": engine_print(self.game)}
        for bot in self.bots:
            found = find_bot(bot, game, self.players)
            if isinstance(found, OwnBotPlayer):
                prints[bot] = own_print(bot)
            elif isinstance(found, SearchBot) and found.weights is not None:
                prints[bot] = checksum(found.weights.layers)[:16]
        if self.less_luck:
            prints["luck"] = luck_print(game, self.players)
        return prints


def companies(game: Game, players: int) -> list[list[int]]:
    """The seats that win and lose together."""
    found: dict[int, list[int]] = {}
    for seat in range(players):
        found.setdefault(game.company(players, seat), []).append(seat)
    return list(found.values())


def roles(table: list[list[int]], turn: int) -> list[int]:
    """For each seat: 0 where the pairing's first bot sits, 1 where the other does."""
    found = {seat: int(number != turn) for number, team in enumerate(table) for seat in team}
    return [found[seat] for seat in sorted(found)]


def engine_print(game: str) -> str:
    """A name for this state of the rules, the search and the levels, the same on all machines."""
    key = hashlib.sha256()
    for folder in ("core", f"games/{game.replace('-', '_')}", "search", "bots"):
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in (".py", ".csv", ".toml") and path.parent.name != "text":
                key.update(path.relative_to(PACKAGE).as_posix().encode())
                key.update(path.read_bytes())
    return key.hexdigest()[:16]


def luck_print(game: Game, players: int) -> str:
    """A name for what judges luck: luck that was judged otherwise is not put into one table."""
    weights = find_weights(game, players)
    assert weights is not None
    key = hashlib.sha256(checksum(weights.layers).encode())
    for name in ("luck.py", "judge.py"):
        key.update(Path(__file__).with_name(name).read_bytes())
    return key.hexdigest()[:16]


def own_print(bot: str) -> str:
    found = importlib.util.find_spec(bot.partition(":")[0])
    if found is None or found.origin is None or not Path(found.origin).is_file():
        return "-"
    return hashlib.sha256(Path(found.origin).read_bytes()).hexdigest()[:16]
