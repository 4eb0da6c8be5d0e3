"""Reading records back: everything in them is checked, and a broken one says where."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moonlit.core.checks import check_names, check_options, check_seed
from moonlit.core.engine import new_deal
from moonlit.core.errors import BadRecord, IllegalMove, MoonlitError
from moonlit.core.files import read_json
from moonlit.core.info import check_info
from moonlit.core.match import FORMAT, Match
from moonlit.core.registry import find_game

FIELDS = (
    "format",
    "game",
    "rules",
    "players",
    "options",
    "seed",
    "deal",
    "moves",
    "result",
    "info",
)


def load(source: Mapping[str, Any] | str | os.PathLike[str]) -> Match:
    """Replay a record: a table as `Match.record()` makes it, its JSON, or the path of a file.

    A broken one raises BadRecord, naming the move that fails.
    """
    record = read_record(source)
    match = _set_table(record)
    moves = record.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadRecord("record_moves")
    for number, move in enumerate(moves):
        try:
            match.play(move)
        except IllegalMove as reason:
            raise BadRecord("record_move", number=number + 1, move=move, reason=reason) from reason
    result = record.get("result")
    if result is not None and result != match.standings():
        raise BadRecord("record_result")
    return match


def rewound(match: Match, number: int) -> Match:
    """The match as it was when so many moves had been made."""
    again = load({**match.record(), "moves": [], "result": None})
    for action in match.actions[:number]:
        again.play_action(action)
    return again


def read_record(source: Any) -> Any:
    """A record as a table, whatever it was given as; its contents are not looked at."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        try:
            return json.loads(source)
        except (ValueError, RecursionError):
            raise BadRecord("record_no_json") from None
    if isinstance(source, (str, os.PathLike)):
        return read_json(Path(source))
    return source


def _set_table(record: Any) -> Match:
    if not isinstance(record, Mapping):
        raise BadRecord("record_no_table")
    if not is_number(record.get("format"), FORMAT):
        raise BadRecord("record_format", given=record.get("format"), format=FORMAT)
    for field in record:
        if field not in FIELDS:
            raise BadRecord("record_field", field=field, fields=FIELDS)
    try:
        game = find_game(record.get("game"), record.get("rules"))
        names = check_names(record.get("players"))
        given = check_options(record.get("options"))
        options, config = game.configure(len(names), given, recorded=True)
        seed = record.get("seed")
        if seed is not None:
            check_seed(seed)
        if record.get("deal") is not None:
            deal = game.deals.read(config, record["deal"])
        elif seed is not None:
            deal = new_deal(game, config, seed)
        else:
            raise BadRecord("record_no_deal")
    except BadRecord:
        raise
    except MoonlitError as reason:
        raise BadRecord("record_table", reason=reason) from reason
    match = Match(game, names, options, config, seed, deal)
    match.info = check_info(record.get("info"))
    return match


def is_number(given: Any, number: int) -> bool:
    """Python takes true and 1.0 for 1; a record does not."""
    return type(given) is int and given == number
