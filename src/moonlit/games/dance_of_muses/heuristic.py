"""How good a move of Dance of Muses looks at a glance: for greedy bots and guided playouts.

A dance is worth the Suns that the mover's company would be ahead if the dice were scored right
after it; one that brings a 6 decides the game, so there the lead is all that counts.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.actions import (
    AFTER,
    BEFORE,
    NO_POWER,
    dancer_of,
    is_placing,
    target_of,
    way_of,
    when_of,
)
from moonlit.games.dance_of_muses.packed import DIE, after_power, columns, fulfilled, has_six
from moonlit.games.dance_of_muses.rules.floor import line
from moonlit.games.dance_of_muses.rules.play import piece_called
from moonlit.games.dance_of_muses.scoring import companies, dice_count, muse_of
from moonlit.games.dance_of_muses.state import MUSE_COUNT

DECIDED = 10.0
PIP = 0.05  # what a pip of the sum is worth beside a Sun
EVERY_SECOND = sum(1 << DIE * each for each in range(0, MUSE_COUNT - 1, 2))
EVERY_THIRD = sum(1 << DIE * each for each in range(0, MUSE_COUNT, 3))


@njit
def rate(state: Any, action: int) -> float:
    action = int(action)
    if is_placing(action):
        return 0.0
    when = when_of(action)
    piece = piece_called(state, dancer_of(action))
    power, target = 0, 0
    if when != NO_POWER:
        power = int(state.power[state.called[piece]])
        target = piece_called(state, target_of(action))
    dice, suns = 0, 0
    for each in range(MUSE_COUNT):
        dice |= int(state.die[each]) << DIE * each
        suns |= int(state.suns[muse_of(state, each)]) << DIE * each
    if when == BEFORE:
        dice = after_power(dice, power, piece, target)
    if not has_six(dice):
        moved = line(state, piece, way_of(action))
        for each in range(MUSE_COUNT):
            dice += (moved >> each & 1) << DIE * each
        if when == AFTER and not has_six(dice):
            dice = after_power(dice, power, piece, target)
    ahead = lead(state, fulfilled(dice, suns), int(state.to_move) % companies(state))
    return DECIDED * ahead if has_six(dice) else ahead


@njit
def dice_of(state: Any, company: int) -> int:
    """The mask of a company's dice: placed in turn, after the Neutral if there is one."""
    start = int(state.start)
    if companies(state) == 3:
        return EVERY_THIRD << DIE * (company - start + 3 * (company < start))
    return EVERY_SECOND << DIE * (1 + (company + start & 1)) if company < 2 else 0


@njit
def lead(state: Any, dice: int, company: int) -> float:
    """How many Suns a company would be ahead of the best other one, if these dice were scored."""
    won, sums = columns(dice, dice_of(state, 0), dice_of(state, 1), dice_of(state, 2))
    best = -1e9
    mine = 0.0
    for each in range(companies(state)):
        worth = PIP * (sums[each] + dice_count(state))
        for _ in range(bit_count(won[each])):
            worth += 1.0
        if each == company:
            mine = worth
        else:
            best = max(best, worth)
    return mine - best


# ---- for search ------------------------------------------------------------------------------


def budgets(players: int) -> tuple[int, ...]:
    """With more players less is settled by skill, so the levels are further apart."""
    if players == 2:
        return 30, 120, 450, 1600, 8000
    return (6, 14, 32, 400, 10_000) if players == 3 else (10, 30, 80, 500, 10_000)


def search_settings(players: int) -> dict[str, float]:
    return {"explore": 0.3, "scale": 2.0}
