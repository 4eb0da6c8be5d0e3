"""The record that holds a whole Dance of Muses, and how places and names are numbered."""

from __future__ import annotations

import numpy as np

from moonlit.core.places import ROW

SEATS = 4
MUSE_COUNT = 9
NOBODY = -1  # no seat, no company
UNKNOWN = -1  # no Muse has gone by this name yet

LAST_VALUE = 6  # of a die: it ends the game
MAX_TURNS = 200  # dance turns, all seats together

# On the table a Muse goes by a name that everyone may know: her own number when she lies face
# up, and otherwise ?0 (the Neutral) or ?1 to ?4 (the Mystery Muse of a seat).
FACE_DOWN = MUSE_COUNT
NEUTRAL_NAME = FACE_DOWN
MYSTERY_NAME = FACE_DOWN + 1  # of seat 0
NAME_COUNT = MYSTERY_NAME + SEATS

# Places (core/places.py) reach far enough for any drift.
# Whatever moves gains a pip, and a turn takes away one pip at most: in 200 turns the dice, from
# 9 pips to at most 45 before the last step, allow 9 + 36 + 199 moves of one Muse. Nine Muses in
# one group cannot all be carried further than that: nobody leaves the 35 places around 0,0.
WAYS = 4  # n, e, s, w
STEPS = np.array([ROW, 1, -ROW, -1], dtype=np.int16)
AROUND = np.array([ROW, ROW + 1, 1, 1 - ROW, -ROW, -ROW - 1, -1, ROW - 1], dtype=np.int16)

STATE = np.dtype(
    [
        # who is near whom, by piece: five packed masks, see rules/floor.py
        ("near", np.int64, MUSE_COUNT),
        # the pieces on the table, in the order in which they were placed
        ("place", np.int16, MUSE_COUNT),
        ("turns", np.int16),  # dance turns made
        # hidden: the Muses in each hand, a bit a Muse
        ("hand", np.int16, SEATS),
        # hidden: who is behind ?0, ?1 … ?4
        ("secret", np.int8, 1 + SEATS),
        ("players", np.int8),
        ("to_move", np.int8),
        ("start", np.int8),
        ("ended_by", np.int8),  # the seat whose turn brought a 6, or NOBODY
        ("pieces", np.int8),  # how many are on the table
        ("called", np.int8, MUSE_COUNT),  # the name of each piece
        ("die", np.int8, MUSE_COUNT),
        # the components, by Muse
        ("power", np.int8, MUSE_COUNT),
        ("area", np.int8, MUSE_COUNT),
        ("suns", np.int8, MUSE_COUNT),
    ],
    align=True,
)
