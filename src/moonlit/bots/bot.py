"""What sits at a table and moves: it is asked with a world in which the hidden things are not
the real ones, so it cannot cheat, whatever it does.
"""

from __future__ import annotations

import importlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from moonlit.core.engine import engine
from moonlit.core.errors import BadTable
from moonlit.core.game import Game
from moonlit.core.match import Match
from moonlit.core.rng import MAX_SEED, generator
from moonlit.search.simple import flat, ranked
from moonlit.search.think import Settings, Thought, Trees, think
from moonlit.search.weights import Weights, find_weights, read_weights

TOPIC = "bots"


class Bot(ABC):
    """Chooses a move for the seat to move of a redealt match (see `ask`)."""

    @abstractmethod
    def move(self, world: Match, seed: int) -> str:
        """A move of `world.moves()`. The same world and seed give the same move."""


class OwnBot(Protocol):
    """A bot of one's own: what its seat sees and the moves it has go in, one of them comes out."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str: ...


def ask(bot: Bot, match: Match, seed: int) -> str:
    """The bot's move in a match. It never sees the match, only a world its seat could be in."""
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


class OwnBotPlayer(Bot):
    """Somebody's own bot at the table; what it answers is checked by whoever plays it."""

    def __init__(self, own: OwnBot) -> None:
        self.own = own

    def move(self, world: Match, seed: int) -> str:
        return self.own.choose(world.view(world.to_move), world.moves())


def find_bot(name: str, game: Game, players: int) -> Bot:
    """A bot by what a person writes.

    A level's name; `random`, `greedy`, `flat:20` (playouts a move), `search:1000` (iterations, with
    playouts), `net:1000` (with a network; `net:1000:FILE` with weights of one's own); or
    `package.module:Name`, a bot of one's own, loaded by import path.
    """
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
    }
    if name == "random":
        return RandomBot()
    if name == "greedy":
        return GreedyBot()
    if kind in simple:
        count = int(budget) if budget.isdecimal() and len(budget) < 9 else 0
        if not 0 < count <= 10_000_000 or (path and kind != "net"):
            raise BadTable("bad_budget", TOPIC, given=name, kind=kind)
        return simple[kind](count)
    if ":" in name:
        return OwnBotPlayer(load_own(name))
    raise BadTable("unknown_bot", TOPIC, given=name, levels=LEVELS)


def chosen_weights(path: str, game: Game, players: int) -> Weights:
    """Those in a file, or those at hand for the table."""
    found = read_weights(Path(path), game, players) if path else find_weights(game, players)
    if found is None:
        raise BadTable("no_weights", TOPIC, game=game.name, players=players)
    return found


def load_own(path: str) -> OwnBot:
    module_name, _, attribute = path.partition(":")
    try:
        made = getattr(importlib.import_module(module_name), attribute)
        own = made() if isinstance(made, type) else made
    except (ImportError, AttributeError, ValueError, TypeError) as reason:
        raise BadTable("own_bot_missing", TOPIC, given=path, reason=str(reason)) from None
    if not callable(getattr(own, "choose", None)):
        raise BadTable("own_bot_no_choose", TOPIC, given=path)
    return own  # type: ignore[no-any-return]
