"""The games of an arena that are worth a look, replayed from what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from moonlit.arena.plan import Fixture, Setup
from moonlit.arena.play import Line, set_table
from moonlit.arena.report import Report
from moonlit.arena.results import Results
from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match
from moonlit.core.record import load
from moonlit.core.registry import find_game

MAX_PAIRINGS = 12  # pairings with boards: a board is some 50 kB


class Notable(NamedTuple):
    kind: str  # closest, one_sided; solo: best, worst
    line: Line
    match: Match  # at its end


def most_even(found: Report) -> list[tuple[str, ...]]:
    """The pairings whose games are shown, in the order of the plan."""
    setup = found.setup
    shares: dict[tuple[str, ...], float] = {
        (row.bot, row.against): row.share.value for row in found.pairs
    }
    kept = sorted(setup.pairings, key=lambda pair: abs(shares.get(pair, 0.0) - 1 / setup.turns))
    return [pair for pair in setup.pairings if pair in kept[:MAX_PAIRINGS]]


def notable(results: Results, lines: list[Line]) -> list[Notable]:
    """The two ends of what happened in some games that can be replayed."""
    kinds = ("best", "worst") if results.setup.solo else ("closest", "one_sided")
    ordered = sorted((line for line in lines if line["scores"]), key=margin(results.setup))
    ends = [ordered[0], ordered[-1]] if len(ordered) > 1 else ordered
    found = [(kind, line, replayed(results, line)) for kind, line in zip(kinds, ends, strict=False)]
    return [Notable(kind, line, match) for kind, line, match in found if match is not None]


def margin(setup: Setup) -> Callable[[Line], float]:
    """How far the pairing's two bots were apart; in solo games, how far from the best one was."""
    table = setup.companies
    sign = 1.0 if find_game(setup.game).low_wins else -1.0

    def lead(line: Line) -> float:
        places, scores = line["places"], line["scores"]
        if setup.solo:
            return sign * float(scores[0])
        rivals = [team[0] for number, team in enumerate(table) if number != line["turn"]]
        rival = min(rivals, key=lambda seat: places[seat])
        return abs(float(scores[table[line["turn"]][0]]) - float(scores[rival]))

    return lead


# ---- replaying ---------------------------------------------------------------------------------


def replayable(results: Results, line: Line) -> bool:
    """Whether its moves are kept: with its result or, where that is older, as a record."""
    return "history" in line or results.record_path(*fixture(line)).exists()


def fixture(line: Line) -> Fixture:
    return Fixture(tuple(line["pair"]), line["deal"], line["turn"])


def replayed(results: Results, line: Line) -> Match | None:
    """The game as it ended, or None where what is kept is not that game."""
    try:
        if "history" in line:
            match = set_table(results.setup, fixture(line))
            for move in str(line["history"]).split("\n"):
                match.play(move)
        else:
            match = load(results.record_path(*fixture(line)))
    except MoonlitError:
        return None
    scores = [row["score"] for row in match.standings() or []]
    return match if scores == line["scores"] else None
