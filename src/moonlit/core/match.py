"""Match: to these games what a board is to chess. A match is its deal and its moves."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from moonlit.core.checks import check_names, check_options, check_seed
from moonlit.core.contract import copied, reading
from moonlit.core.engine import engine, new_deal
from moonlit.core.errors import BadSeat, IllegalMove, NothingToUndo, shown
from moonlit.core.game import Entry, Game
from moonlit.core.info import Info
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED, generator
from moonlit.core.words import player_name

FORMAT = 1  # of records
BOARD = 80, 26  # letters and lines of a board as text


class Match:
    """One game being played. Moves are strings in the game's notation."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        options: Options,
        config: Any,
        seed: int | None,
        deal: Any,
    ) -> None:
        self.game = game
        self.players = list(players)
        self.options = options
        self.seed = seed
        self.info: Info = {}  # what else a record tells: no rule and no bot looks at it
        self._config = config
        self._deal = deal
        self._actions: list[int] = []
        self._states = engine(game).setup(config, deal)
        # the position before the last move, so that telling that move needs no replay
        self._before: Any = None
        # worked out when somebody asks, and forgotten with the next change
        self._reading: Any = None
        self._moves: dict[str, int] | None = None
        self._mover: int | None = None

    def _changed(self) -> None:
        self._reading = self._moves = self._before = self._mover = None

    # ---- what is going on

    @property
    def _state(self) -> Any:
        if self._reading is None:
            self._reading = reading(self._states)
        return self._reading

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        if self._mover is None:
            self._mover = int(self._states["to_move"][0])
        return None if self._mover < 0 else self._mover

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None

    @property
    def number(self) -> int:
        """How many moves have been made; the next one fills this number."""
        return len(self._actions)

    def _legal(self) -> dict[str, int]:
        if self._moves is None:
            actions = self.legal_actions().tolist()
            spell = self.game.spell_own or (lambda action: self.spell(action, self.to_move))
            self._moves = dict(zip(map(spell, actions), actions, strict=True))
        return self._moves

    def moves(self) -> list[str]:
        """The legal moves of the seat to move."""
        return list(self._legal())

    # ---- the same in numbers, for bots and environments

    @property
    def states(self) -> Any:
        """The array that holds the one state of this match, for reading."""
        return self._states

    @property
    def actions(self) -> tuple[int, ...]:
        """The numbers of the actions made so far."""
        return tuple(self._actions)

    def states_at(self, number: int) -> Any:
        """The state, in an array of its own, as it was when so many moves had been made."""
        rules = engine(self.game)
        states = rules.setup(self._config, self._deal)
        for action in self._actions[:number]:
            rules.play(states, action)
        return states

    def legal_actions(self) -> Any:
        """The numbers of the legal actions of the seat to move; none when the game is over."""
        if self.over:
            return np.empty(0, dtype=np.int32)
        return engine(self.game).legal(self._states)

    def play_action(self, action: int) -> None:
        """Make an action of `legal_actions()`. This is quick, so nothing is checked."""
        engine(self.game).play(self._states, action)
        self._actions.append(int(action))
        self._changed()

    def spell(self, action: int, seat: int | None = None) -> str:
        """A legal action in the game's notation, as a seat may read it; None: a spectator."""
        return self.game.spell(self._state, action, self._viewer(seat))

    def standings(self) -> list[dict[str, Any]] | None:
        """Places and scores in seat order, with the numbers behind them; None while running."""
        if not self.over:
            return None
        places, _ = engine(self.game).result(self._states)
        return [
            {"seat": seat, "place": int(places[seat]), **self.standing(seat)}
            for seat in self._seats
        ]

    def standing(self, seat: int) -> dict[str, Any]:
        """A seat's score and the numbers behind it, as they are now."""
        return self.game.standing(self._state, self._viewer(seat))

    # ---- what a seat may know

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return -1
        if isinstance(seat, bool) or not isinstance(seat, int) or seat not in self._seats:
            raise BadSeat("bad_seat", given=seat, last=len(self.players) - 1)
        return seat

    @property
    def _seats(self) -> range:
        return range(len(self.players))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know, JSON-ready; None: a spectator."""
        viewer = self._viewer(seat)
        return {
            "game": self.game.name,
            "seat": seat,
            "players": list(self.players),
            "options": deepcopy(self.options),
            "number": self.number,
            "to_move": self.to_move,
            "over": self.over,
            "standings": self.standings(),
            **self.game.view(self._state, viewer),
        }

    def preview(self, move: str) -> dict[str, Any]:
        """What a legal move would bring, as far as the seat to move can know."""
        after = copied(self._states)
        action = self.action(move)
        engine(self.game).play(after, action)
        return self.game.preview(self._state, action, reading(after))

    def describe(self, move: str) -> list[Entry]:
        """A legal move in words, as keys with arguments, for the seat to move."""
        return self.game.describe(self._state, self.action(move))

    def history(self, seat: int | None = None, since: int = 0) -> list[str]:
        """The moves made so far, from number `since` on, as a seat may read them."""
        viewer = self._viewer(seat)
        return [
            self.game.spell(before, action, viewer) for before, action, _ in self._replay(since)
        ]

    def is_open(self, number: int) -> bool:
        """Whether everybody reads a move that was made, and is told of it, alike."""
        return self.game.is_open(self._actions[number])

    def log(self, seat: int | None = None, since: int = 0) -> list[list[Entry]]:
        """For each move from number `since` on: what happened, as keys with arguments."""
        viewer = self._viewer(seat)
        return [
            self.game.log(before, action, after, viewer)
            for before, action, after in self._replay(since)
        ]

    def _replay(self, since: int) -> Iterable[tuple[Any, int, Any]]:
        last = self.number - 1
        if since >= last and self._before is not None:
            if since == last:
                yield self._before, self._actions[last], self._state
            return
        states = self.states_at(since)
        for action in self._actions[since:]:
            before = copied(states)
            engine(self.game).play(states, action)
            yield reading(before), action, reading(states)

    def _repr_svg_(self) -> str:
        """The position as notebooks show it: what everybody may see."""
        from moonlit.core.picture import svg

        return svg(self)

    def redeal(self, seat: int | None, seed: int) -> Match:
        """A match that this seat cannot tell from this one, hidden things dealt anew."""
        viewer = self._viewer(seat)
        other = self.copy()
        other.seed = None
        other.info = {}  # a comment could tell what this seat must not know
        engine(self.game).redeal(other._states, viewer, generator(check_seed(seed)))
        other._deal = self.game.deals.after_redeal(self._deal, other._state)
        other._before = None  # it has to be dealt anew as well
        other._actions = list(self.game.retell(self._state, other._state, self._actions))
        return other

    # ---- playing

    def action(self, move: str) -> int:
        """The action that a move of `moves()` spells, or IllegalMove."""
        if self.over:
            raise IllegalMove("game_over", move=move)
        legal = self._legal()
        if not isinstance(move, str) or move not in legal:
            raise self.game.refuse(self._state, move if isinstance(move, str) else str(shown(move)))
        return legal[move]

    def play(self, move: str) -> None:
        """Make a move of `moves()`, or raise IllegalMove and change nothing."""
        action = self.action(move)
        before, self._states = self._state, copied(self._states)
        engine(self.game).play(self._states, action)
        self._actions.append(action)
        self._changed()
        self._before = before

    def release(self) -> None:
        """Give back memory that only telling the last move needs, once it is told."""
        if self._before is not None:
            self._before.release()

    def undo(self) -> str:
        """Take the last move back; the move that was taken back."""
        if not self._actions:
            raise NothingToUndo("nothing_to_undo")
        action = self._actions.pop()
        self._states = self.states_at(self.number)
        self._changed()
        return self.game.spell(self._state, action, self._state.to_move)

    def copy(self) -> Match:
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.players = list(self.players)
        other.info = deepcopy(self.info)
        other._actions = list(self._actions)
        other._states = copied(self._states)
        other._changed()
        other._before = self._before
        return other

    def branch(self) -> Match:
        """A copy to play on with `play`, which leaves a position as it was: so it is shared."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.players = list(self.players)
        other._actions = list(self._actions)
        return other

    # ---- keeping

    def history_of_movers(self, since: int = 0) -> list[str]:
        """Every move from a number on as its own player spells it, which hides nothing."""
        return [
            self.game.spell(before, action, before.to_move)
            for before, action, _ in self._replay(since)
        ]

    def record(self) -> dict[str, Any]:
        """The whole match, JSON-ready: `moonlit.load` replays it."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "players": list(self.players),
            "options": deepcopy(self.options),
            "seed": self.seed,
            "deal": self._written_deal(),
            "moves": self.history_of_movers(),
            "result": self.standings(),
            **({"info": deepcopy(self.info)} if self.info else {}),
        }

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game: the same table, names, deal and moves."""
        return self._facts() == other._facts() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    def _facts(self) -> tuple[Any, ...]:
        return self.game, self.players, self.options, self._written_deal(), self._actions

    def _written_deal(self) -> dict[str, Any]:
        return self.game.deals.write(self._config, self._deal)

    def __str__(self) -> str:
        """The board as a spectator sees it, as the terminal draws it, without colors."""
        view = self.view(None)
        focus = self.to_move if self.to_move is not None else 0
        return str(self.game.role("terminal").draw(view, focus, "en", *BOARD).plain)

    def __repr__(self) -> str:
        if self.over:
            at = "over"
        else:
            at = f"{player_name(self.to_move or 0, self.players, 'en')} to move"
        return f"<Match {self.game.name}, {len(self.players)} players, move {self.number}, {at}>"


def new(
    game: str,
    players: int | Sequence[str],
    seed: int | None = None,
    options: Options | None = None,
) -> Match:
    """Set a table: `players` is how many, or their names in seat order."""
    found = find_game(game)
    if isinstance(players, int):
        names = [""] * max(0, min(players, 100))
    else:
        names = check_names(players)
        players = len(names)
    kept, config = found.configure(players, check_options(options))
    seed = secrets.randbelow(MAX_SEED + 1) if seed is None else check_seed(seed)
    return Match(found, names, kept, config, seed, new_deal(found, config, seed))
