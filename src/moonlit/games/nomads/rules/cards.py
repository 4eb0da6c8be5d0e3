"""Writing songs and legends: what can be written, in every way to pay, and what it does.

Both take what is held of each of the seven legends, and wilds for what is missing. Two payments
are the same when they give the same tiles, so a song's payment is a set of legends: wilds stand
for others.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count
from moonlit.core.jit import njit
from moonlit.games.nomads.actions import pack_legend, pack_song
from moonlit.games.nomads.components import CARDS, LEGEND_COUNT, WILD


@njit
def legends_held(state: Any, seat: int) -> int:
    """A bit for each legend of which a seat holds a tile."""
    mask = 0
    for legend in range(LEGEND_COUNT):
        if state.held[seat, legend] > 0:
            mask |= 1 << legend
    return mask


@njit
def legal_songs(state: Any, seat: int, actions: Any, written: int) -> int:
    if state.song[seat] != 0:
        return written
    held = legends_held(state, seat)
    wilds = int(state.held[seat, WILD])
    for card in range(CARDS):
        if not state.songs_left >> card & 1:
            continue
        value = int(state.song_values[card])
        spare = bit_count(held) + wilds - value
        if spare < 0:
            continue
        given = 0 if spare > 0 else held
        while True:  # all the sets of legends within those held, the empty one first
            if value - wilds <= bit_count(given) <= value:
                actions[written] = pack_song(value, given)
                written += 1
            if given == held:
                break
            given = (given - held) & held
    return written


@njit
def legal_legends(state: Any, seat: int, actions: Any, written: int) -> int:
    """A better card of a legend costs the difference to the one the seat has."""
    wilds = int(state.held[seat, WILD])
    for legend in range(LEGEND_COUNT):
        held = int(state.held[seat, legend])
        if held + wilds == 0:
            continue
        for card in range(CARDS):
            value = int(state.legend_values[legend, card])
            cost = value - int(state.legend[seat, legend])
            if cost <= 0 or not state.legends_left[legend] >> card & 1:
                continue
            for given in range(max(0, cost - held), min(cost, wilds) + 1):
                actions[written] = pack_legend(legend, value, given)
                written += 1
    return written


@njit
def can_write(state: Any, seat: int) -> bool:
    wilds = int(state.held[seat, WILD])
    for card in range(CARDS):
        if state.song[seat] == 0 and state.songs_left >> card & 1:
            enough = bit_count(legends_held(state, seat)) + wilds
            if enough >= state.song_values[card]:
                return True
        for legend in range(LEGEND_COUNT):
            cost = int(state.legend_values[legend, card]) - int(state.legend[seat, legend])
            if (
                0 < cost <= int(state.held[seat, legend]) + wilds
                and state.legends_left[legend] >> card & 1
            ):
                return True
    return False


@njit
def write_song(state: Any, seat: int, value: int, given: int) -> None:
    for legend in range(LEGEND_COUNT):
        state.held[seat, legend] -= given >> legend & 1
    state.held[seat, WILD] -= value - bit_count(given)
    for card in range(CARDS):
        if state.song_values[card] == value:
            state.songs_left &= ~(1 << card)
    state.song[seat] = value


@njit
def write_legend(state: Any, seat: int, legend: int, value: int, wilds: int) -> None:
    """Pay, take the card, and put the one it replaces back for all."""
    old = int(state.legend[seat, legend])
    state.held[seat, legend] -= value - old - wilds
    state.held[seat, WILD] -= wilds
    for card in range(CARDS):
        if state.legend_values[legend, card] == value:
            state.legends_left[legend] &= ~(1 << card)
        if state.legend_values[legend, card] == old:
            state.legends_left[legend] |= 1 << card
    state.legend[seat, legend] = value
