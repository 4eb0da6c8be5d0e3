"""What a position is worth, judged for the arena: with all that the whole table knows."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from moonlit.bots.evaluator import ONLOOKER, Evaluator, mover_of
from moonlit.core.game import Game
from moonlit.core.registry import find_game
from moonlit.core.rng import generator


class Effort(NamedTuple):
    """How well positions are judged, and how often chance is asked again."""

    iterations: int = 800  # of the search that judges
    worlds: int = 7  # besides the real one: in which a move is made
    asks: int = 0  # besides the real one: how often a bot is asked


# Where things come to light that nobody knew, asking bots again was seen to add nothing but time.
OPEN, SECRET = Effort(), Effort(asks=1)


class Judge:
    """What positions are worth to every seat: its share of the win; alone at a table its score."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.evaluator = Evaluator(game, players)  # `Setup` has seen to it that it has a network

    def worth(self, states: Any, effort: Effort, seed: int) -> list[float]:
        seats = range(self.players) if self.game.has_secrets else [mover_of(states)]
        found = np.mean(
            [self.evaluator.worth(states, seat, effort.iterations, seed) for seat in seats], axis=0
        )
        if self.players == 1 and self.game.low_wins:
            found = -found  # worth is more where the score is less
        return [float(each) for each in found]

    def redealt(self, states: Any, seed: int) -> Any:
        """Another world that nobody at the table can tell from this one, if nobody has secrets."""
        return self.evaluator.redealt(states, ONLOOKER, generator(seed))

    def after(self, states: Any, action: int) -> Any:
        """The position after a move."""
        return self.evaluator.after(states, action)

    def seen(self, states: Any) -> bytes:
        """What is known of a position at a table, all seats taken together."""
        if not self.game.has_secrets:
            return self.evaluator.seen(states, ONLOOKER)
        return b"".join(states[name].tobytes() for name in states.dtype.names)


@cache
def judge_of(game: str, players: int) -> Judge:
    return Judge(find_game(game), players)
