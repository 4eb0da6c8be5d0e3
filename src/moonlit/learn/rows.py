"""What self-play does to one game at a time, on a processor's core or in a GPU's thread."""

from __future__ import annotations

from typing import Any, NamedTuple

from moonlit.core.contract import features, legal, play, rate, redeal, setup
from moonlit.core.jit import njit
from moonlit.core.rng import below, draw_deal, seed_generator
from moonlit.search.playouts import shares

RANDOM_PART = 4  # every fourth candidate is any move, the others are the best-looking


class Memory(NamedTuple):
    """What the games are kept in. In a step the games in `live` have the first rows."""

    config: Any
    sizes: Any
    parts: Any  # search settings for each of win, place and margin, each with that alone
    # a row a game
    states: Any
    deals: Any
    rngs: Any
    movers: Any
    ends: Any
    # a row a live game
    worlds: Any
    actions: Any
    ratings: Any
    candidates: Any
    counts: Any
    views: Any
    # a row a candidate
    seen: Any
    over: Any
    finals: Any


@njit
def deal(own: Memory, at: int, seed: int) -> None:
    seed_generator(own.rngs[at], seed + at)
    draw_deal(own.sizes, own.deals[at], own.rngs[at])
    setup(own.states[at], own.config, own.deals[at])
    own.movers[at] = own.states[at].to_move


@njit
def list_moves(own: Memory, row: int, live: Any, ranked: int) -> None:
    """The candidates of a live game, in a world that the seat to move could be in."""
    worlds, rng = own.worlds, own.rngs[live[row]]
    worlds[row] = own.states[live[row]]
    redeal(worlds[row], int(worlds[row].to_move), rng)
    own.counts[row] = list_candidates(
        worlds[row], own.actions[row], own.ratings[row], own.candidates[row], ranked, rng
    )


@njit
def look(own: Memory, index: int, world: Any, places: Any, merits: Any, got: Any) -> None:
    """Play a candidate; what its seat then sees, or how the game has ended, if it has.

    world, places, merits, got: room to work it out in.
    """
    width = own.candidates.shape[1]
    row, which = index // width, index % width
    if which >= own.counts[row]:
        return
    world[0] = own.worlds[row]
    seat = int(world[0].to_move)
    play(world[0], int(own.candidates[row, which]))
    own.over[index] = world[0].to_move < 0
    if own.over[index]:
        note_end(world[0], seat, own.finals[index], own.parts, places, merits, got)
    else:
        features(world[0], seat, own.seen[index])


@njit
def see(own: Memory, row: int, live: Any, seats: Any) -> None:
    features(own.states[live[row]], int(seats[row]), own.views[row])


@njit
def make_move(own: Memory, row: int, live: Any, chosen: Any) -> None:
    at = live[row]
    play(own.states[at], int(own.candidates[row, chosen[row]]))
    own.movers[at] = own.states[at].to_move


@njit
def end(own: Memory, at: int, places: Any, merits: Any, got: Any) -> None:
    """How a game has ended, from the first seat's side."""
    note_end(own.states[at], 0, own.ends[at], own.parts, places, merits, got)


@njit
def note_end(
    state: Any, seat: int, finals: Any, parts: Any, places: Any, merits: Any, got: Any
) -> None:
    """What a network should have said of a finished game, as a seat sees it (search/network.py)."""
    players = int(state.players)
    for head in range(3):
        shares(state, parts[head], places, merits, got)
        for near in range(players):
            finals[head * players + near] = got[(seat + near) % players]
    for near in range(players):
        finals[3 * players + near] = merits[(seat + near) % players]


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
