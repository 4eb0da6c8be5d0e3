"""What a move of Nova Luna would bring: the goals it would meet, and who would play next."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain
from moonlit.games.nova_luna.actions import REFILL, choice_of, place_of
from moonlit.games.nova_luna.components import NAMES, TILES
from moonlit.games.nova_luna.notation import coordinates
from moonlit.games.nova_luna.rules.wheel import space_of_choice

_choice_of, _place_of = plain(choice_of), plain(place_of)
_space_of_choice = plain(space_of_choice)


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """Which goals a move would meet, who would play next, where the disc would be."""
    seat = int(before.to_move)
    over = bool(after.to_move < 0)
    seen: dict[str, Any] = {
        "next": None if over else int(after.to_move),
        "over": over,
        "discs": int(after.discs[seat]),
        "goals": [],
        "refill": int(after.drawn - before.drawn),
    }
    if action == REFILL:
        seen["tile"] = None
    else:
        tile, x, y = taken(before, action)
        seen |= {
            "tile": NAMES[tile],
            "x": x,
            "y": y,
            "marker": int(after.marker),
            "progress": int(after.progress[seat]),
            "goals": newly_met(before, after, seat),
        }
    return {**seen, "entries": sentences(seen)}


def sentences(seen: dict[str, Any]) -> list[Entry]:
    """A preview in words: what the move does, then whose turn it would be."""
    # a tile comes once, however many of its goals are met
    places = list(dict.fromkeys(f"({goal['x']},{goal['y']})" for goal in seen["goals"]))
    if seen["tile"] is None:
        first = entry("board.would_refill", count=seen["refill"])
    elif places:
        first = entry("board.would_meet", count=len(seen["goals"]), places=places)
    else:
        first = entry("board.would_meet_none")
    if seen["over"]:
        return [first, entry("board.would_end")]
    return [first, entry("board.would_play", seat=seen["next"])]


def taken(before: Any, action: int) -> tuple[int, int, int]:
    """The tile that an action takes, and where it is placed."""
    tile = int(before.wheel[_space_of_choice(before, _choice_of(action))])
    return tile, *coordinates(_place_of(action))


def newly_met(before: Any, after: Any, seat: int) -> list[dict[str, Any]]:
    """The goals that a move has met, in the order of the tiles in the display."""
    found: list[dict[str, Any]] = []
    old, new = before.met[seat], after.met[seat]
    if old == new:  # most of the time, and a tile that was just placed has met nothing before
        return found
    for index, (had, has) in enumerate(zip(old, new, strict=True)):
        if had == has:
            continue
        number = after.tile[seat][index]
        x, y = coordinates(after.place[seat][index])
        for goal, need in enumerate(TILES[number].goals):
            if (has & ~had) >> goal & 1:
                found.append({"x": x, "y": y, "tile": NAMES[number], "goal": goal, "need": need})
    return found
