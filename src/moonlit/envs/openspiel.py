"""The games registered with OpenSpiel: `import moonlit.envs.openspiel`, then

    pyspiel.load_game("moonlit_some_game(players=3)")

All randomness of a game is in its deal, so the root is one chance node: it chooses among `deals`
equally likely seeds from `first_seed` on, and what follows is deterministic. Every outcome is a
game that `moonlit.new` deals from the seed. The seed itself is in nobody's observation.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from moonlit.core.errors import BadTable
from moonlit.core.game import Game
from moonlit.core.layout import find_layout
from moonlit.core.match import Match, new
from moonlit.core.observing import observation
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.core.words import say
from moonlit.envs.play import TOPIC, learnable, rewards
from moonlit.envs.table import need

need("pyspiel", "openspiel")

import pyspiel  # noqa: E402

DEALS = 1000
MAX_DEALS = 1_000_000


class Seated:
    """The match of a state, and what was told of it so far, so that it is told only once.

    OpenSpiel copies states deeply; this copies no more than it must.
    """

    def __init__(self, match: Match | None = None) -> None:
        self.match = match
        self._moves: list[str] = []
        self._logs: dict[int | None, list[str]] = {}
        self._views: dict[int | None, tuple[int, str]] = {}

    def __deepcopy__(self, memo: Any) -> Seated:
        other = Seated(None if self.match is None else self.match.copy())
        other._moves = list(self._moves)
        other._logs = {seat: list(log) for seat, log in self._logs.items()}
        other._views = dict(self._views)
        return other

    def moves(self, match: Match) -> list[str]:
        """All moves so far, as their own players spell them."""
        self._moves += match.history_of_movers(len(self._moves))
        return self._moves

    def log(self, match: Match, viewer: int | None) -> list[str]:
        """What a player saw happen, in JSON, a line a move."""
        told = self._logs.setdefault(viewer, [])
        told += [compact(move) for move in match.log(viewer, len(told))]
        return told

    def view(self, match: Match, viewer: int | None) -> str:
        """What a player sees now, in JSON."""
        if viewer not in self._views or self._views[viewer][0] != match.number:
            self._views[viewer] = match.number, compact(match.view(viewer))
        return self._views[viewer][1]


def compact(told: Any) -> str:
    return json.dumps(told, separators=(",", ":"))


class MoonlitState(pyspiel.State):  # type: ignore[misc]
    """A match behind OpenSpiel's interface; before the deal there is none."""

    def __init__(self, game: MoonlitGame) -> None:
        super().__init__(game)
        self.rules = game.rules_name
        self.players = game.players
        self.deals = game.deals
        self.first_seed = game.first_seed
        self.seated = Seated()

    @property
    def match(self) -> Match:
        """The match, once it is dealt."""
        if self.seated.match is None:
            raise BadTable("not_dealt", TOPIC)
        return self.seated.match

    def is_dealt(self) -> bool:
        return self.seated.match is not None

    # ---- what OpenSpiel asks for

    def current_player(self) -> int:
        if self.seated.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.seated.match.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.match.legal_actions().tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1 / self.deals) for number in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.seated.match is None:
            self.seated.match = new(self.rules, self.players, self.first_seed + action)
        else:
            self.seated.match.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.seated.match is None:
            return f"deal {self.first_seed + action}"
        return self.match.spell(action, player if player >= 0 else None)

    def is_terminal(self) -> bool:
        return self.seated.match is not None and self.seated.match.over

    def returns(self) -> list[float]:
        if self.seated.match is None:
            return [0.0] * self.players
        return rewards(self.seated.match)

    def resample_from_infostate(self, player: int, sampler: Any) -> MoonlitState:
        """A state that this player cannot tell from this one, hidden things dealt anew."""
        other: MoonlitState = self.clone()
        chosen = sampler() if callable(sampler) else np.random.default_rng().random()
        other.seated = Seated(self.match.redeal(player, int(chosen * MAX_SEED)))
        return other

    def __str__(self) -> str:
        if self.seated.match is None:
            return "before the deal"
        match = self.seated.match
        return " ".join([f"deal {match.seed}:", *self.seated.moves(match)])


class MoonlitObserver:
    """What a player sees. As numbers: the sections of the layout. As text: the view in JSON, and
    with perfect recall the log of all that the player saw happen before it.
    """

    def __init__(self, game: MoonlitGame, kind: Any, params: Any) -> None:
        if params:
            raise BadTable("no_observer_params", TOPIC, given=params)
        self.layout = find_layout(game.rules, game.players)
        self.recall = kind.perfect_recall
        self.own = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.own:
            self.tensor = np.zeros(self.layout.size, dtype=np.float32)
            self.dict = self.layout.split(self.tensor)

    def set_from(self, state: MoonlitState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = observation(state.match, player) if state.is_dealt() else 0

    def string_from(self, state: MoonlitState, player: int) -> str:
        if not state.is_dealt():
            return "before the deal"
        viewer = player if self.own else None
        view = state.seated.view(state.match, viewer)
        if not self.recall:
            return view
        return "\n".join([*state.seated.log(state.match, viewer), view])


class MoonlitGame(pyspiel.Game):  # type: ignore[misc]
    """A game at a table of so many players."""

    rules_name: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        self.players = given["players"]
        self.deals = given["deals"]
        self.first_seed = given["first_seed"]
        self.rules.configure(self.players, {})
        if not 1 <= self.deals <= MAX_DEALS or not 0 <= self.first_seed <= MAX_SEED - self.deals:
            raise BadTable("bad_deals", TOPIC, most=MAX_DEALS, seed=MAX_SEED - MAX_DEALS)
        layout = find_layout(self.rules, self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_space,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=float(layout.reward.lowest),
            max_utility=float(layout.reward.highest),
            utility_sum=0.0 if self.players > 1 else None,
            max_game_length=layout.longest,
        )
        super().__init__(self.kind, info, given)

    @property
    def rules(self) -> Game:
        return find_game(self.rules_name)

    def new_initial_state(self) -> MoonlitState:
        return MoonlitState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MoonlitObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MoonlitObserver(self, kind, params)


def game_type(rules: Game, solo: bool) -> Any:
    """What OpenSpiel should know of a game before it is made."""
    seats = [players for players in rules.seats if (players == 1) == solo]
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(rules.name, solo),
        long_name=say(rules.name, "name", "en"),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if solo else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": seats[0], "deals": DEALS, "first_seed": 0},
    )


def short_name(game: str, solo: bool = False) -> str:
    """What a game is registered as."""
    return f"moonlit_{game.replace('-', '_')}{'_solo' if solo else ''}"


def register() -> None:
    """Make the games known to `pyspiel.load_game`, once."""
    for game in learnable():
        for solo in (False, True) if 1 in game.seats else (False,):
            if short_name(game.name, solo) not in pyspiel.registered_names():
                kind = game_type(game, solo)
                made = type("MoonlitGame", (MoonlitGame,), {"rules_name": game.name, "kind": kind})
                pyspiel.register_game(kind, made)


register()
