"""How good a move of Dance of Muses looks at a glance: for greedy bots and guided playouts.

A dance is worth the Suns that the mover's company would be ahead if the dice were scored right
after it; one that brings a 6 decides the game, so there the lead is all that counts.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.actions import (
    AFTER,
    BEFORE,
    dancer_of,
    is_placing,
    target_of,
    way_of,
    when_of,
)
from moonlit.games.dance_of_muses.components import LOWER, RAISE
from moonlit.games.dance_of_muses.rules.floor import line
from moonlit.games.dance_of_muses.rules.play import piece_called
from moonlit.games.dance_of_muses.scoring import (
    companies,
    company_of,
    dice_count,
    die_in_column,
    muse_of,
)
from moonlit.games.dance_of_muses.state import LAST_VALUE, MUSE_COUNT

DIE = 3  # bits of a die, nine of them packed
MASK = (1 << DIE) - 1
LOW_BITS = sum(1 << DIE * each for each in range(MUSE_COUNT))
DECIDED = 10.0
PIP = 0.05  # what a pip of the sum is worth beside a Sun


@njit
def rate(state: Any, action: int) -> float:
    action = int(action)
    if is_placing(action):
        return 0.0
    when = when_of(action)
    piece = piece_called(state, dancer_of(action))
    dice = 0
    for each in range(MUSE_COUNT):
        dice |= int(state.die[each]) << DIE * each
    if when == BEFORE:
        dice = after_power(state, dice, piece, piece_called(state, target_of(action)))
    if not has_six(dice):
        moved = line(state, piece, way_of(action))
        for each in range(MUSE_COUNT):
            dice += (moved >> each & 1) << DIE * each
        if when == AFTER and not has_six(dice):
            dice = after_power(state, dice, piece, piece_called(state, target_of(action)))
    ahead = lead(state, dice, int(state.to_move) % companies(state))
    return DECIDED * ahead if has_six(dice) else ahead


@njit
def after_power(state: Any, dice: int, piece: int, target: int) -> int:
    power = state.power[state.called[piece]]
    if power == RAISE:
        return dice + (1 << DIE * target)
    if power == LOWER:
        return dice - (1 << DIE * target)
    own = dice >> DIE * piece & MASK
    other = dice >> DIE * target & MASK
    return dice + ((other - own) << DIE * piece) + ((own - other) << DIE * target)


@njit
def has_six(dice: int) -> bool:
    """A 6 is the only value with both upper bits set: no die shows 7."""
    return dice >> 2 & dice >> 1 & LOW_BITS != 0


@njit
def lead(state: Any, dice: int, company: int) -> float:
    """How many Suns a company would be ahead of the best other one, if these dice were scored."""
    # how many dice of each company show each value, packed as in scoring.py
    tally0, tally1, tally2 = 0, 0, 0
    sum0, sum1, sum2 = 0, 0, 0
    for piece in range(MUSE_COUNT):
        whose = company_of(state, piece)
        value = dice >> DIE * piece & MASK
        if value == state.suns[muse_of(state, piece)]:
            value = LAST_VALUE
        if whose == 0:
            tally0 += 1 << DIE * value
            sum0 += value
        elif whose == 1:
            tally1 += 1 << DIE * value
            sum1 += value
        elif whose == 2:
            tally2 += 1 << DIE * value
            sum2 += value
    tallies = (tally0, tally1, tally2)
    sums = (sum0, sum1, sum2)
    best = -1e9
    mine = 0.0
    for each in range(companies(state)):
        won = PIP * sums[each]
        for column in range(dice_count(state)):
            own = die_in_column(tallies[each], column)
            single = True
            for other in range(companies(state)):
                if other != each and die_in_column(tallies[other], column) >= own:
                    single = False
            won += single
        if each == company:
            mine = won
        else:
            best = max(best, won)
    return mine - best


# ---- for search ------------------------------------------------------------------------------


def budgets(players: int) -> tuple[int, ...]:
    """With more players less is settled by skill, so the levels are further apart."""
    if players == 2:
        return 30, 120, 450, 1600, 8000
    return (6, 14, 32, 400, 10_000) if players == 3 else (10, 30, 80, 500, 10_000)


def search_settings(players: int) -> dict[str, float]:
    return {"explore": 0.3, "scale": 2.0}
