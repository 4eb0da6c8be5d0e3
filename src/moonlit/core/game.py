"""A game as the rest of Moonlit meets it: its rules (contract.py) and how they are told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Protocol

import numpy as np

from moonlit.core.columns import Column
from moonlit.core.contract import Rules, register
from moonlit.core.errors import BadTable, MoonlitError
from moonlit.core.options import Option

Options = dict[str, Any]
Entry = dict[str, Any]  # {"key": …, "args": {…}}: a line of the log, to be said in any language


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


class Game(ABC):
    """One subclass a game, one instance of it a process.

    States are passed for reading (`contract.reading`). A seat of -1 is a spectator. Whatever
    takes a `seat` tells it what that seat may know and nothing else.
    """

    name: ClassVar[str]
    rules_version: ClassVar[int] = 1
    seats: ClassVar[range]  # how many may play
    options: ClassVar[tuple[str, ...]] = ()
    state: ClassVar[np.dtype[Any]]
    rules: ClassVar[Rules]
    deals: Deals
    max_actions: ClassVar[int]  # legal ones in one position, at most
    action_space: ClassVar[int]  # every action is a number below this
    has_secrets: ClassVar[bool] = False  # whether seats know different things
    low_wins: ClassVar[bool] = False  # whether a lower score is a better one
    designers: ClassVar[tuple[str, ...]]
    publishers: ClassVar[tuple[str, ...]]
    option_schema: ClassVar[tuple[Option, ...]] = ()
    emblem: ClassVar[str] = ""  # a small SVG
    order: ClassVar[int] = 100  # where it stands among the games: low ones first
    bundled: ClassVar[bool] = True  # it comes with Moonlit, and its words are built into the page

    def __init__(self) -> None:
        register(self.state, self.rules)

    # ---- setting the table

    def configure(self, players: int, options: Options) -> tuple[Options, Any]:
        """Check a table; return its options as records keep them, and the rules' config."""
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.seats:
            raise BadTable(
                "bad_players",
                game=self.name,
                low=self.seats[0],
                high=self.seats[-1],
                players=players,
            )
        for option in options:
            if option not in self.options:
                known = self.options or ("-",)
                raise BadTable("unknown_option", game=self.name, option=option, options=known)
        kept, config = self.read_options(players, options)
        return kept, np.array([players, *config], dtype=np.int64)

    def read_options(self, players: int, options: Options) -> tuple[Options, list[int]]:
        """Check the options' values; what of them to keep, and what `setup` needs to know."""
        return {}, []

    def company(self, players: int, seat: int) -> int:
        """Which seats play together: those of one company share their place and their score."""
        return seat

    def retell(self, before: Any, after: Any, actions: list[int]) -> list[int]:
        """The actions that led to `before`, as they are called now that it was redealt."""
        return actions

    # ---- moves

    @abstractmethod
    def spell(self, state: Any, action: int, seat: int) -> str:
        """An action in the game's notation, as that seat may read it."""

    @abstractmethod
    def refuse(self, state: Any, text: str) -> MoonlitError:
        """Why `text`, which is no legal move now, cannot be played."""

    # ---- telling

    @abstractmethod
    def view(self, state: Any, seat: int) -> dict[str, Any]:
        """All that a seat may know, JSON-ready and rich enough to draw the game from."""

    @abstractmethod
    def preview(self, before: Any, action: int, after: Any) -> dict[str, Any]:
        """What a move would bring, told to the seat that may make it."""

    @abstractmethod
    def tell(self, before: Any, action: int) -> list[Entry]:
        """A move in words, told to the seat that may make it: what it is, not what comes of it."""

    @abstractmethod
    def log(self, before: Any, action: int, after: Any, seat: int) -> list[Entry]:
        """A move and what came of it, told to a seat."""

    @abstractmethod
    def standing(self, state: Any, seat: int) -> dict[str, Any]:
        """A seat's `score` at the end and the numbers behind it."""

    def columns(self, players: int) -> tuple[Column, ...]:
        """What a table of standings shows of each seat."""
        return (Column("score"),)

    # ---- for bots

    def budgets(self, players: int) -> tuple[int, ...]:
        """Iterations of each level, from the weakest to the strongest."""
        return 15, 60, 250, 1000, 5000

    def search_settings(self, players: int) -> dict[str, float]:
        """What a search of this game should do otherwise than usual (search.think.Settings)."""
        return {}
