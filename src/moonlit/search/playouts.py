"""Playing a game to its end, mostly with good-looking moves, and what each seat then got."""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import legal, play, rate, result
from moonlit.core.jit import njit
from moonlit.core.rng import below
from moonlit.search.arithmetic import exp, tanh

# Settings are numbers in one array, so that all games share one compiled search.
(
    EXPLORE,  # how much UCB looks at moves that were tried little
    BIAS,  # how much the heuristic counts while a move has few visits
    WIDE,  # children that a node may have at once …
    WIDER,  # … and how fast that number grows with its visits (an exponent)
    LOOK,  # untried moves among which the best-looking is added
    GUIDE,  # moves among which a playout takes the best-looking; 1: any move
    CHANCE,  # how often a playout moves at random all the same
    WIN,  # what a share of the win is worth,
    PLACE,  # … a good place,
    MARGIN,  # … and a good margin; the three add up to 1
    SCALE,  # the margin that counts as clear
    MIDDLE,  # with one seat: the merit that is worth one half
    MIX,  # with a network: how much a playout from the leaf counts beside what it says
) = range(13)

NOBODY = -1e300  # the merit of a rival who is not there


@njit
def unit(rng: Any) -> float:
    """A number from 0 to just below 1."""
    return below(rng, 1 << 24) / (1 << 24)


@njit
def playout(state: Any, actions: Any, settings: Any, rng: Any) -> None:
    """Play on to the end, mostly with the best-looking of a few moves."""
    guide = int(settings[GUIDE])
    while state.to_move >= 0:
        count = legal(state, actions)
        chosen = int(actions[below(rng, count)])
        if guide > 1 and count > 1 and unit(rng) >= settings[CHANCE]:
            best = rate(state, chosen)
            for _ in range(min(guide, count) - 1):
                other = actions[below(rng, count)]
                if other != chosen:
                    worth = rate(state, other)
                    if worth > best:
                        best = worth
                        chosen = int(other)
        play(state, chosen)


@njit
def shares(state: Any, settings: Any, places: Any, merits: Any, out: Any) -> None:
    """What each seat got out of a finished game, from 0 to 1."""
    result(state, places, merits)
    players = int(state.players)
    if players == 1:
        out[0] = 1.0 / (1.0 + exp((settings[MIDDLE] - merits[0]) / settings[SCALE]))
        return
    winners = 0
    for seat in range(players):
        winners += places[seat] == 1
    for seat in range(players):
        rival = NOBODY  # the best of those who are not level: partners always are
        behind = 0.0
        for other in range(players):
            if places[other] == places[seat]:
                behind += 0.5 * (other != seat)
            else:
                behind += places[other] > places[seat]
                rival = max(rival, merits[other])
        won = 1.0 / winners if places[seat] == 1 else 0.0
        margin = 0.5
        if rival > NOBODY:
            margin += 0.5 * tanh((merits[seat] - rival) / settings[SCALE])
        out[seat] = (
            settings[WIN] * won
            + settings[PLACE] * behind / (players - 1)
            + settings[MARGIN] * margin
        )
