"""The end at the terminal: who stands where, and the numbers behind it that the game declares."""

from __future__ import annotations

from typing import Any

from moonlit.core.columns import Column
from moonlit.core.match import Match
from moonlit.core.words import player_name, say

MIN_NAME = 12  # letters of a name, however wide the numbers are


def standings(match: Match, names: list[str], language: str, width: int) -> list[str]:
    """A head and a line for each who stand together; nothing while the game goes on."""
    game, players = match.game, len(match.players)
    companies: dict[int, list[str]] = {}
    rows: list[dict[str, Any]] = []
    for row in match.standings() or []:
        together = companies.setdefault(game.company(players, row["seat"]), [])
        if not together:
            rows.append({**row, "names": together})
        together.append(player_name(row["seat"], names, language))
    if not rows:
        return []
    columns = game.columns(players)
    head = [say(game.name, f"standings.{column.field}", language) for column in columns]
    rows.sort(key=lambda row: int(row["place"]))
    cells = [[cell(game.name, column, row, language) for column in columns] for row in rows]
    wide = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    first = [f"{row['place']}. {', '.join(row['names'])}" for row in rows]
    room = max(MIN_NAME, width - sum(wide) - 2 * len(wide))
    room = min(room, max(map(len, first)))
    return [
        shortened(name, room).ljust(room)
        + "".join(f"  {text:>{wide[column]}}" for column, text in enumerate(row))
        for name, row in zip(["", *first], [head, *cells], strict=True)
    ]


def cell(game: str, column: Column, row: dict[str, Any], language: str) -> str:
    value = row.get(column.field)
    if value is None:
        text = "–"
    elif column.form == "list":
        text = " ".join(map(str, value))
    else:
        text = str(-value if column.form == "minus" else value).replace("-", "−")
    is_marked = column.mark is not None and row[column.mark]
    return f"{text} {say(game, 'standings.mark', language)}" if is_marked else text


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
