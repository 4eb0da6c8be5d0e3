"""The view of a game of Nova Luna as JSON: what views.py tells, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.jit import njit
from moonlit.core.places import place_x, place_y
from moonlit.core.writing import encoded, end, put, put_field, put_flag, put_number, put_word, words
from moonlit.games.nova_luna.components import LETTERS, NAMES, PACKED, TILES
from moonlit.games.nova_luna.rules.goals import connected
from moonlit.games.nova_luna.rules.solo import FIRST_PHASE_DISCS, placed
from moonlit.games.nova_luna.rules.track import plays_before
from moonlit.games.nova_luna.rules.turn import may_refill
from moonlit.games.nova_luna.rules.wheel import space_of_choice
from moonlit.games.nova_luna.state import AVAILABLE, EMPTY, MAX_FREE, SPACES, TILE_COUNT, TRACK
from moonlit.games.nova_luna.views import ALL_MET, FACES

MAX_BYTES = 48_000  # bytes; a tile takes at most some 300, a free place 8

MAX_GOALS = 3
FACE_WORDS = words([f"{encoded(face)}," for face in FACES])
HEAD_WORDS = words([f"{encoded({**face, 'goals': []})[:-2]}" for face in FACES])
NAME_WORDS = words([f"{encoded(name)}," for name in NAMES])
BY_NAME = np.array(sorted(range(TILE_COUNT), key=NAMES.__getitem__), dtype=np.int64)
COUNT_GOALS = np.array([len(tile.goals) for tile in TILES], dtype=np.int64)
FULL = np.array(ALL_MET, dtype=np.int64)
_goals = [[*tile.goals, *[""] * (MAX_GOALS - len(tile.goals))] for tile in TILES]
NEED_WORDS = words(['{"need":"' + need + '","met":' for goals in _goals for need in goals])
NEEDS = np.array(
    [[need.count(letter) for letter in LETTERS] for goals in _goals for need in goals],
    dtype=np.int64,
)
LETTER_BYTES = np.frombuffer(LETTERS.encode(), dtype=np.uint8)


@njit
def write(state: Any, seat: int, out: Any) -> int:
    solo, over = state.players == 1, state.to_move < 0
    at = write_wheel(state, out, over)
    at = put_field(out, at, b',"supply":', TILE_COUNT - int(state.drawn))
    at = write_unseen(state, out, put(out, at, b',"unseen":['))
    at = end(out, at, b'],"track":[')
    if not solo:
        for owner in range(state.players):
            at = write_disc(state, out, at, owner)
    at = end(out, at, b'],"displays":[')
    for owner in range(state.players):
        at = write_display(state, out, at, owner)
    at = end(out, at, b'],"solo":')
    return write_solo(state, out, at, over) if solo else put(out, at, b"null")


@njit
def write_wheel(state: Any, out: Any, over: bool) -> int:
    at = put(out, 0, b'"wheel":[')
    for space in range(SPACES):
        if state.wheel[space] == EMPTY:
            at = put(out, at, b"null,")
        else:
            at = put_word(out, at, FACE_WORDS, int(state.wheel[space]))
    at = put_number(out, end(out, at, b'],"marker":'), int(state.marker))
    at = put(out, at, b',"available":[')
    if not over:
        for choice in range(min(AVAILABLE, int(state.on_wheel))):
            at = put(out, put_number(out, at, space_of_choice(state, choice)), b",")
    at = end(out, at, b'],"may_refill":')
    return put_flag(out, at, not over and may_refill(state))


@njit
def write_unseen(state: Any, out: Any, at: int) -> int:
    """By name, which tells nothing of their order."""
    counts = np.zeros(TILE_COUNT, dtype=np.uint8)  # equal tiles are one to the rules
    for place in range(state.drawn, TILE_COUNT):
        counts[state.tiles[place]] += 1
    for tile in BY_NAME:
        for _ in range(counts[tile]):
            at = put_word(out, at, NAME_WORDS, tile)
    return at


@njit
def write_disc(state: Any, out: Any, at: int, seat: int) -> int:
    """Where a seat's disc is on the track, how high in its stack, and how many turns come first."""
    progress = int(state.progress[seat])
    height, turn = 0, 0
    for other in range(state.players):
        if (
            state.progress[other] % TRACK == progress % TRACK
            and state.arrived[other] < state.arrived[seat]
        ):
            height += 1
        if other != seat and plays_before(state, other, seat):
            turn += 1
    at = put_field(out, at, b'{"seat":', seat)
    at = put_field(out, at, b',"progress":', progress)
    at = put_field(out, at, b',"space":', progress % TRACK)
    at = put_field(out, at, b',"height":', height)
    at = put_field(out, at, b',"turn":', turn)
    return put(out, at, b"},")


