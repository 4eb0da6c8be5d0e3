"""Games as a table for those who count: a row a game, or a row a move."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Mapping
from typing import Any

from moonlit.core.errors import BadRecord, BadTable, IllegalMove
from moonlit.core.match import Match
from moonlit.core.record import load
from moonlit.corpus.games import TOPIC, Games, Where, read_games, record_of

LIBRARIES = ("polars", "pandas")
ROWS = ("games", "moves")
# What a column holds: whole numbers, numbers, texts, yes or no, or lists of them.
GAME_COLUMNS = {
    "record": "whole",
    "game": "text",
    "rules": "whole",
    "players": "whole",
    "names": "texts",
    "options": "text",
    "seed": "whole",
    "moves": "whole",
    "over": "flag",
    "places": "wholes",
    "scores": "numbers",
    "winners": "wholes",
    "bots": "texts",
    "ratings": "numbers",
    "date": "text",
    "where": "text",
    "event": "text",
}
MOVE_COLUMNS = {
    "record": "whole",
    "game": "text",
    "players": "whole",
    "number": "whole",
    "seat": "whole",
    "name": "text",
    "bot": "text",
    "move": "text",
    "choices": "whole",
    "seconds": "number",
    "clock": "number",
    "comment": "text",
    "place": "whole",
    "score": "number",
}


def frame(games: Games | Where, rows: str = "games", library: str | None = None) -> Any:
    """Matches, records or a file of them as a DataFrame of Polars or pandas, whichever is there.

    rows: "games" has a row for each game; "moves" one for each move, for which games are replayed.
    """
    if rows not in ROWS:
        raise BadTable("bad_rows_of", TOPIC, given=rows, rows=ROWS)
    table, found = columns(games, rows), _library(library)
    if found.__name__ == "pandas":
        return found.DataFrame(table)
    return found.DataFrame(table, schema=polars_schema(found, rows))


def kinds(rows: str) -> dict[str, str]:
    return GAME_COLUMNS if rows == "games" else MOVE_COLUMNS


def polars_schema(pl: Any, rows: str) -> dict[str, Any]:
    plain = {"whole": pl.Int64, "number": pl.Float64, "text": pl.String, "flag": pl.Boolean}
    types = plain | {f"{kind}s": pl.List(found) for kind, found in plain.items()}
    return {name: types[kind] for name, kind in kinds(rows).items()}


def columns(games: Games | Where, rows: str) -> dict[str, list[Any]]:
    """The table by its columns."""
    if isinstance(games, (str, os.PathLike)):
        games = read_games(games)
    elif isinstance(games, (Match, Mapping)):
        games = [games]
    records = enumerate(map(record_of, games))
    table: dict[str, list[Any]] = {name: [] for name in kinds(rows)}
    for number, record in records:
        for row in [game_row(record, number)] if rows == "games" else move_rows(record):
            for name, kind in kinds(rows).items():
                table[name].append(number if name == "record" else fitted(row[name], kind))
    return table


def fitted(value: Any, kind: str) -> Any:
    """A value as its column holds it; None for what does not fit, as anything may be in `info`."""
    if kind.endswith("s"):
        return [fitted(one, kind[:-1]) for one in value] if isinstance(value, list) else None
    if kind == "number" and isinstance(value, (int, float)):
        return float(value)
    types = {"whole": int, "text": str, "flag": bool}
    return value if kind in types and isinstance(value, types[kind]) else None


def game_row(record: Mapping[str, Any], number: int) -> dict[str, Any]:
    """A record is taken at its word here; `rows="moves"` replays it."""
    try:
        return _game_row(record)
    except (KeyError, TypeError, AttributeError):
        raise BadRecord("bad_game", TOPIC, number=number + 1) from None


def _game_row(record: Mapping[str, Any]) -> dict[str, Any]:
    standings = record.get("result") or []
    info = record.get("info") or {}
    places = [row["place"] for row in standings] or None
    return {
        "game": record["game"],
        "rules": record["rules"],
        "players": len(record["players"]),
        "names": list(record["players"]),
        "options": json.dumps(record.get("options") or {}),
        "seed": record.get("seed"),
        "moves": len(record["moves"]),
        "over": places is not None,
        "places": places,
        "scores": [row["score"] for row in standings] or None,
        "winners": None if places is None else [n for n, one in enumerate(places) if one == 1],
        "bots": info.get("bots"),
        "ratings": info.get("ratings"),
        "date": info.get("date"),
        "where": info.get("place"),
        "event": info.get("event"),
    }


def move_rows(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A game is replayed for it: whose move it was is not in a record."""
    match = load({**record, "moves": [], "result": None})
    rows = []
    try:
        for number, move in enumerate(record["moves"]):
            rows.append(_move_row(match, number, move))
            match.play(move)
    except (IllegalMove, KeyError, TypeError):
        load(record)  # which says what is wrong with it
        raise
    standings = match.standings()
    if record.get("result") not in (None, standings):
        load(record)
    for row in rows:
        own = standings[row["seat"]] if standings else {"place": None, "score": None}
        row |= {"place": own["place"], "score": own["score"]}
    return rows


def _move_row(match: Match, number: int, move: str) -> dict[str, Any]:
    seat, info = match.to_move or 0, match.info
    return {
        "game": match.game.name,
        "players": len(match.players),
        "number": number,
        "seat": seat,
        "name": match.players[seat],
        "bot": _at(info.get("bots"), seat),
        "move": move,
        "choices": len(match.moves()),
        "seconds": _at(info.get("seconds"), number),
        "clock": _at(info.get("clocks"), number),
        "comment": (info.get("comments") or {}).get(str(number)),
    }


def _at(values: list[Any] | None, index: int) -> Any:
    return values[index] if values is not None and index < len(values) else None


def _library(wanted: str | None) -> Any:
    if wanted is not None and wanted not in LIBRARIES:
        raise BadTable("bad_library", TOPIC, given=wanted, libraries=LIBRARIES)
    for name in (wanted,) if wanted else LIBRARIES:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise BadTable("no_frames", TOPIC)
