"""What a move of Dance of Muses would bring, for the seat that may make it.

Pieces go by the names that all may know, and a move that ends the game says so and no more: what
the end reveals is not known yet.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.games.dance_of_muses.actions import NO_POWER, Dance, Placing, unpack
from moonlit.games.dance_of_muses.components import MUSE_NAMES, POWERS
from moonlit.games.dance_of_muses.notation import WAY_LETTERS, coordinates, name_of
from moonlit.games.dance_of_muses.state import MUSE_COUNT
from moonlit.games.dance_of_muses.views import is_over, or_none

WHEN = (None, "before", "after")  # by number: NO_POWER, BEFORE, AFTER


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """Who would move, which dice would change, who would play next; and the same in words."""
    move = unpack(action)
    if isinstance(move, Placing):
        seen = preview_placing(move)
    else:
        seen = preview_dance(move, before, after)
    seen["next"] = or_none(after.to_move)
    seen["over"] = is_over(after)
    seen["entries"] = sentences(seen)
    return seen


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
        "moved": moved(before, after),
        "dice": changed_dice(before, after),
    }


def moved(before: Any, after: Any) -> list[dict[str, Any]]:
    """The pieces that a dance takes elsewhere, and where to."""
    found = []
    for piece in range(MUSE_COUNT):
        if before.place[piece] != after.place[piece]:
            x, y = coordinates(after.place[piece])
            found.append({"name": name_of(int(after.called[piece])), "x": x, "y": y})
    return found


def changed_dice(before: Any, after: Any) -> list[dict[str, Any]]:
    return [
        {
            "name": name_of(int(after.called[piece])),
            "from": int(before.die[piece]),
            "to": int(after.die[piece]),
        }
        for piece in range(MUSE_COUNT)
        if before.die[piece] != after.die[piece]
    ]


# ---- in words --------------------------------------------------------------------------------


def sentences(seen: dict[str, Any]) -> list[Entry]:
    """What a move would bring, but not the move itself, which the player has chosen.

    They are made of what the preview tells anyway, so they cannot tell more.
    """
    if seen["kind"] == "placing":
        key = "board.would_place_down" if seen["face_down"] else "board.would_place"
        place = f"{seen['x']},{seen['y']}"
        told = [entry(key, muse=seen["muse"].capitalize(), place=place)]
    else:
        told = sentences_of_dance(seen)
    if not seen["over"]:
        return [*told, entry("board.would_play", seat=seen["next"])]
    return [*told, entry("board.would_end" if seen["moved"] else "board.would_stay")]


def sentences_of_dance(seen: dict[str, Any]) -> list[Entry]:
    """Dice that change alike are told together, the highest first."""
    muses = pushed(seen["muse"], seen["moved"])
    told = [entry("board.would_push", count=len(muses), muses=muses)] if muses else []
    alike: dict[tuple[int, int], list[str]] = {}
    for die in seen["dice"]:
        alike.setdefault((die["to"], die["from"]), []).append(die["name"].capitalize())
    for new, old in sorted(alike, reverse=True):
        muses = alike[new, old]
        told.append(entry("board.would_change", count=len(muses), muses=muses, old=old, value=new))
    return told


def pushed(muse: str, moved: list[dict[str, Any]]) -> list[str]:
    """Those that move because of whoever steps, as a sentence calls them."""
    return [piece["name"].capitalize() for piece in moved if piece["name"] != muse]
