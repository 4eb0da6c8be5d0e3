"""What a player's history keeps of a game that is over."""

from __future__ import annotations

from typing import Any

import orjson

from moonlit.server.storage.ratings.rated import Finished
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


def finished(table: Table) -> Finished | None:
    """How a game that counts ended for each seat."""
    if table.ended is None:
        return None
    bots = [seat.kind == "bot" and not seat.stand_in for seat in table.seats]
    places, left = places_of(table, bots)
    return Finished(
        table.id,
        table.game.name,
        table.over_at,
        [seat.player for seat in table.seats],
        [seat.level if bot else None for seat, bot in zip(table.seats, bots, strict=True)],
        places,
        left,
    )


def places_of(table: Table, bots: list[bool]) -> tuple[list[int], frozenset[int]]:
    """By seat. Whoever gave up, left or ran out of time, and has not come back, is behind all who
    stayed, the first to go last of all; also those who left it to a partner, who comes in where
    the rules say."""
    standings = {row["seat"]: row["place"] for row in table.standings() or []}
    gone = {number for number, seat in enumerate(table.seats) if seat.stand_in}
    worth: list[tuple[int, int]] = []
    for number in range(len(table.seats)):
        people = [each for each in table.partners(number) if not bots[each]]
        if people and gone.issuperset(people):
            worth.append((1, -max(table.seats[each].away_since for each in people)))
        else:
            worth.append((0, standings[number]))
    places = [1 + sum(other < own for other in worth) for own in worth]
    left = frozenset(number for number in gone if worth[number][0] == 0)
    return places, left


def club_rows(table: Table) -> list[dict[str, Any]]:
    """A row of `club_results` for each seat, where the game counts for a club's leaderboard."""
    found = finished(table) if table.club is not None and table.rated else None
    if found is None:
        return []
    return [
        {
            "table_id": table.id,
            "seat": seat,
            "club": table.club,
            "game": found.game,
            "players": len(found.seats),
            "ended": found.ended,
            "player": found.seats[seat],
            "level": found.levels[seat],
            "place": place,
            "gone": seat in found.left,
        }
        for seat, place in enumerate(found.places)
    ]


def opponents(table: Table, seat: int) -> list[Opponent]:
    """All but who plays together with the seat: names of people, levels of bots. A bot that sits
    in at the end for somebody who left counts as that person."""
    partners = table.partners(seat)
    return [
        (each.name, None) if each.name else (None, each.level)
        for number, each in enumerate(table.seats)
        if number not in partners
    ]
