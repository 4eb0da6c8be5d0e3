"""Why something that was typed is no move now, and what would be one."""

from __future__ import annotations

import re
from typing import Any

from moonlit.core.errors import IllegalMove
from moonlit.core.jit import plain
from moonlit_moths.components import MOTHS, TOPIC
from moonlit_moths.notation import place_name
from moonlit_moths.rules import on_wall, seen
from moonlit_moths.state import HANDS, LAMP

GUESS = re.compile(r"guess (lamp|[1-9]) ([1-9])")

_on_wall, _seen = plain(on_wall), plain(seen)


def refuse(state: Any, text: str) -> IllegalMove:
    """Only what the seat to move may know is looked at."""
    if text == "lure":
        return IllegalMove("bare_wall", TOPIC)
    found = GUESS.fullmatch(text)
    if found is None:
        return IllegalMove("no_move", TOPIC, move=text, moths=MOTHS)
    if state.matches[state.to_move] == 0:
        return IllegalMove("no_match", TOPIC)
    return _refuse_guess(state, found[1], int(found[2]))


def _refuse_guess(state: Any, where: str, moth: int) -> IllegalMove:
    names = [place_name(place) for place in range(HANDS + state.players)]
    if where not in names:
        return IllegalMove("no_seat", TOPIC, given=where, players=state.players)
    place = names.index(where)
    if place == LAMP and _on_wall(state) > 0:
        return IllegalMove("lamp_too_soon", TOPIC)
    if place == HANDS + state.to_move:
        return IllegalMove("own_moth", TOPIC)
    if state.is_open[place]:
        return IllegalMove("caught_before", TOPIC, moth=state.moths[place])
    if _seen(state) >> moth & 1:
        return IllegalMove("seen_elsewhere", TOPIC, moth=moth)
    return IllegalMove("ruled_out", TOPIC, moth=moth)
