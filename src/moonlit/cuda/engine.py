"""The contract's functions as Python calls them, on arrays of states in the device's memory.

What they take may lie on either side; what they give lies on the device, as arrays that PyTorch,
CuPy and JAX read without a copy (`__cuda_array_interface__`). Nothing here waits for the device
but `to_host`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from moonlit.core.checks import check_options
from moonlit.core.contract import MAX_SEATS
from moonlit.core.errors import BadSeat, BadTable
from moonlit.core.layout import find_layout
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.cuda import device, kernels, playouts
from moonlit.cuda.device import TOPIC, grid, to_device


class Engine:
    """A game's rules for tables of one kind. Ten thousand states a call and more fill a GPU."""

    def __init__(self, game: str, players: int, options: Options | None = None) -> None:
        device.need_device()
        self.game = find_game(game)
        self.players = players
        self.options, config = self.game.configure(players, check_options(options))
        self.layout = find_layout(self.game, players)
        self.config = to_device(config)
        sizes = np.array(self.game.deals.sizes(config), dtype=np.int64)
        self.deal_size = int(sizes.sum())
        self.sizes = to_device(sizes)

    # ---- the contract

    def setup(self, seeds: Any) -> Any:
        """New states: a seed deals what `moonlit.new` deals from it."""
        given = read_seeds(seeds)
        count = given.shape[0]
        states = self.upload(np.zeros(count, dtype=self.game.state))
        deals = device.empty((count, self.deal_size), np.int16)
        rngs = device.empty((count, 4), np.int64)
        kernels.setup_states[grid(count)](states, self.config, self.sizes, given, deals, rngs)
        return states

    def legal(self, states: Any) -> tuple[Any, Any]:
        """The legal actions, a row a state, and how many there are; none where it is over."""
        states = self.upload(states)
        count = states.shape[0]
        actions = device.empty((count, self.game.max_actions), np.int32)
        counts = device.empty(count, np.int32)
        kernels.legal_states[grid(count)](states, actions, counts)
        return actions, counts

    def play(self, states: Any, actions: Any) -> None:
        """Apply a legal action to each state where it lies; finished games stay as they are."""
        self._expect_on_device(states)
        chosen = self._read_actions(states, actions)
        kernels.play_states[grid(states.shape[0])](states, chosen)

    def result(self, states: Any) -> tuple[Any, Any]:
        """Each seat's place, from 1, and merit. Rows are as long as the largest table's."""
        states = self.upload(states)
        count = states.shape[0]
        places = device.zeros((count, MAX_SEATS), np.int64)
        merits = device.zeros((count, MAX_SEATS), np.float64)
        kernels.result_states[grid(count)](states, places, merits)
        return places, merits

    def redeal(self, states: Any, seats: int | Sequence[int], rngs: Any) -> None:
        """Deal anew, where it lies, what a seat cannot see; -1 is a spectator."""
        self._expect_on_device(states)
        count = states.shape[0]
        rngs = to_device(rngs)
        if tuple(rngs.shape) != (count, 4) or rngs.dtype != np.int64:
            raise BadTable(
                "bad_rngs", TOPIC, count=count, shape=str(tuple(rngs.shape)), kind=str(rngs.dtype)
            )
        given = to_device(self._read_seats(states, seats, lowest=-1))
        kernels.redeal_states[grid(count)](states, given, rngs)

    def rate(self, states: Any, actions: Any) -> Any:
        """How good an action looks at a glance to the seat to move, in each state."""
        states = self.upload(states)
        chosen = self._read_actions(states, actions)
        ratings = device.zeros(states.shape[0], np.float64)
        kernels.rate_states[grid(states.shape[0])](states, chosen, ratings)
        return ratings

    def observe(self, states: Any, seats: int | Sequence[int]) -> Any:
        """What a seat knows, a row a state, as `layout` says."""
        states = self.upload(states)
        given = to_device(self._read_seats(states, seats, lowest=0))
        seen = device.empty((states.shape[0], self.layout.size), np.int8)
        kernels.observe_states[grid(states.shape[0])](states, given, seen)
        return seen

    # ---- more than one move

    def generators(self, seeds: Any) -> Any:
        """Random generators, one a seed, for `redeal`."""
        given = read_seeds(seeds)
        rngs = device.empty((given.shape[0], 4), np.int64)
        kernels.seed_generators[grid(given.shape[0])](rngs, given)
        return rngs

    def random_games(self, seeds: Any, games: int = 1) -> tuple[Any, Any, Any]:
        """Play whole games at random: so many from each seed, one after the other.

        Places and merits at the end of the last, as `result` gives them, and the moves of all.
        They are the games that `core.engine.Engine.random_games` plays from the same seed.
        """
        given = read_seeds(seeds)
        count = given.shape[0]
        places = device.empty((count, MAX_SEATS), np.int64)
        merits = device.empty((count, MAX_SEATS), np.float64)
        moves = device.empty(count, np.int64)
        playouts.launch(self, given, places, merits, moves, games)
        return places, merits, moves

    # ---- memory

    def upload(self, states: Any) -> Any:
        """States in the device's memory; those that are there already stay where they are."""
        if getattr(states, "dtype", None) != self.game.state:
            kind = str(getattr(states, "dtype", type(states).__name__))
            raise BadTable("bad_states", TOPIC, game=self.game.name, kind=kind)
        return to_device(states)

    def to_host(self, array: Any) -> Any:
        """A NumPy copy; this waits for the device."""
        found = device.to_host(array)
        return found.view(self.game.state) if found.dtype == self.game.state else found

    # ---- reading what was given

    def _expect_on_device(self, states: Any) -> None:
        if self.upload(states) is not states:
            raise BadTable("bad_states", TOPIC, game=self.game.name, kind=type(states).__name__)

    def _read_actions(self, states: Any, actions: Any) -> Any:
        chosen = actions if device.is_on_device(actions) else np.asarray(actions)
        shape, kind = tuple(chosen.shape), str(chosen.dtype).removeprefix("torch.")
        if shape != (states.shape[0],) or "int" not in kind:
            raise BadTable("bad_actions", TOPIC, count=states.shape[0], shape=str(shape), kind=kind)
        return to_device(chosen)

    def _read_seats(self, states: Any, seats: Any, lowest: int) -> Any:
        given = np.asarray(seats)
        if given.ndim == 0:
            given = np.full(states.shape[0], given)
        if (
            given.shape != (states.shape[0],)
            or given.dtype.kind not in "iu"
            or given.min() < lowest
            or given.max() >= self.players
        ):
            raise BadSeat(
                "bad_seats", TOPIC, low=lowest, last=self.players - 1, count=states.shape[0]
            )
        return given.astype(np.int8)


def read_seeds(seeds: Any) -> Any:
    """Seeds on the device; those that are there already are taken as they are."""
    if device.is_on_device(seeds):
        return seeds
    given = np.asarray(seeds)
    if (
        given.ndim != 1
        or given.size == 0
        or given.dtype.kind not in "iu"
        or int(given.min()) < 0
        or int(given.max()) > MAX_SEED
    ):
        raise BadTable("bad_seeds", TOPIC, most=MAX_SEED)
    return to_device(given.astype(np.int64))
