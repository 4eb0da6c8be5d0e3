"""Nomads, by Gary Kim: its rules, words and pictures."""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import Rules
from moonlit.core.errors import MoonlitError
from moonlit.core.game import Entry, Game, Options
from moonlit.games.nomads import (
    deals,
    logs,
    notation,
    previews,
    refusals,
    rules,
    setting,
    tables,
    views,
)
from moonlit.games.nomads.hunch import rate
from moonlit.games.nomads.state import ACTION_SPACE, MAX_ACTIONS, STATE


class Nomads(Game):
    name = "nomads"
    seats = range(2, 6)
    options = ("adventurers", "lumathon", "components")
    state = STATE
    rules = Rules(setting.setup, rules.legal, rules.play, rules.result, rules.redeal, rate)
    deals = deals
    max_actions = MAX_ACTIONS
    action_space = ACTION_SPACE
    designers = ("Gary Kim",)
    publishers = ("Ludonaute",)

    def read_options(self, players: int, options: Options) -> tuple[Options, list[int]]:
        return tables.read(players, options)

    def spell(self, state: Any, action: int, seat: int) -> str:
        return notation.spell(action)

    def refuse(self, state: Any, text: str) -> MoonlitError:
        return refusals.refuse(state, text)

    def view(self, state: Any, seat: int) -> dict[str, Any]:
        return views.view(state)

    def preview(self, before: Any, action: int, after: Any) -> dict[str, Any]:
        return previews.preview(before, action, after)

    def tell(self, before: Any, action: int) -> list[Entry]:
        return logs.tell(before, action)

    def log(self, before: Any, action: int, after: Any, seat: int) -> list[Entry]:
        return logs.log(before, action, after)

    def standing(self, state: Any, seat: int) -> dict[str, Any]:
        return views.standing(state, seat)

    def budgets(self, players: int) -> tuple[int, ...]:
        return (10, 40, 150, 600, 2500) if players == 2 else (8, 30, 80, 500, 4000)

    def search_settings(self, players: int) -> dict[str, float]:
        return {"guide": 10, "scale": 8.0}


GAME = Nomads()
