"""The daily: everybody's deal of a day, played alone."""

from __future__ import annotations

from moonlit.core.registry import find_game
from moonlit.server.errors import refuse
from moonlit.server.table.commands.lobby import of_player
from moonlit.server.table.events import Draft
from moonlit.server.table.names import check_name
from moonlit.server.table.seats import Seat
from moonlit.study.puzzles import Daily


def play_daily(
    daily: Daily, token: str, name: str, counts: bool, player: str | None = None
) -> list[Draft]:
    """The events of a new table. A guest's token there is their key: who has it has the seat."""
    if daily.solo is None:
        raise refuse("no_daily", 404)
    seat = Seat()
    seat.sit(check_name(name), token, True, player)
    game = find_game(daily.solo.game)
    created = {
        "game": game.name,
        "players": 1,
        "options": {},
        "clock": None,
        "listed": False,
        "join": "closed",
        "seats": [seat.to_json()],
        "host": token,
        "daily": {"date": daily.date.isoformat(), "counts": counts},
        **of_player(player),
    }
    started = {"seed": daily.solo.seed, "rules": game.rules_version}
    return [("created", created), ("started", started)]
