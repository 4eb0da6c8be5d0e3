"""Thousands of games as one array: a call plays a move in each, and a finished one is followed by
the next at once. What there is to see is written into arrays that stay the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from moonlit.core.checks import check_options
from moonlit.core.contract import record_type
from moonlit.core.errors import BadTable, IllegalMove
from moonlit.core.jit import COMPILING, plain
from moonlit.core.layout import find_layout
from moonlit.core.match import Match
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.core.rng import generator
from moonlit.envs import answers, arrays, positions, steps
from moonlit.envs.opponents import Opponents, Seated, learner_seat
from moonlit.envs.play import TOPIC, reward_terms
from moonlit.envs.positions import Saved

SAMPLING = 0x5EED  # what sampling makes of the seed of a game

# Some games of a batch: their numbers, a bool for each game, or None for all.
Some = npt.ArrayLike | None


class Batch:
    """Games of one table, all stepped together.

    The arrays, one row a game: `observations` of the seat to move, `masks`, `actions` with
    `counts` (the legal ones, as a list), `to_move`, and of the last step `rewards` (a number a
    seat), `dones`, and where a game has ended `places` and `merits`. `seeds` are those of the
    games that are running: `moonlit.new` deals the same game from the same seed. A game that is
    over is followed by one with a seed higher by `count`; without `autoreset` it stays as it is,
    with the last observation, until `deal` begins the next.

    With `opponents`, bots have all seats but the learner's: `seat`, or with None a seat by chance
    in every game; `seats` has them. A step then plays the learner's move and the bots' answers.
    """

    def __init__(
        self,
        game: str,
        players: int,
        count: int,
        *,
        seeds: int | Sequence[int] = 0,
        options: Options | None = None,
        masks: str | None = "bits",
        threads: int = 1,
        buffers: Mapping[str, npt.NDArray[Any]] | None = None,
        opponents: Opponents | None = None,
        seat: int | None = 0,
        autoreset: bool = True,
    ) -> None:
        self.game = find_game(game)
        self.options, config = self.game.configure(players, check_options(options))
        self.players = players
        self.layout = find_layout(self.game, players)
        self.count = arrays.whole(count, "bad_count", arrays.MAX_GAMES)
        self.autoreset = autoreset
        self._form = arrays.mask_form(masks)
        threads = arrays.whole(threads, "bad_threads", arrays.MAX_THREADS)
        self._made: dict[str, Any] = {
            "masks": masks,
            "threads": threads,
            "opponents": opponents,
            "seat": seat,
            "autoreset": autoreset,
        }
        learner = learner_seat(opponents, seat, players)
        self._common = steps.Common(
            config=config,
            sizes=np.array(self.game.deals.sizes(config), dtype=np.int64),
            terms=reward_terms(self.game, players),
            stride=self.count,
            form=self._form,
            again=autoreset and opponents is None,
            learner=learner,
        )
        self._allocate(arrays.take_buffers(arrays.shapes(self), buffers or {}), learner)
        self._slices = arrays.slices(self.count, threads)
        self._parts = [self._part(part) for part in self._slices]
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        seated = None if opponents is None else Seated(opponents, self.game, players)
        self._desks = None if seated is None else [seated.desk() for _ in self._slices]
        self.reset(seeds)

    def _allocate(self, found: dict[str, npt.NDArray[Any]], learner: int) -> None:
        self._arrays = found
        self._states = np.zeros(self.count, dtype=self.game.state)
        self._rngs = np.zeros((self.count, 4), dtype=np.int64)
        self._chances = np.zeros((self.count, 4), dtype=np.int64)
        self._viewers = np.zeros(self.count, dtype=np.int8)
        self._all = np.ones(self.count, dtype=np.bool_)
        self.seats: npt.NDArray[np.int8] = np.full(self.count, max(learner, 0), dtype=np.int8)
        self.observations: npt.NDArray[np.int8] = found["observations"]
        self.masks: npt.NDArray[Any] | None = found["masks"] if self._form else None
        self.actions: npt.NDArray[np.int32] = found["actions"]
        self.counts: npt.NDArray[np.int32] = found["counts"]
        self.to_move: npt.NDArray[np.int8] = found["to_move"]
        self.rewards: npt.NDArray[np.float32] = found["rewards"]
        self.dones: npt.NDArray[np.bool_] = found["dones"]
        self.places: npt.NDArray[np.int8] = found["places"]
        self.merits: npt.NDArray[np.float32] = found["merits"]
        self.seeds: npt.NDArray[np.int64] = found["seeds"]

    def _part(self, part: slice) -> steps.Games:
        """A thread's share of the games."""
        own = {name: array[part] for name, array in self._arrays.items()}
        states = self._states if COMPILING else self._states.view(record_type(self.game.state))
        return steps.Games(
            states=states[part],
            seeds=own["seeds"],
            actions=own["actions"],
            counts=own["counts"],
            masks=own["masks"].view(np.uint8),
            seen=own["observations"],
            movers=own["to_move"],
            rewards=own["rewards"],
            dones=own["dones"].view(np.uint8),
            places=own["places"],
            merits=own["merits"],
            viewers=self._viewers[part],
            learners=self.seats[part],
            chances=self._chances[part],
        )

    # ---- playing

    def reset(self, seeds: int | Sequence[int] = 0, games: Some = None) -> None:
        """Deal games anew: from a seed each, or from so many numbers beginning with one."""
        chosen = arrays.read_games(games, self.count)
        given = arrays.read_seeds(seeds, len(chosen))
        self.seeds[chosen] = given
        for index, seed in zip(chosen.tolist(), given.tolist(), strict=True):
            self._rngs[index] = generator(seed ^ SAMPLING)
        if len(chosen) == self.count:  # the caller's arrays may hold anything
            for name in ("masks", "counts"):
                self._arrays[name][:] = 0
        for name in ("rewards", "dones", "places", "merits"):
            self._arrays[name][chosen] = 0
        self._begin(self._marked(chosen), steps.DEAL)

    def deal(self, games: Some = None) -> None:
        """Begin the next game, whatever has become of the last."""
        self._begin(self._marked(arrays.read_games(games, self.count)), steps.NEXT | steps.DEAL)

    def step(self, actions: npt.ArrayLike, games: Some = None) -> None:
        """Play a legal action in every game, or in some; if one is illegal, none is played.

        There is an action for every game: those of games that stay as they are do not count.
        """
        where = self._all if games is None else self._marked(arrays.read_games(games, self.count))
        chosen = self._read(actions, where)
        wrong = self._call(steps.first_illegal)(chosen, where, self.actions, self.counts)
        if wrong >= 0 and not self.counts[wrong]:
            raise BadTable("game_is_over", TOPIC, game=int(wrong))
        if wrong >= 0:
            raise IllegalMove("illegal_in_batch", TOPIC, action=int(chosen[wrong]), game=int(wrong))
        self._settle(where, steps.PLAY, chosen)

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, at random; the same ones after the same seeds."""
        chosen = np.zeros(self.count, dtype=np.int32)
        self._call(steps.choose_any)(self.actions, self.counts, self._rngs, chosen)
        return chosen

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    # ---- positions

    def save(self, games: Some = None) -> Saved:
        """The games as they are now, hidden things included, to be set back by `restore`."""
        chosen = arrays.read_games(games, self.count)
        return Saved(
            self.game.name,
            self.players,
            {name: rows[chosen] for name, rows in positions.kept(self).items()},
        )

    def restore(self, saved: Saved, games: Some = None) -> None:
        """Set games back to what was saved, or make others the same: one row for each."""
        chosen = arrays.read_games(games, self.count)
        positions.check_saved(saved, self, len(chosen))
        for name, rows in positions.kept(self).items():
            rows[chosen] = saved.rows[name]
        self._run(self._marked(chosen), steps.SHOW)

    def copy(self) -> Batch:
        """Another batch with the same games, which go on by themselves."""
        options, made = dict(self.options), self._made
        other = Batch(self.game.name, self.players, self.count, options=options, **made)
        other.restore(self.save())
        return other

    @property
    def states(self) -> npt.NDArray[np.void]:
        """A copy of the games' states, hidden things included."""
        return self._states.copy()

    def put(self, given: Sequence[Match] | npt.NDArray[np.void], games: Some = None) -> None:
        """Go on from positions: matches of the same table, or states, one for each game.

        `seeds` says what a match was dealt from, if that is known; the others stay as they are.
        """
        chosen = arrays.read_games(games, self.count)
        states, seeds = positions.read_positions(given, self, len(chosen))
        self._states[chosen] = states
        self.seeds[chosen] = np.where(seeds < 0, self.seeds[chosen], seeds)
        for index in chosen.tolist():
            self._chances[index] = generator(int(self.seeds[index]) ^ steps.ANSWERING)
        self._viewers[chosen] = self.seats[chosen]
        self._settle(self._marked(chosen), 0)

    def redeal(self, seeds: int | Sequence[int] = 0, games: Some = None) -> None:
        """Deal anew what the seat to move cannot know: what it sees stays the same.

        Who plans ahead in copies of a game does it in redealt ones, or knows too much.
        """
        chosen = arrays.read_games(games, self.count)
        numbers = np.zeros(self.count, dtype=np.int64)
        numbers[chosen] = arrays.read_seeds(seeds, len(chosen))
        where = self._marked(chosen) & (self.to_move >= 0)
        self._run(where, steps.REDEAL | steps.SHOW, numbers)

    # ---- what all of this is made of

    def _marked(self, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        where = np.zeros(self.count, dtype=np.bool_)
        where[chosen] = True
        return where

    def _read(self, actions: Any, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BadTable(
                "bad_actions",
                TOPIC,
                count=self.count,
                shape=str(given.shape),
                kind=str(given.dtype),
            )
        outside = ((given < 0) | (given >= self.game.action_space)) & where
        if outside.any():
            index = int(np.argmax(outside))
            raise IllegalMove("illegal_in_batch", TOPIC, action=int(given[index]), game=index)
        return np.ascontiguousarray(given, dtype=np.int64)

    def _call(self, function: Any) -> Any:
        return function if COMPILING else plain(function)

    def _settle(self, where: npt.NDArray[np.bool_], phases: int, chosen: Any = None) -> None:
        """After a phase: the bots answer, what is over ends, and everything is shown."""
        self.rewards[:] = 0
        self.dones[:] = False
        if self._desks is None:
            self._run(where, phases | steps.END | steps.SHOW, chosen)
            return
        if phases:
            self._run(where, phases, chosen)
        self._answer(where)
        self._run(where, steps.END)
        if self.autoreset and self.dones.any():
            self._begin(self.dones.copy(), steps.NEXT | steps.DEAL)
        self._run(where, steps.SHOW)

    def _begin(self, where: npt.NDArray[np.bool_], phases: int) -> None:
        """Deal games, and let bots move until it is the learner's turn in each."""
        if self._desks is None:
            self._run(where, phases | steps.SHOW)
            return
        fresh = where
        while fresh.any():
            self._run(fresh, phases)
            self._answer(fresh)
            fresh = fresh & (self._states["to_move"] < 0)  # ended before the learner's turn
            phases = steps.NEXT | steps.DEAL
        self._run(where, steps.SHOW)

    def _run(self, where: npt.NDArray[np.bool_], phases: int, chosen: Any = None) -> None:
        """Some phases in some games, a slice of them in each thread."""
        run = self._call(steps.step_games)
        given = self.seeds if chosen is None else chosen

        def work(number: int) -> None:
            part = self._slices[number]
            run(self._parts[number], self._common, where[part], phases, given[part])

        self._each_part(work)

    def _answer(self, where: npt.NDArray[np.bool_]) -> None:
        """Let bots move until it is the learner's turn, or nobody's."""
        run = self._call(answers.answer)

        def work(number: int) -> None:
            if self._desks is not None:
                run(self._parts[number], where[self._slices[number]], *self._desks[number])

        self._each_part(work)

    def _each_part(self, work: Any) -> None:
        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(self._slices))))
