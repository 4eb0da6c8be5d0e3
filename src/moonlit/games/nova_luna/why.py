"""Why one move of Nova Luna is better than another: goals, time, turns, tiles left to others.

Only facts that speak for the better move are told, and none that a refill alone would show.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain
from moonlit.games.nova_luna.actions import REFILL, choice_of, place_of
from moonlit.games.nova_luna.components import NAMES, TILES
from moonlit.games.nova_luna.heuristic import placing
from moonlit.games.nova_luna.previews import newly_met, taken
from moonlit.games.nova_luna.rules.wheel import space_of_choice
from moonlit.games.nova_luna.state import AVAILABLE, EMPTY

_choice_of, _place_of = plain(choice_of), plain(place_of)
_placing, _space_of_choice = plain(placing), plain(space_of_choice)

GOOD_USE = 1.0  # what a tile must bring somebody's goals: about one that is met
MORE_USE = 0.8  # by which a tile must do more for the goals after one move than after another
NEARER = 0.15  # of a goal: what a place must gain before it is worth telling


def why(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """What the better move has that the other has not; the weightiest first."""
    seat = int(before.to_move)
    if after_best.to_move < 0 and after_best.discs[seat] == 0:
        return [entry("why.last_disc" if before.players > 1 else "why.all_discs")]
    if REFILL in (best, made):
        return of_refill(before, best)
    found = []
    goals = [len(newly_met(before, after, seat)) for after in (after_best, after_made)]
    if goals[0] > goals[1]:
        found.append(entry("why.goals", count=goals[0], other=goals[1]))
    found += of_time(before, best, after_best, made, after_made)
    if goals[0] <= goals[1]:
        found += of_place(before, seat, best, made)
    found += of_next(before, seat, after_best, after_made)
    found += of_denial(before, best, after_best, made, after_made)
    return found


def of_refill(before: Any, best: int) -> list[Entry]:
    if best == REFILL:
        return [entry("why.refill", count=min(AVAILABLE, int(before.on_wheel)))]
    return [entry("why.no_refill")] if before.players > 1 else []


def of_time(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """A turn more, or less time spent."""
    seat = int(before.to_move)
    costs = [TILES[taken(before, action)[0]].cost for action in (best, made)]
    if before.players > 1 and after_best.to_move == seat != after_made.to_move >= 0:
        return [entry("why.again", cost=costs[0], other=costs[1], seat=int(after_made.to_move))]
    if costs[0] < costs[1]:
        return [entry("why.time", cost=costs[0], other=costs[1])]
    return []


def of_place(before: Any, seat: int, best: int, made: int) -> list[Entry]:
    """A place that brings goals nearer, for the same tile or for another."""
    tiles = [taken(before, action)[0] for action in (best, made)]
    gains = [
        _placing(before, seat, tile, _place_of(action))
        for tile, action in zip(tiles, (best, made), strict=True)
    ]
    if gains[0] < gains[1] + NEARER:
        return []
    return [entry("why.place" if tiles[0] == tiles[1] else "why.nearer", tile=NAMES[tiles[0]])]


def of_next(before: Any, seat: int, after_best: Any, after_made: Any) -> list[Entry]:
    """Goals that a tile which is there already could meet next."""
    if any(after.to_move < 0 or after.drawn != before.drawn for after in (after_best, after_made)):
        return []
    uses = [
        max(
            (best_use(after, seat, int(tile)) for tile in after.wheel if tile != EMPTY), default=0.0
        )
        for after in (after_best, after_made)
    ]
    return [entry("why.next")] if uses[0] >= uses[1] + MORE_USE else []


def of_denial(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """A tile that the next player could use at once, and cannot reach after the better move."""
    seat = int(before.to_move)
    rival = int(after_made.to_move)
    if rival < 0 or rival == seat or after_best.to_move != rival:
        return []  # or somebody else plays next, and they may reach it later
    if _choice_of(best) == _choice_of(made):
        return []
    if after_made.drawn != before.drawn or after_best.drawn != before.drawn:
        return []  # which tiles a refill brings, nobody knew
    wanted, gain = -1, GOOD_USE
    for tile in within_reach(after_made):
        use = best_use(before, rival, tile)
        if use > gain:
            wanted, gain = tile, use
    if wanted < 0 or wanted in within_reach(after_best):
        return []
    own = wanted == taken(before, best)[0]
    return [entry("why.takes_away" if own else "why.out_of_reach", tile=NAMES[wanted], seat=rival)]


def within_reach(state: Any) -> list[int]:
    count = min(AVAILABLE, int(state.on_wheel))
    return [int(state.wheel[_space_of_choice(state, choice)]) for choice in range(count)]


def best_use(state: Any, seat: int, tile: int) -> float:
    """What a seat's goals would gain by a tile at its best place."""
    places = state.free[seat][: int(state.free_count[seat])]
    return max((float(_placing(state, seat, tile, int(place))) for place in places), default=0.0)
