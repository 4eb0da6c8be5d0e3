"""Dance of Muses, by Marco Baglioni and David Trambusti: its rules, words and pictures."""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import Rules
from moonlit.core.errors import MoonlitError
from moonlit.core.game import Entry, Game, Options
from moonlit.games.dance_of_muses import (
    components,
    deals,
    hidden,
    moves,
    notation,
    rules,
    scoring,
    telling,
    views,
)
from moonlit.games.dance_of_muses.hunch import rate
from moonlit.games.dance_of_muses.state import ACTION_SPACE, MAX_ACTIONS, STATE


class DanceOfMuses(Game):
    name = "dance-of-muses"
    seats = range(2, 5)
    options = ("components",)
    state = STATE
    rules = Rules(rules.setup, moves.legal, rules.play, scoring.result, hidden.redeal, rate)
    deals = deals
    max_actions = MAX_ACTIONS
    action_space = ACTION_SPACE
    has_secrets = True
    designers = ("Marco Baglioni", "David Trambusti")
    publishers = ("Space Otter Publishing",)

    def read_options(self, players: int, options: Options) -> tuple[Options, list[int]]:
        if "components" not in options:
            return {}, components.numbers(components.MUSES)
        table = components.check(options["components"])
        return {"components": table}, components.numbers(table)

    def company(self, players: int, seat: int) -> int:
        return seat % 2 if players == 4 else seat

    def retell(self, before: Any, after: Any, actions: list[int]) -> list[int]:
        return deals.retell(after, actions)

    def spell(self, state: Any, action: int, seat: int) -> str:
        return notation.spell(state, action, seat)

    def refuse(self, state: Any, text: str) -> MoonlitError:
        return notation.refuse(state, text)

    def view(self, state: Any, seat: int) -> dict[str, Any]:
        return views.view(state, seat)

    def preview(self, before: Any, action: int, after: Any) -> dict[str, Any]:
        return views.preview(before, action, after)

    def tell(self, before: Any, action: int) -> list[Entry]:
        return telling.tell_move(before, action)

    def log(self, before: Any, action: int, after: Any, seat: int) -> list[Entry]:
        return telling.log(before, action, after, seat)

    def standing(self, state: Any, seat: int) -> dict[str, Any]:
        return views.standing(state, seat)

    def budgets(self, players: int) -> tuple[int, ...]:
        """With more players less is settled by skill, so the levels are further apart."""
        if players == 2:
            return 30, 120, 450, 1600, 8000
        return (6, 14, 32, 400, 10_000) if players == 3 else (10, 30, 80, 500, 10_000)

    def search_settings(self, players: int) -> dict[str, float]:
        return {"explore": 0.3, "scale": 2.0}


GAME = DanceOfMuses()
