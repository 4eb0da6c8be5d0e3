"""Who may ask for what, and when: each check raises a refusal or lets pass."""

from __future__ import annotations

from moonlit.bots.levels import LEVELS
from moonlit.core.match import Match
from moonlit.core.record import rewound
from moonlit.server.errors import refuse
from moonlit.server.table.fold import Table


def require_seat(table: Table, token: str | None) -> int:
    if token is None:
        raise refuse("no_token", 401)
    seat = table.seat_of(token)
    if seat is None:
        raise refuse("not_seated", 403)
    return seat


def require_host(table: Table, token: str | None) -> None:
    if token is None:
        raise refuse("no_token", 401)
    if not table.is_host(token):
        raise refuse("not_host", 403)


def require_open(table: Table) -> None:
    if table.match is not None:
        raise refuse("has_started")


def require_play(table: Table) -> Match:
    if table.match is None:
        raise refuse("not_started")
    if table.ended is not None:
        raise refuse("is_over")
    return table.match


def require_finished(table: Table) -> Match:
    """A game that is over, and whose secrets are out: everything about it may be told."""
    match = table.match
    if table.ended is None or match is None:
        raise refuse("not_over")
    if match.game.has_secrets and not match.over:
        raise refuse("still_secret")
    return match


def position(match: Match, number: int) -> Match:
    """A game as it was when so many moves had been made and there was another to make."""
    if not 0 <= number < match.number + (not match.over):
        raise refuse("no_such_position", 404, given=number, last=match.number - match.over)
    return rewound(match, number)


def require_player(table: Table, token: str | None) -> int:
    """The seat of a guest who is playing: no bot stands in."""
    seat = require_seat(table, token)
    require_play(table)
    if not table.seats[seat].is_guest:
        raise refuse("bot_sits_in")
    return seat


def require_number(table: Table, number: int) -> None:
    if number != table.number:
        raise refuse("stale", given=number, number=table.number)


def require_turn(table: Table, token: str | None, number: int) -> int:
    """The seat of a guest who is to make the move of this number."""
    seat = require_player(table, token)
    require_number(table, number)
    if table.to_move != seat:
        raise refuse("not_your_turn")
    return seat


def require_no_secrets(table: Table) -> None:
    """Whoever sits down here sees what the seat sees, and nobody knows who that is. Where the game
    is rated it is lost by who left it."""
    if table.game.has_secrets:
        raise refuse("secret_seat", 403)
    if table.rated:
        raise refuse("rated_seat", 403)


def check_level(level: str) -> str:
    if level not in LEVELS:
        raise refuse("unknown_level", 422, given=level, levels=LEVELS)
    return level


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise refuse("no_such_seat", 404, given=seat, last=len(table.seats) - 1)


def require_no_help(table: Table) -> None:
    """A game for the board of the day is played by oneself, and once."""
    if table.daily is not None and table.daily["counts"]:
        raise refuse("daily_alone", 403)


def require_hint(table: Table, token: str | None, number: int) -> int:
    """The seat of a guest who may have a hint now: people who play each other have none."""
    require_player(table, token)
    if sum(each.token is not None for each in table.seats) > 1:  # also who may come back
        raise refuse("no_hints", 403)
    require_no_help(table)
    if table.rated:
        raise refuse("rated_no_hints", 403)
    return require_turn(table, token, number)
