"""How sure results are with luck taken out of them, and what that saves and costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from moonlit.arena.plan import Setup
from moonlit.arena.play import Line
from moonlit.arena.ratings import Array, Estimate, mean, shares, tally


@dataclass(frozen=True)
class LessLuck:
    """A share of the win, or a mean score, without luck, from the games whose luck is known."""

    games: int
    value: Estimate
    luck: Estimate  # what was taken out, on average: nothing, as far as the interval goes
    fewer: float  # so many times fewer games make an interval as wide as without
    longer: float  # so many times longer a game takes

    def rest(self) -> LessLuck:
        """The same for the other of two bots."""
        return replace(self, value=self.value.rest(), luck=self.luck.times(-1.0))


def known(lines: list[Line]) -> list[Line]:
    return [line for line in lines if "luck" in line]


def of_pairings(setup: Setup, lines: list[Line]) -> list[LessLuck | None]:
    """What is known of every pairing of the plan, for its first bot."""
    lines = known(lines)
    if not lines:
        return [None] * len(setup.pairings)
    found = tally(setup, lines)
    lucks = tally(setup, lines, lambda line: float(line["luck"]["sum"])).wins
    fair = shares(replace(found, wins=found.wins - lucks))
    rows: list[LessLuck | None] = []
    for number, pair in enumerate(setup.pairings):
        own = [line for line in lines if tuple(line["pair"]) == pair]
        whole = found.games[:, number] == setup.turns
        if whole.sum() < 2:
            rows.append(None)
            continue
        plain = found.wins[whole, number] / setup.turns
        luck = lucks[whole, number] / setup.turns
        rows.append(
            LessLuck(len(own), fair[number], mean(list(luck)), fewer(plain, luck), longer(own))
        )
    return rows


def of_scores(lines: list[Line]) -> LessLuck | None:
    """What is known of the scores of games alone."""
    lines = [line for line in known(lines) if line["scores"]]
    if len(lines) < 2:
        return None
    plain = np.array([float(line["scores"][0]) for line in lines])
    luck = np.array([float(line["luck"]["sum"]) for line in lines])
    return LessLuck(
        len(lines), mean(list(plain - luck)), mean(list(luck)), fewer(plain, luck), longer(lines)
    )


def fewer(plain: Array, luck: Array) -> float:
    """Intervals narrow with the root of games, so it is the variances that are compared."""
    left = float(np.var(plain - luck, ddof=1))
    return float(np.var(plain, ddof=1)) / left if left > 0.0 else 1.0


def longer(lines: list[Line]) -> float:
    thought = sum(float(row[1]) for line in lines for row in line["times"])
    spent = sum(float(line["luck"]["seconds"]) for line in lines)
    return 1.0 + spent / max(thought, 1e-9)
