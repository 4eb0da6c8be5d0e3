"""Positions for a batch: games that were saved, matches, and states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.envs.play import TOPIC


@dataclass(frozen=True)
class Saved:
    """Games of a batch as they were; it can be pickled."""

    game: str
    players: int
    rows: dict[str, npt.NDArray[Any]]

    def __len__(self) -> int:
        return len(self.rows["states"])


def kept(batch: Any) -> dict[str, npt.NDArray[Any]]:
    """The arrays that make a game what it is; all else is worked out from them."""
    return {
        "states": batch._states,
        "rngs": batch._rngs,
        "chances": batch._chances,
        "viewers": batch._viewers,
        "seats": batch.seats,
        "seeds": batch.seeds,
        "rewards": batch.rewards,
        "dones": batch.dones,
        "places": batch.places,
        "merits": batch.merits,
    }


def check_saved(saved: Any, batch: Any, count: int) -> None:
    if not isinstance(saved, Saved):
        raise BadTable("not_saved", TOPIC, given=type(saved).__name__)
    if (saved.game, saved.players) != (batch.game.name, batch.players):
        raise BadTable("other_table", TOPIC, game=batch.game.name, players=batch.players)
    if len(saved) != count:
        raise BadTable("bad_positions", TOPIC, given=len(saved), count=count)


def read_positions(
    given: Sequence[Match] | npt.NDArray[np.void], batch: Any, count: int
) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64]]:
    """The states of positions that can be played on, and the seeds that are known, or -1."""
    if isinstance(given, np.ndarray):
        states, seeds = given, np.full(len(given), -1, dtype=np.int64)
        if states.dtype != batch.game.state or states.ndim != 1:
            raise BadTable("other_table", TOPIC, game=batch.game.name, players=batch.players)
    else:
        for match in given:
            if not isinstance(match, Match) or match.game is not batch.game:
                raise BadTable("other_table", TOPIC, game=batch.game.name, players=batch.players)
            if len(match.players) == batch.players and match.options != batch.options:
                raise BadTable("other_options", TOPIC, given=match.options, wanted=batch.options)
        states = np.zeros(len(given), dtype=batch.game.state)
        for index, match in enumerate(given):
            states[index] = match.states[0]
        numbers = [-1 if match.seed is None else match.seed for match in given]
        seeds = np.array(numbers, dtype=np.int64)
    if len(states) != count:
        raise BadTable("bad_positions", TOPIC, given=len(states), count=count)
    if (states["players"] != batch.players).any():
        raise BadTable("other_table", TOPIC, game=batch.game.name, players=batch.players)
    over = (states["to_move"] < 0) | (states["to_move"] >= batch.players)
    if over.any():
        raise BadTable("position_is_over", TOPIC, number=int(np.argmax(over)))
    return states, seeds
