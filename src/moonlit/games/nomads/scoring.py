"""What seats are worth in Nomads: in a moon scoring, and at the end."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.components import LEGEND_COUNT, WILD
from moonlit.games.nomads.state import SCORING


@njit
def points(state: Any, seat: int) -> int:
    """Cards, less the story and wild tiles held: what a moon scoring compares."""
    total = int(state.song[seat]) - int(state.held[seat, WILD])
    for legend in range(LEGEND_COUNT):
        total += int(state.legend[seat, legend]) - int(state.held[seat, legend])
    return total


@njit
def moons_won(state: Any, seat: int) -> int:
    """Three for the highest, one for the second; those tied share, and nothing is halved."""
    mine = points(state, seat)
    ahead, equal = 0, 0
    for other in range(state.players):
        theirs = points(state, other)
        ahead += theirs > mine
        equal += theirs == mine
    if ahead == 0:
        return SCORING - 1 if equal == 1 else SCORING // equal
    return 1 if ahead == 1 and equal == 1 else 0


@njit
def final_score(state: Any, seat: int) -> int:
    return points(state, seat) + int(state.moons[seat])


@njit
def legend_cards(state: Any, seat: int) -> int:
    """How many legend cards a seat has."""
    count = 0
    for legend in range(LEGEND_COUNT):
        if state.legend[seat, legend] > 0:
            count += 1
    return count


@njit
def result(state: Any, places: Any, merits: Any) -> None:
    """Most points first; tied, more legend cards; still tied, a shared place."""
    for seat in range(state.players):
        mine = final_score(state, seat)
        places[seat] = 1
        merits[seat] = float(mine)
        for other in range(state.players):
            theirs = final_score(state, other)
            if theirs > mine or (
                theirs == mine and legend_cards(state, other) > legend_cards(state, seat)
            ):
                places[seat] += 1
