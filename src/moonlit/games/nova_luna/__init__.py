"""Nova Luna, by Uwe Rosenberg and Corné van Moorsel: its rules, words and pictures."""

from __future__ import annotations

from typing import Any

from moonlit.core.contract import Rules
from moonlit.core.errors import BadTable, MoonlitError
from moonlit.core.game import Entry, Game, Options
from moonlit.games.nova_luna import deals, notation, rules, views
from moonlit.games.nova_luna.hunch import rate
from moonlit.games.nova_luna.state import MAX_ACTIONS, REFILL, STATE

GOAL_DISCS = {1: 21, 2: 20, 3: 20, 4: 20}
BEGINNER_DISCS = {3: 17, 4: 15}


class NovaLuna(Game):
    name = "nova-luna"
    seats = range(1, 5)
    options = ("beginner",)
    state = STATE
    rules = Rules(rules.setup, rules.legal, rules.play, rules.result, rules.redeal, rate)
    deals = deals
    max_actions = MAX_ACTIONS
    action_space = REFILL + 1
    low_wins = True
    designers = ("Uwe Rosenberg", "Corné van Moorsel")
    publishers = ("Edition Spielwiese", "Stronghold Games")

    def read_options(self, players: int, options: Options) -> tuple[Options, list[int]]:
        beginner = options.get("beginner", False)
        if not isinstance(beginner, bool):
            raise BadTable("bad_beginner", self.name, given=beginner)
        if not beginner:
            return {}, [GOAL_DISCS[players]]
        if players not in BEGINNER_DISCS:
            raise BadTable("beginner_players", self.name, players=players)
        return {"beginner": True}, [BEGINNER_DISCS[players]]

    def spell(self, state: Any, action: int, seat: int) -> str:
        return notation.spell(action)

    def refuse(self, state: Any, text: str) -> MoonlitError:
        return notation.refuse(state, text)

    def view(self, state: Any, seat: int) -> dict[str, Any]:
        return views.view(state)

    def preview(self, before: Any, action: int, after: Any) -> dict[str, Any]:
        return views.preview(before, action, after)

    def tell(self, before: Any, action: int) -> list[Entry]:
        return views.tell(before, action)

    def log(self, before: Any, action: int, after: Any, seat: int) -> list[Entry]:
        return views.log(before, action, after)

    def standing(self, state: Any, seat: int) -> dict[str, Any]:
        return views.standing(state, seat)

    def budgets(self, players: int) -> tuple[int, ...]:
        return (100, 300, 1000, 3000, 8000) if players == 1 else (8, 40, 150, 600, 4000)

    def search_settings(self, players: int) -> dict[str, float]:
        if players == 1:
            return {"explore": 0.3, "guide": 20, "scale": 12.0, "middle": -100.0}
        return {"explore": 0.2, "wide": 3}


GAME = NovaLuna()
