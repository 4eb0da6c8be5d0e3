"""Why one move of Nova Luna is better than another: goals, time, turns, tiles left to others.

Only facts that speak for the better move are told, and none that a refill alone would show.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.comparing import more
from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain
from moonlit.games.nova_luna.actions import REFILL, choice_of
from moonlit.games.nova_luna.components import FACE, NAMES, TILES
from moonlit.games.nova_luna.previews import newly_met, taken
from moonlit.games.nova_luna.prospects import advanced, missing, most_met
from moonlit.games.nova_luna.rules.wheel import space_of_choice
from moonlit.games.nova_luna.state import AVAILABLE, EMPTY

_choice_of, _space_of_choice = plain(choice_of), plain(space_of_choice)


def why(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """What the better move has that the other has not; the weightiest first."""
    seat = int(before.to_move)
    pair = (after_best, after_made)
    if [after.to_move < 0 and after.discs[seat] == 0 for after in pair] == [True, False]:
        return [entry("why.last_disc" if before.players > 1 else "why.all_discs")]
    if best == REFILL:
        return for_refill(before, after_best)
    if made == REFILL:
        return against_refill(before, best, after_best, after_made)
    goals = [len(newly_met(before, after, seat)) for after in pair]
    found = more("goals", goals)
    found += of_time(before, best, after_best, made, after_made)
    found += of_next(before, seat, goals, after_best, after_made)
    found += of_denial(before, best, after_best, made, after_made)
    if goals[0] <= goals[1]:
        found += of_place(before, seat, goals, best, after_best, made, after_made)
    return found


# ---- refilling -----------------------------------------------------------------------------------


def for_refill(before: Any, after: Any) -> list[Entry]:
    """More tiles to choose from; in the solo game, the end of phase 1."""
    if before.players == 1:
        return [entry("why.ends_phase", note=int(after.notes[0]))]
    choices = [min(AVAILABLE, int(state.on_wheel)) for state in (after, before)]
    found = [entry("why.refill", count=choices[0], other=choices[1])]
    if most_met(before, int(before.to_move), within_reach(before))[0] == 0:
        found.append(entry("why.none_meets"))
    return found


def against_refill(before: Any, best: int, after_best: Any, refilled: Any) -> list[Entry]:
    """What would be missed or given away by new tiles; which they are, nobody knew."""
    found = []
    goals = len(newly_met(before, after_best, int(before.to_move)))
    if goals:
        found.append(entry("why.goals_now", count=goals))
    if _space_of_choice(before, _choice_of(best)) not in spaces_within_reach(refilled):
        found.append(entry("why.refill_loses"))
    if before.players > 1 and refilled.drawn - before.drawn > 1:  # one could be taken at once
        found.append(entry("why.no_refill"))
    return found


# ---- two tiles, or two places --------------------------------------------------------------------


def of_time(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """A turn more, or less time spent."""
    seat = int(before.to_move)
    cost, other = (TILES[taken(before, action)[0]].cost for action in (best, made))
    if before.players > 1 and after_best.to_move == seat != after_made.to_move >= 0:
        return [entry("why.again", cost=cost, other=other, seat=int(after_made.to_move))]
    if cost >= other:
        return []
    key = {0: "time", 1: "cost_twice", 2: "cost"}[int(before.phase)]
    return [entry(f"why.{key}", cost=cost, other=other)]


def of_next(
    before: Any, seat: int, goals: list[int], after_best: Any, after_made: Any
) -> list[Entry]:
    """More goals that a tile which is there already could meet next."""
    if any(after.to_move < 0 or after.drawn != before.drawn for after in (after_best, after_made)):
        return []
    (count, tile), (other, _) = (
        most_met(after, seat, [int(tile) for tile in after.wheel if tile != EMPTY])
        for after in (after_best, after_made)
    )
    # a goal that the other move meets at once could always be met later
    if goals[0] + count <= goals[1] + other:
        return []
    return more("next", [count, other], tile=NAMES[tile], cost=TILES[tile].cost)


def of_denial(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """A tile that would meet goals of the next player, who can meet fewer after the better move."""
    seat = int(before.to_move)
    rival = int(after_made.to_move)
    if rival < 0 or rival == seat or after_best.to_move != rival:
        return []  # or somebody else plays next, and they may reach it later
    if _choice_of(best) == _choice_of(made):
        return []
    if after_made.drawn != before.drawn or after_best.drawn != before.drawn:
        return []  # which tiles a refill brings, nobody knew
    (left, _), (count, tile) = (
        most_met(before, rival, within_reach(after)) for after in (after_best, after_made)
    )
    if left >= count:
        return []
    if FACE[tile] == FACE[taken(before, best)[0]]:
        return [entry("why.takes_away", seat=rival, count=count)]
    name = {"tile": NAMES[tile], "cost": TILES[tile].cost}
    return [entry("why.out_of_reach", seat=rival, count=count, **name)]


def of_place(
    before: Any,
    seat: int,
    goals: list[int],
    best: int,
    after_best: Any,
    made: int,
    after_made: Any,
) -> list[Entry]:
    """Goals that are nearer, for the same tile or for another."""
    pair = (after_best, after_made)
    key = "place" if _choice_of(best) == _choice_of(made) else "nearer"
    found = more(key, [advanced(before, after, seat) for after in pair])
    if goals[0] == goals[1]:
        found += more("almost", [list(missing(after, seat).values()).count(1) for after in pair])
    return found


def within_reach(state: Any) -> list[int]:
    return [int(state.wheel[space]) for space in spaces_within_reach(state)]


def spaces_within_reach(state: Any) -> list[int]:
    return [_space_of_choice(state, n) for n in range(min(AVAILABLE, int(state.on_wheel)))]
