"""A game as the rest of Moonlit meets it: what it says about itself, and its roles (roles.py)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from moonlit.core.columns import Column
from moonlit.core.contract import Rules, register
from moonlit.core.discovery import origins
from moonlit.core.errors import BadTable, BrokenGame, MoonlitError
from moonlit.core.options import Option, Options
from moonlit.core.roles import load_role

# Whose states have this form: the rules of a state are found by it (contract.py).
_packages: dict[np.dtype[Any], str] = {}

Entry = dict[str, Any]  # {"key": …, "args": {…}}: a sentence, to be said in any language


def entry(key: str, /, **args: Any) -> Entry:
    return {"key": key, "args": args}


class Deals(Protocol):
    """How a game is dealt; its module `deals` does it."""

    def sizes(self, config: Any) -> list[int]:
        """A deal is some shuffled runs 0 … size-1, one behind the other: their sizes."""

    def write(self, config: Any, deal: Any) -> dict[str, Any]:
        """The deal as records hold it."""

    def read(self, config: Any, data: Any) -> Any:
        """The deal in a record, or BadRecord."""

    def after_redeal(self, deal: Any, state: Any) -> Any:
        """A deal from which a redealt state could have come; `deal` is the one before."""


class Game:
    """One instance a game and a process: the `GAME` of its package.

    Its functions are those of its roles. States are passed for reading (`contract.reading`). A
    seat of -1 is a spectator. Whatever takes a `seat` tells it what that seat may know and nothing
    else.
    """

    deals: Deals

    # ---- moves

    spell: Callable[[Any, int, int], str]
    """spell(state, action, seat): an action in the game's notation, as that seat may read it."""

    spell_own: Callable[[int], str] | None
    """spell_own(action): how the seat to move reads it, where that is so in every position."""

    refuse: Callable[[Any, str], MoonlitError]
    """refuse(state, text): why `text`, which is no legal move now, cannot be played."""

    # ---- telling

    view: Callable[[Any, int], dict[str, Any]]
    """view(state, seat): all that a seat may know, JSON-ready and rich enough to draw it from."""

    preview: Callable[[Any, int, Any], dict[str, Any]]
    """preview(before, action, after): what a move would bring, told to the seat that may make it.
    Its "entries" say it in sentences."""

    describe: Callable[[Any, int], list[Entry]]
    """describe(before, action): a move in words for the seat that may make it: what it is, not
    what comes of it."""

    log: Callable[[Any, int, Any, int], list[Entry]]
    """log(before, action, after, seat): a move and what came of it, told to a seat."""

    is_open: Callable[[int], bool]
    """is_open(action): whether everybody reads it, and is told of it, alike."""

    standing: Callable[[Any, int], dict[str, Any]]
    """standing(state, seat): a seat's `score` and the numbers behind it."""

    columns: Callable[[int], Sequence[Column]]
    """columns(players): which of those numbers a table of standings shows."""

    # ---- for bots

    budgets: Callable[[int], tuple[int, ...]]
    """budgets(players): iterations of each level, from the weakest to the strongest."""

    search_settings: Callable[[int], dict[str, float]]
    """search_settings(players): what a search should do otherwise than usual (search.think)."""

    def __init__(
        self,
        package: str,
        *,
        name: str,
        seats: range,
        designers: Sequence[str],
        publishers: Sequence[str],
        rules_version: int = 1,
        has_secrets: bool = False,
        low_wins: bool = False,
        order: int = 100,
    ) -> None:
        """package: whose modules are the roles. seats: how many may play.

        has_secrets: whether seats know different things. low_wins: whether a lower score is a
        better one. order: where the game stands in lists, low first.
        """
        self.package = package
        self.name = name
        self.seats = seats
        self.designers = tuple(designers)
        self.publishers = tuple(publishers)
        self.rules_version = rules_version
        self.has_secrets = has_secrets
        self.low_wins = low_wins
        self.order = order
        self._take_roles()
        other = _packages.setdefault(self.state, package)
        if other != package:
            raise BrokenGame("same_state", package=package, other=other)
        register(self.state, self.rules)

    def _take_roles(self) -> None:
        state, actions, rules, heuristic, notation, refusals, views, previews, log = (
            load_role(self.package, role)
            for role in (
                "state",
                "actions",
                "rules",
                "heuristic",
                "notation",
                "refusals",
                "views",
                "previews",
                "log",
            )
        )
        self.state: np.dtype[Any] = state.STATE
        self.max_actions: int = actions.MAX_ACTIONS  # legal ones in one position, at most
        self.action_space: int = actions.ACTION_SPACE  # every action is a number below this
        self._scoring = load_role(self.package, "scoring")
        self.rules = Rules(
            rules.setup,
            rules.legal,
            rules.play,
            self._scoring.result,
            load_role(self.package, "hidden").redeal,
            heuristic.rate,
        )
        self._options = load_role(self.package, "options")
        self.options: tuple[Option, ...] = tuple(self._options.OPTIONS)
        self._deals: Any = load_role(self.package, "deals")
        self.deals = self._deals
        self.spell, self.refuse = notation.spell, refusals.refuse
        self.spell_own = getattr(notation, "spell_own", None)
        self.view, self.standing, self.columns = views.view, views.standing, views.columns
        self.preview, self.log, self.describe = previews.preview, log.log, log.describe
        self.is_open = getattr(log, "is_open", lambda action: not self.has_secrets)
        self.budgets, self.search_settings = heuristic.budgets, heuristic.search_settings

    def __reduce__(self) -> Any:
        """There is one of it in a process: a copy is the game itself, and so is a pickle's."""
        return _game_of, (self.package,)

    def role(self, name: str) -> Any:
        """A role that play does not wait for: its observation, its drawing on a terminal."""
        return load_role(self.package, name)

    @property
    def emblem(self) -> str:
        """A small drawing, as SVG; none where the game brings none."""
        path = origins()[self.name].folder / "emblem.svg"
        return path.read_text(encoding="utf-8").strip() if path.exists() else ""

    @property
    def bundled(self) -> bool:
        """Whether it comes with Moonlit: then the page was built with its words."""
        return origins()[self.name].bundled

    # ---- setting the table

    def configure(
        self, players: int, options: Options, *, recorded: bool = False
    ) -> tuple[Options, Any]:
        """Check a table; return its options as records keep them, and the rules' config.

        recorded: the table was set long ago, so what nobody would be offered today still holds.
        """
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.seats:
            raise BadTable(
                "bad_players",
                game=self.name,
                low=self.seats[0],
                high=self.seats[-1],
                players=players,
            )
        known = tuple(option.name for option in self.options)
        for option in options:
            if option not in known:
                raise BadTable(
                    "unknown_option", game=self.name, option=option, options=known or ("-",)
                )
        kept, config = self._options.read(players, options)
        if not recorded:
            self._check_declared(players, kept)
        return kept, np.array([players, *config], dtype=np.int64)

    def _check_declared(self, players: int, kept: Options) -> None:
        for option in self.options:
            if kept.get(option.name, option.default) == option.default:
                continue
            if not option.fits(players):
                raise BadTable("option_players", option=option.name, players=option.players)
            seats = [kept[option.name][field] for field in option.apart]
            if len(set(seats)) < len(seats):
                raise BadTable("seats_apart", option=option.name, fields=option.apart)

    def options_again(self, options: Options, places: Sequence[int]) -> Options:
        """The options of a rematch, where a game's outcome has a say in them."""
        found = getattr(self._options, "again", None)
        return options if found is None else dict(found(options, places))

    def company(self, players: int, seat: int) -> int:
        """Which seats play together: those of one company share their place and their score."""
        found = getattr(self._scoring, "company", None)
        return seat if found is None else int(found(players, seat))

    def retell(self, before: Any, after: Any, actions: list[int]) -> list[int]:
        """The actions that led to `before`, as they are called now that it was redealt."""
        found = getattr(self._deals, "retell", None)
        return actions if found is None else list(found(before, after, actions))


def _game_of(package: str) -> Game:
    game: Game = importlib.import_module(package).GAME
    return game
