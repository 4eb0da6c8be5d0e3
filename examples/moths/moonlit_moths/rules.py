"""The rules of Moths: how it begins, what may be done, and what happens then."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit_moths.actions import LURE, guess, guessed_moth, guessed_place
from moonlit_moths.components import MATCHES, MOTHS
from moonlit_moths.state import HANDS, LAMP, NOBODY, SEATS


@njit
def setup(state: Any, config: Any, deal: Any) -> None:
    """One moth goes into the lamp, one into everybody's hands, the others onto the wall."""
    state.players = config[0]
    state.moonlight = config[1]
    state.to_move = 0
    state.lured = 0
    for place in range(MOTHS):
        state.moths[place] = deal[place] + 1
        state.is_open[place] = 0
        state.ruled_out[place] = 0
    for seat in range(SEATS):
        state.matches[seat] = MATCHES
        state.caught[seat] = 0


@njit
def legal(state: Any, actions: Any) -> int:
    """Lure a moth while there are any on the wall; guess with a match, the lamp when it is bare."""
    seat = int(state.to_move)
    if seat == NOBODY:
        return 0
    count = 0
    if on_wall(state) > 0:
        actions[count] = LURE
        count += 1
    if state.matches[seat] > 0:
        for place in range(HANDS if on_wall(state) > 0 else LAMP, HANDS + state.players):
            if place == HANDS + seat or state.is_open[place]:
                continue
            for moth in range(1, MOTHS + 1):
                if may_be(state, place, moth):
                    actions[count] = guess(place, moth)
                    count += 1
    return count


@njit
def play(state: Any, action: int) -> None:
    seat = int(state.to_move)
    if action == LURE:
        state.is_open[next_on_wall(state)] = 1
        state.lured += 1
        state.matches[seat] += 1
    else:
        state.matches[seat] -= 1
        look(state, seat, guessed_place(action), guessed_moth(action))
    state.to_move = next_seat(state, seat)


@njit
def look(state: Any, seat: int, place: int, moth: int) -> None:
    """Light a match: a moth that was guessed is caught; of any other something is heard."""
    there = int(state.moths[place])
    if there == moth:
        state.is_open[place] = 1
        state.caught[seat] += moth
        return
    for other in range(1, MOTHS + 1):
        if other == moth or (state.moonlight and (other > moth) != (there > moth)):
            state.ruled_out[place] |= 1 << other


@njit
def next_seat(state: Any, seat: int) -> int:
    """The next who can do something; nobody once the lamp's moth is caught."""
    if state.is_open[LAMP]:
        return NOBODY
    for step in range(1, state.players + 1):
        other = (seat + step) % int(state.players)
        if on_wall(state) > 0 or state.matches[other] > 0:
            return other
    return NOBODY


# ---- what everybody can see ----------------------------------------------------------------------


@njit
def next_on_wall(state: Any) -> int:
    """The place of the moth that is lured next."""
    return HANDS + int(state.players) + int(state.lured)


@njit
def on_wall(state: Any) -> int:
    """How many moths are still there."""
    return MOTHS - next_on_wall(state)


@njit
def seen(state: Any) -> int:
    """The moths that lie open: a bit each."""
    found = 0
    for place in range(MOTHS):
        if state.is_open[place]:
            found |= 1 << int(state.moths[place])
    return found


@njit
def may_be(state: Any, place: int, moth: int) -> bool:
    """Whether this moth could sit there, for all that everybody knows."""
    return not (seen(state) | int(state.ruled_out[place])) >> moth & 1
