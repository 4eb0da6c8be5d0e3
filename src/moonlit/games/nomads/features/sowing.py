"""What features of Nomads tell of the moves to come: the best sowing of each seat, at a glance."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.components import MOON_DISC, SIANA, ULRICH
from moonlit.games.nomads.features.layout import (
    BEST_SOWING,
    BEST_TILE,
    MAX_HEARD,
    NOBODYS,
    SOWN_LYS,
    SOWN_OTHERS,
    SOWN_OWN,
    WHOSE,
    WHOSE_BITS,
    WORTH,
    all_whose,
    seat_at,
    space_at,
)
from moonlit.games.nomads.features.spaces import SOME_TILES
from moonlit.games.nomads.rules.stacks import disc_at, falls_on, holds, step_of, top_disc
from moonlit.games.nomads.state import SPACES

RIVAL = 0.35  # how much the gain of another player counts
NONE = -100.0


@njit
def fill_sowings(state: Any, seat: int, out: Any) -> None:
    players = int(state.players)
    whose = all_whose(state, seat)
    tops = 0  # whose disc is on top of each space, packed
    for space in range(SPACES):
        tops |= (whose >> WHOSE_BITS * top_disc(state, space) & WHOSE) << WHOSE_BITS * space
    for near in range(players):
        at = seat_at(players, near)
        out[at + BEST_SOWING] = NONE
        out[at + MAX_HEARD] = NONE
        fill_sowings_of(state, near, int(state.disc_of[(seat + near) % players]), whose, tops, out)
        if out[at + BEST_SOWING] == NONE:
            out[at + BEST_SOWING] = 0.0
            out[at + MAX_HEARD] = 0.0


@njit
def fill_sowings_of(state: Any, near: int, disc: int, whose: int, tops: int, out: Any) -> None:
    for space in range(SPACES):
        if not holds(state, space, disc):
            continue
        height = int(state.heights[space])
        ways = height if disc == ULRICH else height + 1 if disc == SIANA else 1
        for way in range(2 * ways):
            double = way >> 1 if disc == ULRICH else 0
            skip = way >> 1 if disc == SIANA else 0
            try_sowing(state, near, disc, whose, tops, space, way & 1, double, skip, out)


@njit
def try_sowing(
    state: Any,
    near: int,
    disc: int,
    whose: int,
    tops: int,
    space: int,
    direction: int,
    double: int,
    skip: int,
    out: Any,
) -> None:
    """Sow in the mind, and note it if it is the best so far."""
    step = step_of(direction)
    tops &= ~(WHOSE << WHOSE_BITS * space)
    last = space
    for index in range(int(state.heights[space])):
        last = (space + step * falls_on(index, double, skip)) % SPACES
        owner = whose >> WHOSE_BITS * disc_at(state, space, index) & WHOSE
        tops = tops & ~(WHOSE << WHOSE_BITS * last) | owner << WHOSE_BITS * last
    players = int(state.players)
    own, others = 0.0, 0.0
    for each in range(SPACES):
        owner = tops >> WHOSE_BITS * each & WHOSE
        if owner == NOBODYS or owner > players:
            continue
        value = out[space_at(state, each) + WORTH + owner - 1]
        if owner == near + 1:
            own += value
        else:
            others += value
    at = seat_at(players, near)
    calls = calls_lys(state, disc, last)
    total = own / SOME_TILES - RIVAL * others / SOME_TILES
    if calls:
        total += out[at + BEST_TILE] / SOME_TILES
    out[at + MAX_HEARD] = max(out[at + MAX_HEARD], own / SOME_TILES)
    if total > out[at + BEST_SOWING]:
        out[at + BEST_SOWING] = total
        out[at + SOWN_OWN] = own / SOME_TILES
        out[at + SOWN_OTHERS] = others / SOME_TILES
        out[at + SOWN_LYS] = 1.0 if calls else 0.0


@njit
def calls_lys(state: Any, disc: int, space: int) -> bool:
    """Whether a sowing that ends on a space moves Lys; Moon may lead her a step first."""
    away = (space - int(state.lys) + SPACES) % SPACES
    if disc == MOON_DISC and state.stepped == 0:
        return away == 0 or away == 1 or away == SPACES - 1
    return away == 0
