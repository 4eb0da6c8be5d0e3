"""What sits at a table and moves: it is asked with a world in which the hidden things are not
the real ones, so it cannot cheat, whatever it does.
"""

from __future__ import annotations

import random
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moonlit.bots.own import (
    TOPIC,
    Own,
    OwnBotFailed,
    checked_action,
    checked_move,
    function_of,
    is_policy,
    is_scaled,
    load_own,
    name_of,
    raised,
)
from moonlit.core.engine import engine
from moonlit.core.errors import BadTable
from moonlit.core.game import Game
from moonlit.core.match import Match
from moonlit.core.observing import action_mask, observation
from moonlit.core.rng import MAX_SEED, generator
from moonlit.search.plan import Line, Planner
from moonlit.search.simple import flat, ranked
from moonlit.search.think import Settings, Thought, Trees, think
from moonlit.search.weights import Weights, find_weights, read_weights

MAX_BUDGET = 10_000_000  # iterations
MAX_WIDTH = 1000  # of a plan


class Bot(ABC):
    """Chooses a move for the seat to move of a redealt match (see `ask`)."""

    @abstractmethod
    def move(self, world: Match, seed: int) -> str:
        """A move of `world.moves()`. The same world and seed give the same move."""


def ask(
    bot: Bot, match: Match, seed: int, failed: Callable[[OwnBotFailed], None] | None = None
) -> str:
    """The bot's move in a match. It never sees the match, only a world its seat could be in.

    A bot of somebody's own that fails loses its turn: `failed` hears why, or else a warning says
    it, and any legal move is made.
    """
    try:
        return move_of(bot, match, seed)
    except OwnBotFailed as failure:
        if failed is None:
            warnings.warn(failure.turn_lost(), stacklevel=2)
        else:
            failed(failure)
        return random.Random(seed).choice(match.moves())


def move_of(bot: Bot, match: Match, seed: int) -> str:
    """The same; a bot of somebody's own that fails raises OwnBotFailed."""
    seat = match.to_move
    assert seat is not None
    return bot.move(match.redeal(seat, seed % (MAX_SEED + 1)), seed % (MAX_SEED + 1))


class RandomBot(Bot):
    def move(self, world: Match, seed: int) -> str:
        return random.Random(seed).choice(world.moves())


class GreedyBot(Bot):
    """Takes the best-looking move, without a look ahead."""

    def move(self, world: Match, seed: int) -> str:
        found = ranked(world.game, world.states)
        best = [action for worth, action in found if worth > found[0][0] - 1e-9]
        return world.spell(random.Random(seed).choice(best), world.to_move)


class FlatBot(Bot):
    """The same number of playouts for every move."""

    def __init__(self, rounds: int, settings: Settings) -> None:
        self.rounds = rounds
        self.settings = settings

    def move(self, world: Match, seed: int) -> str:
        seat = world.to_move or 0
        numbers = self.settings.numbers()
        action = flat(world.game, world.states, seat, self.rounds, numbers, seed)
        return world.spell(action, world.to_move)


@dataclass(frozen=True)
class Memory:
    """The trees of the last thought, and the position that is their root."""

    key: bytes
    actions: tuple[int, ...]
    trees: Trees


def root_key(world: Match, number: int) -> bytes:
    """A position of a match, as the seat to move now knew it after so many moves.

    Redealt with one seed for all, positions are the same just when the seat's views are.
    """
    states = world.states_at(number)
    seat = world.to_move if world.to_move is not None else -1
    engine(world.game).redeal(states, seat, generator(0))
    return bytes([world.to_move or 0]) + b"".join(
        states[name].tobytes() for name in states.dtype.names
    )


class SearchBot(Bot):
    """Tree search with a budget. A weaker one sees less far and now and then takes a second-best
    move: `slip` is how often, `loose` how much worse that move may look to it. With weights it
    judges positions by a network, without it plays them out.
    """

    def __init__(
        self,
        iterations: int,
        settings: Settings,
        slip: float = 0.0,
        loose: float = 0.1,
        threads: int = 1,
        weights: Weights | None = None,
    ) -> None:
        self.iterations = iterations
        self.weights = weights
        self.settings = settings
        self.slip = slip
        self.loose = loose
        self.threads = threads
        self._memory: Memory | None = None

    def think(self, world: Match, seed: int) -> Thought:
        seat = world.to_move or 0
        trees = self._remembered(world) or Trees.planted(
            world.game, self.iterations, self.threads, self.weights
        )
        self._memory = Memory(root_key(world, world.number), world.actions, trees)
        return think(
            world.game,
            world.states,
            seat,
            self.settings,
            seed,
            iterations=self.iterations,
            trees=trees,
        )

    def _remembered(self, world: Match) -> Trees | None:
        """What was thought of this position before, when the last one was thought about.

        The same moves from the same view led here, and all of them were seen by this seat.
        """
        memory = self._memory
        if memory is None:
            return None
        number = len(memory.actions)
        if world.actions[:number] != memory.actions or root_key(world, number) != memory.key:
            return None
        if world.history(world.to_move, number) != world.history_of_movers(number):
            return None
        return memory.trees.after(world.actions[number:])

    def move(self, world: Match, seed: int) -> str:
        moves = world.moves()
        if len(moves) == 1:
            return moves[0]
        thought = self.think(world, seed)
        chance = random.Random(seed)
        if chance.random() < self.slip:
            seat = world.to_move or 0
            best = thought.candidates[0].shares[seat]
            others = [
                found.action
                for found in thought.candidates[1:8]
                if found.shares[seat] > best - self.loose
            ]
            if others:
                return world.spell(chance.choice(others), world.to_move)
        return world.spell(thought.action, world.to_move)


