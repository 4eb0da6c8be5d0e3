"""Every move has one number, and the number tells the whole move."""

from __future__ import annotations

from itertools import product

from moonlit.core.jit import plain
from moonlit.core.places import place_at
from moonlit.games.dance_of_muses import actions
from moonlit.games.dance_of_muses.actions import (
    ACTION_SPACE,
    AFTER,
    BEFORE,
    NO_POWER,
    PLACINGS,
    REACH,
    Dance,
    Placing,
    unpack,
)
from moonlit.games.dance_of_muses.state import MUSE_COUNT, NAME_COUNT, NOBODY, WAYS

REACHED = range(-REACH, REACH + 1)


def packed(move: Placing | Dance) -> int:
    if isinstance(move, Placing):
        return plain(actions.placing)(move.muse, move.face_down, move.place)
    if move.when == NO_POWER:
        return plain(actions.dance_step)(move.name, move.way)
    return plain(actions.dance_with_power)(*move)


def test_every_number_is_a_move_and_packs_back_into_itself() -> None:
    for action in range(ACTION_SPACE):
        assert packed(unpack(action)) == action


def test_every_move_has_a_number_of_its_own() -> None:
    placings = [
        Placing(muse, face_down, plain(place_at)(x, y))
        for face_down, muse, y, x in product((False, True), range(MUSE_COUNT), REACHED, REACHED)
    ]
    uses = [
        (NO_POWER, NOBODY),
        *((when, target) for when in (BEFORE, AFTER) for target in range(NAME_COUNT)),
    ]
    dances = [
        Dance(name, way, *use) for name, way, use in product(range(NAME_COUNT), range(WAYS), uses)
    ]
    moves = [*placings, *dances]
    assert [packed(move) for move in moves] == list(range(ACTION_SPACE))
    assert [unpack(action) for action in range(ACTION_SPACE)] == moves


def test_compiled_and_plain_unpack_alike() -> None:
    for action in (*range(0, ACTION_SPACE, 37), PLACINGS - 1, PLACINGS, ACTION_SPACE - 1):
        move = unpack(action)
        assert actions.is_placing(action) == isinstance(move, Placing)
        if isinstance(move, Placing):
            found = (actions.placed_muse, actions.is_face_down, actions.placed_at)
            assert tuple(part(action) for part in found) == move
        else:
            assert actions.dancer_of(action) == move.name
            assert actions.way_of(action) == move.way
            assert actions.when_of(action) == move.when
            if move.when != NO_POWER:
                assert actions.target_of(action) == move.target


def test_the_numbers_stay_what_they_are() -> None:
    """Whoever has trained a network on these numbers must be able to go on."""
    assert ACTION_SPACE == 6826
    assert actions.MAX_ACTIONS == 612
    origin = plain(place_at)(0, 0)
    assert packed(Placing(0, False, origin)) == 144
    assert packed(Placing(8, True, origin)) == 5057
    assert packed(Dance(0, 0, NO_POWER, NOBODY)) == 5202
    assert packed(Dance(1, 2, BEFORE, 3)) == 5202 + 6 * 29 + 4
    assert packed(Dance(13, 3, AFTER, 13)) == 6825
