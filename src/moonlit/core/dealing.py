"""Where a match's deal comes from: a seed, the system's randomness, or what was kept of one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np

from moonlit.core.engine import new_deal
from moonlit.core.game import Game
from moonlit.core.match import Match
from moonlit.core.options import Options


def deal_by_chance(game: Game, players: int, options: Options) -> dict[str, Any]:
    """A deal that stands for itself, as records keep it: no seed, so none can be found out."""
    _, config = game.configure(players, options)
    chance, deal = secrets.SystemRandom(), []
    for size in game.deals.sizes(config):
        # in the order of numbers so long that no two are equal; one by one takes a hundred times
        # as long
        deal.append(np.argsort(np.frombuffer(chance.randbytes(8 * size), dtype=np.uint64)))
    return dict(game.deals.write(config, np.concatenate(deal).astype(np.int16)))


def new_from_deal(game: Game, names: Sequence[str], options: Options, deal: Any) -> Match:
    """A match of a deal that was kept: what was allowed then still is."""
    kept, config = game.configure(len(names), options, recorded=True)
    return Match(game, names, kept, config, None, game.deals.read(config, deal))


def new_from_seed(game: Game, names: Sequence[str], options: Options, seed: int) -> Match:
    """A match of the deal that a seed stands for: what was allowed then still is."""
    kept, config = game.configure(len(names), options, recorded=True)
    return Match(game, names, kept, config, seed, new_deal(game, config, seed))
