"""One seat of a game as a Gymnasium environment: bots have the others, or there are none.

    import gymnasium, moonlit.envs
    env = gymnasium.make("moonlit/SomeGame-v0", players=3, seat=0, level="novice")

An observation is an array, as `moonlit.envs.layout(game, players)` says. The mask of legal
actions is in every info as `action_mask`, and `action_masks()` gives it to sb3-contrib.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonlit.bots.bot import Bot, RandomBot, ask, find_bot
from moonlit.bots.own import Own
from moonlit.core.errors import BadSeat, BadTable
from moonlit.core.layout import find_layout
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.envs.play import TOPIC, learnable
from moonlit.envs.table import RENDER_MODES, Table, need
from moonlit.envs.window import FPS

need("gymnasium", "envs")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

Opponent = str | Bot | Own


class SeatEnv(gymnasium.Env[Any, Any]):
    """`players` sit at the table, the learner at `seat`, or at a seat by chance with None. `level`
    names the bots as `moonlit play --bot` does: one for all, or one for each other seat. Bots of
    one's own may be given as they are: objects or functions, such as a policy (bots/own.py).

    The reward comes with the end: 1 for the first place, -1 for the last. An illegal action makes
    the learner "lose", or is replaced by a "random" legal one, or is "raise"d as an error.
    `reset(seed=7)` deals what `moonlit.new(game, players, seed=7)` deals, and the bots play the
    same for the same seed; without a seed the next game of a series follows.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int | None = 0,
        level: Opponent | Sequence[Opponent] = "random",
        options: Options | None = None,
        scaled: bool = False,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        seats = find_game(game).seats
        players = max(2, seats[0]) if players is None else players
        self.table = Table(game, players, options, scaled, illegal, render_mode)
        self.render_mode = render_mode
        if seat is not None and (type(seat) is not int or not 0 <= seat < players):
            raise BadSeat("no_such_seat", TOPIC, given=seat, last=players - 1)
        self._wanted = seat
        self.seat = seat or 0
        self._bots = seat_bots(level, self.table)
        low, high, kind = self.table.observation_box()
        self.observation_space = spaces.Box(low, high, dtype=kind)
        self.action_space = spaces.Discrete(self.table.game.action_space)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.deal(seed)
        if self._wanted is None:
            self.seat = self.table.chance.randrange(self.table.players)
        self._let_bots_play()
        return self.table.see(self.seat), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.table.to_move is None:
            raise BadTable("not_reset", TOPIC)
        self.table.act(action)
        self._let_bots_play()
        over = self.table.to_move is None
        reward = self.table.rewards()[self.seat] if over else 0.0
        return self.table.see(self.seat), reward, over, False, self._info()

    def _let_bots_play(self) -> None:
        """Until it is the learner's turn, or nobody's."""
        match, chance = self.table.match, self.table.chance
        self._show()
        while self.table.to_move not in (None, self.seat):
            bot = self._bots[((match.to_move or 0) - self.seat) % self.table.players - 1]
            if isinstance(bot, RandomBot):  # looks at nothing, so it needs no world of its own
                match.play_action(chance.choice(match.legal_actions().tolist()))
            else:
                match.play(ask(bot, match, chance.getrandbits(40)))
            self._show()

    def _info(self) -> dict[str, Any]:
        """At the end also everyone's `places`, or that an action was `illegal`."""
        info: dict[str, Any] = {"seat": self.seat, "action_mask": self.table.mask(self.seat)}
        if self.table.lost is not None:
            info["illegal"] = True
        standings = self.table.match.standings()
        if standings is not None:
            info["places"] = [row["place"] for row in standings]
            info["scores"] = [row["score"] for row in standings]
        return info

    def action_masks(self) -> Any:
        """The legal actions, as sb3-contrib asks for them."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        return self.table.render(self.seat)

    def _show(self) -> None:
        """A window shows every position without being asked."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        self.table.close()


def seat_bots(level: Any, table: Table) -> list[Bot]:
    """The bots of the other seats, in the order of the table from the learner on."""
    others = table.players - 1
    chosen = list(level) if isinstance(level, (list, tuple)) else [level] * others
    if len(chosen) != others or not all(may_be_a_bot(one) for one in chosen):
        raise BadTable("bad_level", TOPIC, given=level, count=others)
    return [find_bot(one, table.game, table.players) for one in chosen]


def may_be_a_bot(given: Any) -> bool:
    """`find_bot` says what a wrong one lacks."""
    own = (given, getattr(given, "choose", None), getattr(given, "choose_action", None))
    return isinstance(given, (str, Bot)) or any(callable(found) for found in own)


def env_id(game: str, solo: bool = False) -> str:
    """What a game is registered as; its version is that of the layout."""
    name = "".join(word.capitalize() for word in game.split("-"))
    version = find_layout(find_game(game), find_game(game).seats[0]).version
    return f"moonlit/{name}{'Solo' if solo else ''}-v{version}"


def register() -> None:
    """Make the ids known to `gymnasium.make`."""
    for game, seats in ((game.name, game.seats) for game in learnable()):
        for solo in (False, True) if 1 in seats else (False,):
            kwargs: dict[str, Any] = {"game": game, **({"players": 1} if solo else {})}
            if env_id(game, solo) not in gymnasium.registry:
                gymnasium.register(
                    env_id(game, solo),
                    "moonlit.envs.gymnasium:SeatEnv",
                    vector_entry_point="moonlit.envs.vector:seat_envs",
                    kwargs=kwargs,
                )
