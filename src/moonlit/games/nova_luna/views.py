"""What a seat may know of a game of Nova Luna: the view, and the standings at the end.

The order of the supply is hidden from everyone; all else is open to everyone, so one view
serves every seat.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from moonlit.core.columns import Column
from moonlit.core.jit import plain
from moonlit.games.nova_luna.components import COLORS, LETTERS, NAMES, TILES
from moonlit.games.nova_luna.notation import coordinates
from moonlit.games.nova_luna.rules.solo import FIRST_PHASE_DISCS, placed
from moonlit.games.nova_luna.rules.track import plays_before
from moonlit.games.nova_luna.rules.turn import may_refill
from moonlit.games.nova_luna.rules.wheel import space_of_choice
from moonlit.games.nova_luna.state import AVAILABLE, EMPTY, TRACK

TILE_COLORS = tuple(tile.color for tile in TILES)
ALL_MET = tuple((1 << len(tile.goals)) - 1 for tile in TILES)
FACES: tuple[dict[str, Any], ...] = tuple(
    {"name": tile.name, "color": COLORS[tile.color], "cost": tile.cost, "goals": list(tile.goals)}
    for tile in TILES
)

_may_refill = plain(may_refill)
_placed = plain(placed)
_plays_before = plain(plays_before)
_space_of_choice = plain(space_of_choice)


def view(state: Any, seat: int) -> dict[str, Any]:
    solo = state.players == 1
    return {
        "wheel": [None if tile == EMPTY else tile_face(tile) for tile in state.wheel],
        "marker": int(state.marker),
        "available": available(state),
        "may_refill": not _is_over(state) and bool(_may_refill(state)),
        "supply": len(state.tiles) - int(state.drawn),
        "unseen": sorted([NAMES[tile] for tile in state.tiles[state.drawn :]]),
        "track": [] if solo else track(state),
        "displays": [display(state, owner) for owner in range(state.players)],
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
    tiles = []
    for index in range(state.count[seat]):
        number, met = numbers[index], done[index]
        x, y = coordinates(places[index])
        have = connected(state, seat, index) if met != ALL_MET[number] else ()
        goals = [
            {"need": need, "met": True, "lacks": ""}
            if met >> goal & 1
            else {"need": need, "met": False, "lacks": lacks(need, have)}
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


def connected(state: Any, seat: int, index: int) -> tuple[int, ...]:
    """What goals.connected counts, color by color. A view asks for it of nearly every tile, and
    plain Python is quicker with sets than the rules are.
    """
    groups, sizes, tiles = state.group[seat], state.group_size[seat], state.tile[seat]
    counts = [0, 0, 0, 0]
    for group in {groups[other] for other in state.neighbor[seat][index] if other != EMPTY}:
        # a group is named by one of its tiles, and a tile is not connected to itself
        counts[TILE_COLORS[tiles[group]]] += sizes[group] - (group == groups[index])
    return tuple(counts)


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
        "placed": _placed(state),
        "first_phase_discs": FIRST_PHASE_DISCS,
        "note1": first if state.phase == 2 else None,
        "note2": second if _is_over(state) else None,
    }


def columns(players: int) -> tuple[Column, ...]:
    """The numbers behind a score, as the table of standings shows them."""
    fields = ("note1", "note2", "score") if players == 1 else ("tiles", "goals", "discs")
    return tuple(Column(field) for field in fields)


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
