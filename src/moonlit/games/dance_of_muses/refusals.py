"""Why a text is no move of Dance of Muses now, as the seat to move may know it."""

from __future__ import annotations

import re
from typing import Any

from moonlit.core.errors import IllegalMove
from moonlit.core.jit import plain
from moonlit.games.dance_of_muses.components import MUSE_NAMES, TOPIC
from moonlit.games.dance_of_muses.notation import WAY_LETTERS, coordinates, name_of
from moonlit.games.dance_of_muses.rules import floor
from moonlit.games.dance_of_muses.rules.legal import dice_that_show, odd_places, targets
from moonlit.games.dance_of_muses.state import LAST_VALUE, MUSE_COUNT

PLACING = re.compile(r"(\??)([a-z]+)@(-?[0-9]{1,4}),(-?[0-9]{1,4})")
DANCING = re.compile(r"([a-z]+|\?[0-9])(?:\*([a-z]+|\?[0-9]))?:([nesw])(?:\*([a-z]+|\?[0-9]))?")

_line, _near_after = plain(floor.line), plain(floor.near_after)
_stays_together, _targets = plain(floor.stays_together), plain(targets)
_odd_places, _dice_that_show = plain(odd_places), plain(dice_that_show)


def refuse(state: Any, text: str) -> IllegalMove:
    """Why a text that is no legal move cannot be played, as the seat to move may know it."""
    placing, dancing = PLACING.fullmatch(text), DANCING.fullmatch(text)
    if state.pieces < MUSE_COUNT:
        if placing:
            return _refuse_placing(state, text, *placing.groups())
        return IllegalMove("dance_too_soon" if dancing else "no_placing", TOPIC, move=text)
    if dancing:
        return _refuse_dance(state, *dancing.groups())
    return IllegalMove("placing_over" if placing else "no_dance", TOPIC, move=text)


def _refuse_placing(state: Any, text: str, mark: str, muse: str, *cell: str) -> IllegalMove:
    """What everyone can see is said first, then what only the player's own hand tells."""
    x, y = (int(part) for part in cell)
    where, right = f"{x},{y}", f"{mark}{muse}@{x},{y}"
    taken = {coordinates(place): name for place, name in on_table(state)}
    if muse not in MUSE_NAMES:
        return IllegalMove("unknown_muse", TOPIC, muse=muse, muses=MUSE_NAMES)
    if (x, y) in taken:
        return IllegalMove("place_taken", TOPIC, muse=taken[x, y], place=where)
    if not taken and (x, y) != (0, 0):
        return IllegalMove("first_place", TOPIC, move=f"{mark}{muse}@0,0")
    if taken and not any(max(abs(x - a), abs(y - b)) == 1 for a, b in taken):
        return IllegalMove("not_beside", TOPIC, place=where)
    if text != right:
        return IllegalMove("other_spelling", TOPIC, move=text, right=right)
    if not int(state.hand[state.to_move]) >> MUSE_NAMES.index(muse) & 1:
        return IllegalMove("not_in_hand", TOPIC, muse=muse)
    if mark:
        return IllegalMove("mystery_placed", TOPIC, move=f"{muse}@{where}")
    return IllegalMove("must_be_face_down", TOPIC, move=f"?{muse}@{where}")


def _refuse_dance(
    state: Any, name: str, before: str | None, way: str, after: str | None
) -> IllegalMove:
    names = [name for _, name in on_table(state)]
    for given in (name, before, after):
        if given is not None and given not in names:
            return IllegalMove("not_on_table", TOPIC, muse=given, names=tuple(names))
    if before and after:
        return IllegalMove("power_once", TOPIC, muse=name)
    piece, direction = names.index(name), WAY_LETTERS.index(way)
    moved = _line(state, piece, direction)
    if not _stays_together(state, moved, direction):
        return IllegalMove("step_breaks", TOPIC, move=f"{name}:{way}")
    if name.startswith("?"):
        return IllegalMove("power_face_down", TOPIC, muse=name, move=f"{name}:{way}")
    if after and moved & _dice_that_show(state, LAST_VALUE - 1):
        return IllegalMove("step_ends", TOPIC, move=f"{name}:{way}")
    near = _near_after(state, piece, moved, direction) if after else state.near[piece] & floor.ALL
    odd = _odd_places(state) ^ (moved if after else 0)
    target = str(before or after)
    if _targets(state, piece, near, odd, ones=0) >> names.index(target) & 1:
        return IllegalMove("target_at_one", TOPIC, muse=target)
    return IllegalMove(
        "outside_after" if after else "outside_before", TOPIC, muse=name, target=target
    )


def on_table(state: Any) -> list[tuple[int, str]]:
    """The place and the name of each piece."""
    count = state.pieces
    pieces = zip(state.place[:count], state.called[:count], strict=True)
    return [(int(place), name_of(int(name))) for place, name in pieces]
