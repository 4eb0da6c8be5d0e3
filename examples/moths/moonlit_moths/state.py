"""A game of Moths as one record: which moth sits where, and what everybody has heard of it.

The places of the nine moths: the lamp, then each seat's hands, then the wall in its order.
"""

from __future__ import annotations

import numpy as np

from moonlit_moths.components import MOTHS

SEATS = 4
LAMP = 0
HANDS = 1  # of the first seat; the others' follow
NOBODY = -1

STATE = np.dtype(
    [
        ("players", np.int8),
        ("to_move", np.int8),  # a seat, or nobody when the night is over
        ("moonlight", np.int8),
        ("lured", np.int8),  # moths from the wall
        ("moths", np.int8, MOTHS),  # the number of the moth at each place
        ("is_open", np.int8, MOTHS),  # whether everybody can see it
        ("ruled_out", np.int16, MOTHS),  # moths that it cannot be, as everybody heard: a bit each
        ("matches", np.int8, SEATS),
        ("caught", np.int8, SEATS),  # the numbers of the moths that a seat caught, added up
    ]
)
