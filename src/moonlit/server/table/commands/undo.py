"""Moves are taken back: freely, or when the others agree."""

from __future__ import annotations

from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match
from moonlit.server.errors import refuse
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.permissions import require_number, require_play, require_player

WORLDS = 12  # deals tried to find out whether a move has revealed something


def undo(table: Table, token: str | None, number: int) -> list[Draft]:
    """Free while nothing hidden was revealed and nobody else has moved; else the others decide.

    Somebody who may come back is one of them, and cannot be asked while a bot sits in.
    """
    seat = require_player(table, token)
    require_number(table, number)
    if table.rated:
        raise refuse("rated_no_undo", 403)
    to = table.last_move_of(seat)
    if to is None:
        raise refuse("nothing_to_undo")
    if table.undo_request is not None:
        raise refuse("undo_pending")
    others = [guest for guest in table.guests() if guest != seat]
    away = [other for other in range(len(table.seats)) if table.may_come_back(other)]
    in_time = table.clocks is None or table.clocks.turns[to][1] != 0  # else no time to move again
    counts = table.daily is not None and table.daily["counts"]
    alone = not others and not away and not counts
    if alone or (to == number - 1 and in_time and not has_revealed(require_play(table), seat)):
        return [("undone", {"seat": seat, "to": to, "free": True})]
    if counts:
        raise refuse("daily_no_undo", 403)
    if away:
        raise refuse("undo_away", seat=away[0])
    return [("undo_asked", {"seat": seat, "to": to})]


def has_revealed(match: Match, seat: int) -> bool:
    """Whether the last move has shown its mover something hidden.

    Deal anew what the mover could not see before the move, and make it again: if they see
    anything else than they did, they have learnt something.
    """
    seen = match.view(seat)
    before = match.copy()
    made = before.undo()
    for seed in range(WORLDS):
        world = before.redeal(seat, seed)
        try:
            world.play(made)
        except MoonlitError:
            return True
        if world.view(seat) != seen:
            return True
    return False


def answer(table: Table, token: str | None, agree: bool) -> list[Draft]:
    """Another asks to take a move back: when all have agreed, it is."""
    seat = require_player(table, token)
    asked = table.undo_request
    if asked is None or asked.seat == seat or seat in asked.agreed:
        raise refuse("nothing_asked")
    if not agree:
        return [("undo_refused", {"seat": seat})]
    drafts: list[Draft] = [("undo_agreed", {"seat": seat})]
    if set(table.guests()) <= {seat, asked.seat, *asked.agreed}:
        drafts.append(("undone", {"seat": asked.seat, "to": asked.to, "free": False}))
    return drafts
