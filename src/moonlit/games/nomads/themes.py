"""What a puzzle of Nomads is about. Each theme is a fact of the rules; text has their names."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import plain_names
from moonlit.games.nomads import actions
from moonlit.games.nomads.actions import LEGEND, LYS, MOVE, PLACE, SONG, STEP, TOP
from moonlit.games.nomads.state import ASK_LAST
from moonlit.games.nomads.why import why

_actions = plain_names(actions)

TOWER = 5  # discs of a stack that is a tall one
FEW_PILES = 4  # with so few left it is the endgame


def themes(before: Any, best: int, after_best: Any, other: int, after_other: Any) -> list[str]:
    """The themes of a solution, seen beside its best rival."""
    seat = int(before.to_move)
    kind = _actions.kind_of(best)
    told = {entry["key"] for entry in why(before, best, after_best, other, after_other)}
    found = {
        "placing": kind == PLACE,
        "last_writing": before.asks == ASK_LAST,
        "moon_majority": any("moons" in key or key == "why.no_scoring" for key in told),
        "song": kind == SONG,
        "legend": kind == LEGEND,
        "lys": kind in (LYS, STEP),
        "denial": any("rival" in key or "denies" in key for key in told),
        "listening": bool(told & {"why.takes", "why.takes_none"}),
        "ability": kind in (STEP, TOP),
        "endgame": before.piles <= FEW_PILES,
    }
    if kind == LEGEND:
        found["improvement"] = before.legend[seat][_actions.unpack_legend(best)[0]] > 0
    if kind == MOVE:
        space, _, double, skip = _actions.unpack_move(best)
        found["ability"] = bool(double or skip)
        found["tower"] = before.heights[space] >= TOWER
    return [theme for theme, is_so in found.items() if is_so]
