"""What a puzzle of Nova Luna is about. Each theme is a fact of the rules; text has their names."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import plain
from moonlit.games.nova_luna.actions import REFILL, choice_of
from moonlit.games.nova_luna.previews import newly_met
from moonlit.games.nova_luna.why import of_denial, of_time

_choice_of = plain(choice_of)

LAST_DISCS = 5  # with so few left to somebody it is the endgame
CHAIN = 2  # goals met at once


def themes(before: Any, best: int, after_best: Any, other: int, after_other: Any) -> list[str]:
    """The themes of a solution, seen beside its best rival."""
    seat = int(before.to_move)
    alone = int(before.players) == 1
    found = {
        "solo": alone,
        "last_disc": after_best.to_move < 0 and after_best.discs[seat] == 0,
        "refill": best == REFILL,
        "double_turn": not alone and after_best.to_move == seat,
        "endgame": min(before.discs[: before.players]) <= LAST_DISCS,
    }
    if REFILL not in (best, other):
        goals, others = (len(newly_met(before, after, seat)) for after in (after_best, after_other))
        pair = before, best, after_best, other, after_other
        found |= {
            "chain_of_goals": goals >= CHAIN,
            "patience": goals < others,
            "denial": bool(of_denial(*pair)),
            "time": any(entry["key"] == "why.time" for entry in of_time(*pair)),
            "placement": _choice_of(best) == _choice_of(other),
        }
    return [theme for theme, is_so in found.items() if is_so]
