"""The record that holds a whole game of Nomads."""

from __future__ import annotations

import numpy as np

from moonlit.games.nomads.components import CARDS, LEGEND_COUNT

SEATS = 5
SPACES = 8
PILE = 14  # tiles in a pile
MAX_DISCS = 19  # eight nomads, ten discs of adventurers, the frog: a stack holds no more
SETUP_HEIGHT = 4  # discs on a space, at most, while the table is set
DISC_KINDS = 8
HELD_KINDS = LEGEND_COUNT + 1  # what a player keeps: story tiles, and wilds behind them

LAST_PILES = 2  # with so few piles left the last writing begins
MAX_TURNS = 200
SCORING = 4  # moons on the chart that make a moon scoring

# What the seat to move is asked for: in the setup, in a turn, in the last writing.
ASK_FROG, ASK_UNPLAYED, ASK_DISC, ASK_FIRST_LYS = 0, 1, 2, 3
ASK_TURN, ASK_LYS, ASK_TOP = 4, 5, 6
ASK_LAST, ASK_NOTHING = 7, 8

NOBODY = -1  # the owner of a nomad; where Lys is before she is placed; an option not set
UNPLAYED = -2  # the owner of a disc that no seat plays

# The table as `setup` gets it: players, the Lumathon's three seats, the seats' adventurers, and
# the values of the cards. NOBODY where an option is not set.
CAPTAIN, WINNER, PLACER = 1, 2, 3
SEATED = 4
LEGEND_VALUES = SEATED + SEATS
SONG_VALUES = LEGEND_VALUES + LEGEND_COUNT * CARDS

STATE = np.dtype(
    [
        # the stacks: three bits a disc, the lowest disc in the lowest bits
        ("stacks", np.int64, SPACES),
        ("turn", np.int16),  # turns that have ended
        ("heights", np.int8, SPACES),
        ("players", np.int8),
        ("to_move", np.int8),
        ("asks", np.int8),
        # who plays whom
        ("first", np.int8),  # the start player
        ("placer", np.int8),  # who places the discs of unplayed adventurers
        ("disc_of", np.int8, SEATS),
        ("owner", np.int8, DISC_KINDS),
        ("to_place", np.int8, DISC_KINDS),
        # the piles: their tiles from the top, and how many are gone
        ("tiles", np.int8, (SPACES, PILE)),
        ("gone", np.int8, SPACES),
        ("piles", np.int8),  # that are not empty
        ("lys", np.int8),
        ("stepped", np.int8),  # whether Moon has moved Lys in this turn
        ("closing", np.int8),  # last writing: seats that had their moment
        # moons on the chart, and won
        ("chart", np.int8),
        ("moons", np.int8, SEATS),
        # what each seat holds: tiles by kind, the value of its card of each legend and of its song
        ("held", np.int8, (SEATS, HELD_KINDS)),
        ("legend", np.int8, (SEATS, LEGEND_COUNT)),
        ("song", np.int8, SEATS),
        # the cards: their values, and a bit for each that lies beside the board
        ("legend_values", np.int8, (LEGEND_COUNT, CARDS)),
        ("song_values", np.int8, CARDS),
        ("legends_left", np.int8, LEGEND_COUNT),
        ("songs_left", np.int8),
    ],
    align=True,
)
