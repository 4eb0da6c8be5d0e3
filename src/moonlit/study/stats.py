"""What somebody's games say of them: results, scores, accuracy, luck and openings.

The same figures for a server's players and for a folder of records.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from moonlit.bots.levels import LEVELS
from moonlit.core.contract import reading
from moonlit.core.engine import engine
from moonlit.core.game import Entry
from moonlit.core.match import Match
from moonlit.core.registry import find_game

OUTCOMES = ("won", "shared", "lost", "resigned", "solo")
PEOPLE, MIXED, NOBODY = "people", "mixed", "nobody"  # besides the levels of bots
POINTS = 60  # of a series, at most: more games than that are averaged
BOT = "bot:"  # how a record names a seat that a bot plays
Opponent = tuple[str | None, str | None]  # a name, or the level of a bot


class Played(NamedTuple):
    """One finished game of one person."""

    game: str
    players: int
    outcome: str
    place: int | None
    score: int | None
    ended: int | None  # ms
    against: str
    opening: Entry | None = None
    accuracy: float | None = None  # per cent, where it was reviewed
    luck: float | None = None
    id: str | None = None  # of its table


# ---- one game ----------------------------------------------------------------------------------


def outcome_of(standings: Sequence[Mapping[str, Any]], seat: int, companies: Sequence[int]) -> str:
    """Won, shared, lost or solo, by the places at the end; a company wins together."""
    if len(standings) == 1:
        return "solo"
    if standings[seat]["place"] != 1:
        return "lost"
    first = {companies[row["seat"]] for row in standings if row["place"] == 1}
    return "won" if len(first) == 1 else "shared"


def against(opponents: Iterable[Opponent]) -> str:
    """What kind of opponents these were: a level of bots, people, or some of each."""
    kinds = {PEOPLE if level is None else level for _, level in opponents}
    return NOBODY if not kinds else kinds.pop() if len(kinds) == 1 else MIXED


def opening_of(match: Match, seat: int) -> Entry | None:
    """How a seat has begun, as its game calls it; None: it has not, or there is no word for it."""
    rules, states = engine(match.game), match.states_at(0)
    for action in match.actions:
        if states["to_move"][0] == seat:
            found: Entry | None = match.game.role("openings").opening(reading(states), action)
            return found
        rules.play(states, action)
    return None


def played(match: Match, seat: int, ended: int | None = None) -> Played:
    """A finished game of a record, seen from a seat."""
    standings = match.standings()
    assert standings is not None
    count = len(match.players)
    companies = [match.game.company(count, each) for each in range(count)]
    others = [each for each in range(count) if companies[each] != companies[seat]]
    return Played(
        match.game.name,
        count,
        outcome_of(standings, seat, companies),
        standings[seat]["place"],
        standings[seat]["score"],
        ended if ended is not None else date_of(match),
        against(named(match.players[each]) for each in others),
        opening_of(match, seat),
    )


def named(name: str) -> Opponent:
    """A player as a record names them."""
    return (None, name.removeprefix(BOT)) if name.startswith(BOT) else (name, None)


def date_of(match: Match) -> int | None:
    given = match.info.get("date")
    try:
        return int(datetime.fromisoformat(str(given)).timestamp() * 1000) if given else None
    except ValueError:
        return None


# ---- many --------------------------------------------------------------------------------------


def figures(game: str, games: Iterable[Played]) -> dict[str, Any]:
    """All figures of one game, JSON-ready; the games in the order in which they were played."""
    rows = [row for row in games if row.game == game]
    low = find_game(game).low_wins
    return {
        "game": game,
        "low_wins": low,
        "games": len(rows),
        "by_players": grouped(rows, lambda row: row.players, "players"),
        "by_opponents": by_opponents(rows),
        "scores": {
            str(players): series(some, lambda row: row.score)
            for players, some in split(rows, lambda row: row.players)
        },
        "best_solo": best_solo(rows, low),
        "accuracy": series(rows, lambda row: row.accuracy),
        # a share of the win, or points of the score where one plays alone
        "luck": luck([row for row in rows if row.players > 1]),
        "solo_luck": luck([row for row in rows if row.players == 1]),
        "openings": openings(rows),
    }


def split(rows: Sequence[Played], key: Callable[[Played], Any]) -> list[tuple[Any, list[Played]]]:
    """Rows by a value, the lowest first; each part stays in the order of time."""
    parts: dict[Any, list[Played]] = {}
    for row in rows:
        parts.setdefault(key(row), []).append(row)
    return sorted(parts.items())


def tally(rows: Sequence[Played]) -> dict[str, Any]:
    scores = [row.score for row in rows if row.score is not None]
    counts = Counter(row.outcome for row in rows)
    outcomes = {name: counts[name] for name in OUTCOMES}
    return {"games": len(rows), **outcomes, "score": rounded(scores)}


def rounded(values: Sequence[float], digits: int = 2) -> float | None:
    return round(sum(values) / len(values), digits) if values else None


def grouped(
    rows: Sequence[Played], key: Callable[[Played], Any], name: str
) -> list[dict[str, Any]]:
    return [{name: value, **tally(some)} for value, some in split(rows, key)]


def by_opponents(rows: Sequence[Played]) -> list[dict[str, Any]]:
    """Bots from the weakest to the strongest, then people."""
    order = {kind: at for at, kind in enumerate((*LEVELS, MIXED, PEOPLE))}
    found = grouped(
        [row for row in rows if row.against != NOBODY], lambda row: row.against, "against"
    )
    return sorted(found, key=lambda row: order.get(row["against"], -1))


def best_solo(rows: Sequence[Played], low: bool) -> dict[str, Any] | None:
    scored = [row for row in rows if row.players == 1 and row.score is not None]
    if not scored:
        return None
    best = (min if low else max)(scored, key=lambda row: row.score or 0)
    return {"score": best.score, "ended": best.ended, "id": best.id}


def series(rows: Sequence[Played], value: Callable[[Played], float | None]) -> list[dict[str, Any]]:
    """Values over time: one a game, or averages of some games in a row where there are many."""
    found = [(row.ended, each) for row in rows if (each := value(row)) is not None]
    size = -(-len(found) // POINTS) or 1
    parts = [found[at : at + size] for at in range(0, len(found), size)]
    return [
        {"ended": part[-1][0], "games": len(part), "value": rounded([each for _, each in part], 4)}
        for part in parts
    ]


def luck(rows: Sequence[Played]) -> dict[str, Any]:
    """Luck over time, and its mean of all games up to then: it goes to zero."""
    values = [row.luck for row in rows if row.luck is not None]
    points, total, count = series(rows, lambda row: row.luck), 0.0, 0
    for point in points:
        total += sum(values[count : count + point["games"]])
        count += point["games"]
        point["mean"] = round(total / count, 4)
    return {"points": points, "mean": round(total / count, 4) if count else None}


def openings(rows: Sequence[Played]) -> list[dict[str, Any]]:
    """The most frequent first."""
    named = [row for row in rows if row.opening is not None]
    texts: dict[int, str] = {}  # many games share the very same entry
    for row in named:
        if id(row.opening) not in texts:
            texts[id(row.opening)] = json.dumps(row.opening)
    found = split(named, lambda row: texts[id(row.opening)])
    told = [{"opening": some[0].opening, **tally(some)} for _, some in found]
    return sorted(told, key=lambda row: -row["games"])[:10]
