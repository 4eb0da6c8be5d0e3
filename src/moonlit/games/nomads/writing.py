"""The view of a game of Nomads as JSON: what views.py tells, byte for byte."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.writing import encoded, end, put, put_field, put_flag, put_number, put_word, words
from moonlit.games.nomads.components import (
    ADVENTURERS,
    CARDS,
    DISC_NAMES,
    FIRST_ADVENTURER,
    LEGEND_COUNT,
    TILE_WORDS,
    WILD,
)
from moonlit.games.nomads.rules.stacks import disc_at
from moonlit.games.nomads.scoring import points
from moonlit.games.nomads.state import (
    ASK_LAST,
    HELD_KINDS,
    MAX_TURNS,
    NOBODY,
    PILE,
    SPACES,
    UNPLAYED,
)
from moonlit.games.nomads.views import ASKS

MAX_BYTES = 24_000  # bytes; a seat takes at most some 2,500

ASK_WORDS = words([encoded(ask) for ask in ASKS])
DISC_WORDS = words([encoded(name) for name in DISC_NAMES])
KIND_WORDS = words([f"{encoded(word)}:" for word in TILE_WORDS])
TILE_WORD = words([encoded(word) for word in TILE_WORDS])
ADVENTURER_COUNT = len(ADVENTURERS)
KINDS = len(TILE_WORDS)


@njit
def write(state: Any, seat: int, out: Any) -> int:
    at = put_word(out, put(out, 0, b'"asks":'), ASK_WORDS, int(state.asks))
    at = put_field(out, at, b',"turn":', int(state.turn) + 1)
    at = put_field(out, at, b',"turns":', MAX_TURNS)
    at = put_field(out, at, b',"first":', int(state.first))
    at = put_flag(out, put(out, at, b',"stepped":'), state.stepped != 0)
    at = put_flag(out, put(out, at, b',"last_writing":'), state.asks >= ASK_LAST)
    at = put(out, at, b',"lys":')
    at = put_or_null(out, at, int(state.lys) + 1)
    at = put(out, at, b',"spaces":[')
    for space in range(SPACES):
        at = write_space(state, out, at, space)
    at = put_field(out, end(out, at, b"]"), b',"piles":', int(state.piles))
    at = write_to_come(state, out, put(out, at, b',"to_come":{'))
    at = put_field(out, end(out, at, b"}"), b',"chart":', int(state.chart))
    at = write_cards(state, out, put(out, at, b',"songs":['))
    at = write_unplayed(state, out, put(out, at, b',"unplayed":['))
    at = end(out, at, b'],"seats":[')
    for owner in range(state.players):
        at = write_seat(state, out, at, owner)
    return end(out, at, b"]")


@njit
def put_or_null(out: Any, at: int, number: int) -> int:
    """A number, where 0 is none."""
    return put_number(out, at, number) if number != 0 else put(out, at, b"null")


@njit
def write_space(state: Any, out: Any, at: int, space: int) -> int:
    at = put_field(out, at, b'{"space":', space + 1)
    at = put(out, at, b',"stack":[')
    for height in range(state.heights[space]):
        at = put(out, put_word(out, at, DISC_WORDS, disc_at(state, space, height)), b",")
    gone = int(state.gone[space])
    at = put_field(out, end(out, at, b"]"), b',"pile":', PILE - gone)
    at = put(out, at, b',"tile":')
    if gone < PILE:
        at = put_word(out, at, TILE_WORD, int(state.tiles[space, gone]))
    else:
        at = put(out, at, b"null")
    at = put_flag(out, put(out, at, b',"lys":'), state.lys == space)
    return put(out, at, b"},")


@njit
def write_to_come(state: Any, out: Any, at: int) -> int:
    """How many tiles of each kind lie under the tops, all piles together."""
    for kind in range(KINDS):
        count = 0
        for space in range(SPACES):
            for place in range(state.gone[space] + 1, PILE):
                count += state.tiles[space, place] == kind
        at = put_number(out, put_word(out, at, KIND_WORDS, kind), count)
        at = put(out, at, b",")
    return at


@njit
def write_cards(state: Any, out: Any, at: int) -> int:
    """The songs, then the legends: the seat that has each card, if any."""
    for card in range(CARDS):
        value, owner = int(state.song_values[card]), NOBODY
        for seat in range(state.players):
            if owner == NOBODY and state.song[seat] == value:
                owner = seat
        at = write_card(out, at, value, owner)
    at = end(out, at, b'],"legends":{')
    for legend in range(LEGEND_COUNT):
        at = put(out, put_word(out, at, KIND_WORDS, legend), b"[")
        for card in range(CARDS):
            value, owner = int(state.legend_values[legend, card]), NOBODY
            for seat in range(state.players):
                if owner == NOBODY and state.legend[seat, legend] == value:
                    owner = seat
            at = write_card(out, at, value, owner)
        at = end(out, at, b"],")
    return end(out, at, b"}")


@njit
def write_card(out: Any, at: int, value: int, owner: int) -> int:
    at = put(out, put_field(out, at, b'{"value":', value), b',"seat":')
    at = put_or_null(out, at, 0) if owner == NOBODY else put_number(out, at, owner)
    return put(out, at, b"},")


@njit
def write_unplayed(state: Any, out: Any, at: int) -> int:
    for disc in range(FIRST_ADVENTURER, FIRST_ADVENTURER + ADVENTURER_COUNT):
        if state.owner[disc] == UNPLAYED:
            at = put_word(out, put(out, at, b'{"adventurer":'), DISC_WORDS, disc)
            at = put_field(out, at, b',"to_place":', int(state.to_place[disc]))
            at = put(out, at, b"},")
    return at


@njit
def write_seat(state: Any, out: Any, at: int, seat: int) -> int:
    disc = int(state.disc_of[seat])
    at = put_field(out, at, b'{"seat":', seat)
    at = put_word(out, put(out, at, b',"adventurer":'), DISC_WORDS, disc)
    at = put_field(out, at, b',"to_place":', int(state.to_place[disc]))
    at = put(out, at, b',"tiles":{')
    total = 0
    for kind in range(HELD_KINDS):
        held = int(state.held[seat, kind])
        total += held
        at = put(out, put_number(out, put_word(out, at, KIND_WORDS, kind), held), b",")
    at = put_field(out, end(out, at, b"}"), b',"held":', total)
    at = put_or_null(out, put(out, at, b',"song":'), int(state.song[seat]))
    at = put(out, at, b',"legends":{')
    for legend in range(LEGEND_COUNT):
        at = put_word(out, at, KIND_WORDS, legend)
        at = put(out, put_or_null(out, at, int(state.legend[seat, legend])), b",")
    worth, moons = points(state, seat), int(state.moons[seat])
    at = put_field(out, end(out, at, b"}"), b',"moons":', moons)
    at = put_field(out, at, b',"points":', worth)
    at = put_field(out, at, b',"score":', worth + moons)
    at = write_rack(state, out, put(out, at, b',"rack":{'), seat)
    return put(out, at, b"}},")


@njit
def write_rack(state: Any, out: Any, at: int, seat: int) -> int:
    """The cards that a seat could yet write: what each costs, and the tiles it lacks for it."""
    wilds = int(state.held[seat, WILD])
    different = wilds
    for legend in range(LEGEND_COUNT):
        held, owned = int(state.held[seat, legend]), int(state.legend[seat, legend])
        different += held > 0
        at = put(out, put_word(out, at, KIND_WORDS, legend), b"[")
        for card in range(CARDS):
            if state.legends_left[legend] >> card & 1:
                value = int(state.legend_values[legend, card])
                at = write_offer(out, at, value, owned, held + wilds)
        at = end(out, at, b"],")
    at = put(out, at, b'"song":[')
    for card in range(CARDS):
        if state.song[seat] == 0 and state.songs_left >> card & 1:
            at = write_offer(out, at, int(state.song_values[card]), 0, different)
    return end(out, at, b"]")


@njit
def write_offer(out: Any, at: int, value: int, owned: int, have: int) -> int:
    if value <= owned:
        return at
    at = put_field(out, at, b'{"value":', value)
    at = put_field(out, at, b',"cost":', value - owned)
    at = put_field(out, at, b',"lacks":', max(0, value - owned - have))
    return put(out, at, b"},")
