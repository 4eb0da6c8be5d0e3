"""What self-play does to one game at a time, on a processor's core or in a GPU's thread."""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import features, legal, play, rate, redeal
from moonlit.core.jit import njit
from moonlit.core.rng import below
from moonlit.search.playouts import shares

RANDOM_PART = 4  # every fourth candidate is any move, the others are the best-looking


@njit
def imagine(states: Any, at: int, worlds: Any, to: int, rng: Any) -> None:
    """A world that the seat to move could be in."""
    worlds[to] = states[at]
    redeal(worlds[to], int(worlds[to].to_move), rng)


@njit
def list_candidates(
    state: Any, actions: Any, ratings: Any, candidates: Any, ranked: int, rng: Any
) -> int:
    """Some legal moves, among them the best-looking; how many. `ranked`: the best-looking first."""
    count = legal(state, actions)
    wanted = candidates.shape[0]
    if count <= wanted and not ranked:
        for index in range(count):
            candidates[index] = actions[index]
        return count
    best = wanted - wanted // RANDOM_PART
    kept = 0
    start = below(rng, count)
    for offset in range(count):
        action = actions[(start + offset) % count]
        worth = rate(state, action)
        if kept < best:
            slot = kept
            kept += 1
        elif worth > ratings[best - 1]:
            slot = best - 1
        else:
            continue
        while slot > 0 and ratings[slot - 1] < worth:
            ratings[slot] = ratings[slot - 1]
            candidates[slot] = candidates[slot - 1]
            slot -= 1
        ratings[slot] = worth
        candidates[slot] = action
    while kept < min(count, wanted):
        candidates[kept] = actions[below(rng, count)]
        kept += 1
    return kept


@njit
def look_after(
    world: Any, action: int, seen: Any, finals: Any, parts: Any, places: Any, merits: Any, got: Any
) -> bool:
    """Play a move in a world; what its seat then sees, or how the game has ended, if it has."""
    seat = int(world.to_move)
    play(world, int(action))
    if world.to_move >= 0:
        features(world, seat, seen)
        return False
    tell_end(world, seat, finals, parts, places, merits, got)
    return True


@njit
def tell_end(
    state: Any, seat: int, finals: Any, parts: Any, places: Any, merits: Any, got: Any
) -> None:
    """What a network should have said of a finished game, as a seat sees it (search/network.py).

    parts: a row of search settings for each of win, place and margin, each with that alone.
    """
    players = int(state.players)
    for head in range(3):
        shares(state, parts[head], places, merits, got)
        for near in range(players):
            finals[head * players + near] = got[(seat + near) % players]
    for near in range(players):
        finals[3 * players + near] = merits[(seat + near) % players]
