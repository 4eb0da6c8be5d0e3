"""What the database is to know after some events of a table."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import orjson

from moonlit.server.live.played import club_rows, played_rows, rated_row
from moonlit.server.notices.what import notices_of
from moonlit.server.storage.tables.change import Change, Holder
from moonlit.server.table.events import Event
from moonlit.server.table.fold import Table
from moonlit.server.table.render import summary
from moonlit.study.puzzles import closes

LEASE = 5_000  # ms that a worker has to do what is due, or to say that it is still at it
MOVES_TOKENS = {"created", "joined", "left", "seat_set", "changed", "renewed"}
ENDS = {"moved", "resigned", "renewed"}  # what a game may end by, or somebody claims behind it


def change_of(
    table: Table, events: list[Event], worker: str | None, present: AbstractSet[int] = frozenset()
) -> Change:
    """The change that these events, applied already, have made to a table; who looks at it."""
    # a bot is to move: whoever wrote the last move lets it think
    leased = worker is not None and table.bot_to_move() is not None
    row = {
        "game": table.game.name,
        "status": table.status,
        "listed": table.listed,
        "club": table.club,
        "created": table.created,
        "updated": table.updated,
        "seq": table.seq,
        "summary": orjson.dumps(summary(table)).decode(),
        "due": table.due(),
        "lease_by": worker if leased else None,
        "lease_until": table.updated + LEASE if leased else None,
    }
    holders: dict[int, Holder] | None = None
    if any(event.kind in MOVES_TOKENS for event in events):
        numbered = enumerate(table.seats)
        holders = {seat: (each.token, each.player) for seat, each in numbered if each.token}
        holders[-1] = table.host, table.host_player
    change = Change(table.id, events, row, holders, is_new=events[0].seq == 1)
    if table.ended is not None and any(event.kind in ENDS for event in events):
        change.played = played_rows(table)
        change.rated = rated_row(table) if table.rated else None
        change.club_results = club_rows(table)
    if worker is not None:  # what is read from a file happened long ago
        change.notices = [notice.row() for notice in notices_of(table, events, present)]
    if table.daily is not None and table.daily["counts"]:
        note_daily(change, table, table.daily["date"])
    return change


def note_daily(change: Change, table: Table, date: str) -> None:
    """The board of the day: this table has its player's place there, and its result at the end,
    if that came in time."""
    if change.is_new:
        name = table.seats[0].name or ""
        player = table.host_player or table.host
        change.claim = {"date": date, "player": player, "name": name, "began": table.created}
    if table.ended is not None:
        standings = table.standings() if table.ended["by"] == "rules" else None
        if table.over_at >= closes(date):
            standings = None
        score = standings[0]["score"] if standings else None
        change.result = {"over_at": table.over_at, "reached": score}
