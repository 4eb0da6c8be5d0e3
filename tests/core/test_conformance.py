"""Every registered game keeps every promise of the contract, at every player count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from moonlit.core.conformance import CHECKS
from moonlit.core.jit import COMPILING
from moonlit.core.registry import find_game, game_names

TABLES = [(name, players) for name in game_names() for players in find_game(name).seats]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_game_keeps_the_contract(game: str, players: int, check: Callable[..., None]) -> None:
    for seed in (1, 2) if COMPILING else (3,):
        check(game, players, seed)
