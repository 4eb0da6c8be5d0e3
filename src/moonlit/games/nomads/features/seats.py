"""What features of Nomads tell of a seat: its score, its hand, and what it can write."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.components import CARDS, FIRST_ADVENTURER, LEGEND_COUNT, WILD
from moonlit.games.nomads.features.layout import (
    ADVENTURER,
    ALL,
    BEST_GAIN,
    CARD_COUNT,
    GAINS,
    HELD,
    LAST,
    LEGENDS,
    MOONS,
    MOONS_NOW,
    NO_SONG,
    OF_LEGEND,
    POINTS,
    POINTS_LEAD,
    SCORE,
    SCORE_LEAD,
    SONG,
    SONG_GAIN,
    SONG_KINDS,
    SONG_LACKS,
    TO_PLACE,
    USELESS,
    WILDS,
    bounded,
    seat_at,
)
from moonlit.games.nomads.scoring import moons_won, points
from moonlit.games.nomads.state import SCORING

MANY_POINTS = 25.0
CLEAR_LEAD = 10.0
MANY_TILES = 10.0
DEAR = 6.0  # a card
NO_CARD = 99


@njit
def fill_seats(state: Any, seat: int, out: Any) -> None:
    players = int(state.players)
    for near in range(players):
        other = (seat + near) % players
        at = seat_at(players, near)
        fill_score(state, other, out, at)
        fill_song(state, other, out, at)
        fill_legends(state, other, out, at)
        fill_writing(state, other, out, at)


@njit
def fill_score(state: Any, seat: int, out: Any, at: int) -> None:
    mine = points(state, seat)
    moons = int(state.moons[seat])
    lead, score_lead = NO_CARD, NO_CARD
    for other in range(state.players):
        if other != seat:
            theirs = points(state, other)
            lead = min(lead, mine - theirs)
            score_lead = min(score_lead, mine + moons - theirs - int(state.moons[other]))
    out[at + POINTS] = bounded(mine / MANY_POINTS)
    out[at + SCORE] = bounded((mine + moons) / MANY_POINTS)
    out[at + MOONS] = moons / 6.0
    out[at + POINTS_LEAD] = bounded(lead / CLEAR_LEAD)
    out[at + SCORE_LEAD] = bounded(score_lead / CLEAR_LEAD)
    out[at + MOONS_NOW] = moons_won(state, seat) / (SCORING - 1)
    disc = int(state.disc_of[seat])
    out[at + TO_PLACE] = int(state.to_place[disc]) / 2
    out[at + ADVENTURER + disc - FIRST_ADVENTURER] = 1.0


@njit
def fill_song(state: Any, seat: int, out: Any, at: int) -> None:
    kinds = int(state.held[seat, WILD])
    for legend in range(LEGEND_COUNT):
        kinds += state.held[seat, legend] > 0
    out[at + SONG] = int(state.song[seat]) / LEGEND_COUNT
    out[at + WILDS] = int(state.held[seat, WILD]) / 2.0
    out[at + SONG_KINDS] = kinds / LEGEND_COUNT
    if state.song[seat] != 0:
        return
    out[at + NO_SONG] = 1.0
    lacks = LEGEND_COUNT
    best = 0
    for card in range(CARDS):
        if state.songs_left >> card & 1:
            value = int(state.song_values[card])
            lacks = min(lacks, max(0, value - kinds))
            if value <= kinds:
                best = max(best, value)
    out[at + SONG_LACKS] = lacks / LEGEND_COUNT
    out[at + SONG_GAIN] = best / LEGEND_COUNT


@njit
def fill_legends(state: Any, seat: int, out: Any, at: int) -> None:
    wilds = int(state.held[seat, WILD])
    tiles = wilds
    cards, best, gains, useless = 0, 0, 0, 0
    for legend in range(LEGEND_COUNT):
        held = int(state.held[seat, legend])
        value = int(state.legend[seat, legend])
        gain, gain_with_wilds, lacks, most = 0, 0, NO_CARD, 0
        for card in range(CARDS):
            cost = int(state.legend_values[legend, card]) - value
            if cost > 0 and state.legends_left[legend] >> card & 1:
                most = max(most, cost)
                lacks = min(lacks, max(0, cost - held))
                if cost <= held:
                    gain = max(gain, cost)
                if cost <= held + wilds:
                    gain_with_wilds = max(gain_with_wilds, cost)
        tiles += held
        cards += value > 0
        best = max(best, gain_with_wilds)
        gains += gain
        useless += max(0, held - most)
        place = at + LEGENDS + OF_LEGEND * legend
        out[place] = bounded(held / DEAR)
        out[place + 1] = bounded(value / DEAR)
        out[place + 2] = bounded(gain_with_wilds / DEAR)
        out[place + 3] = 1.0 if lacks == NO_CARD else bounded(lacks / DEAR)
    out[at + CARD_COUNT] = cards / LEGEND_COUNT
    out[at + HELD] = bounded(tiles / MANY_TILES)
    out[at + BEST_GAIN] = bounded(best / DEAR)
    out[at + GAINS] = bounded(gains / MANY_TILES)
    out[at + USELESS] = bounded(useless / MANY_TILES)


@njit
def fill_writing(state: Any, seat: int, out: Any, at: int) -> None:
    """A card counts twice: it scores, and the tiles it costs no longer count against it."""
    best = max(out[at + BEST_GAIN] * DEAR, out[at + SONG_GAIN] * LEGEND_COUNT)
    score = out[at + SCORE]
    out[at + LAST] = bounded(score + 2.0 * best / MANY_POINTS)
    out[at + ALL] = bounded(score + 2.0 * out[at + GAINS] * MANY_TILES / MANY_POINTS)
