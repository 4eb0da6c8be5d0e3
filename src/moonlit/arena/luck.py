"""Luck taken out of a result: what chance gave the first bot in a game, move by move.

Before a move it is open which of its moves a bot will make, asked with a seed, and what the move
will bring to light that nobody at the table knows. So the bot is asked again with other seeds, and
the moves are made again in worlds where what nobody knows is dealt anew. What came and what might
have come are drawn in the same way and judged in the same way: the difference of what came to the
mean of them all is luck, and on average it is nothing, however well positions are judged
(docs/arena.md).
"""

from __future__ import annotations

import math
import random
import time
from copy import copy
from typing import Any

from moonlit.arena.judge import OPEN, SECRET, Effort, judge_of
from moonlit.arena.plan import Fixture, Setup
from moonlit.bots.bot import Bot, OwnBotPlayer, move_of
from moonlit.core.match import Match, new
from moonlit.core.rng import MAX_SEED

DEALS = 15  # besides the real one, of a game alone


class Luck:
    """What chance gave the first bot of a pairing in one game, as far as it has been played."""

    def __init__(
        self, setup: Setup, fixture: Fixture, match: Match, effort: Effort | None = None
    ) -> None:
        self.setup = setup
        self.effort = effort or (SECRET if match.game.has_secrets else OPEN)
        self.judge = judge_of(setup.game, setup.players)
        self.team = setup.companies[fixture.turn]
        self.chance = random.Random(f"luck {setup.seed} {fixture.id}")
        self.sum = self.seconds = 0.0
        if setup.solo:  # other tables play every deal from every seat
            self.deal(match)

    def row(self) -> dict[str, float]:
        """As a line of results holds it."""
        return {"sum": round(self.sum, 6), "seconds": round(self.seconds, 6)}

    def seed(self) -> int:
        return self.chance.randrange(MAX_SEED + 1)

    def deal(self, match: Match) -> None:
        """Count how a game was dealt."""
        start = time.perf_counter()
        others = [
            new(self.setup.game, match.players, self.seed(), self.setup.options).states
            for _ in range(DEALS)
        ]
        self.count([match.states, *others])
        self.seconds += time.perf_counter() - start

    def move(self, match: Match, twin: Bot, move: str) -> None:
        """Count a move that is about to be made. `twin` is its bot, as it was before it thought."""
        start = time.perf_counter()
        judge, real = self.judge, match.states
        actions = [match.action(move)]
        if not isinstance(twin, OwnBotPlayer):  # which may remember what it was asked
            for _ in range(self.effort.asks):
                actions.append(match.action(move_of(copy(twin), match, self.seed())))
        worlds = [real]
        if not match.game.has_secrets:  # else what one seat alone knows would be dealt anew too
            worlds += [judge.redealt(real, self.seed()) for _ in range(self.effort.worlds)]
        self.count([judge.after(world, action) for action in actions for world in worlds])
        self.seconds += time.perf_counter() - start

    def count(self, positions: list[Any]) -> None:
        """The first came, and any of the others might have come as well."""
        keys = [self.judge.seen(states) for states in positions]
        seed = self.seed()
        if len(set(keys)) == 1:
            return
        worth: dict[bytes, float] = {}
        for key, states in zip(keys, positions, strict=True):
            if key not in worth:
                found = self.judge.worth(states, self.effort, seed)
                worth[key] = math.fsum(found[seat] for seat in self.team)
        mean = math.fsum(worth[key] for key in keys) / len(keys)
        self.sum += worth[keys[0]] - mean