@njit
def write_display(state: Any, out: Any, at: int, seat: int) -> int:
    at = put_field(out, at, b'{"seat":', seat)
    at = put_field(out, at, b',"discs":', int(state.discs[seat]))
    at = put_field(out, at, b',"cost":', int(state.progress[seat]))
    at = put(out, at, b',"tiles":[')
    for index in range(state.count[seat]):
        at = write_tile(state, out, at, seat, index)
    at = end(out, at, b'],"free":[')
    return end(out, write_free(state, out, at, seat), b"]},")


@njit
def write_tile(state: Any, out: Any, at: int, seat: int, index: int) -> int:
    tile, met = int(state.tile[seat, index]), int(state.met[seat, index])
    have = connected(state, seat, index) if met != FULL[tile] else 0
    at = put_word(out, at, HEAD_WORDS, tile)
    for goal in range(COUNT_GOALS[tile]):
        at = put_word(out, at, NEED_WORDS, MAX_GOALS * tile + goal)
        if met >> goal & 1:
            at = put(out, at, b'true,"lacks":""},')
            continue
        at = put(out, at, b'false,"lacks":"')
        for color in range(len(LETTER_BYTES)):
            lacks = NEEDS[MAX_GOALS * tile + goal, color] - (have >> PACKED * color & 0xFF)
            for _ in range(lacks):
                out[at] = LETTER_BYTES[color]
                at += 1
        at = put(out, at, b'"},')
    place = int(state.place[seat, index])
    at = put_number(out, end(out, at, b'],"x":'), place_x(place))
    at = put_field(out, at, b',"y":', place_y(place))
    return put(out, at, b"},")


@njit
def write_free(state: Any, out: Any, at: int, seat: int) -> int:
    """The free places from left to right, each column from below."""
    keys = np.empty(MAX_FREE, dtype=np.int64)
    for count in range(state.free_count[seat]):
        place = int(state.free[seat, count])
        key, before = place_x(place) << 16 | place_y(place) + (1 << 8), count
        while before > 0 and keys[before - 1] > key:
            keys[before] = keys[before - 1]
            before -= 1
        keys[before] = key
    for index in range(state.free_count[seat]):
        at = put_field(out, at, b"[", keys[index] >> 16)
        at = put_field(out, at, b",", (keys[index] & 0xFFFF) - (1 << 8))
        at = put(out, at, b"],")
    return at


@njit
def write_solo(state: Any, out: Any, at: int, over: bool) -> int:
    at = put_field(out, at, b'{"phase":', int(state.phase))
    at = put_field(out, at, b',"cost":', int(state.progress[0]))
    at = put_field(out, at, b',"placed":', placed(state))
    at = put_field(out, at, b',"first_phase_discs":', FIRST_PHASE_DISCS)
    if state.phase == 2:
        at = put_field(out, at, b',"note1":', int(state.notes[0]))
    else:
        at = put(out, at, b',"note1":null')
    if over:
        at = put_field(out, at, b',"note2":', int(state.notes[1]))
    else:
        at = put(out, at, b',"note2":null')
    return put(out, at, b"}")
