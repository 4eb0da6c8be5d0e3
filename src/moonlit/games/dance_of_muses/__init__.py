"""Dance of Muses, by Marco Baglioni and David Trambusti: its rules, words and pictures."""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import Rules
from moonlit.core.errors import MoonlitError
from moonlit.core.game import Entry, Game, Options
from moonlit.games.dance_of_muses import (
    actions,
    deals,
    heuristic,
    hidden,
    log,
    notation,
    options,
    previews,
    refusals,
    rules,
    scoring,
    state,
    views,
)


class DanceOfMuses(Game):
    name = "dance-of-muses"
    seats = range(2, 5)
    options = tuple(option.name for option in options.OPTIONS)
    state = state.STATE
    rules = Rules(
        rules.setup, rules.legal, rules.play, scoring.result, hidden.redeal, heuristic.rate
    )
    deals = deals
    max_actions = actions.MAX_ACTIONS
    action_space = actions.ACTION_SPACE
    has_secrets = True
    designers = ("Marco Baglioni", "David Trambusti")
    publishers = ("Space Otter Publishing",)

    def read_options(self, players: int, chosen: Options) -> tuple[Options, list[int]]:
        return options.read(players, chosen)

    def company(self, players: int, seat: int) -> int:
        return scoring.company(players, seat)

    def retell(self, before: Any, after: Any, actions: list[int]) -> list[int]:
        return deals.retell(before, after, actions)

    def spell(self, state: Any, action: int, seat: int) -> str:
        return notation.spell(state, action, seat)

    def refuse(self, state: Any, text: str) -> MoonlitError:
        return refusals.refuse(state, text)

    def view(self, state: Any, seat: int) -> dict[str, Any]:
        return views.view(state, seat)

    def preview(self, before: Any, action: int, after: Any) -> dict[str, Any]:
        return previews.preview(before, action, after)

    def tell(self, before: Any, action: int) -> list[Entry]:
        return log.describe(before, action)

    def log(self, before: Any, action: int, after: Any, seat: int) -> list[Entry]:
        return log.log(before, action, after, seat)

    def standing(self, state: Any, seat: int) -> dict[str, Any]:
        return views.standing(state, seat)

    def budgets(self, players: int) -> tuple[int, ...]:
        return heuristic.budgets(players)

    def search_settings(self, players: int) -> dict[str, float]:
        return heuristic.search_settings(players)


GAME = DanceOfMuses()
