"""Playing on from a position of a finished game, at a table of its own."""

from __future__ import annotations

from moonlit.server.table.commands.lobby import new_seat, of_player
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.names import check_name
from moonlit.server.table.permissions import check_seat, position, require_finished


def play_on(
    table: Table,
    token: str,
    number: int,
    seat: int,
    level: str,
    name: str,
    player: str | None = None,
) -> list[Draft]:
    """The events of the new table: the same deal and the first moves, bots in all other seats.

    Whoever plays there may have seen what follows: the game's record is open to all.
    """
    match = require_finished(table)
    before = position(match, number)
    check_seat(table, seat)
    seats = [new_seat("bot", level) for _ in table.seats]
    seats[seat].sit(check_name(name), token, True, player)
    record = before.record()
    created = {
        "game": table.game.name,
        "players": len(seats),
        "options": record["options"],
        "clock": None,
        "listed": False,
        "join": "closed",
        "seats": [each.to_json() for each in seats],
        "host": token,
        "origin": {"id": table.id, "number": number},
        **of_player(player),
    }
    started = {"deal": record["deal"], "rules": record["rules"], "moves": record["moves"]}
    return [("created", created), ("started", started)]
