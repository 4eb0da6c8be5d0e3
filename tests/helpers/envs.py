"""What the tests of the environments share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import moonlit
from moonlit.core.contract import observe, record_type
from moonlit.core.jit import COMPILING
from moonlit.core.layout import find_layout
from moonlit.core.match import Match
from moonlit.core.observing import observation
from moonlit.core.options import Options
from moonlit.core.registry import find_game, game_names

TABLES = [(name, players) for name in game_names() for players in find_game(name).seats]


def refusing(make: Callable[..., Any], **usual: Any) -> Callable[..., None]:
    """A check that what these arguments would make, and the usual ones, is refused in words."""

    def refuse(message: str, *given: Any, **settings: Any) -> None:
        with pytest.raises(moonlit.MoonlitError, match=message):
            make(*given, **{**usual, **settings})

    return refuse


def moments(
    game: str, players: int, seed: int, count: int, options: Options | None = None
) -> Iterator[Match]:
    """A random game, stopped at some of its moments; the first and the last are among them."""
    count = count if COMPILING else max(1, count // 4)
    chance = random.Random(seed)
    match = moonlit.new(game, players=players, seed=seed, options=options)
    often = max(1, find_layout(find_game(game), players).longest // (count * 4))
    while not match.over:
        if match.number == 0 or chance.random() < 1 / often:
            yield match
        match.play_action(chance.choice(match.legal_actions().tolist()))
    yield match


def plain_observation(match: Match, seat: int) -> np.ndarray:
    """The same as `observation`, by ordinary Python."""
    out = np.full(find_layout(match.game, len(match.players)).size, 99, dtype=np.int8)
    observe(match.states.view(record_type(match.states.dtype))[0], seat, out)
    return out


def both(match: Match, seat: int) -> np.ndarray:
    """What a seat knows; compiled and plain code agree on it."""
    seen = observation(match, seat)
    if COMPILING:
        assert seen.tolist() == plain_observation(match, seat).tolist()
    return seen
