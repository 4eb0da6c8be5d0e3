"""What the database is to know after some events of a table."""

from __future__ import annotations

import orjson

from moonlit.server.storage.writer import Change
from moonlit.server.table.events import Event
from moonlit.server.table.fold import Table
from moonlit.server.table.render import summary

LEASE = 5_000  # ms that a worker has to do what is due, or to say that it is still at it
MOVES_TOKENS = {"created", "joined", "left", "seat_set", "changed"}


def change_of(table: Table, events: list[Event], worker: str | None) -> Change:
    """The change that these events, applied already, have made to a table."""
    # a bot is to move: whoever wrote the last move lets it think
    leased = worker is not None and table.bot_to_move() is not None
    row = {
        "game": table.game.name,
        "status": table.status,
        "listed": table.listed,
        "created": table.created,
        "updated": table.updated,
        "seq": table.seq,
        "summary": orjson.dumps(summary(table)).decode(),
        "due": table.due(),
        "lease_by": worker if leased else None,
        "lease_until": table.updated + LEASE if leased else None,
    }
    tokens = None
    if any(event.kind in MOVES_TOKENS for event in events):
        tokens = {seat: each.token for seat, each in enumerate(table.seats) if each.token}
        tokens[-1] = table.host
    change = Change(table.id, events, row, tokens, is_new=events[0].seq == 1)
    if table.daily is not None and table.daily["counts"]:
        note_daily(change, table, table.daily["date"])
    return change


def note_daily(change: Change, table: Table, date: str) -> None:
    """The board of the day: this table has its player's place there, and its result at the end."""
    if change.is_new:
        name = table.seats[0].name or ""
        change.claim = {"date": date, "player": table.host, "name": name, "began": table.created}
    if table.ended is not None:
        standings = table.standings() if table.ended["by"] == "rules" else None
        score = standings[0]["score"] if standings else None
        change.result = {"over_at": table.updated, "reached": score}
