"""Games that last for days: vacations stop a clock, and who waits may remind."""

from __future__ import annotations

from moonlit.server.errors import refuse
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.permissions import require_play, require_player

WAITED = 12 * 3_600_000  # ms that a turn lasts before anybody may remind
AGAIN = 24 * 3_600_000  # ms between two reminders at a table


def remind(table: Table, token: str | None, now: int) -> list[Draft]:
    """Whoever waits asks the seat to move, once a day."""
    seat = require_player(table, token)
    require_play(table)
    mover = table.mover
    if mover is None or table.to_move == seat or not mover.is_guest:
        raise refuse("nobody_to_remind")
    if now - table.turn_since < WAITED:
        raise refuse("too_soon", hours=WAITED // 3_600_000)
    if table.reminded and now - table.reminded < AGAIN:
        raise refuse("reminded_already")
    return [("reminded", {"seat": seat, "to": table.to_move})]


def away(table: Table, seat: int, since: int, until: int) -> list[Draft]:
    """A player's vacation: their time does not run, in games of days."""
    clocks = table.clocks
    if table.status != "playing" or clocks is None or clocks.kind != "days":
        return []
    if not table.seats[seat].is_guest or clocks.away.get(seat) == (since, until):
        return []
    return [("away", {"seat": seat, "since": since, "until": until})]
