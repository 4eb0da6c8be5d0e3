"""Statistics for a terminal: results as tables, what changes over time as a row of bars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moonlit.arena.render import side_by_side
from moonlit.core.words import say
from moonlit.study.plan import TOPIC
from moonlit.study.stats import MIXED, PEOPLE
from moonlit.study.words import decimal

BARS = "▁▂▃▄▅▆▇█"


def report(found: dict[str, Any], name: str, language: str) -> str:
    """The figures of one game, in paragraphs."""

    def word(key: str, **arguments: Any) -> str:
        return say(TOPIC, f"stats.{key}", language, **arguments)

    game = found["game"]
    parts = [word("head", game=say(game, "name", language), name=name, count=found["games"])]
    seats = [[word("seats", count=row["players"]), *cells(row)] for row in found["by_players"]]
    parts.append(table("players", seats, word))
    against = [
        [opponents(row["against"], word, language), *cells(row)] for row in found["by_opponents"]
    ]
    if against:
        parts.append(table("against", against, word))
    if found["best_solo"]:
        parts.append(word("best_solo", score=found["best_solo"]["score"]))
    for players, points in found["scores"].items():
        seats_told = word("seats", count=int(players))
        parts.append(word("scores", players=seats_told) + "\n" + bars(points))
    if found["accuracy"]:
        told = bars(found["accuracy"], lambda value: f"{decimal(value, language)} %")
        parts.append(word("accuracy") + "\n" + told)
    for kind, times in (("luck", 100), ("solo_luck", 1)):
        if found[kind]["points"]:
            parts.append(luck(kind, found[kind], times, word, language))
    begun = [
        [say(game, row["opening"]["key"], language, **row["opening"]["args"]), *cells(row)]
        for row in found["openings"]
    ]
    if begun:
        parts.append(table("opening", begun, word))
    return "\n\n".join(parts)


def table(first: str, rows: list[list[str]], word: Any) -> str:
    names = (first, "games", "won", "shared", "lost", "score")
    return side_by_side([word(name) for name in names], rows)


def cells(row: dict[str, Any]) -> list[str]:
    alone = row["solo"] == row["games"]
    ended = ["–" if alone else str(row[name]) for name in ("won", "shared", "lost")]
    score = "–" if row["score"] is None else f"{row['score']:g}"
    return [str(row["games"]), *ended, score]


def opponents(kind: str, word: Any, language: str) -> str:
    return word(kind) if kind in (PEOPLE, MIXED) else say("bots", f"level.{kind}", language)


def luck(kind: str, found: dict[str, Any], times: int, word: Any, language: str) -> str:
    """Luck over time and its mean: in points of a hundred, or of the score."""

    def points(value: float) -> str:
        return decimal(times * value, language)

    told: str = word(kind, mean=points(found["mean"]))
    return told + "\n" + bars(found["points"], points)


def bars(
    points: list[dict[str, Any]], told: Callable[[float], str] = lambda value: f"{value:g}"
) -> str:
    """From the lowest value to the highest."""
    values = [point["value"] for point in points]
    low, high = min(values), max(values)
    size = (high - low) or 1
    drawn = "".join(BARS[round((value - low) / size * (len(BARS) - 1))] for value in values)
    return f"{told(low)} {drawn} {told(high)}"
