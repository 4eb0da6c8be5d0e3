"""A small network that judges a position: two hidden layers, and four numbers for every seat.

What it sees are a game's `features` for the seat that looks. What it says of each seat, in the
order of the table from that seat on, is its share of the win, the part of its rivals that it will
leave behind, its margin (both as in playouts.shares), and its merit.

Sums are made in one order, number by number, so that the same position is worth the same to the
last bit on every processor, however wide it computes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from moonlit.core.contract import features
from moonlit.core.jit import njit
from moonlit.search.arithmetic import exp

HEADS = 4  # numbers a seat
WON, AHEAD, MARGIN, MERIT = range(HEADS)


class Network(NamedTuple):
    """The weights of a network, by what comes in, and the memory that judging takes."""

    first: Any  # (inputs, hidden)
    first_bias: Any
    second: Any  # (hidden, fewer)
    second_bias: Any
    last: Any  # (fewer, HEADS * seats): all seats' shares, then all seats' places, …
    last_bias: Any
    merit: Any  # two numbers: what a merit is counted from, and in
    seen: Any  # the features, and the room behind them that they are computed in
    inputs: Any  # the features alone: the same memory
    used: Any  # which inputs are not 0
    hidden: Any
    fewer: Any
    outputs: Any


def new_network(weights: list[Any], merit: tuple[float, float], scratch: int) -> Network:
    """weights: the three layers, each a matrix and its bias. scratch: as in core/features.py."""
    first, first_bias, second, second_bias, last, last_bias = (
        np.ascontiguousarray(layer, dtype=np.float32) for layer in weights
    )
    seen = np.zeros(first.shape[0] + scratch, dtype=np.float32)
    return Network(
        first,
        first_bias,
        second,
        second_bias,
        last,
        last_bias,
        np.array(merit, dtype=np.float64),
        seen,
        seen[: first.shape[0]],
        np.zeros(first.shape[0], dtype=np.int64),
        np.zeros(first.shape[1], dtype=np.float32),
        np.zeros(second.shape[1], dtype=np.float32),
        np.zeros(last.shape[1], dtype=np.float32),
    )


@njit
def judge(network: Network, state: Any, seat: int) -> None:
    """Fill `outputs` with what the network says of a position, as a seat sees it."""
    features(state, seat, network.seen)
    pass_first(network)
    pass_on(network.hidden, network.second, network.second_bias, network.fewer)
    pass_on(network.fewer, network.last, network.last_bias, network.outputs)
    read_outputs(network, int(state.players))


@njit
def pass_first(network: Network) -> None:
    """The first layer. Most inputs are 0, and the others are added four at a time."""
    inputs, used, weights, hidden = network.inputs, network.used, network.first, network.hidden
    count = 0
    for number in range(inputs.shape[0]):
        used[count] = number
        count += inputs[number] != 0.0
    for unit in range(hidden.shape[0]):
        hidden[unit] = network.first_bias[unit]
    done = 0
    while done + 4 <= count:
        a, b, c, d = used[done], used[done + 1], used[done + 2], used[done + 3]
        in_a, in_b, in_c, in_d = inputs[a], inputs[b], inputs[c], inputs[d]
        for unit in range(hidden.shape[0]):
            hidden[unit] = (
                hidden[unit]
                + in_a * weights[a, unit]
                + in_b * weights[b, unit]
                + in_c * weights[c, unit]
                + in_d * weights[d, unit]
            )
        done += 4
    while done < count:
        a = used[done]
        in_a = inputs[a]
        for unit in range(hidden.shape[0]):
            hidden[unit] += in_a * weights[a, unit]
        done += 1


@njit
def pass_on(given: Any, weights: Any, bias: Any, out: Any) -> None:
    """A further layer, from what of the one before is above 0."""
    for unit in range(out.shape[0]):
        out[unit] = bias[unit]
    for number in range(given.shape[0]):
        value = given[number]
        if value > 0.0:
            for unit in range(out.shape[0]):
                out[unit] += value * weights[number, unit]


@njit
def read_outputs(network: Network, players: int) -> None:
    """Make shares of sums: those of the win add up to 1."""
    out = network.outputs
    highest = out[0]
    for near in range(1, players):
        highest = max(highest, out[near])
    total = 0.0
    for near in range(players):
        share = exp(float(out[near] - highest))
        out[near] = share
        total += share
    for near in range(players):
        out[near] = float(out[near]) / total
        for head in (AHEAD, MARGIN):
            at = head * players + near
            out[at] = 1.0 / (1.0 + exp(-float(out[at])))
        at = MERIT * players + near
        out[at] = network.merit[0] + network.merit[1] * out[at]
