"""One game of an arena. The same fixture gives the same game, whoever plays it, wherever."""

from __future__ import annotations

import random
import time
from copy import copy
from functools import cache
from typing import Any

from moonlit.arena.luck import Luck
from moonlit.arena.plan import Fixture, Setup, roles
from moonlit.bots import Bot, OwnBotFailed, ask, find_bot
from moonlit.bots.bot import OwnBotPlayer, move_of
from moonlit.core.checks import MAX_NAME
from moonlit.core.match import Match, new
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED

Line = dict[str, Any]  # a game's result as results.jsonl holds it


class Clock:
    """How long one bot thought: moves, seconds, and the slowest move."""

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = self.slowest = 0.0

    def add(self, seconds: float) -> None:
        self.moves += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)

    def row(self) -> list[float]:
        return [self.moves, round(self.seconds, 6), round(self.slowest, 6)]


def set_table(setup: Setup, fixture: Fixture) -> Match:
    """The game of a fixture before its first move."""
    seating = roles(setup.companies, fixture.turn)
    names = [fixture.pair[role][-MAX_NAME:] for role in seating]
    return new(setup.game, names, setup.deal_seed(fixture.deal), setup.options)


def play_fixture(setup: Setup, fixture: Fixture, keep_record: bool = False) -> Line:
    """Play a game to its end, or until a bot of somebody's own breaks the rules and forfeits."""
    seating = roles(setup.companies, fixture.turn)
    bots = [seat_bot(name, setup.game, setup.players) for name in fixture.pair]
    match = set_table(setup, fixture)
    chance = random.Random(f"bots {setup.seed} {fixture.id}")
    clocks = [Clock() for _ in bots]
    luck = Luck(setup, fixture, match) if setup.less_luck else None
    forfeit: dict[str, Any] | None = None
    while (seat := match.to_move) is not None and forfeit is None:
        role = seating[seat]
        bot, seed = bots[role], chance.randrange(MAX_SEED + 1)
        twin = copy(bot)
        move, forfeit = made(bot, match, seed, clocks[role])
        if forfeit is None:
            if luck is not None:
                luck.move(match, twin, move)
            match.play(move)
    if forfeit is not None:
        forfeit = {"bot": fixture.pair[seating[seat or 0]], **forfeit}
    line = {
        "id": fixture.id,
        "pair": list(fixture.pair),
        "deal": fixture.deal,
        "turn": fixture.turn,
        **outcome(setup, match, seat if forfeit else None),
        "moves": match.number,
        "forfeit": forfeit,
        "times": [clock.row() for clock in clocks],
        "history": "\n".join(match.history_of_movers()),  # one text: many games are in memory
    }
    if luck is not None:
        line["luck"] = luck.row()
    if keep_record:
        line["record"] = match.record()
    return line


def timed(bot: Bot, match: Match, seed: int, clock: Clock) -> str:
    start = time.perf_counter()
    try:
        return move_of(bot, match, seed)
    finally:
        clock.add(time.perf_counter() - start)


def made(bot: Bot, match: Match, seed: int, clock: Clock) -> tuple[str, dict[str, Any] | None]:
    """The move that a bot makes, or what somebody's own did wrong."""
    try:
        return timed(bot, match, seed, clock), None
    except OwnBotFailed as failure:
        return "", {
            "why": "raised" if failure.key == "own_bot_raised" else "illegal",
            "reason": str(failure.arguments.get("reason", failure))[:200],
        }


def outcome(setup: Setup, match: Match, culprit: int | None) -> dict[str, Any]:
    """Places and scores in seat order. Who forfeits is last, and all others are first."""
    table = setup.companies
    standings = match.standings()
    if culprit is not None or standings is None:
        losers = next(team for team in table if culprit in team)
        places = [setup.players if seat in losers else 1 for seat in range(setup.players)]
        scores = None
    else:
        places = [row["place"] for row in standings]
        scores = [row["score"] for row in standings]
    return {"places": places, "scores": scores}


def share(line: Line, table: list[list[int]]) -> float:
    """The first bot's share of the win: 1, 0, or a part where several companies are first."""
    first = [number for number, team in enumerate(table) if line["places"][team[0]] == 1]
    return 1 / len(first) if line["turn"] in first else 0.0


def seat_bot(name: str, game: str, players: int) -> Bot:
    """Moonlit's own bots hold nothing from game to game; others start every game afresh."""
    bot = _ready(name, game, players)
    return find_bot(name, find_game(game), players) if isinstance(bot, OwnBotPlayer) else bot


@cache
def _ready(name: str, game: str, players: int) -> Bot:
    """A bot that has moved once, so that no compiler runs while its time is taken."""
    bot = find_bot(name, find_game(game), players)
    if not isinstance(bot, OwnBotPlayer):
        ask(bot, new(game, players, seed=1), 1)
    return bot
