"""Moves of Nova Luna in words: what a move is, and what came of it."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.games.nova_luna.actions import REFILL
from moonlit.games.nova_luna.components import NAMES, TILES
from moonlit.games.nova_luna.previews import newly_met, taken


def describe(before: Any, action: int) -> list[Entry]:
    """What a move is, not what comes of it."""
    if action == REFILL:
        return [entry("move.refill")]
    return [entry("move.take", **_taking(before, action))]


def log(before: Any, action: int, after: Any, seat: int) -> list[Entry]:
    """A move and what came of it, told to everyone alike."""
    mover = int(before.to_move)
    drawn = int(after.drawn - before.drawn)
    if action == REFILL:
        entries = [entry("log.refilled", seat=mover, count=drawn)]
    else:
        entries = [entry("log.took", seat=mover, **_taking(before, action))]
        goals = len(newly_met(before, after, mover))
        if goals:
            entries.append(entry("log.met", seat=mover, count=goals, left=int(after.discs[mover])))
        if drawn:
            entries.append(entry("log.wheel_refilled", count=drawn))
    if before.phase == 1 and after.phase == 2:
        entries.append(entry("log.first_phase", note=int(after.notes[0])))
    if after.to_move < 0:
        entries.append(_ending(after, mover))
    return entries


def _taking(before: Any, action: int) -> dict[str, Any]:
    tile, x, y = taken(before, action)
    return {"tile": NAMES[tile], "cost": TILES[tile].cost, "place": f"{x},{y}"}


def _ending(state: Any, mover: int) -> Entry:
    if state.players == 1:
        return entry("log.solo_end", score=sum(int(note) for note in state.notes))
    if state.discs[mover] == 0:
        return entry("log.last_disc", seat=mover)
    return entry("log.no_tiles")