class PlanBot(Bot):
    """Plans alone, for a table with one seat: search/plan.py. It goes on with its plan, unless
    another look finds a better one.
    """

    def __init__(self, width: int, weights: Weights) -> None:
        self.width = width
        self.weights = weights
        self._planner: Planner | None = None
        self._kept: tuple[tuple[int, ...], Line] | None = None  # the actions before it, the line

    def move(self, world: Match, seed: int) -> str:
        self._planner = self._planner or Planner(world.game, self.weights, self.width)
        kept = None
        if self._kept is not None:
            before, line = self._kept
            done = len(world.actions) - len(before)
            if 0 < done < len(line.actions) and world.actions == before + line.actions[:done]:
                kept = Line(line.actions[done:], line.value, line.sure)
        known = kept.actions if kept is not None and not kept.sure else ()
        found = self._planner.plan(world.states, seed, known)
        if kept is not None and kept.sure and (kept.value >= found.value or not found.sure):
            found = kept
        self._kept = world.actions, found
        return world.spell(found.actions[0], world.to_move)


class OwnBotPlayer(Bot):
    """Somebody's own bot at the table: what it answers is one of its moves, or OwnBotFailed."""

    def __init__(self, own: Own, name: str | None = None) -> None:
        self.name = name or name_of(own)
        self.own = own
        self.policy = is_policy(own, self.name)

    def move(self, world: Match, seed: int) -> str:
        seat = world.to_move
        assert seat is not None
        if not self.policy:
            moves = world.moves()
            return checked_move(self.name, asked(self, world.view(seat), list(moves)), moves)
        mask = action_mask(world, seat)
        seen = observation(world, seat, is_scaled(self.own))
        return world.spell(checked_action(self.name, asked(self, seen, mask.copy()), mask), seat)


def asked(player: OwnBotPlayer, *arguments: Any) -> Any:
    """What an own bot answers; whatever it raises is its failure."""
    try:
        return function_of(player.own)(*arguments)
    except (Exception, SystemExit) as error:
        raise raised(player.name, error) from error


def find_bot(given: str | Bot | Own, game: Game, players: int) -> Bot:
    """A bot by what a person writes, or somebody's own as it is.

    A level's name; `random`, `greedy`, `flat:20` (playouts a move), `search:1000` (iterations, with
    playouts), `net:1000` (with a network; `net:1000:FILE` with weights of one's own), `plan:20` (as
    many lines of play at once, alone); or `package.module:Name`, a bot of one's own, loaded by
    import path (own.py).
    """
    if not isinstance(given, str):
        return given if isinstance(given, Bot) else OwnBotPlayer(given)
    return _named(given, game, players)


def _named(name: str, game: Game, players: int) -> Bot:
    from moonlit.bots.levels import LEVELS, learned_settings, level, settings_for

    kind, _, rest = name.partition(":")
    budget, _, path = rest.partition(":")
    if name in LEVELS:
        return level(name, game, players)
    simple: dict[str, Callable[[int], Bot]] = {
        "flat": lambda count: FlatBot(count, settings_for(game, players)),
        "search": lambda count: SearchBot(count, settings_for(game, players)),
        "net": lambda count: SearchBot(
            count,
            learned_settings(game, players),
            weights=chosen_weights(path, game, players),
        ),
        "plan": lambda count: PlanBot(count, chosen_weights(path, game, players)),
    }
    if name == "random":
        return RandomBot()
    if name == "greedy":
        return GreedyBot()
    if kind in simple:
        count = int(budget) if budget.isdecimal() and len(budget) < 9 else 0
        most = MAX_WIDTH if kind == "plan" else MAX_BUDGET
        if not 0 < count <= most or (path and kind not in ("net", "plan")):
            raise BadTable("bad_budget", TOPIC, given=name, kind=kind, most=most)
        if kind == "plan" and players != 1:
            raise BadTable("plan_alone", TOPIC, given=name)
        return simple[kind](count)
    if ":" in name:
        return OwnBotPlayer(load_own(name), name)
    raise BadTable("unknown_bot", TOPIC, given=name, levels=LEVELS)


def chosen_weights(path: str, game: Game, players: int) -> Weights:
    """Those in a file, or those at hand for the table."""
    found = read_weights(Path(path), game, players) if path else find_weights(game, players)
    if found is None:
        raise BadTable("no_weights", TOPIC, game=game.name, players=players)
    return found
