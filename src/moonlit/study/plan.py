"""How much thought a review gives to a game: a budget for all of it, divided by its decisions."""

from __future__ import annotations

from dataclasses import dataclass

from moonlit.core.errors import BadTable

TOPIC = "study"
ALONE = 3  # times the iterations


@dataclass(frozen=True)
class Plan:
    """The searches of one decision."""

    iterations: int  # of a search
    worlds: int  # in which a move that brings something to light is compared
    drawn: int  # worlds that luck is measured in,
    luck: int  # … iterations in each of them,
    glances: int  # … and worlds that the network looks at besides


@dataclass(frozen=True)
class Budget:
    iterations: int  # for all searches of a game together, about
    least: int  # for one search, however long the game is
    most: int
    worlds: int
    drawn: int
    glances: int

    def plan(self, moves: int, players: int) -> Plan:
        """A decision takes two searches on average, before those that come of doubts.

        Alone at the table iterations are quicker, and nobody's moves are there to be foreseen.
        """
        each = self.iterations // max(1, moves) // 2
        if players == 1:
            each *= ALONE
        each = max(self.least, min(self.most, each))
        return Plan(each, self.worlds, self.drawn, max(24, each // self.drawn), self.glances)


BUDGETS = {
    "quick": Budget(100_000, 200, 8_000, 12, 24, 96),
    "deep": Budget(1_200_000, 1_000, 60_000, 32, 64, 400),
}


def find_budget(name: str) -> Budget:
    if name not in BUDGETS:
        raise BadTable("bad_budget", TOPIC, given=name, budgets=tuple(BUDGETS))
    return BUDGETS[name]
