"""What a seat knows of a Dance of Muses, as the few hundred numbers that a network judges it by.

The pieces are told in slots: those of the looking seat's company first, then those of the other
companies in turn, then the Neutral; within a company the highest die first. Nothing depends on
where the group lies, only on who is near whom, and on what the next dance could bring: anyone
may move any Muse, so one look at all dances tells what each company could make of its turn.

Whoever lies face down is one of the Muses that the seat has not seen. The dice are scored once for
each of them: in each of these worlds every hidden piece is another one of the unseen.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count
from moonlit.core.jit import njit, plain
from moonlit.games.dance_of_muses.features.ahead import look_ahead, scale_chances
from moonlit.games.dance_of_muses.features.dice import fill_standings, packed_dice, worlds
from moonlit.games.dance_of_muses.features.layout import STANDING, length
from moonlit.games.dance_of_muses.features.pieces import fill_pieces, slots_of
from moonlit.games.dance_of_muses.features.table import fill_muses, fill_table
from moonlit.games.dance_of_muses.hidden import unseen_by
from moonlit.games.dance_of_muses.scoring import companies
from moonlit.games.dance_of_muses.state import MUSE_COUNT

__all__ = ["VERSION", "budgets", "features", "search_settings", "size", "training"]

VERSION = 2


def search_settings(players: int) -> dict[str, float]:
    """How a search is set that judges positions by these features."""
    return {"look": 120}


def budgets(players: int) -> tuple[int, ...]:
    """Each level's iterations with a network."""
    if players == 2:
        return 2, 8, 80, 500, 6_000, 40_000
    return (2, 16, 80, 500, 8_000, 30_000) if players == 3 else (2, 8, 80, 500, 8_000, 30_000)


def training(players: int) -> dict[str, float]:
    """Many moves look alike, and what a seat alone knows shows at the end."""
    return {"candidates": 32, "decay": 0.97}


def size(players: int) -> int:
    """How many numbers there are."""
    return plain(length)(players)


@njit
def features(state: Any, seat: int, out: Any) -> None:
    players = int(state.players)
    slots = slots_of(state, seat, out)
    for index in range(length(players)):
        out[index] = 0.0
    unseen = unseen_by(state, seat)
    at = fill_table(state, seat, out)
    at = fill_muses(state, int(state.hand[seat]), out, at)
    at = fill_muses(state, unseen, out, at)
    if state.pieces == MUSE_COUNT:
        dice = packed_dice(state, slots)
        suns = worlds(state, seat, unseen, slots)
        count = bit_count(unseen)
        fill_standings(state, dice, suns, count, out, at)
        at += companies(state) * STANDING
        look_ahead(state, slots, dice, suns, count, out, at)
        scale_chances(state, count, out, at)
    fill_pieces(state, seat, unseen, slots, out)
