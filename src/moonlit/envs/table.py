"""A table at which environments play one game after the other, and what they have in common."""

from __future__ import annotations

import importlib.util
import random
from typing import Any

import numpy as np

from moonlit.core.checks import check_options, check_seed
from moonlit.core.errors import BadTable, IllegalMove
from moonlit.core.layout import find_layout
from moonlit.core.match import Match, new
from moonlit.core.observing import action_mask, observation
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.core.words import say
from moonlit.envs.play import TOPIC, rewards
from moonlit.envs.window import Window

RENDER_MODES = ("human", "ansi", "rgb_array")
ILLEGAL = ("lose", "random", "raise")  # what comes of an illegal action


def need(package: str, extra: str) -> None:
    """Complain in words where a package is missing that an extra of Moonlit would bring."""
    if importlib.util.find_spec(package) is None:
        raise ImportError(say(TOPIC, "missing_package", "en", package=package, extra=extra))


class Table:
    """Deals matches and plays action numbers in them.

    `scaled` observations are float32 between -1 and 1, the others int8 as the layout says.
    """

    def __init__(
        self,
        game: str,
        players: int,
        options: Options | None,
        scaled: bool,
        illegal: str,
        render_mode: str | None,
    ) -> None:
        self.game = find_game(game)
        self.options, _ = self.game.configure(players, check_options(options))
        self.players = players
        self.layout = find_layout(self.game, players)
        self.scaled = scaled
        if illegal not in ILLEGAL:
            raise BadTable("bad_illegal", TOPIC, given=illegal, ways=ILLEGAL)
        self.illegal = illegal
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadTable("bad_render_mode", TOPIC, given=render_mode, modes=RENDER_MODES)
        self.render_mode = render_mode
        self._window: Window | None = None
        if render_mode == "human":
            self._window = Window(say(game, "name"))
        self.chance = random.Random()
        self._match: Match | None = None
        self.lost: int | None = None  # the seat that lost the game by an illegal action

    def observation_box(self) -> tuple[Any, Any, Any]:
        """The bounds of an observation and the kind of its numbers."""
        if not self.scaled:
            return self.layout.low, self.layout.high, np.int8
        low, high = (self.layout.low * self.layout.scale, self.layout.high * self.layout.scale)
        return low, high, np.float32

    def deal(self, seed: int | None) -> None:
        """The game that `moonlit.new` deals from this seed; without one the next of a series."""
        if seed is not None:
            self.chance = random.Random(check_seed(seed))
        else:
            seed = self.chance.randrange(MAX_SEED + 1)
        self._match = new(self.game.name, self.players, seed, self.options)
        self.lost = None

    @property
    def match(self) -> Match:
        if self._match is None:
            raise BadTable("not_reset", TOPIC)
        return self._match

    @property
    def to_move(self) -> int | None:
        return None if self.lost is not None else self.match.to_move

    def see(self, seat: int) -> Any:
        return observation(self.match, seat, self.scaled)

    def mask(self, seat: int) -> Any:
        return action_mask(self.match, seat)

    def act(self, action: Any) -> None:
        """Play an action for the seat to move; what comes of an illegal one is the table's rule."""
        legal = self.match.legal_actions()
        if not np.any(legal == action):
            if self.illegal == "raise":
                raise IllegalMove("illegal_action", TOPIC, action=action, count=len(legal))
            if self.illegal == "lose":
                self.lost = self.match.to_move
                return
            action = self.chance.choice(legal.tolist())
        self.match.play_action(int(action))

    def rewards(self) -> list[float]:
        """What each seat got at the end: who plays an illegal action gets the least there is."""
        if self.lost is None:
            return rewards(self.match)
        got = [0.0] * self.players
        got[self.lost] = float(self.layout.reward.lowest)
        return got

    def render(self, seat: int | None) -> Any:
        """The game as a seat sees it, in the table's render mode."""
        if self.render_mode is None:
            return None
        if self._window is not None:
            self._window.show(self.match, seat)
            return None
        from moonlit.envs import render

        return getattr(render, self.render_mode)(self.match, seat)

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
