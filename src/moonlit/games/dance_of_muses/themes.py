"""What a puzzle of Dance of Muses is about. Each theme is a fact; text has their names."""

from __future__ import annotations

from typing import Any

from moonlit.games.dance_of_muses.actions import NO_POWER, Placing, unpack
from moonlit.games.dance_of_muses.components import POWERS
from moonlit.games.dance_of_muses.previews import moved
from moonlit.games.dance_of_muses.state import LAST_VALUE, MYSTERY_NAME
from moonlit.games.dance_of_muses.why.dances import of_sums, of_will

LONG_LINE = 3  # Muses that move together
BY_POWER = {"raise": "power_raise", "lower": "power_lower", "swap": "power_swap"}


def themes(before: Any, best: int, after_best: Any, other: int, after_other: Any) -> list[str]:
    """The themes of a solution, seen beside its best rival."""
    seat = int(before.to_move)
    move = unpack(best)
    if isinstance(move, Placing):
        return ["placing", *(["mystery"] if move.face_down else [])]
    told = {entry["key"] for entry in of_will(before, after_best, after_other)}
    told |= {entry["key"] for entry in of_sums(seat, after_best, after_other)}
    dice = before.die[: before.pieces]
    found = {
        "last_die": after_best.to_move < 0,
        "apollos_will": "why.will" in told,
        "denial": bool(told & {"why.no_will", "why.not_there", "why.rivals"}),
        "mystery": MYSTERY_NAME + seat in (move.name, move.target),
        "group_move": len(moved(before, after_best)) >= LONG_LINE,
        "endgame": max(dice) == LAST_VALUE - 1,
    }
    if move.when != NO_POWER:
        found[BY_POWER[POWERS[before.power[move.name]]]] = True
    return [theme for theme, is_so in found.items() if is_so]
