"""Moves that are planned while others are to move: "if nothing that matters to me changes".

A plan says what a move is to mean: how it reads (which tile, where to, at what cost) and what the
page says that it would bring. When the seat's turn comes, a move that means the same is made; if
there is none, the plan is dropped. How others came to move, and how the notation counts by then,
makes no difference.

To plan, the seat is shown a position that may come: what it cannot know is dealt anew, by a secret
of the server, and the others make any moves. So nothing is told to it, and nobody is advised. A
secret, since whoever knew how the hidden things were shuffled could shuffle them back.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from typing import Any

from moonlit.core.match import Match

MAX_PLANNED = 8  # moves in a row
FAR = 200  # moves of others; no game has so many between two turns
TRIES = range(6)

Meaning = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    steps: tuple[Meaning, ...]  # one for each move, JSON

    def rest(self) -> Plan | None:
        return Plan(self.steps[1:]) if len(self.steps) > 1 else None


def supposed(match: Match, seat: int, secret: bytes) -> Match | None:
    """A position that may come in which it is a seat's turn; None: the game ends before. Of a few
    the one to which the fewest moves lead: less has changed there."""
    found = (after_others(match, seat, hashlib.sha256(secret + bytes([n])).digest()) for n in TRIES)
    return min((world for world in found if world), key=lambda world: world.number, default=None)


def after_others(match: Match, seat: int, secret: bytes) -> Match | None:
    world = match
    for start in (0, 6, 12, 18):  # a seed alone has too few bits for a secret
        world = world.redeal(seat, int.from_bytes(secret[start : start + 6]))
    chance = random.Random(secret)
    for _ in range(FAR):
        if world.over or world.to_move == seat:
            break
        world.play(chance.choice(world.moves()))
    return world if not world.over and world.to_move == seat else None


def meaning(match: Match, move: str) -> Meaning:
    """How a move reads, and what is said of what it would bring."""
    return {
        "move": move,
        "reads": match.describe(move),
        "brings": match.preview(move).get("entries", []),
    }


def same_move(match: Match, wanted: Meaning) -> str | None:
    """The move that means what was planned, in the position as it is."""
    found = [move for move in match.moves() if match.describe(move) == wanted["reads"]]
    same = [move for move in found if meaning(match, move)["brings"] == wanted["brings"]]
    if not same:
        return None
    return wanted["move"] if wanted["move"] in same else same[0]
