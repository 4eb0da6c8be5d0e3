"""Tree search that asks a network what a position is worth, instead of playing it out.

The tree grows as in tree.py. A leaf is judged as the seat sees it that made the move to it; in a
game with secrets as the searching seat sees it, because its own secrets count.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import redeal
from moonlit.core.jit import entry, njit
from moonlit.search import network as heads
from moonlit.search.network import Network, judge
from moonlit.search.playouts import MARGIN, MIX, PLACE, WIN, playout, shares
from moonlit.search.tree import Tree, back_up, descend, note_result

AHEAD_HEAD, MARGIN_HEAD, MERIT_HEAD = heads.AHEAD, heads.MARGIN, heads.MERIT


@entry
def grow_learned(
    tree: Tree, network: Network, seat: int, own: bool, iterations: int, settings: Any, rng: Any
) -> None:
    """Add iterations to a tree, as a seat can imagine the position.

    own: whether all leaves are judged as this seat sees them.
    """
    for _ in range(iterations):
        tree.world[0] = tree.root[0]
        redeal(tree.world[0], seat, rng)
        descend(tree, settings, rng)
        if tree.world[0].to_move >= 0:
            judge_leaf(tree, network, seat if own else int(tree.notes[0].mover), settings)
            if settings[MIX] > 0.0:
                mix_in_playout(tree, settings, rng)
        else:
            note_result(tree, settings)
        back_up(tree)


@entry
def judge_first(states: Any, network: Network, seat: int) -> None:
    """What the network says of one position, in its outputs."""
    judge(network, states[0], seat)


@njit
def judge_leaf(tree: Tree, network: Network, viewer: int, settings: Any) -> None:
    """Note what the network expects for each seat, as one of them sees the world."""
    world = tree.world[0]
    notes = tree.notes[0]
    judge(network, world, viewer)
    out = network.outputs
    players = int(world.players)
    for near in range(players):
        seat = (viewer + near) % players
        won = float(out[near])
        ahead = float(out[AHEAD_HEAD * players + near])
        margin = float(out[MARGIN_HEAD * players + near])
        notes.wins[seat] = won
        notes.ranks[seat] = 1.0 + (players - 1) * (1.0 - ahead)
        notes.merits[seat] = out[MERIT_HEAD * players + near]
        if players == 1:
            notes.shares[seat] = margin
        else:
            notes.shares[seat] = (
                settings[WIN] * won + settings[PLACE] * ahead + settings[MARGIN] * margin
            )


@njit
def mix_in_playout(tree: Tree, settings: Any, rng: Any) -> None:
    """Play the leaf out too, and let both count."""
    notes = tree.notes[0]
    playout(tree.world[0], tree.actions, settings, rng)
    shares(tree.world[0], settings, notes.places, notes.got, notes.played)
    part = settings[MIX]
    for seat in range(int(tree.world[0].players)):
        notes.shares[seat] += part * (notes.played[seat] - notes.shares[seat])
