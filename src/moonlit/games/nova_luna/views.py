"""What a seat may know of a game of Nova Luna: the view, the preview of a move, the log.

The order of the supply is hidden from everyone; all else is open to everyone, so one view
serves every seat.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from moonlit.core.game import Entry
from moonlit.core.jit import plain
from moonlit.games.nova_luna import rules
from moonlit.games.nova_luna.components import COLORS, LETTERS, TILES
from moonlit.games.nova_luna.notation import coordinates
from moonlit.games.nova_luna.state import (
    AVAILABLE,
    EMPTY,
    PLACES,
    REFILL,
    TRACK,
)
from moonlit.games.nova_luna.track import plays_before
from moonlit.games.nova_luna.wheel import space_of_choice

NAMES = tuple(tile.name for tile in TILES)
TILE_COLORS = tuple(tile.color for tile in TILES)
FACES: tuple[dict[str, Any], ...] = tuple(
    {"name": tile.name, "color": COLORS[tile.color], "cost": tile.cost, "goals": list(tile.goals)}
    for tile in TILES
)

_plays_before = plain(plays_before)
_space_of_choice = plain(space_of_choice)


def view(state: Any) -> dict[str, Any]:
    solo = state.players == 1
    return {
        "wheel": [None if tile == EMPTY else tile_face(tile) for tile in state.wheel],
        "marker": int(state.marker),
        "available": available(state),
        "may_refill": not _is_over(state) and bool(plain(rules.may_refill)(state)),
        "supply": len(state.tiles) - int(state.drawn),
        "unseen": sorted([NAMES[tile] for tile in state.tiles[state.drawn :]]),
        "track": [] if solo else track(state),
        "displays": [display(state, seat) for seat in range(state.players)],
        "solo": solo_sheet(state) if solo else None,
    }


def _is_over(state: Any) -> bool:
    return bool(state.to_move < 0)


def tile_face(number: int) -> dict[str, Any]:
    face = FACES[number]
    return {**face, "goals": face["goals"].copy()}


def available(state: Any) -> list[int]:
    """The spaces of the tiles that may be taken, the first choice first."""
    if _is_over(state):
        return []
    count = min(AVAILABLE, int(state.on_wheel))
    return [_space_of_choice(state, choice) for choice in range(count)]


def track(state: Any) -> list[dict[str, Any]]:
    """Every seat's disc: how far it has come, where that is, how high it lies in its stack."""
    discs = []
    for seat in range(state.players):
        progress = int(state.progress[seat])
        below = [
            other
            for other in range(state.players)
            if state.progress[other] % TRACK == progress % TRACK
            and state.arrived[other] < state.arrived[seat]
        ]
        discs.append(
            {
                "seat": seat,
                "progress": progress,
                "space": progress % TRACK,
                "height": len(below),
                "turn": sum(
                    bool(_plays_before(state, other, seat))
                    for other in range(state.players)
                    if other != seat
                ),
            }
        )
    return discs


def display(state: Any, seat: int) -> dict[str, Any]:
    free = sorted([coordinates(place) for place in state.free[seat][: state.free_count[seat]]])
    numbers, places, done = state.tile[seat], state.place[seat], state.met[seat]
    have = connected(state, seat)
    tiles = []
    for index in range(state.count[seat]):
        number = numbers[index]
        x, y = coordinates(places[index])
        goals = [
            {"need": need, "met": True, "lacks": ""}
            if done[index] >> goal & 1
            else {"need": need, "met": False, "lacks": lacks(need, have[index])}
            for goal, need in enumerate(TILES[number].goals)
        ]
        tiles.append({**FACES[number], "x": x, "y": y, "goals": goals})
    return {
        "seat": seat,
        "discs": state.discs[seat],
        "cost": state.progress[seat],
        "tiles": tiles,
        "free": [list(place) for place in free],
    }


def connected(state: Any, seat: int) -> list[tuple[int, ...]]:
    """What goals.connected counts, for every tile of a display: how many of each color.

    A view asks for all of them, and plain Python is quicker with sets than the rules are.
    """
    groups, sizes, tiles = state.group[seat], state.group_size[seat], state.tile[seat]
    neighbors = state.neighbor[seat]
    found = []
    for index in range(state.count[seat]):
        counts = [0, 0, 0, 0]
        for group in {groups[other] for other in neighbors[index] if other != EMPTY}:
            # a group is named by one of its tiles, and a tile is not connected to itself
            counts[TILE_COLORS[tiles[group]]] += sizes[group] - (group == groups[index])
        found.append(tuple(counts))
    return found


