"""`moonlit stats`: what the games of a folder say of one who played them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadTable
from moonlit.core.record import load
from moonlit.corpus.sources import games_in
from moonlit.study.stats import BOT, Played, figures, played
from moonlit.study.stats_report import report


def run(path: Path, name: str | None, game: str | None, as_json: bool, language: str) -> None:
    records = [record for record in games_in(path) if game in (None, record.get("game"))]
    if name is None:
        name = most_frequent(records)
    rows = played_by(records, name)
    if not rows:
        raise BadTable("nobody_played", "study", name=name, path=str(path))
    found = [figures(each, rows) for each in dict.fromkeys(row.game for row in rows)]
    if as_json:
        print("\n".join(json.dumps(each) for each in found))
    else:
        print("\n\n".join(report(each, name, language) for each in found))


def played_by(records: list[dict[str, Any]], name: str) -> list[Played]:
    """The finished games of somebody, the oldest first where they have dates."""
    rows = []
    for record in records:
        if name in record.get("players", ()):
            match = load(record)
            if match.over:
                rows.append(played(match, match.players.index(name)))
    if all(row.ended is not None for row in rows):
        rows.sort(key=lambda row: row.ended or 0)
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
