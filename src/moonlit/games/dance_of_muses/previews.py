"""What a move of Dance of Muses would bring, for the seat that may make it.

Pieces go by the names that all may know, and a move that ends the game says so and no more: what
the end reveals is not known yet.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.games.dance_of_muses.actions import NO_POWER, Dance, Placing, unpack
from moonlit.games.dance_of_muses.components import MUSE_NAMES, POWERS
from moonlit.games.dance_of_muses.notation import (
    WAY_LETTERS,
    coordinates,
    name_of,
    place_in_writing,
    title,
)
from moonlit.games.dance_of_muses.state import MUSE_COUNT
from moonlit.games.dance_of_muses.views import is_over, or_none

WHEN = (None, "before", "after")  # by number: NO_POWER, BEFORE, AFTER


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """Who would move, which dice would change, who would play next; and the same in words."""
    move = unpack(action)
    ahead = {"next": or_none(after.to_move), "over": is_over(after)}
    if isinstance(move, Placing):
        told = [told_placing(move), told_next(after)]
        return {**preview_placing(move), **ahead, "entries": told}
    told = told_dance(move, before, after)
    return {**preview_dance(move, before, after), **ahead, "entries": told}


def preview_placing(move: Placing) -> dict[str, Any]:
    x, y = coordinates(move.place)
    return {
        "kind": "placing",
        "muse": MUSE_NAMES[move.muse],
        "face_down": move.face_down,
        "x": x,
        "y": y,
    }


def preview_dance(move: Dance, before: Any, after: Any) -> dict[str, Any]:
    has_power = move.when != NO_POWER
    return {
        "kind": "dancing",
        "muse": name_of(move.name),
        "way": WAY_LETTERS[move.way],
        "when": WHEN[move.when],
        "target": name_of(move.target) if has_power else None,
        "power": POWERS[before.power[move.name]] if has_power else None,
        "moved": [preview_place(after, piece) for piece in moved(before, after)],
        "dice": [
            {"name": name_of(name), "from": old, "to": new}
            for name, old, new in changed_dice(before, after)
        ],
    }


def preview_place(after: Any, piece: int) -> dict[str, Any]:
    x, y = coordinates(after.place[piece])
    return {"name": name_of(int(after.called[piece])), "x": x, "y": y}


def moved(before: Any, after: Any) -> list[int]:
    """The pieces that a dance takes elsewhere."""
    return [piece for piece in range(MUSE_COUNT) if before.place[piece] != after.place[piece]]


def pushed(move: Dance, before: Any, after: Any) -> list[str]:
    """Those that are moved by whoever steps, as a sentence calls them."""
    names = [int(after.called[piece]) for piece in moved(before, after)]
    return [title(name) for name in names if name != move.name]


def changed_dice(before: Any, after: Any) -> list[tuple[int, int, int]]:
    """Whose dice change: her name, what her die shows, what it would show."""
    return [
        (int(after.called[piece]), int(before.die[piece]), int(after.die[piece]))
        for piece in range(MUSE_COUNT)
        if before.die[piece] != after.die[piece]
    ]


# ---- in words --------------------------------------------------------------------------------


def told_placing(move: Placing) -> Entry:
    key = "board.would_place_down" if move.face_down else "board.would_place"
    return entry(key, muse=title(move.muse), place=place_in_writing(move.place))


def told_dance(move: Dance, before: Any, after: Any) -> list[Entry]:
    """Not the step, which the player has chosen, but what comes of it."""
    muses = pushed(move, before, after)
    told = [entry("board.would_push", count=len(muses), muses=muses)] if muses else []
    told += told_dice(before, after)
    if moved(before, after):
        return [*told, told_next(after)]
    return [*told, entry("board.would_stay")]


def told_dice(before: Any, after: Any) -> list[Entry]:
    """Dice that change alike are told in one sentence, the highest first."""
    alike: dict[tuple[int, int], list[str]] = {}
    for name, old, new in changed_dice(before, after):
        alike.setdefault((new, old), []).append(title(name))
    return [
        entry("board.would_change", count=len(muses), muses=muses, old=old, value=new)
        for (new, old), muses in sorted(alike.items(), reverse=True)
    ]


def told_next(after: Any) -> Entry:
    if is_over(after):
        return entry("board.would_end")
    return entry("board.would_play", seat=int(after.to_move))