@cache
def lacks(need: str, have: tuple[int, ...]) -> str:
    """The color letters that a goal still waits for, given the connected tiles of each color."""
    return "".join(
        letter * max(0, need.count(letter) - have[color]) for color, letter in enumerate(LETTERS)
    )


def solo_sheet(state: Any) -> dict[str, Any]:
    first, second = (int(note) for note in state.notes)
    return {
        "phase": int(state.phase),
        "cost": int(state.progress[0]),
        "placed": rules.SOLO_DISCS - int(state.discs[0]),
        "first_phase_discs": rules.FIRST_PHASE_DISCS,
        "note1": first if state.phase == 2 else None,
        "note2": second if _is_over(state) else None,
    }


def standing(state: Any, seat: int) -> dict[str, Any]:
    """`score` is the discs left (few are good); in the solo game the sum of both notes."""
    left = int(state.discs[seat])
    if state.players == 1:
        first, second = (int(note) for note in state.notes)
        return {"score": first + second, "note1": first, "note2": second, "discs": left}
    return {
        "score": left,
        "discs": left,
        "goals": sum(int(met).bit_count() for met in state.met[seat][: state.count[seat]]),
        "tiles": int(state.count[seat]),
        "progress": int(state.progress[seat]),
    }


# ---- a move ------------------------------------------------------------------------------------


def newly_met(before: Any, after: Any, seat: int) -> list[dict[str, Any]]:
    """The goals that a move has met, in the order of the tiles in the display."""
    found = []
    old, new = before.met[seat], after.met[seat]
    for index in range(after.count[seat]):
        had = old[index] if index < before.count[seat] else 0
        if new[index] == had:
            continue
        number = after.tile[seat][index]
        x, y = coordinates(after.place[seat][index])
        for goal, need in enumerate(TILES[number].goals):
            if (new[index] & ~had) >> goal & 1:
                found.append({"x": x, "y": y, "tile": NAMES[number], "goal": goal, "need": need})
    return found


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """Which goals a move would meet, who would play next, where the disc would be."""
    seat = int(before.to_move)
    seen: dict[str, Any] = {
        "next": None if _is_over(after) else int(after.to_move),
        "over": _is_over(after),
        "discs": int(after.discs[seat]),
        "goals": [],
        "refill": int(after.drawn - before.drawn),
    }
    if action == REFILL:
        return {**seen, "tile": None}
    tile = _taken(before, action)
    x, y = coordinates(action % PLACES)
    return {
        **seen,
        "tile": NAMES[tile],
        "x": x,
        "y": y,
        "marker": int(after.marker),
        "progress": int(after.progress[seat]),
        "goals": newly_met(before, after, seat),
    }


def _taken(before: Any, action: int) -> int:
    return int(before.wheel[_space_of_choice(before, action // PLACES)])


def tell(before: Any, action: int) -> list[Entry]:
    if action == REFILL:
        return [{"key": "move.refill", "args": {}}]
    tile = _taken(before, action)
    x, y = coordinates(action % PLACES)
    args = {"tile": NAMES[tile], "cost": TILES[tile].cost, "place": f"{x},{y}"}
    return [{"key": "move.take", "args": args}]


def log(before: Any, action: int, after: Any) -> list[Entry]:
    seat = int(before.to_move)
    drawn = int(after.drawn - before.drawn)
    entries: list[Entry] = []

    def tell(key: str, **args: Any) -> None:
        entries.append({"key": f"log.{key}", "args": args})

    if action == REFILL:
        tell("refilled", seat=seat, count=drawn)
    else:
        tile = _taken(before, action)
        x, y = coordinates(action % PLACES)
        tell("took", seat=seat, tile=NAMES[tile], cost=TILES[tile].cost, place=f"{x},{y}")
        goals = len(newly_met(before, after, seat))
        if goals:
            tell("met", seat=seat, count=goals, left=int(after.discs[seat]))
        if drawn:
            tell("wheel_refilled", count=drawn)
    if before.phase == 1 and after.phase == 2:
        tell("first_phase", note=int(after.notes[0]))
    if _is_over(after):
        tell_end(after, seat, tell)
    return entries


def tell_end(state: Any, seat: int, tell: Any) -> None:
    if state.players == 1:
        tell("solo_end", score=standing(state, 0)["score"])
    elif state.discs[seat] == 0:
        tell("last_disc", seat=seat)
    else:
        tell("no_tiles")
