"""`moonlit stats`: what the games of a folder say of one who played them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from moonlit.arena.run import check_jobs
from moonlit.core.errors import BadTable
from moonlit.core.record import load
from moonlit.sources import records
from moonlit.study.stats import BOT, Played, figures, played
from moonlit.study.stats_report import report


class Game(NamedTuple):
    """A finished game of somebody: its record, where they sat, and what it says of them."""

    record: dict[str, Any]
    seat: int
    row: Played


def run(
    path: Path,
    name: str | None,
    game: str | None,
    as_json: bool,
    language: str,
    reviewed: bool = False,
    jobs: int | None = None,
) -> None:
    found = [record for record in records(path) if game in (None, record.get("game"))]
    if name is None:
        name = most_frequent(found)
    games = games_of(found, name)
    if not games:
        raise BadTable("nobody_played", "study", name=name, path=str(path))
    rows = with_reviews(games, jobs, language) if reviewed else [each.row for each in games]
    told = [figures(each, rows) for each in dict.fromkeys(row.game for row in rows)]
    if as_json:
        print("\n".join(json.dumps(each) for each in told))
    else:
        print("\n\n".join(report(each, name, language) for each in told))


def games_of(records: list[dict[str, Any]], name: str) -> list[Game]:
    """The finished games of somebody, the oldest first where they have dates."""
    found = []
    for record in records:
        if name in record.get("players", ()):
            match = load(record)
            if match.over:
                seat = match.players.index(name)
                found.append(Game(record, seat, played(match, seat)))
    if all(each.row.ended is not None for each in found):
        found.sort(key=lambda each: each.row.ended or 0)
    return found


def with_reviews(games: list[Game], jobs: int | None, language: str) -> list[Played]:
    """The same with accuracy and luck, as a quick review of each game finds them."""
    check_jobs(jobs)
    from moonlit.study.command import print_failed, reviews_of
    from moonlit.study.model import Review

    tasks = [(each.record, "quick", 1) for each in games]
    found = reviews_of(tasks, jobs=jobs, language=language)
    print_failed(found, [str(number + 1) for number in range(len(games))], language)
    rows = []
    for number, each in enumerate(games):
        row, one = each.row, found[number]
        if isinstance(one, Review):
            seat = one.seats[each.seat]
            row = row._replace(accuracy=seat.accuracy, luck=seat.luck)
        rows.append(row)
    return rows


def most_frequent(records: list[dict[str, Any]]) -> str:
    """Whose games these are, if nobody says so: the person who is in most of them."""
    names: Counter[str] = Counter(
        name
        for record in records
        for name in set(record.get("players", ()))
        if name and not name.startswith(BOT)
    )
    first = names.most_common(2)
    if not first:
        raise BadTable("no_people", "study")
    if len(first) == 2 and first[0][1] == first[1][1]:
        raise BadTable("whose_games", "study", one=first[0][0], other=first[1][0])
    return first[0][0]
