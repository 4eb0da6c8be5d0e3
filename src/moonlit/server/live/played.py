"""What a player's history keeps of a game that is over."""

from __future__ import annotations

from typing import Any

import orjson

from moonlit.server.table.fold import Table
from moonlit.study.stats import Opponent, against, opening_of, outcome_of


def played_rows(table: Table) -> list[dict[str, Any]]:
    """A row of `played` for each seat of a player; the game is over."""
    mine = [number for number, seat in enumerate(table.seats) if seat.player is not None]
    return [played_row(table, seat) for seat in mine]


def played_row(table: Table, seat: int) -> dict[str, Any]:
    standings, match, ended = table.standings(), table.match, table.ended
    assert standings is not None
    assert match is not None
    assert ended is not None
    others = opponents(table, seat)
    count = len(table.seats)
    companies = [table.game.company(count, each) for each in range(count)]
    gave_up = table.seats[seat].resigned
    opening = opening_of(match, seat)
    return {
        "player": table.seats[seat].player,
        "table_id": table.id,
        "seat": seat,
        "game": table.game.name,
        "players": count,
        "outcome": "resigned" if gave_up else outcome_of(standings, seat, companies),
        "place": standings[seat]["place"],
        "score": standings[seat]["score"] if ended["by"] == "rules" else None,
        "began": table.created,
        "ended": table.over_at,
        "moves": match.number,
        "whole": table.origin is None,
        "against": against(others),
        "opponents": orjson.dumps(others).decode(),
        "opening": None if opening is None else orjson.dumps(opening).decode(),
        "accuracy": None,
        "luck": None,
    }


def rated_row(table: Table) -> dict[str, Any]:
    """The row of `rated_games`: whatever takes place later follows from it."""
    return {"table_id": table.id, "game": table.game.name, "ended": table.over_at, "number": None}


def opponents(table: Table, seat: int) -> list[Opponent]:
    """All but who plays together with the seat: names of people, levels of bots. A bot that sits
    in at the end for somebody who left counts as that person."""
    partners = table.partners(seat)
    return [
        (each.name, None) if each.name else (None, each.level)
        for number, each in enumerate(table.seats)
        if number not in partners
    ]
