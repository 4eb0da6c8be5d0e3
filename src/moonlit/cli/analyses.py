"""`moonlit analyse`: a position of a record, its best moves, and how it is expected to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from moonlit.arena.render import side_by_side
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.record import load
from moonlit.core.words import player_name, say
from moonlit.study.analysis import Analysis, analyse
from moonlit.study.words import decimal
from moonlit.terminal.sentences import bot_name, is_bot


def run(
    path: Path,
    move: int | None,
    budget: dict[str, Any],
    best: int,
    as_json: bool,
    language: str,
) -> None:
    match = position(load(path), move)
    found = analyse(match, **budget)
    print(
        json.dumps(found.to_json()) if as_json else table_of(match, found, max(1, best), language)
    )


def position(match: Match, move: int | None) -> Match:
    """A match as it was before its move of a number, which counts from 1."""
    if move is None:
        return match
    if not 0 < move <= match.number + 1:
        raise BadTable("no_such_position", "study", given=move, last=match.number + 1)
    while match.number >= move:
        match.undo()
    return match


def table_of(match: Match, found: Analysis, best: int, language: str) -> str:
    names = [bot_name(name, language) if is_bot(name) else name for name in match.players]
    seats = [player_name(seat, names, language) for seat in range(len(names))]
    head = [
        "",
        say("study", "column.move", language),
        *seats,
        say("study", "column.tried", language),
    ]
    rows = [
        [
            str(number),
            info.move,
            *(worth(value, len(names), language) for value in info.values),
            str(info.visits),
        ]
        for number, info in enumerate(found.moves[:best], 1)
    ]
    expected = "  ".join(
        say(
            "terminal",
            "hint_seat",
            language,
            names,
            seat=row.seat,
            win=round(100 * row.win),
            score=decimal(row.score, language),
        )
        for row in found.standings
    )
    return f"{match}\n\n{side_by_side(head, rows)}\n\n{expected}"


def worth(value: float, players: int, language: str) -> str:
    return decimal(value, language) if players == 1 else f"{decimal(100 * value, language)} %"
